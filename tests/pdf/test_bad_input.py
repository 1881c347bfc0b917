"""What an author may write by mistake or in another script: laid out, or refused with its place."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pikepdf
import pytest

from tests.pdf.conftest import CLAIMS, SOURCES
from tests.pdf.reading import Paper
from tests.support.project import run_claimbook
from tests.support.sites import SmallSite, write_site

if TYPE_CHECKING:
    from pathlib import Path

SPACED, SOLID = "word " * 800, "x" * 4000
ROWS = 300
HEBREW, ARABIC = "\u05e9\u05dc\u05d5\u05dd", "\u0645\u0631\u062d\u0628\u0627"
PAGES = {
    "index.md": '# The answer\n\n{{ claim("wheel.speed") }}\n',
    "bare.md": "Only text, and no title.\n",
    "rows.md": "# Rows\n\n| First | Second |\n|---|---|\n"
    + "".join(f"| row {number} begins | row {number} ends |\n" for number in range(ROWS)),
    "cells.md": f"# Cells\n\n| A | B |\n|---|---|\n| spaced | {SPACED}|\n"
    f"| solid | {SOLID} |\n| last | end |\n",
    "scripts.md": f"# Scripts {HEBREW}\n\nTo the left: {HEBREW}, {ARABIC}. Greek \u03b1. Cyrillic \u0416. "
    "Signs \u2192 \u2265 \u2713 \u0159. An emoji: \U0001f680.\n\n`code \u2265 \u2192`\n",
}


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Paper:
    """A document of all of it, printed without a complaint: no sign is an empty box."""
    site = write_site(
        tmp_path_factory.mktemp("odd"), pages=PAGES, claims={"sources.yml": SOURCES, "wheel.yml": CLAIMS}
    )
    assert site.build().returncode == 0
    outcome = run_claimbook("pdf", "--edition", "full", "--output", "odd.pdf", folder=site.folder)
    assert outcome.returncode == 0, outcome.stderr
    assert outcome.stderr == ""
    return Paper(site.folder / "odd.pdf")


def test_the_file_is_sound(odd: Paper) -> None:
    """The checker of qpdf has nothing to say."""
    with pikepdf.open(odd.file) as pdf:
        assert pdf.check_pdf_syntax() == []


def test_a_page_without_a_title_is_named_as_in_the_navigation(odd: Paper) -> None:
    """Its section has a number, a heading and an entry in the outline all the same."""
    assert any(re.fullmatch(r"\d Bare", title) for title, _ in odd.outline())
    assert "Only text, and no title." in odd.text


def test_a_table_of_many_rows_is_whole(odd: Paper) -> None:
    """All 300 rows are there, none cut, under a head on each of their pages."""
    with_rows = [text for text in odd.pages if re.search(r"row \d+ begins", text)]
    begun = [re.findall(r"row (\d+) begins", text) for text in with_rows]
    assert begun == [re.findall(r"row (\d+) ends", text) for text in with_rows]
    assert [int(number) for page in begun for number in page] == list(range(ROWS))
    assert all("First Second" in text for text in with_rows)


def test_a_long_cell_loses_nothing(odd: Paper) -> None:
    """4,000 signs with blanks and 4,000 without are all on paper, within its edges."""
    assert odd.text.count("word") == 800
    assert odd.text.count("x") - len(re.findall(r"[a-wyz]x|x[a-wyz]", odd.text)) >= 3990
    for text in odd.pages:
        assert len(re.findall(r"x{130,}", text)) == 0  # no line is wider than its paper
    assert "last end" in odd.text


def test_other_scripts_have_fonts_in_the_file(odd: Paper) -> None:
    """Hebrew, Arabic, signs and an emoji are set in fonts of the theme, none of the machine."""
    names = " ".join({name for name, _ in odd.fonts()})
    for family in ("hebrew", "arabic", "math", "emoji"):
        assert family in names.lower(), family
    assert "DejaVu" not in names
    for sign in ("\u03b1", "\u0416", "\u2192", "\u2265", "\u0159", "\U0001f680"):
        assert sign in odd.text, sign


@pytest.fixture
def plain(tmp_path: Path) -> SmallSite:
    """A site that names one page with faults."""
    return write_site(tmp_path, claims={"sources.yml": SOURCES, "wheel.yml": CLAIMS})


def test_a_sign_without_a_font_is_said_with_its_place(plain: SmallSite) -> None:
    """Two Chinese signs end in page, line, column and name of each, and no file is written."""
    plain.write("docs/index.md", "# Page\n\nOne line.\n\nChinese \u6f22\u5b57 here.\n")
    assert plain.build().returncode == 0
    outcome = run_claimbook("pdf", "--edition", "full", "--output", "out.pdf", folder=plain.folder)
    assert outcome.returncode == 2
    lines = outcome.stderr.splitlines()
    assert lines[0].startswith("claimbook: docs/index.md:5:9: found \u6f22 (U+6F22")
    assert lines[1].startswith("docs/index.md:5:10: found \u5b57 (U+5B57")
    assert not (plain.folder / "out.pdf").exists()


def test_a_missing_picture_is_said_with_its_place(plain: SmallSite) -> None:
    """The build names page and line, so that there is nothing to print."""
    plain.write("docs/index.md", "# Page\n\n![none](none.png)\n")
    outcome = plain.build()
    assert outcome.returncode == 1
    assert "docs/index.md:3" in outcome.stdout + outcome.stderr
    assert "none.png" in outcome.stdout + outcome.stderr

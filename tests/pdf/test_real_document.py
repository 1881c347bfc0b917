"""The real site's full edition, printed whole: what a small one does not have."""

from __future__ import annotations

import json
import re
import subprocess
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.pdf.reading import Paper
    from tests.support.built import BuiltSite

_SECTION = re.compile(r"\d+(?:\.\d+)+ \S")


def test_every_figure_has_an_alternative_text(guide: Paper) -> None:
    """Each drawing says in words what it shows, the ends of its title and its description included."""
    figures = [element for element in guide.elements() if element["/S"] == "/Figure"]
    assert len(figures) >= 4
    assert all(len(str(figure.get("/Alt", ""))) > 40 for figure in figures)


def test_drawings_are_vectors(guide: Paper) -> None:
    """No page holds a picture of pixels."""
    for page in guide.reader.pages:
        objects = page["/Resources"].get_object().get("/XObject", {})
        assert all(item.get_object()["/Subtype"] != "/Image" for item in objects.values())


def test_every_shown_statement_has_its_number_in_text_and_register(
    guide: Paper, built_site: BuiltSite
) -> None:
    """The register counts from 1 without a gap up to the number of statements that pages show."""
    data = json.loads(built_site.claims_file.read_text(encoding="utf-8"))
    shown = [record for record in data["records"] if record["state"] and record["shown_on"]]
    start = next(page for title, page in guide.outline() if title == "A Register of claims")
    end = next(page for title, page in guide.outline() if title == "B References")
    register = " ".join(guide.pages[start - 1 : end - 1])
    assert len(re.findall(r" in \d[\d.]* · ", register)) == len(shown)
    at = 0
    for number in range(1, len(shown) + 1):
        entry = re.compile(rf"(?<!\d){number}\. [^·]*? in (\d[\d.]*) · ").search(register, at)
        assert entry, number
        at = entry.end()
        pages = _pages_of(guide, entry[1])
        assert any(re.search(rf"(?<!\d){number}(?!\d)", page) for page in pages), (number, entry[1])


def _pages_of(guide: Paper, section: str) -> list[str]:
    """The pages from a numbered heading to the next."""
    outline = guide.outline()
    at = next(index for index, (title, _) in enumerate(outline) if title.startswith(f"{section} "))
    return guide.pages[outline[at][1] - 1 : outline[at + 1][1]]


def test_no_heading_is_the_last_of_its_page(guide: Paper) -> None:
    """Under every heading at least one more line stands on the same page."""
    for text in guide.pages[1:]:
        body = re.sub(r"Full edition page \d+ of \d+", "", text).strip()
        for title, _ in guide.outline():
            if _SECTION.match(title):
                assert not body.endswith(title), title


def test_bookmarks_are_in_reading_order(guide: Paper) -> None:
    """The pages of the bookmarks never go back."""
    assert all(before <= after for (_, before), (_, after) in pairwise(guide.outline()))


def test_no_text_leaves_the_paper(guide: Paper) -> None:
    """Every word lies within the page and keeps 10 mm of its edges free, as printers need."""
    done = subprocess.run(
        ["pdftotext", "-bbox", guide.file, "-"],  # noqa: S607 - the system's
        capture_output=True,
        text=True,
        check=True,
    )
    edge, size, words = 10 / 25.4 * 72, (0.0, 0.0), 0
    for line in done.stdout.splitlines():
        numbers = [float(number) for number in re.findall(r'"(-?[\d.]+)"', line)]
        if line.lstrip().startswith("<page"):
            size = (numbers[0], numbers[1])
        elif line.lstrip().startswith("<word"):
            left, top, right, bottom = numbers[:4]
            words += 1
            assert min(left, top) >= edge, line
            assert right <= size[0] - edge, line
            assert bottom <= size[1] - edge, line
    assert words > 10_000

"""Files of pages under attack: names, links and addresses that would hang, crash or replace another."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from macros.findings import Place
from tests.support.sites import SmallSite, write_site

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

RECORDS = """\
log: {kind: source, title: Log, says: The log.}
box: {kind: unit, title: box, says: B., symbol: box, plural: boxes}
"""


@pytest.fixture
def site(tmp_path: Path) -> SmallSite:
    """A site of one page and one record with a page of its own."""
    return write_site(tmp_path, claims={"pump.yml": RECORDS})


def _places(site: SmallSite) -> list[str]:
    outcome = site.build()
    assert outcome.returncode == 1, outcome.stdout + outcome.stderr
    assert "Traceback" not in outcome.stderr
    lines = outcome.stderr.splitlines()
    return [
        f"{line.split(': ', 1)[0]} {line.rsplit('[', 1)[1][:-1]}" for line in lines if ": error: " in line
    ]


NO_FILES: dict[str, Callable[[Path], object]] = {
    "p.md": os.mkfifo,
    "pipe": os.mkfifo,
    "zero.md": lambda path: path.symlink_to("/dev/zero"),
    "zero.bin": lambda path: path.symlink_to("/dev/zero"),
    "gone.md": lambda path: path.symlink_to("nowhere"),
    "gone.png": lambda path: path.symlink_to("nowhere"),
    "loop.md": lambda path: path.symlink_to("loop.md"),
    "loop": lambda path: path.symlink_to("loop"),
}


def test_what_is_no_file_is_told(site: SmallSite) -> None:
    """Pipes, devices and links to nowhere or themselves, named as pages or not, are all told in one run."""
    for name, make in NO_FILES.items():
        make(site.folder / "docs" / name)
    assert _places(site) == [f"docs/{name}:1:1 file-unreadable" for name in sorted(NO_FILES)]


def test_a_link_in_a_circle_is_told(site: SmallSite) -> None:
    """A link to a folder above itself is told; MkDocs would follow it forty times."""
    (site.folder / "docs" / "a" / "b").mkdir(parents=True)
    (site.folder / "docs" / "a" / "b" / "up").symlink_to("../..")
    assert _places(site) == ["docs/a/b/up:1:1 circular-link"]


def test_names_that_cannot_be_printed_are_told_on_one_line(site: SmallSite) -> None:
    """A name with a line break or with bytes that are not UTF-8 is told with the byte's number."""
    for name in (b"a\nb.md", b"\xff.png"):
        (site.folder / "docs" / os.fsdecode(name)).write_text("# Page\n", encoding="utf-8")
    assert _places(site) == ["docs/a\\x0ab.md:1:1 bad-name", "docs/\\xff.png:1:1 bad-name"]
    assert str(Place(os.fsdecode(b"a\r\n\x1b\xfe"), 2, 3)) == "a\\x0d\\x0a\\x1b\\xfe:2:3"


@pytest.mark.parametrize("name", ["page.MD", "Page.Md", "page.MARKDOWN"])
def test_a_page_that_would_not_be_one_is_told(site: SmallSite, name: str) -> None:
    """A page whose ending MkDocs does not know would be published as its source: it is told."""
    site.write(f"docs/{name}", '# Page\n\n{{ value("pump.log") }}\n')
    assert _places(site) == [f"docs/{name}:1:1 bad-name"]


@pytest.mark.parametrize(
    "name",
    [
        "claims.json",
        "claims/pump.log.md",
        "claims/pump.log/index.md",
        "claims/pump.log/index.html",
        "claims/pump.log",
        "claims",
        "claims/cbrecordname.md",
    ],
)
def test_no_file_takes_an_address_of_the_build(site: SmallSite, name: str) -> None:
    """A file or page that a record's page or the list of records would replace is told."""
    site.write(f"docs/{name}", "# Mine\n")
    assert _places(site) == [f"docs/{name}:1:1 taken-address"]


def test_two_pages_of_one_address_are_told(site: SmallSite) -> None:
    """Two files that end up as one page are told at the second."""
    site.write("docs/a.md", "# One\n")
    site.write("docs/a/index.md", "# Other\n")
    assert _places(site) == ["docs/a/index.md:1:1 taken-address"]


@pytest.mark.parametrize(
    "name", ["a b é#?%.md", "'\"&<x>.md", "claims/pump.box.md", "claims/other.md", "d.md/x.md", ".hidden.MD"]
)
def test_other_names_are_published(site: SmallSite, name: str) -> None:
    """Spaces, any letters and marks, folders named as pages, and addresses that nothing takes are fine."""
    site.write(f"docs/{name}", "# Page\n\nText.\n")
    outcome = site.build()
    assert outcome.returncode == 0, outcome.stderr

"""What a preview keeps: a build that reuses it gives the bytes of a build that starts from nothing."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from macros.site.building import run_mkdocs
from macros.site.kept import keep
from tests.support.sites import DAY, write_site

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.support.sites import SmallSite

CLAIMS = """\
log: {kind: source, title: Log, says: The log.}
flow: {kind: measured, title: Flow, says: 'The pump moves {value}.', value: 40, source: pump.log,
  observed: unstated}
half: {kind: derived, title: Half, says: 'Half is {value}.', from: {flow: pump.flow}, formula: flow / 2}
"""
PAGE = '# Pump\n\n{{ value("pump.flow") }}\n\n{{ points(["pump.flow", "pump.half"]) }}\n'


@pytest.fixture
def site(tmp_path: Path) -> Iterator[SmallSite]:
    """A site of three records and two pages, with a preview running."""
    site = write_site(
        tmp_path, pages={"index.md": PAGE, "other.md": "# Other\n\nText.\n"}, claims={"pump.yml": CLAIMS}
    )
    keep(is_on=True)
    yield site
    keep(is_on=False)


def _built(site: SmallSite, name: str) -> dict[str, bytes]:
    folder = site.folder / name
    run_mkdocs(site.folder / "mkdocs.yml", str(folder), DAY)
    return {
        str(file.relative_to(folder)): file.read_bytes()
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }


def _later(site: SmallSite, path: str, old: str, new: str) -> None:
    """Change a file as an editor does: its time moves even where its size stays."""
    file = site.folder / path
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    status = file.stat()
    os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns + 1_000_000))


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        ("docs/other.md", "Text.", "Other text."),
        ("docs/other.md", "Text.", '{{ value("pump.half") }}'),
        ("docs/index.md", "# Pump", "# Another pump"),
        ("docs/index.md", '{{ value("pump.flow") }}', "No value."),
        ("claims/pump.yml", "value: 40", "value: 50"),
        ("claims/pump.yml", "title: Half", "title: Part"),
    ],
)
def test_a_build_that_reuses_is_a_build_from_nothing(site: SmallSite, path: str, old: str, new: str) -> None:
    """After an edit of a page or a record the output is that of a fresh start, byte for byte."""
    first = _built(site, "first")
    _later(site, path, old, new)
    again = _built(site, "again")
    keep(is_on=False)
    assert again == _built(site, "fresh")
    assert again != first


def test_outside_a_preview_nothing_is_kept(site: SmallSite) -> None:
    """A build that is no preview's reads its records anew, though nothing about their files differs."""
    keep(is_on=False)
    _built(site, "first")
    file = site.folder / "claims/pump.yml"
    status = file.stat()
    file.write_text(CLAIMS.replace("value: 40", "value: 50"), encoding="utf-8")
    os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert b"50" in _built(site, "second")["claims/pump.flow/index.html"]


@pytest.mark.parametrize("before", [None, "", "1700000000"])
def test_a_build_leaves_the_day_of_the_next_alone(
    site: SmallSite, monkeypatch: pytest.MonkeyPatch, before: str | None
) -> None:
    """A second build in the same process finds its day as if there had been no first one."""
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    if before is not None:
        monkeypatch.setenv("SOURCE_DATE_EPOCH", before)
    _built(site, "first")
    assert os.environ.get("SOURCE_DATE_EPOCH") == before

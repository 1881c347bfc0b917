"""What changed since the last release, as a component: rows, links, escaping, and no release at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from lxml import html

from macros.audit.snapshot import snapshot
from macros.records.binding import open_book
from macros.render.components import ComponentError
from macros.render.environment import component_environment
from macros.render.renderer import PageRenderer, Workshop
from macros.site.changes import changes
from macros.state import assess
from tests.audit.pump import CLAIMS, DAY, PUMP
from tests.support.project import ROOT

if TYPE_CHECKING:
    from pathlib import Path


def _page(folder: Path, *, released: str = "", now: str = PUMP) -> PageRenderer:
    """A page over the records as they are now, with what other records said kept as a release."""
    if released:
        for name, content in {**CLAIMS, "pump.yml": released}.items():
            (folder / name).write_text(str(content), encoding="utf-8")
        kept = snapshot(open_book(folder, "claims"), DAY, "1.0 <b>")
        (folder / "released.json").write_text(kept.data(), encoding="utf-8")
    for name, content in {**CLAIMS, "pump.yml": now}.items():
        (folder / name).write_text(str(content), encoding="utf-8")
    book = open_book(folder, "claims").book
    return PageRenderer(Workshop(book, assess(book, DAY), component_environment(ROOT / "overrides")), "../")


def _rows(markup: str, table: str) -> list[list[str]]:
    root = html.fragment_fromstring(markup, create_parent=True)
    rows = root.xpath(f"//table[caption[@id='changes-{table}']]/tbody/tr")
    return [[" ".join(cell.text_content().split()) for cell in row] for row in rows]


def test_each_change_has_its_row(tmp_path: Path) -> None:
    """5 of 20 is 0.25 where it was 10 of 20; a condition is called by its title; words are said to differ."""
    now = PUMP.replace("value: 10.0", "value: 5.0").replace("share >= 0.4", "share >= 0.2")
    now = now.replace('says: "Open it', 'says: "Do open it')
    markup = changes(_page(tmp_path, released=PUMP, now=now))
    rows = _rows(markup, "judged")
    assert ["Flow", "value", "10.0 GB/s", "5.0 GB/s"] in rows
    assert ["Share with Flow", "value", "0.500", "0.25"] in rows
    assert ["state", "current", "stale"] in rows
    assert _rows(markup, "others") == [["Tip", "wording", "changed"]]
    assert 'href="../claims/pump.flow/"' in markup


def test_records_that_come_and_go_are_listed(tmp_path: Path) -> None:
    """New ones and replaced ones lead to their pages, one that is gone has none left."""
    tip = PUMP[PUMP.index("tip: {") : PUMP.index("all: {")]
    now = PUMP.replace(tip, "").replace("[pump.flow, pump.tip]", "[pump.flow]")
    now = now.replace("GB/s, source: pump.maker}", "GB/s, source: pump.maker, superseded_by: pump.new}")
    now += "new: {kind: sourced, title: New, says: '{value}.', value: 21, unit: GB/s, source: pump.log}\n"
    markup = changes(_page(tmp_path, released=PUMP, now=now))
    assert [row[:2] for row in _rows(markup, "removed")] == [["Tip", "assumed"]]
    assert [row[:2] for row in _rows(markup, "added")] == [["New", "sourced"]]
    assert [(row[0], row[-1]) for row in _rows(markup, "superseded")] == [("Rated flow", "New")]
    assert "claims/pump.tip/" not in markup


def test_nothing_shown_counts_as_shown(tmp_path: Path) -> None:
    """A record that this page alone lists is still shown nowhere."""
    page = _page(tmp_path, released=PUMP.replace("value: 10.0", "value: 9.0"))
    changes(page)
    assert not page.shown


def test_without_a_difference_or_a_release_the_page_says_so(tmp_path: Path) -> None:
    """One sentence each; a release's name is no markup."""
    assert "No release has been kept yet." in changes(_page(tmp_path))
    same = changes(_page(tmp_path, released=PUMP))
    assert "Nothing has changed in the meaning since 1.0 &lt;b&gt;, as of 2026-08-01." in same
    assert "<table" not in same


def test_a_damaged_release_is_a_finding_of_the_page(tmp_path: Path) -> None:
    """What stands in the file instead is refused with its name."""
    page = _page(tmp_path)
    (tmp_path / "released.json").write_text("{", encoding="utf-8")
    with pytest.raises(ComponentError, match=r"released\.json: damaged"):
        changes(page)


def test_old_titles_and_texts_are_escaped(tmp_path: Path) -> None:
    """What a release said is text, whatever it holds."""
    old = PUMP.replace("title: Tip", "title: <i>Tip</i>").replace("tip: {", "old: {")
    old = old.replace("pump.tip", "pump.old").replace("kind: assumed", "kind: assumed, role: figure")
    markup = changes(_page(tmp_path, released=old))
    assert "<i>" not in markup
    assert "&lt;i&gt;Tip" in markup

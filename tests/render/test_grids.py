"""A grid puts each figure into the row and the column of its conditions, once."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING

import pytest
from lxml import html

from macros.records.binding import open_book
from macros.render.components import ComponentError
from macros.render.environment import component_environment
from macros.render.grids import grid
from macros.render.renderer import PageRenderer, Workshop
from macros.state import assess
from tests.support.project import ROOT

if TYPE_CHECKING:
    from pathlib import Path

RECORDS = """\
log: {kind: source, title: Log, says: The log.}
pump: {kind: dimension, title: Pump, says: Which pump.}
metric: {kind: dimension, title: Metric, says: What was measured.}
defaults: {source: pump.log, observed: 2026-03-01}
"""
FIGURE = (
    "{key}: {{kind: measured, title: T, says: S., value: {value}, unit: {unit}, source: pump.log, "
    "observed: {observed}, scope: {{pump: {pump}, metric: {metric}}}{more}}}\n"
)


def _figure(
    key: str,
    pump: str,
    metric: str,
    value: str,
    unit: str = "ms",
    more: str = "",
    observed: str = "2026-03-01",
) -> str:
    return FIGURE.format(
        key=key, pump=pump, metric=metric, value=value, unit=unit, more=more, observed=observed
    )


def _page(folder: Path, figures: str) -> PageRenderer:
    (folder / "pump.yml").write_text(
        RECORDS.replace("defaults: {source: pump.log, observed: 2026-03-01}\n", "") + figures,
        encoding="utf-8",
    )
    bound = open_book(folder, "claims")
    assert not bound.findings, bound.findings
    assessments = assess(bound.book, datetime.date(2026, 3, 2))
    return PageRenderer(Workshop(bound.book, assessments, component_environment(ROOT / "overrides")), "")


def _cells(markup: str) -> list[list[str]]:
    return [
        [" ".join(cell.text_content().split()) for cell in row.xpath("./th|./td")]
        for row in html.fromstring(markup).xpath("//tr")
    ]


SHOWN = {"rows": {"pump": "Pump"}, "across": ["metric"], "caption": "All pumps"}


def test_each_figure_stands_in_its_row_and_column(tmp_path: Path) -> None:
    """Two pumps and two metrics are two rows of two figures; what nobody measured is a dash."""
    figures = (
        _figure("a", "one", "delay", "14.70")
        + _figure("b", "two", "delay", "9")
        + _figure("c", "one", "flow", "3", "GB/s")
    )
    page = _page(tmp_path, figures)
    assert _cells(grid(page, kind="measured", **SHOWN)) == [
        ["Pump", "delay ms", "flow GB/s"],
        ["one", "14.70", "3"],
        ["two", "9", "\N{EN DASH}"],
    ]
    assert {"pump.a", "pump.b", "pump.c"} <= page.shown


def test_figures_of_several_units_keep_their_own(tmp_path: Path) -> None:
    """Where a column's figures differ in unit, each is shown with its own, and the head has none."""
    page = _page(tmp_path, _figure("a", "one", "delay", "14.7") + _figure("b", "two", "delay", "2", "s"))
    assert _cells(grid(page, kind="measured", **SHOWN))[1:] == [["one", "14.7 ms"], ["two", "2 s"]]


def test_tags_that_all_have_are_shown_once_and_others_beside_their_figure(tmp_path: Path) -> None:
    """All are measured, which stands in the caption; one is stale, which stands beside it alone."""
    page = _page(
        tmp_path,
        _figure("a", "one", "delay", "1")
        + _figure("b", "two", "delay", "2", more=", review: 365d", observed="2024-01-01"),
    )
    markup = grid(page, kind="measured", **SHOWN)
    caption = html.fromstring(markup).xpath("string(//caption)")
    assert "measured" in caption
    assert "stale" not in caption
    assert _cells(markup)[1:] == [["one", "1"], ["two", "2 stale"]]


@pytest.mark.parametrize(("second", "in_cells"), [("Mind it.", False), ("Mind that.", True)])
def test_a_caveat_is_never_lost(tmp_path: Path, second: str, in_cells: bool) -> None:  # noqa: FBT001 - a case
    """A caveat that all share stands once at the top; caveats that differ stand with their figures."""
    figures = _figure("a", "one", "delay", "1", more=", caveat: Mind it.") + _figure(
        "b", "two", "delay", "2", more=f", caveat: {second}"
    )
    markup = grid(_page(tmp_path, figures), kind="measured", **SHOWN)
    assert markup.count("Mind it.") == 1
    assert ("Mind" in " ".join(cell for row in _cells(markup) for cell in row)) is in_cells


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"rows": {"pumps": "Pump"}}, "pumps"),
        ({"across": ["metrics"]}, "metrics"),
        ({"across": "metric"}, "across"),
        ({"across": []}, "across"),
        ({"rows": {}}, "rows"),
        ({"rows": "pump"}, "rows"),
        ({"across": ["pump"]}, "pump.a and pump.c in one cell"),
    ],
)
def test_what_makes_no_grid_is_refused(tmp_path: Path, arguments: dict[str, object], words: str) -> None:
    """Dimensions that nobody defined, none at all, and two figures in one cell are the author's mistakes."""
    figures = _figure("a", "one", "delay", "1") + _figure("c", "one", "flow", "3", "GB/s")
    with pytest.raises(ComponentError) as caught:
        grid(_page(tmp_path, figures), kind="measured", **{**SHOWN, **arguments})
    assert words in str(caught.value)

"""Figures of charts: every mark where its record's value is, in the axis' unit; the same text every time."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from macros.records.binding import open_book
from macros.records.charts import Chart
from macros.render.charts.figure import FORMS, figure, figure_text
from macros.render.charts.plot import plot_of
from macros.render.diagram.metrics import TextMetrics
from tests.support.corpus import CORPUS

if TYPE_CHECKING:
    from decimal import Decimal
    from pathlib import Path

    from macros.records.book import Book

GOOD = CORPUS / "records" / "good" / "charts" / "claims"


def _made(
    book: Book, name: str, form: str = FORMS[0], doubted: frozenset[str] = frozenset()
) -> dict[str, Any]:
    return figure(plot_of(book, book.typed(name, Chart)), form, TextMetrics(), doubted)


def _values(made: dict[str, Any], axis: str) -> list[float]:
    return [value for trace in made["data"] for value in trace.get(axis) or ()]


@pytest.fixture(scope="module")
def book() -> Book:
    """The good charts of the corpus."""
    bound = open_book(GOOD, "claims")
    assert not bound.findings, bound.findings
    return bound.book


@pytest.mark.parametrize("form", FORMS)
def test_values_of_other_units_stand_in_that_of_the_axis(book: Book, form: str) -> None:
    """12.5 ms and 14,000 µs are 12.5 and 14 on an axis of milliseconds."""
    assert {12.5, 14.0} <= set(_values(_made(book, "pump.points", form), "x"))


def test_a_band_reaches_its_width_to_both_sides(book: Book) -> None:
    """Around 13 with a width of 1.5 it reaches from 11.5 to 14.5."""
    (band,) = plot_of(book, book.typed("pump.points", Chart)).bands
    assert (band.low, band.middle, band.high) == (11.5, 13.0, 14.5)


def test_the_text_of_a_figure_is_the_same_each_time_and_plain_json(book: Book) -> None:
    """Two makings give the same bytes of ASCII, without NaN or Infinity."""
    one, other = (figure_text(_made(book, "pump.points")) for _ in range(2))
    assert one == other
    assert one.isascii()
    assert json.loads(one)["layout"]["showlegend"] is False


def test_a_doubted_record_has_an_open_mark(book: Book) -> None:
    """What is in doubt is drawn differently from what is not, and nothing else of the figure moves."""
    plain, doubted = _made(book, "pump.points"), _made(book, "pump.points", doubted=frozenset({"pump.dry"}))
    assert plain != doubted
    assert _values(plain, "x") == _values(doubted, "x")


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(values=st.lists(st.decimals("0.001", "1e6", places=3), min_size=1, max_size=6))
def test_every_value_is_drawn_where_it_is(values: list[Decimal], tmp_path: Path) -> None:
    """Whatever the values, each is a mark's place, within an axis that reaches around all of them."""
    records = ["log: {kind: source, title: Log, says: The log.}"]
    records += [
        f"v{number}: {{kind: measured, title: V, says: S., value: {value}, unit: ms, source: a.log, "
        "observed: 2026-03-01}"
        for number, value in enumerate(values)
    ]
    names = ", ".join(f"a.v{number}" for number in range(len(values)))
    records.append(
        "c: {kind: chart, title: C, says: S., alt: A., form: points, axis: {title: T, unit: ms}, "
        f"panels: [{{title: P, series: [{{title: A, of: [{names}]}}]}}]}}"
    )
    (tmp_path / "a.yml").write_text("\n".join(records) + "\n", encoding="utf-8")
    made = _made(open_book(tmp_path, "claims").book, "a.c")
    drawn = _values(made, "x")
    low, high = made["layout"]["xaxis"]["range"]
    for value in values:
        assert any(abs(place - float(value)) <= 1e-9 * max(1, float(value)) for place in drawn)
        assert low <= float(value) <= high


@pytest.mark.parametrize(
    "hostile", ["<script>alert(1)</script>", "<b onload=x>", "a & b", "{{ 7 * 7 }}", "$x^2$"]
)
def test_hostile_words_are_words(hostile: str, tmp_path: Path) -> None:
    """Markup in a title reaches Plotly, which reads some markup, escaped: no element comes of it."""
    quoted = json.dumps(hostile)
    (tmp_path / "a.yml").write_text(
        "log: {kind: source, title: Log, says: The log.}\n"
        f"v: {{kind: measured, title: {quoted}, says: S., value: 1, unit: ms, source: a.log, "
        "observed: 2026-03-01}\n"
        f"c: {{kind: chart, title: {quoted}, says: S., alt: A., form: points, "
        f"axis: {{title: {quoted}, unit: ms}}, "
        f"panels: [{{title: {quoted}, series: [{{title: {quoted}, of: [a.v]}}]}}]}}\n",
        encoding="utf-8",
    )
    bound = open_book(tmp_path, "claims")
    assert not bound.findings, bound.findings
    text = figure_text(_made(bound.book, "a.c"))
    assert "<script" not in text
    assert "<b onload" not in text

"""Values on a shared axis."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from macros.render.diagram import AxisBand, AxisDiagram, AxisTick, DiagramError, axis
from macros.render.diagram.shapes import Circle, Drawing, Line, Rect

from .samples import METRICS, axis_of, texts

SHARES = st.floats(0, 1)


def both(diagram: AxisDiagram) -> tuple[Drawing, Drawing]:
    """Return the wide and the narrow form."""
    return axis.layout_wide(diagram, 760, METRICS), axis.layout_narrow(diagram, 300, METRICS)


def marks(drawing: Drawing) -> list[Circle]:
    """Return the marks in the order of the rows."""
    return [s for s in drawing.flat() if isinstance(s, Circle) and s.role == "mark"]


def ticks(drawing: Drawing) -> list[float]:
    """Return the positions of the ticks, from left to right."""
    return [s.x1 for s in drawing.flat() if isinstance(s, Line) and s.role == "tick"]


@given(SHARES, SHARES)
def test_position_is_linear_in_value(first: float, second: float) -> None:
    """The middle of two values lies in the middle of their positions, the ends at the ends."""
    scale = axis.AxisScale(0.4, 1.4, 100, 400)
    a, b = 0.4 + first, 0.4 + second
    middle = (scale.position(a) + scale.position(b)) / 2
    assert scale.position((a + b) / 2) == pytest.approx(middle)
    assert scale.position(0.4) == pytest.approx(100)
    assert scale.position(1.4) == pytest.approx(400)


@given(SHARES)
def test_a_mark_stands_where_the_ticks_say(share: float) -> None:
    """A mark divides the way between the ticks at both ends as its value divides the domain."""
    value = 0.5 + share
    row = replace(axis_of().rows[0], low=value, nominal=value, high=value)
    for drawing in both(replace(axis_of(), rows=(row,))):
        start, *_, end = ticks(drawing)
        (mark,) = marks(drawing)
        assert mark.x == pytest.approx(start + share * (end - start), abs=0.15)


def test_all_rows_share_one_axis() -> None:
    """Marks of 0.7, 1.0 and 1.2 are apart as 3 to 2; the tick 1.0 is under its mark."""
    for drawing in both(axis_of()):
        first, second, third = (mark.x for mark in marks(drawing))
        assert (second - first) / (third - second) == pytest.approx(1.5, rel=0.02)
        assert ticks(drawing)[1] == pytest.approx(second, abs=0.11)


def test_the_band_reaches_across_all_rows() -> None:
    """Every mark's height is within the band: one in the wide form, a strip a row when narrow."""
    for drawing in both(axis_of()):
        bands = [s for s in drawing.flat() if isinstance(s, Rect) and s.role == "band"]
        assert len({(band.x, band.width) for band in bands}) == 1
        for mark in marks(drawing):
            assert any(band.y <= mark.y <= band.y + band.height for band in bands)
        start, *_, end = ticks(drawing)
        # The band is 0.95 to 1.05 in a domain from 0.5 to 1.5: from 45 % to 55 %.
        assert bands[0].x == pytest.approx(start + 0.45 * (end - start), abs=0.15)
        assert bands[0].width == pytest.approx(0.1 * (end - start), abs=0.15)


def test_an_interval_is_drawn_from_end_to_end() -> None:
    """The first row's line runs from 0.6 to 0.8, a row of one value has none."""
    wide, _ = both(axis_of())
    start, *_, end = ticks(wide)
    y = marks(wide)[0].y
    (line,) = [s for s in wide.flat() if isinstance(s, Line) and s.role == "interval" and s.y1 == s.y2 == y]
    assert line.x1 == pytest.approx(start + 0.1 * (end - start), abs=0.15)
    assert line.x2 == pytest.approx(start + 0.3 * (end - start), abs=0.15)
    second = marks(wide)[1].y
    assert not [s for s in wide.flat() if isinstance(s, Line) and s.y1 == s.y2 == second]


def test_a_row_that_is_not_comparable_has_an_open_mark() -> None:
    """The third mark is not filled with the colour of its kind."""
    for drawing in both(axis_of()):
        assert [mark.fill for mark in marks(drawing)] == ["measured", "derived", "card"]


def test_crowded_tick_labels_give_way_but_ticks_stay() -> None:
    """Of a hundred ticks all are drawn, and the labels shown do not touch."""
    many = tuple(AxisTick(0.5 + n / 100, f"{0.5 + n / 100:.2f}") for n in range(101))
    for drawing in both(replace(axis_of(), ticks=many)):
        assert len(ticks(drawing)) == 101
        labels = [text for text in texts(drawing) if text.role == "tick-label"]
        assert 2 < len(labels) < 101
        for left, right in pairwise(labels):
            assert left.right < right.left


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"domain": (1.0, 1.0)}, "no extent"),
        ({"domain": (0.5, float("inf"))}, "no extent"),
        ({"domain": (0.65, 1.5)}, "Pump A"),
        ({"band": AxisBand(0.95, 1.6)}, "the band"),
        ({"reference": 2.0}, "the reference line"),
        ({"ticks": (AxisTick(9.0, "9"),)}, "tick 9"),
        ({"rows": ()}, "at least one row"),
    ],
)
def test_what_cannot_be_shown_truthfully_is_refused(change: dict[str, object], message: str) -> None:
    """A value outside of the axis is named, never drawn at its edge."""
    diagram = replace(axis_of(), **change)  # type: ignore[arg-type]
    with pytest.raises(DiagramError, match=message):
        axis.layout_wide(diagram, 760, METRICS)


def test_bounds_enclose_the_value() -> None:
    """A row whose value lies outside of its own bounds is refused by its label."""
    row = replace(axis_of().rows[0], low=0.75)
    with pytest.raises(DiagramError, match="Pump A: not in order"):
        axis.layout_narrow(replace(axis_of(), rows=(row,)), 300, METRICS)

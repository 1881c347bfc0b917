"""Lays out values on one shared linear axis, with a band across all rows.

In the wide form a row is label, plot, value and tag in columns; in the narrow form
the plot stands under label and value.  This module must not know templates.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from macros.render.diagram.model import AxisDiagram, AxisRow, DiagramError
from macros.render.diagram.paint import FIGURE, LABEL, SMALL
from macros.render.diagram.parts import (
    Block,
    block,
    footnotes,
    place_stacked_tag,
    stacked_tag_height,
    stacked_tag_width,
)
from macros.render.diagram.shapes import Circle, Drawing, Group, Line, Rect, Shape

if TYPE_CHECKING:
    from macros.render.diagram.metrics import TextMetrics

ROW_PADDING: Final = 11.0
COLUMN_GAP: Final = 16.0
MARK_RADIUS: Final = 4.5
STRIP_HEIGHT: Final = 26.0
NARROWEST_PLOT: Final = 120.0
TICK: Final = 5.0
LABEL_GAP: Final = 8.0


@dataclass(frozen=True)
class AxisScale:
    """The linear map from a domain of values to positions between `start` and `end`."""

    low: float
    high: float
    start: float
    end: float

    def position(self, value: float) -> float:
        """Return the position of a value."""
        share = (value - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)


def check_axis(diagram: AxisDiagram) -> None:
    """Refuse an axis that cannot be drawn truthfully.

    Raises:
        DiagramError: no rows, an empty or infinite domain, a value outside of it,
            or a row whose bounds do not enclose its nominal value.
    """
    low, high = diagram.domain
    if not (math.isfinite(low) and math.isfinite(high) and low < high):
        raise DiagramError(f"the axis has no extent: {low} to {high}")
    if not diagram.rows:
        raise DiagramError("an axis needs at least one row")
    for row in diagram.rows:
        if not row.low <= row.nominal <= row.high:
            raise DiagramError(f"{row.label}: not in order: {row.low}, {row.nominal}, {row.high}")
    values = {row.label: (row.low, row.high) for row in diagram.rows}
    if diagram.band:
        values["the band"] = (diagram.band.low, diagram.band.high)
    if diagram.reference is not None:
        values["the reference line"] = (diagram.reference, diagram.reference)
    values |= {f"tick {tick.label}": (tick.value, tick.value) for tick in diagram.ticks}
    outside = [name for name, (first, last) in values.items() if not low <= first <= last <= high]
    if outside:
        raise DiagramError(f"outside of the axis {low} to {high}: {', '.join(outside)}")


def _mark(row: AxisRow, scale: AxisScale, y: float) -> Group:
    """Return the mark of a row at height y: its interval with end strokes, and its value."""
    kind = row.kind
    low, high = scale.position(row.low), scale.position(row.high)
    shapes: list[Shape] = []
    if high > low:
        shapes += [
            Line(low, y, high, y, "interval", kind, 1.5),
            Line(low, y - 4, low, y + 4, "interval", kind, 1.5),
            Line(high, y - 4, high, y + 4, "interval", kind, 1.5),
        ]
    fill = kind if row.filled else "card"
    centre = scale.position(row.nominal)
    shapes.append(Circle(centre, y, MARK_RADIUS, "mark", fill, kind, 1.8))
    return Group("mark-group", tuple(shapes))


def _band(diagram: AxisDiagram, scale: AxisScale, top: float, bottom: float) -> list[Shape]:
    if diagram.band is None:
        return []
    left, right = scale.position(diagram.band.low), scale.position(diagram.band.high)
    return [Rect(left, top, right - left, bottom - top, "band", "band", "soft", 0.6, radius=0)]


def _reference(diagram: AxisDiagram, scale: AxisScale, top: float, bottom: float) -> list[Shape]:
    if diagram.reference is None:
        return []
    x = scale.position(diagram.reference)
    return [Line(x, top, x, bottom, "reference", "soft", 1, "3 3")]


def _scale_line(
    diagram: AxisDiagram,
    scale: AxisScale,
    limits: tuple[float, float],
    y: float,
    metrics: TextMetrics,
) -> tuple[list[Shape], float]:
    """Return the axis at height y with ticks, their labels and what the ends mean."""
    left, right = limits
    shapes: list[Shape] = [Line(scale.start, y, scale.end, y, "axis", "soft")]
    occupied = -math.inf
    label_top = y + TICK + 2
    bottom = label_top
    for tick in sorted(diagram.ticks, key=lambda entry: entry.value):
        x = scale.position(tick.value)
        shapes.append(Line(x, y, x, y + TICK, "tick", "soft"))
        text = block(tick.label, scale.end - scale.start, SMALL, metrics)
        begins = min(max(x - text.width / 2, left), right - text.width)
        if not text.lines or begins < occupied + LABEL_GAP:
            continue
        shapes += text.place(begins, label_top, "tick-label", "soft")
        occupied = begins + text.width
        bottom = max(bottom, label_top + text.height)
    room = (scale.end - scale.start) / 2 - LABEL_GAP
    ends = (
        (diagram.low_label, scale.start, "start"),
        (diagram.high_label, scale.end, "end"),
    )
    end_top = bottom
    for label, x, anchor in ends:
        text = block(label, room, SMALL, metrics)
        shapes += text.place(x, end_top, "axis-label", "soft", anchor)
        bottom = max(bottom, end_top + text.height)
    return shapes, bottom


@dataclass(frozen=True)
class _Row:
    """The words of a row, measured."""

    row: AxisRow
    label: Block
    detail: Block
    value: Block

    @property
    def text_height(self) -> float:
        return self.label.height + self.detail.height

    @property
    def tag_height(self) -> float:
        return stacked_tag_height(self.row.tag)

    def place_label(self, x: float, y: float) -> tuple[Shape, ...]:
        """Return label and detail with their top at y."""
        fill = "accent" if self.row.href else "ink"
        return (
            *self.label.place(x, y, "label", fill),
            *self.detail.place(x, y + self.label.height, "note", "soft"),
        )


def _measure(row: AxisRow, label_width: float, value_width: float, metrics: TextMetrics) -> _Row:
    return _Row(
        row,
        block(row.label, label_width, LABEL, metrics, even=True),
        block(row.detail, label_width, SMALL, metrics, even=True),
        block(row.value_text, value_width, FIGURE, metrics),
    )


def layout_wide(diagram: AxisDiagram, width: float, metrics: TextMetrics) -> Drawing:
    """Return the rows in columns over one axis; the band reaches across all of them.

    Where the columns beside the plot leave it no room, the narrow form is returned.

    Raises:
        DiagramError: the axis cannot be drawn (see `check_axis`).
    """
    check_axis(diagram)
    label_width = 0.3 * width
    rows = [_measure(row, label_width, width / 5, metrics) for row in diagram.rows]
    tags_left = width - max(stacked_tag_width(row.tag, metrics) for row in diagram.rows)
    value_right = tags_left - COLUMN_GAP
    plot_left = label_width + COLUMN_GAP + MARK_RADIUS
    values_left = value_right - max(row.value.width for row in rows)
    plot_right = values_left - COLUMN_GAP - MARK_RADIUS
    if plot_right - plot_left < NARROWEST_PLOT:
        return layout_narrow(diagram, width, metrics)
    scale = AxisScale(*diagram.domain, plot_left, plot_right)
    rules: list[Shape] = []
    marks: list[Shape] = []
    y = 1.0
    for index, row in enumerate(rows):
        if index:
            rules.append(Line(0, y, width, y, "rule", "line"))
        height = max(row.text_height, row.value.height, row.tag_height) + 2 * ROW_PADDING
        middle = y + height / 2
        shapes: tuple[Shape, ...] = (
            *row.place_label(0, middle - row.text_height / 2),
            *row.value.place(value_right, middle - row.value.height / 2, "value", "ink", "end"),
            place_stacked_tag(row.row.tag, tags_left, middle - row.tag_height / 2, metrics),
        )
        marks += [Group("row", shapes, href=row.row.href), _mark(row.row, scale, middle)]
        y += height
    base = y + 2
    axis, bottom = _scale_line(diagram, scale, (label_width, value_right), base, metrics)
    under = [*_band(diagram, scale, 1, base), *rules, *_reference(diagram, scale, 1, base)]
    notes, end = footnotes(diagram.notes, width, bottom, metrics)
    return Drawing(width, end + 2, (*under, *axis, *marks, *notes))


def _narrow_row(row: AxisRow, width: float, y: float, metrics: TextMetrics) -> tuple[Group, float]:
    """Return the words of a row with their top at y, and the y where they end."""
    value = block(row.value_text, width / 3, FIGURE, metrics)
    tag = stacked_tag_width(row.tag, metrics)
    words = _measure(row, width - max(value.width, tag) - COLUMN_GAP, width / 3, metrics)
    tag_top = y + value.height
    shapes: tuple[Shape, ...] = (
        *words.place_label(0, y),
        *value.place(width, y, "value", "ink", "end"),
        place_stacked_tag(row.tag, width - tag, tag_top, metrics),
    )
    bottom = max(y + words.text_height, tag_top + words.tag_height)
    return Group("row", shapes, href=row.href), bottom


def layout_narrow(diagram: AxisDiagram, width: float, metrics: TextMetrics) -> Drawing:
    """Return the rows with the plot under label and value; each strip shows the band.

    Raises:
        DiagramError: the axis cannot be drawn (see `check_axis`).
    """
    check_axis(diagram)
    scale = AxisScale(*diagram.domain, MARK_RADIUS + 2, width - MARK_RADIUS - 2)
    under: list[Shape] = []
    rows: list[Shape] = []
    y = 1.0
    for index, row in enumerate(diagram.rows):
        if index:
            under.append(Line(0, y + ROW_PADDING, width, y + ROW_PADDING, "rule", "line"))
            y += 2 * ROW_PADDING
        words, y = _narrow_row(row, width, y, metrics)
        y += 6
        end = y + STRIP_HEIGHT
        middle = y + STRIP_HEIGHT / 2
        under += _band(diagram, scale, y, end)
        under += _reference(diagram, scale, y, end)
        under.append(Line(scale.start, middle, scale.end, middle, "rule", "line"))
        rows += [words, _mark(row, scale, middle)]
        y = end
    axis, bottom = _scale_line(diagram, scale, (0, width), y + 1, metrics)
    notes, end = footnotes(diagram.notes, width, bottom, metrics)
    return Drawing(width, end + 2, (*under, *axis, *rows, *notes))

"""Where the parts of a chart stand, in pixels from the top: fields, their words, a row for each point.

It knows a plot and the widths of texts; it knows no drawing library.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from macros.render.diagram.paint import NOTE, SMALL, STRONG, Type
from macros.render.diagram.wrap import wrap_evenly

if TYPE_CHECKING:
    from macros.render.charts.plot import Field, Line, Plot, Point
    from macros.render.diagram import TextMetrics

TITLE_LEADING: Final = 19
NOTE_LEADING: Final = 17
PADDING: Final = 10
GAP: Final = 18
TICKS: Final = 26
AXIS_TITLE: Final = 24
LINES_HEIGHT: Final = 230
KEY_ROW: Final = 20
SAMPLE: Final = 34


@dataclass(frozen=True, slots=True)
class Measures:
    """The sizes of a form: its width, the columns beside the plot, and the height of a row.

    Where a row's words stand above its mark, ``is_stacked``, the columns beside the plot are its margins.
    """

    width: int
    left: int
    right: int
    row: int
    is_stacked: bool


WIDE: Final = Measures(width=640, left=232, right=92, row=27, is_stacked=False)
NARROW: Final = Measures(width=288, left=14, right=14, row=48, is_stacked=True)
WIDE_LINES: Final = Measures(width=640, left=58, right=24, row=0, is_stacked=False)
NARROW_LINES: Final = Measures(width=288, left=46, right=12, row=0, is_stacked=True)


@dataclass(frozen=True, slots=True)
class Words:
    """Lines of text with their top, in a type; ``sort`` is title, reason or heading."""

    top: float
    lines: tuple[str, ...]
    sort: str


@dataclass(frozen=True, slots=True)
class Row:
    """A point and the middle of its mark; ``start`` is where a bar begins."""

    point: Point
    middle: float
    start: float
    label: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """A field: the top and the bottom of its frame, of its plot, its words and its rows."""

    field: Field
    top: float
    bottom: float
    plot_top: float
    plot_bottom: float
    words: tuple[Words, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of the key: the title of a line, the left end of its sample and its middle."""

    title: str
    left: float
    middle: float


@dataclass(frozen=True, slots=True)
class Layout:
    """A chart laid out: its measures, its height, the key of its lines, its fields."""

    measures: Measures
    height: float
    key: tuple[Entry, ...]
    places: tuple[Place, ...]


def lay_out(plot: Plot, measures: Measures, metrics: TextMetrics) -> Layout:
    """Return where everything stands."""
    key, key_height = _key(plot, measures, metrics)
    top = key_height + 2.0
    places = []
    for field in plot.fields:
        place = _place(plot, field, top, measures, metrics)
        places.append(place)
        top = place.bottom + GAP
    return Layout(measures, math.ceil(top - GAP + 4), key, tuple(places))


def _key(plot: Plot, measures: Measures, metrics: TextMetrics) -> tuple[tuple[Entry, ...], float]:
    """Return the entries of the key and its height; nothing where rows are named or there is one line."""
    titles = list(dict.fromkeys(line.title for field in plot.fields for line in field.lines))
    if plot.form != "lines" or len(titles) < len(("one", "other")):
        return (), 0.0
    room = measures.width - 2 * PADDING
    widest = max(metrics.width(title, SMALL.size, SMALL.weight) for title in titles)
    column = math.ceil(widest) + SAMPLE + 3 * PADDING
    columns = max(1, (room + PADDING) // column)
    entries = tuple(
        Entry(
            title,
            PADDING + (number % columns) * column,
            PADDING + (number // columns + 0.5) * KEY_ROW,
        )
        for number, title in enumerate(titles)
    )
    return entries, math.ceil(len(titles) / columns) * KEY_ROW + 2 * PADDING


def _place(plot: Plot, field: Field, top: float, measures: Measures, metrics: TextMetrics) -> Place:
    room = measures.width - 2 * PADDING
    words = []
    y = top + PADDING
    for text, sort, setting, leading in (
        (field.title, "title", STRONG, TITLE_LEADING),
        (field.apart and f"Apart: {field.apart}", "reason", SMALL, NOTE_LEADING),
    ):
        lines = wrapped(text, room, setting, metrics)
        if lines:
            words.append(Words(y, lines, sort))
            y += len(lines) * leading
    y += 4
    plot_top = y
    rows: list[Row] = []
    if plot.form == "lines":
        y += LINES_HEIGHT
    else:
        for line in field.lines:
            if len(field.lines) > 1 or plot.form == "waterfall":
                lines = wrapped(line.title, room, NOTE, metrics)
                words.append(Words(y + 5, lines, "heading"))
                y += len(lines) * TITLE_LEADING + 4
            found, y = _rows(line, y, plot, measures, metrics)
            rows += found
    bottom = y + 4 + TICKS + AXIS_TITLE
    return Place(field, top, bottom, plot_top, y + 4, tuple(words), tuple(rows))


def _rows(
    line: Line, y: float, plot: Plot, measures: Measures, metrics: TextMetrics
) -> tuple[list[Row], float]:
    rows = []
    start = 0.0
    room = measures.width - 2 * PADDING - 92 if measures.is_stacked else measures.left - PADDING - 16
    for point in line.points:
        label = wrapped(point.label, room, SMALL, metrics)
        extra = (len(label) - 1) * NOTE_LEADING
        height = measures.row + extra
        middle = y + height - 14 if measures.is_stacked else y + height / 2
        rows.append(Row(point, middle, start, label))
        if plot.form == "waterfall":
            start += point.nominal
        y += height
    return rows, y


def wrapped(text: str, room: float, setting: Type, metrics: TextMetrics) -> tuple[str, ...]:
    """Return a text in lines that are no wider than the room."""
    return wrap_evenly(text, room, setting, metrics) if text else ()

"""A chart's records as points with numbers on the chart's axis.

It knows records; it knows neither Plotly nor pages.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from macros.records.charting import place_along
from macros.records.wording import value_text, words

if TYPE_CHECKING:
    from decimal import Decimal

    from macros.quantity import Quantity, Unit
    from macros.records.base import Record
    from macros.records.book import Book
    from macros.records.charts import Band, Chart, Panel


class PlotError(ValueError):
    """A chart that cannot be drawn truthfully; the message says why."""


@dataclass(frozen=True, slots=True)
class Point:
    """A record's value in the axis' unit; an open side of its interval is infinite.

    ``along`` is its place on the other axis where lines are drawn, else 0.
    """

    identifier: str
    label: str
    value: str
    nominal: float
    low: float
    high: float
    grade: str
    along: float


@dataclass(frozen=True, slots=True)
class Line:
    """Points that belong together."""

    title: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Field:
    """Lines that may be set against each other: ``apart`` says why those of other fields may not.

    ``comparable`` says why lines of this one may that differ in a condition.
    """

    title: str
    apart: str
    comparable: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Range:
    """A shaded range of the axis, in its unit; ``middle`` is marked where it has one."""

    title: str
    low: float
    high: float
    middle: float | None


@dataclass(frozen=True, slots=True)
class Plot:
    """A chart with its numbers: all that a drawing of it needs."""

    identifier: str
    title: str
    form: str
    axis: str
    unit: str
    zero: bool
    along: str
    bands: tuple[Range, ...]
    fields: tuple[Field, ...]

    @property
    def points(self) -> tuple[Point, ...]:
        """Return all points in the order in which they are drawn."""
        return tuple(point for field in self.fields for line in field.lines for point in line.points)


def plot_of(book: Book, chart: Chart) -> Plot:
    """Return the chart with its numbers.

    Raises:
        PlotError: a record has no number, or one that the axis' unit does not take.
    """
    unit = book.units.parse(chart.axis.unit) if chart.axis.unit else None
    resolver = _Resolver(book, chart, unit)
    return Plot(
        identifier=chart.identifier,
        title=chart.title,
        form=chart.form,
        axis=words(book, chart, chart.axis.title),
        unit=unit.text if unit else "",
        zero=chart.axis.zero,
        along=words(book, chart, chart.along.title) if chart.along else "",
        bands=tuple(resolver.range_of(band) for band in chart.bands),
        fields=tuple(resolver.field_of(panel) for panel in chart.panels),
    )


@dataclass(frozen=True, slots=True)
class _Resolver:
    book: Book
    chart: Chart
    unit: Unit | None

    def field_of(self, panel: Panel) -> Field:
        """Return a panel with its points; those of lines in the order of their places."""
        lines = []
        for series in panel.series:
            points = [self._point(name, panel.label or self.chart.label) for name in series.of]
            if self.chart.along is not None:
                points.sort(key=lambda point: point.along)
            lines.append(Line(words(self.book, self.chart, series.title), tuple(points)))
        return Field(
            words(self.book, self.chart, panel.title),
            words(self.book, self.chart, panel.apart) if panel.apart else "",
            words(self.book, self.chart, panel.comparable) if panel.comparable else "",
            tuple(lines),
        )

    def range_of(self, band: Band) -> Range:
        """Return the limits of a band."""
        if band.around is not None and band.width is not None:
            middle, width = float(band.around), self._number(band.width)[0]
            return Range(words(self.book, self.chart, band.title), middle - width, middle + width, middle)
        limits = sorted(self._number(name)[0] for _, name in band.identifiers())
        return Range(words(self.book, self.chart, band.title), limits[0], limits[-1], None)

    def _point(self, name: str, label: tuple[str, ...]) -> Point:
        nominal, low, high = self._number(name)
        record = self.book.records[name]
        along = 0.0
        if self.chart.along is not None:
            place = place_along(record.scope.get(self.chart.along.dimension, ""))
            if place is None:
                raise PlotError(f"{name} has no number as {self.chart.along.dimension}")
            along = float(place)
        return Point(
            identifier=name,
            label=self._label(record, label),
            value=" ".join(value_text(self.book, record).split()),
            nominal=nominal,
            low=low,
            high=high,
            grade=self.book.grades.get(name, "sourced") if record.kind != "derived" else "derived",
            along=along,
        )

    def _label(self, record: Record, names: tuple[str, ...]) -> str:
        if names == ("title",) or (names == ("brief",) and record.brief is None):
            return record.title
        if names == ("brief",) and record.brief is not None:
            return words(self.book, record, record.brief)
        parts = [self._condition(record, name) for name in names if name in record.scope]
        text = ", ".join(parts) or record.title
        return text[:1].upper() + text[1:]

    def _condition(self, record: Record, name: str) -> str:
        text = words(self.book, record, record.scope[name])
        if text[:1].isdigit() or text.startswith("unstated"):
            title = next((one.title for one in self.book.of_kind("dimension") if one.key == name), name)
            return f"{title[:1].lower()}{title[1:]} {text}"
        return text

    def _number(self, name: str) -> tuple[float, float, float]:
        """Return a record's value and the bounds of its interval in the axis' unit."""
        quantity = self.book.quantities.get(name)
        if quantity is None:
            raise PlotError(f"{name} has no number")
        factor = self._factor(name, quantity)

        def scaled(number: Decimal) -> float:
            return float(number) * factor if number.is_finite() else float(number)

        number = quantity.number
        values = (scaled(number.nominal), scaled(number.interval.low), scaled(number.interval.high))
        if not math.isfinite(values[0]):
            raise PlotError(f"{name} has no finite value")
        return values

    def _factor(self, name: str, quantity: Quantity) -> float:
        one, other = quantity.unit, self.unit
        if one is not None and other is not None and one.same_dimension(other):
            return float(one.factor_to(other))
        if (one is None or one.is_dimensionless) and (other is None or other.is_dimensionless):
            return float((one.scale if one else 1) / (other.scale if other else 1))
        raise PlotError(f"{name} is in {one.text if one else 'no unit'}, which the axis does not take")

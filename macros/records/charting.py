"""What is wrong with a chart that is sound by itself: queries, units, numbers and places of its points."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING

from macros.findings import abbreviated, nearest
from macros.quantity import QuantityError, parse_number
from macros.records.charts import PROPERTIES, SCOPED, WORDS, Chart

if TYPE_CHECKING:
    from collections.abc import Iterator

    from macros.quantity import Unit
    from macros.records.book import Book
    from macros.records.reporting import Reporter

_LEADING_NUMBER = re.compile(r"[+-]?\d[\d,]*(?:\.\d+)?")


def place_along(text: str) -> Decimal | None:
    """Return the number that a condition begins with, such as 32 of ``32 requests``; None without one."""
    match = _LEADING_NUMBER.match(text.strip())
    return Decimal(match[0].replace(",", "")) if match else None


def check_charts(book: Book, report: Reporter) -> None:
    """Report what keeps a chart of a bound book from being drawn truthfully."""
    dimensions = frozenset(record.key for record in book.of_kind("dimension"))
    for record in book.of_kind("chart"):
        if isinstance(record, Chart):
            _check_names(record, dimensions, report)
            _check_figures(book, record, report)


def _check_names(chart: Chart, dimensions: frozenset[str], report: Reporter) -> None:
    """Report dimensions and properties that there are none of."""
    named: list[tuple[tuple[str | int, ...], str, frozenset[str]]] = [
        (("compares", index), name, dimensions) for index, name in enumerate(chart.compares)
    ]
    named += [
        (("label", index), name, dimensions | frozenset(WORDS)) for index, name in enumerate(chart.label)
    ]
    for number, panel in enumerate(chart.panels):
        words = dimensions | frozenset(WORDS)
        named += [(("panels", number, "label", index), name, words) for index, name in enumerate(panel.label)]
    if chart.along is not None:
        named.append((("along", "dimension"), chart.along.dimension, dimensions))
    properties = frozenset((*PROPERTIES, *(f"{SCOPED}{name}" for name in dimensions)))
    for number, panel in enumerate(chart.panels):
        for index, series in enumerate(panel.series):
            path = ("panels", number, "series", index)
            named += [((*path, "where", name, "key"), name, properties) for name in series.where]
            if not series.of:
                asked = ", ".join(f"{name}: {text}" for name, text in series.where.items())
                expected = "a query that finds at least one record"
                report.add(chart, (*path, "where"), "empty-query", f"nothing where {asked}", expected)
    for place, name, known in named:
        if name not in known:
            report.add(
                chart,
                place,
                "unknown-dimension",
                f"'{abbreviated(name).strip(chr(39))}', which no record has",
                "a dimension that has a record"
                if known is dimensions
                else f"one of {', '.join(sorted(known - dimensions)[:6])} or a dimension",
                nearest(name, known),
            )


def _check_figures(book: Book, chart: Chart, report: Reporter) -> None:
    """Report figures that cannot stand on the chart's axis."""
    try:
        unit = book.units.parse(chart.axis.unit) if chart.axis.unit else None
    except QuantityError as error:
        report.add(chart, ("axis", "unit"), "bad-quantity", f"unit: {error.found}", error.expected)
        return
    seen: dict[str, None] = {}
    for path, name in chart.members():
        if name in seen:
            found = f"'{name}' a second time"
            report.add(chart, path, "repeated-figure", found, "each record once in a chart")
        seen[name] = None
        _check_figure(book, chart, (path, name), unit, report)
        if chart.along is not None and name in book:
            _check_place(book, chart, path, name, report)
    for path, name in _limits(chart):
        _check_figure(book, chart, (path, name), unit, report, is_width=path[-1] == "width")
    for number, band in enumerate(chart.bands):
        if band.around is not None:
            try:
                parse_number(band.around)
            except QuantityError as error:
                found = f"around: {abbreviated(error.found)}"
                report.add(chart, ("bands", number, "around"), "bad-quantity", found, error.expected)


def _limits(chart: Chart) -> Iterator[tuple[tuple[str | int, ...], str]]:
    for number, band in enumerate(chart.bands):
        yield from ((("bands", number, field), name) for field, name in band.identifiers())


def _check_figure(
    book: Book,
    chart: Chart,
    member: tuple[tuple[str | int, ...], str],
    unit: Unit | None,
    report: Reporter,
    *,
    is_width: bool = False,
) -> None:
    path, name = member
    where = (*path[:-1], "where") if _is_queried(chart, path) else path
    if name not in book:
        return  # reported as a dangling reference
    quantity = book.quantities.get(name)
    if quantity is None:
        if book.records[name].kind != "derived" or name in book.outcomes:
            found = f"'{name}', which has no number"
            report.add(chart, where, "no-number", found, "a record with a number")
    elif not _fits(quantity.unit, unit):
        one = quantity.unit.text if quantity.unit else "no unit"
        other = unit.text if unit else "a plain number (the axis has no unit)"
        found = f"'{name}' in {one} on an axis of {unit.text if unit else 'no unit'}"
        what = "a distance in" if is_width else "figures in"
        report.add(chart, where, "unit-mismatch", found, f"{what} {other}")


def _fits(one: Unit | None, other: Unit | None) -> bool:
    if one is None or other is None:
        return (one is None or one.is_dimensionless) and (other is None or other.is_dimensionless)
    return one.same_dimension(other)


def _is_queried(chart: Chart, path: tuple[str | int, ...]) -> bool:
    if path[0] != "panels":
        return False
    return bool(chart.panels[int(path[1])].series[int(path[3])].where)


def _check_place(book: Book, chart: Chart, path: tuple[str | int, ...], name: str, report: Reporter) -> None:
    dimension = chart.along.dimension if chart.along is not None else ""
    condition = book.records[name].scope.get(dimension)
    if condition is None or place_along(condition) is None:
        found = f"'{name}' with {dimension}: {condition or 'nothing'}"
        where = (*path[:-1], "where") if _is_queried(chart, path) else path
        report.add(chart, where, "no-place", found, f"a record whose {dimension} begins with a number")

"""Figures of different conditions that are set against each other without a reason.

Two figures differ in a dimension when both name it and do not say the same; a condition that only one of them
names does not tell them apart, and ``unstated`` is not the same as any condition that is stated.
"""

from __future__ import annotations

import functools
from itertools import pairwise
from typing import TYPE_CHECKING

from macros.audit.rule import Example, Rule
from macros.findings import Level
from macros.quantity import QuantityError, parse_formula
from macros.quantity import formula_tree as tree
from macros.records.charts import Chart
from macros.records.claims import Derived
from macros.records.structures import Dimension

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from macros.audit.material import Material
    from macros.findings import Finding
    from macros.records.base import Record
    from macros.records.book import Book

CHARTS = frozenset({"comparison"})
"""Macros that draw figures on one axis."""
APART = "apart="
"""The argument of such a macro after which the figures stand that it draws as different."""


def _incomparable(rule: Rule, material: Material) -> Iterator[Finding]:
    book = material.book
    dimensions = [
        record.key
        for record in book.of_kind("dimension")
        if isinstance(record, Dimension) and record.separates
    ]
    for record in book.of_kind("derived"):
        if isinstance(record, Derived) and record.comparable is None and record.superseded_by is None:
            for names in _set_against_each_other(record):
                inputs = [book.records[record.inputs[name]] for name in names if record.inputs[name] in book]
                for dimension, one, other in _differences(dimensions, inputs):
                    yield rule.finding(
                        record.place,
                        f"{record.identifier} sets {_told(one, dimension)} against {_told(other, dimension)}",
                        f"figures of one {dimension}",
                        'the reason why they may be, as comparable: "…"',
                        record=record.identifier,
                    )
    yield from _charts(rule, material, dimensions)
    yield from _panels(rule, book, dimensions)


def _told(record: Record, dimension: str) -> str:
    return f"{record.identifier} ({dimension}: {record.scope[dimension]})"


def _set_against_each_other(record: Derived) -> Iterator[tuple[str, ...]]:
    """Yield the inputs that one calculation or one comparison brings together."""
    for text in (record.formula, record.holds_if):
        for names in _parts(text) if text is not None else ():
            yield tuple(name for name in record.inputs if name in names)


@functools.lru_cache(maxsize=4096)
def _parts(text: str) -> tuple[frozenset[str], ...]:
    """Return the names in each part of a formula that ``and`` and ``or`` do not join.

    What they join stays apart: ``one <= 1 and other <= 1`` compares neither with the other.
    """
    try:
        waiting: list[tree.Node] = [parse_formula(text).root]
    except QuantityError:
        return ()
    parts = []
    while waiting:
        node = waiting.pop()
        if isinstance(node, tree.Connection):
            waiting.extend(node.parts)
        elif isinstance(node, tree.Negation):
            waiting.append(node.part)
        else:
            parts.append(tree.names_in(node))
    return tuple(parts)


def _differences(
    dimensions: Sequence[str], records: Iterable[Record]
) -> Iterator[tuple[str, Record, Record]]:
    """Yield each dimension in which two of the records differ, with the first two that do."""
    together = list(records)
    for dimension in dimensions:
        naming = [record for record in together if dimension in record.scope]
        for one, other in pairwise(naming):
            if _condition(one, dimension) != _condition(other, dimension):
                yield dimension, one, other
                break


def _condition(record: Record, dimension: str) -> str:
    return " ".join(record.scope[dimension].casefold().split())


def _charts(rule: Rule, material: Material, dimensions: Sequence[str]) -> Iterator[Finding]:
    reasoned = _reasoned(material.book)
    for _, call in material.calls():
        if call.name not in CHARTS:
            continue
        apart = call.arguments.partition(APART)[2].partition("]")[0]
        figures = [
            material.book.records[name]
            for name in _first_list(call.arguments, call.identifiers)
            if name in material.book and f'"{name}"' not in apart and f"'{name}'" not in apart
        ]
        names = {record.identifier for record in figures}
        if any(names <= inputs for inputs in reasoned):
            continue
        for dimension, one, other in _differences(dimensions, figures):
            yield rule.finding(
                call.place,
                f"{call.name} draws {_told(one, dimension)} on one axis with {_told(other, dimension)}",
                f"figures of one {dimension}",
                f"a derived record of these inputs that says comparable: …, or {APART}[…] for what differs",
                record=one.identifier,
            )


def _panels(rule: Rule, book: Book, dimensions: Sequence[str]) -> Iterator[Finding]:
    """Yield what a panel of a chart draws together although it differs in what the chart is not about."""
    for chart in book.of_kind("chart"):
        if not isinstance(chart, Chart) or chart.superseded_by is not None:
            continue
        asked = [dimension for dimension in dimensions if dimension not in chart.compares]
        for panel in chart.panels:
            if panel.comparable is not None:
                continue
            names = [name for series in panel.series for name in series.of]
            figures = [book.records[name] for name in names if name in book]
            for dimension, one, other in _differences(asked, figures):
                drawn = f"{_told(one, dimension)} in one panel with {_told(other, dimension)}"
                yield rule.finding(
                    chart.place,
                    f"{chart.identifier} draws {drawn}",
                    f"figures of one {dimension}",
                    f'{dimension} in compares, the reason as comparable: "…", or a panel apart',
                    record=chart.identifier,
                )


def _first_list(arguments: str, identifiers: Iterable[str]) -> list[str]:
    """Return the ids of a call's first argument: those before the first named one."""
    first = arguments.partition("]")[0]
    return [name for name in identifiers if f'"{name}"' in first or f"'{name}'" in first]


def _reasoned(book: Book) -> list[frozenset[str]]:
    """Return the inputs of every record that says why they may be set against each other."""
    return [
        frozenset(record.inputs.values())
        for record in book.of_kind("derived")
        if isinstance(record, Derived) and record.comparable is not None and record.superseded_by is None
    ]


RULES = (
    Rule(
        code="CB501",
        name="incomparable",
        level=Level.ERROR,
        summary="A calculation or a chart brings figures of different conditions together without a reason.",
        why=(
            "A bandwidth of one port and one of a whole machine, or two ratios against different baselines, "
            "have the same unit and are not the same kind of number. Where figures differ in a condition "
            "that their dimension does not declare harmless (separates: false), the record says why they "
            "may be set against each other: comparable. A chart names the dimensions that it "
            "compares; what differs otherwise stands in a panel apart, or its panel says why. For a "
            "comparison in a page the reason stands in a derived record of the same figures, or they are "
            "drawn apart."
        ),
        example=Example(
            'formula: "flow * share" of a flow (per: pump) and a share (per: plant)',
            'the same with comparable: "The share is the same for every pump."',
        ),
        check=_incomparable,
    ),
)

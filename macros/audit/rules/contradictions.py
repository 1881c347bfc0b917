"""Records that contradict each other without saying so, and pages that show one side of a conflict alone."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from macros.audit.rule import Example, Rule
from macros.audit.rules.sides import Sides
from macros.findings import Level
from macros.quantity import Interval
from macros.records.claims import Derived
from macros.records.kinds import CLAIM_KINDS
from macros.records.structures import Discrepancy
from macros.records.text import placeholders
from macros.state import Sort, State

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from macros.audit.material import Material
    from macros.findings import Finding
    from macros.records.base import Record
    from macros.records.book import Book

Key = tuple[object, ...]
Group = list[tuple["Interval", "Record"]]


def _undeclared(rule: Rule, material: Material) -> Iterator[Finding]:
    known: Mapping[str, frozenset[int]] | None = None
    for group in _groups(material.book).values():
        if len(group) > 1:
            known = _set_side_by_side(material.book) if known is None else known
            yield from _disjoint(rule, material.book, group, known)


def _groups(book: Book) -> Mapping[Key, Group]:
    """Return the current figures that speak of the same: subject, role, dimension of unit and conditions."""
    found: dict[Key, Group] = {}
    for record in book.of_kind(*CLAIM_KINDS):
        quantity = book.quantities.get(record.identifier)
        if quantity is not None and record.superseded_by is None:
            dimensions = quantity.unit.dimensions if quantity.unit else ()
            conditions = frozenset(
                (name, " ".join(text.casefold().split())) for name, text in record.scope.items()
            )
            key = (record.subject, record.role, dimensions, conditions)
            found.setdefault(key, []).append((_in_base_units(book, record), record))
    return found


def _in_base_units(book: Book, record: Record) -> Interval:
    quantity = book.quantities[record.identifier]
    interval, unit = quantity.number.interval, quantity.unit
    if unit is None or unit.scale == 1:
        return interval
    numerator, denominator = Decimal(unit.scale.numerator), Decimal(unit.scale.denominator)
    return Interval(interval.low * numerator / denominator, interval.high * numerator / denominator)


def _set_side_by_side(book: Book) -> Mapping[str, frozenset[int]]:
    """Return, by record, the numbers of the places that name several: who shares one is known to differ.

    Such places are a calculation, a sentence that prints several values, and a declared discrepancy.
    """
    found: dict[str, set[int]] = {}
    for number, record in enumerate(book):
        names = {run.text for run in placeholders(record.says)}
        if isinstance(record, Derived):
            names |= {record.identifier, *record.inputs.values()}
        if isinstance(record, Discrepancy):
            names |= set(record.concerns)
        if len(names) > 1:
            for name in names:
                found.setdefault(name, set()).add(number)
    return {name: frozenset(places) for name, places in found.items()}


def _disjoint(rule: Rule, book: Book, group: Group, known: Mapping[str, frozenset[int]]) -> Iterator[Finding]:
    """Yield each figure that cannot be the one before it in size, or the one that ends lowest."""
    ordered = sorted(group, key=lambda item: (item[0].low, item[1].identifier))
    previous = lowest = ordered[0]
    nowhere: frozenset[int] = frozenset()
    for interval, record in ordered[1:]:
        for other_interval, other in (previous, lowest):
            together = known.get(record.identifier, nowhere) & known.get(other.identifier, nowhere)
            declared = other.identifier in book.contested_by(record.identifier)
            if other_interval.high < interval.low and not declared and not together:
                yield rule.finding(
                    record.place,
                    f"{record.identifier} says {book.reading(record.identifier)} where {other.identifier} "
                    "says "
                    f"{book.reading(other.identifier)} of the same subject under the same conditions",
                    "figures that may be the same",
                    f"conflicts_with: [{other.identifier}], superseded_by in the older one, or a condition "
                    "in scope "
                    "that tells them apart",
                    record=record.identifier,
                    cause=other.identifier,
                )
                break
        previous = (interval, record)
        lowest = min(lowest, previous, key=lambda item: item[0].high)


def _one_side(rule: Rule, material: Material) -> Iterator[Finding]:
    contested = {
        identifier: [cause.record for cause in assessment.causes if cause.sort is Sort.CONTESTED]
        for identifier, assessment in material.assessments.items()
        if assessment.state is State.CONTESTED
    }
    for page in material.pages if contested else ():
        sides = Sides.of(page, material.book)
        for identifier, bare in sides.bare.items():
            others = contested.get(identifier)
            if not others or identifier in sides.marked or any(name in sides.marked for name in others):
                continue
            through = f" in the sentence of {bare.through}" if bare.through else ""
            yield rule.finding(
                bare.call.place,
                f"{bare.call.name} shows {identifier}{through} and not that it is contested by {others[0]}",
                "its tag, its caveat, or the other side on the same page",
                f'{{{{ value("{identifier}") }}}}, or {{{{ tag("{identifier}") }}}} beside it',
                record=identifier,
                cause=others[0],
            )


RULES = (
    Rule(
        code="CB701",
        name="contradiction",
        level=Level.ERROR,
        summary="Two current records of one subject and one scope have values that exclude each other.",
        why=(
            "A reader who meets only one of them cannot know that the other exists. Figures of one subject, "
            "role, kind of unit and scope whose intervals have no value in common contradict each other, "
            "unless one calculation, sentence or discrepancy sets them side by side. Say so, replace one, "
            "or name the condition in which they differ."
        ),
        example=Example(
            "flow: 12 L/min and flow-measured: 15 L/min, both of {pump: A}",
            "the same with conflicts_with: [pump.flow], or with {pump: A, valve: open} in one of them",
        ),
        check=_undeclared,
    ),
    Rule(
        code="CB702",
        name="conflict-unsaid",
        level=Level.WARNING,
        summary="A page shows the value of a contested record without its tag, its caveat or the other side.",
        why=(
            "A conflict that is declared in a record and left out on a page is hidden from the one who acts "
            "on it. figure, plain, settings and a value inside another record's sentence print neither tag "
            "nor caveat."
        ),
        example=Example('{{ figure("pump.flow") }}', '{{ value("pump.flow") }}'),
        check=_one_side,
        needs=("pages",),
    ),
)

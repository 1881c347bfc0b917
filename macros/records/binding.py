"""Records to a book: links checked, cycles refused, values and formulas evaluated, grades computed.

Everything that is wrong becomes a finding with its place; what depends on a wrong record is left uncomputed.
"""

from __future__ import annotations

import contextlib
import graphlib
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from macros.findings import Finding, abbreviated, nearest, unique
from macros.quantity import (
    CustomUnit,
    QuantityError,
    UnitTable,
)
from macros.records import structures
from macros.records.book import GRADES, Book
from macros.records.charting import check_charts
from macros.records.charts import with_queries_answered
from macros.records.claims import Derived
from macros.records.evaluating import evaluate, written_quantities
from macros.records.evidencing import check_evidence
from macros.records.kinds import CLAIM_KINDS, STATEMENT_KINDS
from macros.records.loader import Loaded, Unsound, load_folder
from macros.records.reporting import Reporter
from macros.records.structures import Gate
from macros.records.text import OWN_VALUE, parse_text

if TYPE_CHECKING:
    from pathlib import Path

    from macros.records.base import Record


MAXIMUM_SHOWN = 8
"""How many records of a circle a message names."""


@dataclass(frozen=True, slots=True)
class Faulty:
    """What loading found fault with: a record with a fault, or in a file with one, is not missing."""

    names: frozenset[str]
    subjects: frozenset[str]

    @classmethod
    def of(cls, loaded: Loaded) -> Faulty:
        """Return what the loading of a folder found fault with."""
        names = frozenset(finding.record for finding in loaded.findings if finding.record)
        return cls(names, loaded.unread)

    def __contains__(self, identifier: object) -> bool:
        return identifier in self.names or str(identifier).partition(".")[0] in self.subjects


@dataclass(frozen=True, slots=True)
class Bound:
    """A book of the sound records, and every finding made on the way."""

    book: Book
    findings: tuple[Finding, ...]
    faulty: Faulty

    def knows(self, identifier: str) -> bool:
        """Say whether there may be a record of that id, sound or not: of an empty book nobody knows."""
        return identifier in self.book or identifier in self.faulty or not self.book.records

    def suggestion(self, identifier: str) -> str:
        """Return ``did you mean …?`` for an id that no record has, sound or not."""
        return nearest(identifier, {*self.book.records, *self.faulty.names})


def open_book(folder: Path, shown: str | None = None) -> Bound:
    """Read a folder of records and bind them; ``shown`` is the folder's name in findings."""
    return bind(load_folder(folder, shown))


def bind(loaded: Loaded) -> Bound:
    """Link and evaluate loaded records; the findings of loading come first."""
    report = Reporter(loaded.root)
    book = Book(with_queries_answered(loaded.records), loaded.root, _unit_table(loaded, report))
    faulty = Faulty.of(loaded)
    for record in book:
        _check_links(book, record, faulty, report)
        _check_scope(book, record, faulty, report)
        _check_texts(book, record, faulty, report)
        _check_policy(record, report)
        _check_origin(book, record, report)
    for unsound in loaded.unsound:
        _check_links(book, unsound, faulty, report)
    check_evidence(book, report)
    order = _order(book, report)
    book = replace(book, order=order)
    book = replace(book, quantities=MappingProxyType(written_quantities(book, report)))
    quantities, outcomes = evaluate(book, report)
    book = replace(book, quantities=MappingProxyType(quantities), outcomes=MappingProxyType(outcomes))
    check_charts(book, report)
    book = replace(book, grades=MappingProxyType(_grades(book)))
    return Bound(book, tuple(unique((*loaded.findings, *report.findings))), faulty)


def _unit_table(loaded: Loaded, report: Reporter) -> UnitTable:
    """Return the table with every unit that has a record; one that it refuses is reported and left out."""
    records = [record for record in loaded.records.values() if isinstance(record, structures.Unit)]
    units = [CustomUnit(record.symbol, record.symbol, record.plural) for record in records]
    with contextlib.suppress(QuantityError):
        return UnitTable(units)
    sound: list[CustomUnit] = []
    for record, unit in zip(records, units, strict=True):
        try:
            UnitTable((*sound, unit))
        except QuantityError as error:
            field = "plural" if error.found == record.plural != record.symbol else "symbol"
            report.add(record, (field,), "bad-unit", f"{field}: {abbreviated(error.found)}", error.expected)
        else:
            sound.append(unit)
    return UnitTable(sound)


def _check_policy(record: Record, report: Reporter) -> None:
    if not isinstance(record, structures.Policy):
        return
    for kind in record.periods:
        if kind not in STATEMENT_KINDS:
            found, expected = f"a period for {abbreviated(kind)}", f"one of {', '.join(STATEMENT_KINDS)}"
            report.add(
                record,
                ("periods", kind, "key"),
                "unknown-kind",
                found,
                expected,
                nearest(kind, STATEMENT_KINDS),
            )


def _check_links(book: Book, record: Record | Unsound, faulty: Faulty, report: Reporter) -> None:
    for path, identifier, kind in record.linked():
        if identifier in faulty and identifier not in book:
            continue
        target = book.get(identifier)
        if target is None:
            expected = f"the id of {_with_article(kind)} record" if kind else "the id of a record"
            fix = book.suggestion(identifier, (kind,) if kind else None)
            report.add(
                record, path, "dangling-reference", f"no record {abbreviated(identifier)}", expected, fix
            )
        elif kind and target.kind != kind:
            found = f"{abbreviated(identifier)}, {_with_article(target.kind)}"
            report.add(
                record, path, "wrong-kind", found, _with_article(kind), book.suggestion(identifier, (kind,))
            )
        elif identifier == record.identifier:
            report.add(record, path, "circular-reference", "a record that names itself", "another record")


def _with_article(kind: str) -> str:
    return f"{'an' if kind[0] in 'aei' else 'a'} {kind}"


def _check_origin(book: Book, record: Record, report: Reporter) -> None:
    """Report sources that are part of each other, once for each circle."""
    if not isinstance(record, structures.Source):
        return
    chain = [record.identifier]
    while isinstance(source := book.get(chain[-1]), structures.Source):
        name = source.part_of or source.reported_by
        if name is None or name in chain[1:]:
            return
        chain.append(name)
        if name == chain[0]:
            if name == min(chain) and len(chain) > len((name, name)):
                field = "part_of" if record.part_of else "reported_by"
                report.add(
                    record, (field,), "circular-reference", " → ".join(chain), "a source that stands alone"
                )
            return


def _check_scope(book: Book, record: Record, faulty: Faulty, report: Reporter) -> None:
    if faulty.subjects:
        return
    dimensions = {dimension.key for dimension in book.of_kind("dimension")}
    dimensions.update(name.partition(".")[2] for name in faulty.names)
    for name in record.scope:
        if name not in dimensions:
            expected = "a dimension that has a record"
            found = f"unknown dimension {abbreviated(name)}"
            report.add(
                record,
                ("scope", name, "key"),
                "unknown-dimension",
                found,
                expected,
                nearest(name, dimensions),
            )


def _check_texts(book: Book, record: Record, faulty: Faulty, report: Reporter) -> None:
    for path, text in record.texts():
        if "{" not in text and "}" not in text:
            continue
        for run in parse_text(text):
            if run.sort == "stray":
                report.add(
                    record,
                    path,
                    "stray-brace",
                    f"a single {run.text}",
                    "{value}, {other.id}, or doubled braces",
                )
            elif (
                run.sort == "value"
                and run.text != OWN_VALUE
                and run.text not in book
                and run.text not in faulty
            ):
                found = f"a placeholder for {abbreviated(run.text)}"
                report.add(
                    record,
                    path,
                    "dangling-reference",
                    found,
                    "{value} or the id of a record",
                    book.suggestion(run.text),
                )
            elif run.sort == "value" and run.text == OWN_VALUE and not _has_value(record):
                report.add(
                    record,
                    path,
                    "no-value",
                    "{value} in a record without a value",
                    "a value, or another wording",
                )


def _has_value(record: Record) -> bool:
    return record.value is not None or isinstance(record, Derived | Gate)


def _order(book: Book, report: Reporter) -> tuple[str, ...]:
    """Return ids so that each comes after what it rests on; records on a cycle are reported and left out."""
    links = {
        record.identifier: [
            name for name in record.foundations() if name in book and name != record.identifier
        ]
        for record in book
    }
    for record in book:
        newer = record.superseded_by
        if newer is not None and newer in book and newer != record.identifier:
            links[newer].append(record.identifier)
    while True:
        try:
            return tuple(graphlib.TopologicalSorter(links).static_order())
        except graphlib.CycleError as error:
            cycle: list[str] = list(reversed(error.args[1]))
            first = book.records[min(cycle)]
            field = _field_within(first, frozenset(cycle))
            expected = "records that do not rest on themselves"
            report.add(first, field, "circular-reference", " → ".join(_shortened(cycle)), expected)
            for name in cycle:
                links.pop(name, None)
            gone = frozenset(cycle)
            links = {name: [end for end in ends if end not in gone] for name, ends in links.items()}


def _shortened(cycle: list[str]) -> list[str]:
    return cycle if len(cycle) <= MAXIMUM_SHOWN else [*cycle[: MAXIMUM_SHOWN - 2], "…", cycle[-1]]


def _field_within(record: Record, cycle: frozenset[str]) -> tuple[str | int, ...]:
    """Return the field by which a record takes part in a cycle."""
    own = (path for path, name, _ in record.linked() if name in cycle and path[0] != "conflicts_with")
    return next(own, ("rests_on",))


def _grades(book: Book) -> dict[str, str]:
    grades: dict[str, str] = {}
    for identifier in book.order:
        record = book.records[identifier]
        own = _own_grade(record)
        below = [grades[name] for name in record.foundations() if name in grades]
        computed = record.kind == "derived" or record.kind not in CLAIM_KINDS
        grade = max(below, key=GRADES.index) if computed and below else own
        if grade:
            grades[identifier] = grade
    return grades


def _own_grade(record: Record) -> str:
    if record.kind in GRADES:
        return record.kind
    if record.kind == "derived":
        return "assumed"
    return "sourced" if record.source is not None or record.document is not None else ""

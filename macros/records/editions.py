"""Editions: a book without the records that are not for an audience, and what the rest still needs of them.

A record that an edition shows must not rest on one that it leaves out. An internal record may name the public
one that stands for it in ``substitute``; without one, each need of it is a finding at the record that has it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from macros.records.charts import Chart
from macros.records.reporting import Reporter
from macros.records.structures import Edge
from macros.records.text import placeholders

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from macros.findings import Finding
    from macros.records.base import Record
    from macros.records.book import Book

FULL, CUSTOMER = "full", "customer"
AUDIENCES: Mapping[str, frozenset[str]] = MappingProxyType(
    {FULL: frozenset({"all", "internal", "customer"}), CUSTOMER: frozenset({"all", "customer"})}
)
"""The editions, each with the audiences whose records and pages it shows."""

DROPPED = frozenset(
    {"conflicts_with", "superseded_by", "concerns", "see", "items", "notes", "reopens", "substitute"}
)
"""Links that an edition leaves out with the record that they lead to; every other one is a need."""
_NEVER_EMPTY = frozenset({"items", "reopens"})
_OWN_FIELDS = frozenset({"identifier", "path", "line", "kind"})


@dataclass(frozen=True, slots=True)
class Edition:
    """A book for an audience; what it leaves out, each with its kind; what stands for that; what is wrong."""

    name: str
    book: Book
    hidden: Mapping[str, str]
    stand_ins: Mapping[str, str]
    findings: tuple[Finding, ...]


def edition_of(book: Book, name: str) -> Edition:
    """Return the edition ``name`` of a book: its records, values and grades without what is not for it."""
    shown = _shown(book, AUDIENCES[name])
    if len(shown) == len(book):
        return Edition(name, book, MappingProxyType({}), MappingProxyType({}), ())
    hidden = {record.identifier: record.kind for record in book if record.identifier not in shown}
    stand_ins = {
        identifier: substitute
        for identifier in hidden
        if (substitute := book.records[identifier].substitute) is not None and substitute in shown
    }
    report = Reporter(book.root)
    _check_substitutes(book, hidden, report)
    needs = _Needs(book, MappingProxyType(dict(hidden)), stand_ins, report)
    records = {}
    for record in book:
        identifier = record.identifier
        if identifier not in shown:
            continue
        needs.check(record)
        restricted = _restricted(record.left_without(hidden), hidden, stand_ins)
        if isinstance(restricted, Chart) and not restricted.panels:
            found = "panels: nothing that the edition for customers shows"
            expected = "a record that it shows, or audience: internal"
            report.add(record, ("panels",), "hidden-need", found, expected)
        if isinstance(restricted, Edge) and restricted.start == restricted.end:
            hidden[identifier] = record.kind
        else:
            records[identifier] = restricted
    return Edition(
        name,
        _without(book, records),
        MappingProxyType(hidden),
        MappingProxyType(stand_ins),
        tuple(report.findings),
    )


def _without(book: Book, records: Mapping[str, Record]) -> Book:
    def kept(computed: Mapping[str, Any]) -> Mapping[str, Any]:
        return MappingProxyType({name: value for name, value in computed.items() if name in records})

    return replace(
        book,
        records=MappingProxyType(dict(records)),
        quantities=kept(book.quantities),
        outcomes=kept(book.outcomes),
        grades=kept(book.grades),
        order=tuple(identifier for identifier in book.order if identifier in records),
    )


def _shown(book: Book, audiences: frozenset[str]) -> set[str]:
    """Return the ids of what is for these audiences, without the sources that only others name."""
    shown = {record.identifier for record in book if record.audience in audiences}
    if len(shown) == len(book):
        return shown
    naming: dict[str, set[str]] = {}
    for record in book:
        for identifier in _named(record):
            naming.setdefault(identifier, set()).add(record.identifier)
    stand_ins = {record.substitute for record in book}
    sources = [record.identifier for record in book.of_kind("source") if record.identifier not in stand_ins]
    while True:
        orphaned = {name for name in sources if name in shown and name in naming and not naming[name] & shown}
        if not orphaned:
            return shown
        shown -= orphaned


def _named(record: Record) -> Iterator[str]:
    for path, identifier, _ in record.linked():
        if path[0] != "substitute":
            yield identifier
    if record.document is not None and record.document.source is not None:
        yield record.document.source
    for _, text in record.texts():
        yield from (run.text for run in placeholders(text))


def _check_substitutes(book: Book, hidden: Mapping[str, str], report: Reporter) -> None:
    for identifier in hidden:
        record = book.records[identifier]
        if record.substitute in hidden:
            found = f"the substitute '{record.substitute}', which the same edition leaves out"
            report.add(record, ("substitute",), "hidden-substitute", found, "a record that it shows")


@dataclass(frozen=True, slots=True)
class _Needs:
    """Reports what shown records need of hidden ones that nothing stands for."""

    book: Book
    hidden: Mapping[str, str]
    stand_ins: Mapping[str, str]
    report: Reporter

    def check(self, record: Record) -> None:
        """Report the needs of one record."""
        self._links(record)
        for path, text in record.texts():
            for run in placeholders(text):
                self._need(record, path, f"{path[0]}: a placeholder for", run.text)
        if record.document is not None:
            self._need(record, ("document", "source"), "document:", record.document.source)
        dimensions = {_key(name): name for name, kind in self.hidden.items() if kind == "dimension"}
        for name in record.scope:
            self._need(record, ("scope", name, "key"), "scope:", dimensions.get(name))
        for field in _NEVER_EMPTY:
            members = getattr(record, field, ())
            if members and all(self._lacks(member) for member in members):
                found = f"{field}: nothing that the edition for customers shows"
                expected = "a record that it shows, or audience: internal"
                self.report.add(record, (field,), "hidden-need", found, expected)

    def _links(self, record: Record) -> None:
        for path, identifier, _ in record.needed():
            if not _is_dropped(record, str(path[0])):
                self._need(record, path, f"{path[0]}:", identifier)
            if path[0] == "from" and identifier in self.stand_ins:
                self._check_input(record, path, identifier, self.stand_ins[identifier])

    def _lacks(self, identifier: str | None) -> bool:
        return identifier in self.hidden and identifier not in self.stand_ins

    def _need(self, record: Record, path: tuple[str | int, ...], what: str, identifier: str | None) -> None:
        if self._lacks(identifier):
            found = f"{what} '{identifier}', which the edition for customers leaves out"
            expected = f"a record that it shows, or 'substitute' in {identifier}"
            self.report.add(record, path, "hidden-need", found, expected)

    def _check_input(
        self, record: Record, path: tuple[str | int, ...], identifier: str, substitute: str
    ) -> None:
        """Report a substitute from which another value would be computed than the one that is shown."""
        if self.book.reading(identifier) != self.book.reading(substitute):
            found = f"from: '{substitute}' stands for '{identifier}' and has another value"
            expected = "a substitute with the same value"
            self.report.add(record, path, "hidden-need", found, expected)


def _is_dropped(record: Record, field: str) -> bool:
    return field in DROPPED and field not in record.foundation_fields


def _key(identifier: str) -> str:
    return identifier.partition(".")[2]


def _restricted(record: Record, hidden: Mapping[str, str], stand_ins: Mapping[str, str]) -> Record:
    """Return the record with stand-ins in the place of what is hidden, without links to the rest."""
    changed = {}
    for name in type(record).model_fields:
        value = getattr(record, name)
        if not value or name in _OWN_FIELDS:
            continue
        new = _replaced(value, stand_ins) if stand_ins else value
        if _is_dropped(record, name):
            new = _left(new, hidden)
        if new is not value and new != value:
            changed[name] = new
    if not changed:
        return record
    return record.model_copy(update=changed)


def _left(value: Any, hidden: Mapping[str, str]) -> Any:  # noqa: ANN401 - the value of any field
    if isinstance(value, tuple):
        return tuple(dict.fromkeys(item for item in value if item not in hidden))
    return None if isinstance(value, str) and value in hidden else value


def _replaced(value: Any, stand_ins: Mapping[str, str]) -> Any:  # noqa: ANN401 - the value of any field
    """Return a field's value in which every name of a hidden record is that of its stand-in."""
    match value:
        case str():
            return stand_ins.get(value) or _PLACEHOLDER.sub(_naming(stand_ins), value)
        case tuple():
            return tuple(_replaced(item, stand_ins) for item in value)
        case Mapping():
            pairs = ((stand_ins.get(key, key), _replaced(item, stand_ins)) for key, item in value.items())
            return MappingProxyType(dict(pairs))
        case BaseModel():
            fields: Iterable[str] = type(value).model_fields
            return value.model_copy(
                update={name: _replaced(getattr(value, name), stand_ins) for name in fields}
            )
    return value


_PLACEHOLDER = re.compile(r"\{\s*([a-z0-9-]+\.[a-z0-9-]+)\s*\}")


def _naming(stand_ins: Mapping[str, str]) -> Callable[[re.Match[str]], str]:
    return lambda match: f"{{{stand_ins[match[1]]}}}" if match[1] in stand_ins else match[0]

"""Where pages show a record, by their sources: named in a call, held by what is named, or found by a query.

It over-counts where only rendering decides (a macro that shows part of a record's text): what is wanted is
every page that may have to change.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from macros.records.charts import Chart
from macros.records.kinds import STATEMENT_KINDS
from macros.records.structures import Collection, Diagram, Intent, Leaf, Node, Stage
from macros.records.text import OWN_VALUE, placeholders

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from macros.audit.material import Material
    from macros.audit.scan import Call
    from macros.records.base import Record

_NAMING = frozenset({"figure", "link", "plain", "tag", "term"})
"""Macros that show a value or a title and no text of the record, nor what it holds."""
_HELD: Mapping[type[Record], tuple[str, ...]] = {
    Collection: ("items",),
    Diagram: ("notes",),
    Node: ("notes", "callouts"),
    Leaf: ("points",),
    Intent: ("points", "evidence", "recipe"),
    Stage: ("facts", "gates"),
}
_WHOLE: Mapping[str, tuple[str, ...]] = {
    "register": STATEMENT_KINDS,
    "glossary": ("term",),
    "sources": ("source",),
    "discrepancies": ("discrepancy",),
}
"""Macros that show every record of some kinds."""
_QUERIED = ("kind", "subject", "role", "audience", "grade", "state")
_ARGUMENT = re.compile(r"\b(" + "|".join(_QUERIED) + r")\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_FIRST = re.compile(r"\s*[\"']([a-z0-9-]+)[\"']")


@dataclass(frozen=True, slots=True, order=True)
class Shown:
    """A call that shows a record: where, which macro, and through which record if not by its own id."""

    path: str
    line: int
    macro: str
    through: str = ""


@dataclass(frozen=True)
class Showing:
    """Answers where records are shown."""

    material: Material

    def of(self, identifier: str) -> tuple[Shown, ...]:
        """Return every call that shows the record, in the order of pages; the nearest way to each call."""
        found: dict[tuple[str, int, str], Shown] = {}
        for name in self._upwards(identifier):
            through = "" if name == identifier else name
            for shown in self._named.get(name, ()):
                if not through or shown.macro not in _NAMING:
                    key = (shown.path, shown.line, shown.macro)
                    found.setdefault(key, Shown(shown.path, shown.line, shown.macro, through))
            record = self.material.book.get(name)
            for shown in self._found_by_query(record) if record is not None else ():
                key = (shown.path, shown.line, shown.macro)
                found.setdefault(key, Shown(shown.path, shown.line, shown.macro, through))
        return tuple(sorted(found.values()))

    def _upwards(self, identifier: str) -> list[str]:
        """Return the record and everything that holds it, nearest first."""
        order = {identifier: None}
        for name in (todo := [identifier]):
            for holder in self._holders.get(name, ()):
                if holder not in order:
                    order[holder] = None
                    todo.append(holder)
        return list(order)

    @cached_property
    def _holders(self) -> Mapping[str, tuple[str, ...]]:
        found: dict[str, dict[str, None]] = {}
        for record in self.material.book:
            for name in held(record):
                found.setdefault(name, {})[record.identifier] = None
            diagram = getattr(record, "diagram", None)
            if diagram is not None:
                found.setdefault(record.identifier, {})[diagram] = None
        return {name: tuple(holders) for name, holders in found.items()}

    @cached_property
    def _named(self) -> Mapping[str, tuple[Shown, ...]]:
        found: dict[str, list[Shown]] = {}
        terms = {record.key: record.identifier for record in self.material.book.of_kind("term")}
        for page, call in self.material.calls():
            shown = Shown(page.shown, call.place.line, call.name)
            for identifier in _names(call, terms):
                found.setdefault(identifier, []).append(shown)
        return {identifier: tuple(calls) for identifier, calls in found.items()}

    def _found_by_query(self, record: Record) -> Iterator[Shown]:
        for shown, kinds, wanted in self._queries:
            if kinds is not None:
                matches = record.kind in kinds
            else:
                matches = all(self._property(record, name) == text for name, text in wanted)
            if matches:
                yield shown

    def _property(self, record: Record, name: str) -> str:
        if name == "grade":
            return self.material.book.grades.get(record.identifier, "")
        if name == "state":
            assessment = self.material.assessments.get(record.identifier)
            return assessment.state.value if assessment else ""
        return str(getattr(record, name) or "")

    @cached_property
    def _queries(self) -> tuple[tuple[Shown, tuple[str, ...] | None, tuple[tuple[str, str], ...]], ...]:
        found: list[tuple[Shown, tuple[str, ...] | None, tuple[tuple[str, str], ...]]] = []
        for page, call in self.material.calls():
            shown = Shown(page.shown, call.place.line, call.name)
            wanted = tuple((name, one or other) for name, one, other in _ARGUMENT.findall(call.arguments))
            if call.name in _WHOLE:
                found.append((shown, _WHOLE[call.name], ()))
            elif call.name in {"table", "grid"} and wanted:
                found.append((shown, None, wanted))
        return tuple(found)


def held(record: Record) -> Iterable[str]:
    """Yield what is shown where the record is: what it lists, and what its texts insert."""
    for name in _HELD.get(type(record), ()):
        yield from getattr(record, name)
    if isinstance(record, Chart):
        yield from record.foundations()
    yield from inserted(record)


def inserted(record: Record) -> Iterable[str]:
    """Yield the records whose values the texts of this one insert."""
    for _, text in record.texts():
        if "{" in text:
            yield from (run.text for run in placeholders(text) if run.text != OWN_VALUE)


def _names(call: Call, terms: Mapping[str, str]) -> Iterable[str]:
    if call.name == "term" and not call.identifiers:
        first = _FIRST.match(call.arguments)
        return (terms[first[1]],) if first and first[1] in terms else ()
    return call.identifiers

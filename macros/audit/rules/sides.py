"""What a page's calls print of records: with tags or a caveat, or bare. Read from the page's source alone."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from macros.records.structures import Collection, Intent, Stage
from macros.records.text import OWN_VALUE, placeholders
from macros.state import State

if TYPE_CHECKING:
    from collections.abc import Iterator

    from macros.audit.scan import Call, Page
    from macros.records.base import Record
    from macros.records.book import Book

_BARE = frozenset({"figure", "plain", "settings"})
"""Macros that print a value without tag and caveat."""
_MARKED = frozenset(
    {"value", "sentence", "claim", "points", "callout", "gates", "denylist", "timeline", "cards"}
)
"""Macros that print tags, and with them the state; all but ``value`` print the record's sentence."""
_TAGS_COLUMN = re.compile(r"[\"'](?:tags|state)[\"']\s*:")
_CAVEAT_COLUMN = re.compile(r"[\"']says[\"']\s*:")
_QUERY_BY_STATE = re.compile(r"\bstate\s*=\s*[\"'](\w+)[\"']")


@dataclass(frozen=True, slots=True)
class Bare:
    """A value printed without tag and caveat: by which call, and in whose sentence if not by itself."""

    call: Call
    through: str = ""


@dataclass(slots=True)
class Sides:
    """The records that a page shows: those with their marks, and those that it prints bare somewhere."""

    marked: set[str] = field(default_factory=set)
    bare: dict[str, Bare] = field(default_factory=dict)

    @classmethod
    def of(cls, page: Page, book: Book) -> Sides:
        """Return what a page shows."""
        sides = cls()
        for call in page.calls:
            records = [book.records[name] for name in call.identifiers if name in book]
            if call.name in _BARE:
                for record in _members(book, records):
                    sides.bare.setdefault(record.identifier, Bare(call))
            elif call.name == "tag":
                sides.marked.update(record.identifier for record in records)
            elif call.name == "table":
                sides._table(call, list(_members(book, records)), book)
            elif call.name in _MARKED:
                for record in _members(book, records):
                    sides._marked(call, record, book)
            elif call.name == "register":
                sides.marked.update(book.records)
        return sides

    def _table(self, call: Call, records: list[Record], book: Book) -> None:
        tagged = "columns" not in call.arguments or _TAGS_COLUMN.search(call.arguments)
        told = _CAVEAT_COLUMN.search(call.arguments)
        if tagged and (query := _QUERY_BY_STATE.search(call.arguments)) and query[1] == State.CONTESTED:
            self.marked.update(name for record in book for name in book.contested_by(record.identifier))
        for record in records:
            if tagged or (told and record.caveat):
                self.marked.add(record.identifier)
            else:
                self.bare.setdefault(record.identifier, Bare(call))

    def _marked(self, call: Call, record: Record, book: Book) -> None:
        """Note a record that is shown with its marks, what it holds, and the values in their texts."""
        waiting = [record]
        if isinstance(record, Intent):
            waiting += _found(book, (*record.points, *record.evidence))
            self.marked.update(record.recipe)
        if isinstance(record, Stage):
            waiting += _found(book, (*record.facts, *record.gates))
        for item in waiting:
            self.marked.add(item.identifier)
            if call.name != "value":
                for run in placeholders(item.says):
                    if run.text not in (OWN_VALUE, item.identifier):
                        self.bare.setdefault(run.text, Bare(call, item.identifier))


def _members(book: Book, records: list[Record]) -> Iterator[Record]:
    for record in records:
        if isinstance(record, Collection):
            yield from _found(book, record.items)
        else:
            yield record


def _found(book: Book, identifiers: tuple[str, ...]) -> list[Record]:
    return [book.records[name] for name in identifiers if name in book]

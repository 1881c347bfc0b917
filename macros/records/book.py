"""The book: all records of a site, linked, with what is computed from them.

Frozen once bound. It answers who rests on whom, what a record's value is, how strong it is (grade) and
whether a verdict holds. It knows no pages, no days and no rendering.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeVar

from macros.findings import Suggestions
from macros.records.kinds import CLAIM_KINDS, STATEMENT_KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from macros.quantity import Quantity, Truth, UnitTable
    from macros.records.base import Record

    RecordType = TypeVar("RecordType", bound=Record)

GRADES = ("measured", "sourced", "assumed")
"""Strongest first: an instrument, a document, a judgement."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was computed for a derived record: its value, and for a verdict whether it holds."""

    quantity: Quantity | None = None
    truth: Truth | None = None


@dataclass(frozen=True)
class Book:
    """All records by id, in the order of their files; the folder that they came from."""

    records: Mapping[str, Record]
    root: Path
    units: UnitTable
    quantities: Mapping[str, Quantity] = field(default_factory=lambda: MappingProxyType({}))
    outcomes: Mapping[str, Outcome] = field(default_factory=lambda: MappingProxyType({}))
    grades: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    order: tuple[str, ...] = ()

    def __contains__(self, identifier: object) -> bool:
        """Say whether the book has a record of that id."""
        return identifier in self.records

    def __iter__(self) -> Iterator[Record]:
        """Yield all records in the order of their files."""
        return iter(self.records.values())

    def __len__(self) -> int:
        """Return how many records there are."""
        return len(self.records)

    def get(self, identifier: str) -> Record | None:
        """Return the record of that id, or None."""
        return self.records.get(identifier)

    def typed(self, identifier: str, model: type[RecordType]) -> RecordType:
        """Return the record of that id; raise KeyError when it is absent or of another kind."""
        record = self.records[identifier]
        if not isinstance(record, model):
            raise KeyError(identifier)
        return record

    def of_kind(self, *kinds: str) -> tuple[Record, ...]:
        """Return the records of these kinds, in the order of their files."""
        return tuple(record for kind in kinds for record in self._by_kind.get(kind, ()))

    def claims(self) -> tuple[Record, ...]:
        """Return the measured, derived, assumed and sourced records."""
        return tuple(record for record in self if record.kind in CLAIM_KINDS)

    def statements(self) -> tuple[Record, ...]:
        """Return all records that say something about the subject: they are what the register lists."""
        return tuple(record for record in self if record.kind in STATEMENT_KINDS)

    def suggestion(self, identifier: str, kinds: Iterable[str] | None = None) -> str:
        """Return ``did you mean …?`` for an id that the book lacks."""
        wanted = None if kinds is None else frozenset(kinds)
        if wanted not in self._suggestions:
            names = (name for name, record in self.records.items() if wanted is None or record.kind in wanted)
            self._suggestions[wanted] = Suggestions(names)
        return self._suggestions[wanted].nearest(identifier)

    def reading(self, identifier: str) -> str:
        """Return the value of a record as it is shown, in plain spaces; '' where it has no number."""
        quantity = self.quantities.get(identifier)
        return " ".join(quantity.display().split()) if quantity is not None else ""

    def watched_by(self, identifier: str) -> tuple[str, ...]:
        """Return the watches that would reopen this record."""
        return self._watched.get(identifier, ())

    def carried_by(self, identifier: str) -> tuple[str, ...]:
        """Return the records that rest on this one."""
        return self._carried.get(identifier, ())

    def contested_by(self, identifier: str) -> tuple[str, ...]:
        """Return the records in conflict with this one, whichever of the two declares it."""
        return self._conflicts.get(identifier, ())

    def concerning(self, identifier: str) -> tuple[str, ...]:
        """Return the discrepancies that name this record."""
        return self._concerns.get(identifier, ())

    @cached_property
    def _suggestions(self) -> dict[frozenset[str] | None, Suggestions]:
        return {}

    @cached_property
    def _by_kind(self) -> Mapping[str, tuple[Record, ...]]:
        grouped: dict[str, list[Record]] = {}
        for record in self:
            grouped.setdefault(record.kind, []).append(record)
        return {kind: tuple(records) for kind, records in grouped.items()}

    @cached_property
    def _carried(self) -> Mapping[str, tuple[str, ...]]:
        return _reversed((record.identifier, record.foundations()) for record in self)

    @cached_property
    def _concerns(self) -> Mapping[str, tuple[str, ...]]:
        return _reversed((record.identifier, getattr(record, "concerns", ())) for record in self)

    @cached_property
    def _watched(self) -> Mapping[str, tuple[str, ...]]:
        return _reversed((record.identifier, getattr(record, "reopens", ())) for record in self)

    @cached_property
    def _conflicts(self) -> Mapping[str, tuple[str, ...]]:
        both: dict[str, dict[str, None]] = {}
        for record in self:
            for other in record.conflicts_with:
                both.setdefault(record.identifier, {})[other] = None
                both.setdefault(other, {})[record.identifier] = None
        return {identifier: tuple(others) for identifier, others in both.items()}


def _reversed(links: Iterable[tuple[str, tuple[str, ...]]]) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for start, ends in links:
        for end in ends:
            found.setdefault(end, {})[start] = None
    return {end: tuple(starts) for end, starts in found.items()}

"""What keeps records true: a claim seen again, and a derived record whose inputs are read again.

Both come to drafts of record files; nothing is written here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from macros.audit.acceptance import accepted
from macros.records.claims import Derived
from macros.records.editing import AddEntry, EditError, SetField, SetMapping, edited_records
from macros.records.kinds import STATEMENT_KINDS
from macros.records.saving import Draft, drafted, try_loading
from macros.records.structures import Component, Source
from macros.records.written import UNSTATED, parse_day

if TYPE_CHECKING:
    import datetime
    from collections.abc import Iterable, Iterator, Mapping

    from macros.findings import Finding
    from macros.records.base import Record
    from macros.records.binding import Bound
    from macros.records.book import Book
    from macros.records.editing import Change


@dataclass(frozen=True, slots=True)
class Reading:
    """An input of a derived record: what was read of it before, and what it says now; '' for nothing."""

    record: str
    name: str
    before: str
    after: str


def require_sound(bound: Bound, records: Iterable[Record]) -> None:
    """Raise EditError where a file that is to be edited has a finding: what broke it could not be told."""
    paths = {record.path for record in records}
    found = [finding for finding in bound.findings if finding.place.path in paths]
    if found:
        raise EditError(f"{_first(found)}; mend the file before it is edited")


def _first(findings: list[Finding]) -> str:
    more = f" (and {len(findings) - 1} more)" if len(findings) > 1 else ""
    return f"{findings[0].place}: {findings[0].message}{more}"


def verified(
    bound: Bound, identifier: str, on: str, source: str, note: str, today: datetime.date
) -> tuple[Draft, tuple[str, ...]]:
    """Return the draft of a record that was seen true again, and what it leaves to look at."""
    record = bound.book.records[identifier]
    _require_verifiable(record)
    require_source(bound.book, source)
    day = parse_day(on)
    if day.first is None or day.first > today:
        raise EditError(f"--on: found {on}; expected a day that has been, up to {today.isoformat()}")
    known = record.observed
    if known is not None and known.first is not None and day.first < known.first:
        raise EditError(f"{identifier} was seen true later than that: {known.written}")
    require_sound(bound, [record])
    before = (
        f"Before: {record.source or 'no source'}, observed {known.written if known else 'at no stated day'}."
    )
    says = f"{note or f'Seen true in {source}.'} {before}"
    changes: tuple[Change, ...] = (
        SetField("source", source),
        SetField("observed", on),
        AddEntry("history", {"on": on, "says": says}),
    )
    return draft_of(bound.book, {identifier: changes}), tuple(_remarks(bound.book, record, source))


def _require_verifiable(record: Record) -> None:
    if isinstance(record, Derived):
        raise EditError(
            f"{record.identifier} is computed; expected a record that can be seen; to read its inputs again: "
            f"claimbook accept {record.identifier}"
        )
    if record.kind not in STATEMENT_KINDS:
        expected = f"one of {', '.join(kind for kind in STATEMENT_KINDS if kind != 'derived')}"
        raise EditError(f"{record.identifier} is a {record.kind}; expected {expected}")
    if record.superseded_by is not None:
        raise EditError(f"{record.identifier} is superseded by {record.superseded_by}; verify that one")


def require_source(book: Book, source: str) -> None:
    """Raise EditError where a name is not that of a source that can be read."""
    record = book.get(source)
    if record is None:
        raise EditError(
            f"--source: no record {source!r}; {book.suggestion(source, ('source',))}".rstrip("; ")
        )
    if not isinstance(record, Source):
        raise EditError(f"--source: {source} is a {record.kind}; expected a source record")
    if not record.available:
        raise EditError(f"--source: {source} is not available; expected a source that can be read")


def _remarks(book: Book, record: Record, source: str) -> Iterator[str]:
    """Yield what the edit leaves as it was although it may not fit any more."""
    if record.attribution != "stated" and source != record.source:
        yield f"attribution: {record.attribution} was said of the former source; see whether it still fits"
    for name, seen in record.seen_versions().items():
        component = book.get(name)
        now = [component.version, component.commit] if isinstance(component, Component) else []
        if seen != UNSTATED and any(text not in (None, UNSTATED) for text in now) and seen not in now:
            current = next(str(text) for text in now if text not in (None, UNSTATED))
            yield f"pins: {name} was seen on {seen} and is {current} now; change it if that is what you saw"


def readings(book: Book, record: Derived) -> tuple[Reading, ...]:
    """Return every input of a derived record with what was read before and what it says now."""
    now = accepted(record, book)
    return tuple(
        Reading(record.identifier, name, record.read.get(name, ""), now.get(name, ""))
        for name in dict.fromkeys((*record.inputs, *record.read))
    )


def unread(book: Book) -> tuple[Derived, ...]:
    """Return the derived records whose inputs are not what was read."""
    return tuple(
        record
        for record in book.of_kind("derived")
        if isinstance(record, Derived) and any(_differs(reading) for reading in readings(book, record))
    )


def _differs(reading: Reading) -> bool:
    return " ".join(reading.before.split()) != reading.after


def accept(bound: Bound, records: Iterable[Derived], reason: str, on: str) -> tuple[Draft, ...]:
    """Return the drafts of files whose derived records take their inputs as read now, one for each file.

    ``reason`` goes into the history of each, with the day ``on``; without one nothing is noted.
    """
    files: dict[str, dict[str, tuple[Change, ...]]] = {}
    chosen = list(records)
    require_sound(bound, chosen)
    for record in chosen:
        now = accepted(record, bound.book)
        if len(now) < len(record.inputs):
            lost = ", ".join(name for name in record.inputs if name not in now)
            raise EditError(f"{record.identifier}: no number for {lost}, so that nothing can be accepted")
        note = (AddEntry("history", {"on": on, "says": f"Inputs accepted: {reason}"}),) if reason else ()
        changes = files.setdefault(record.path, {})
        changes[record.identifier] = (SetMapping("read", now), *note)
    return tuple(draft_of(bound.book, changes) for changes in files.values())


def draft_of(book: Book, changes: Mapping[str, tuple[Change, ...]]) -> Draft:
    """Return the draft of a file with several records changed."""
    first = book.records[next(iter(changes))]
    wanted = {book.records[identifier].key: change for identifier, change in changes.items()}
    file = book.root / first.path.rpartition("/")[2]
    draft = drafted(file, first.path, lambda text: edited_records(text, wanted))
    try_loading(draft)
    return draft

"""Statements that lose where they come from: source, day, conditions, tool, check, address, reader."""

from __future__ import annotations

from typing import TYPE_CHECKING

from macros.records.structures import Source
from tests.benchmarks.mutations.model import Mutation, Operator, about
from tests.benchmarks.mutations.texts import Entry

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from macros.records.base import Record
    from tests.benchmarks.mutations.ground import Ground

MISSING = "missing-field"
"""What loading says of a record without a field that its kind needs: part of the audit as well."""
_PLACEHOLDERS = ("TBD", "unknown", "unstated", "TODO", "n/a", '"-"', '"?"', "none")
_NEW_SOURCE = """
survey:
  title: Survey of the field
  says: What somebody wrote about the field.
"""


def _entry(ground: Ground, record: Record) -> Entry:
    return Entry(ground.file_of(record), record.key)


def _chain(ground: Ground, identifier: str) -> list[Source]:
    found: list[Source] = []
    waiting = [identifier]
    while waiting:
        source = ground.book.get(waiting.pop())
        if isinstance(source, Source) and source not in found:
            found.append(source)
            waiting += [name for name in (source.part_of, source.reported_by) if name]
    return found


def _no_defaults(ground: Ground, record: Record, field: str) -> bool:
    """Say whether nothing but the record itself gives it a field."""
    text = ground.file_of(record)
    defaults = Entry(text, "defaults") if "\ndefaults:" in text else None
    return defaults is None or defaults.field(field) is None


def _measured(ground: Ground, random: Random) -> Iterator[Mutation]:
    """Take from a measurement its source, day or conditions, or cite a document that names no tool."""
    found = []
    for record in ground.current("measured"):
        entry = _entry(ground, record)
        for field, also in (("source", (MISSING,)), ("observed", (MISSING,)), ("scope", ())):
            if entry.field(field) and _no_defaults(ground, record, field):
                wanted = about("CB601", record.identifier, also=also, path=record.path)
                text = entry.without(field)
                found.append(Mutation("CB601", f"{field} dropped", {record.path: text}, wanted))
        if not any(source.tool for name in record.references for source in _chain(ground, name)):
            wanted = about("CB601", record.identifier, path=record.path)
            for source in ("sources.section-06", "sources.overview", "sources.nccl-2090"):
                text = entry.with_field("source", f"source: {source}")
                found.append(Mutation("CB601", "source without tool", {record.path: text}, wanted, source))
    yield from _shuffled(random, found)


def _raised(ground: Ground, random: Random) -> Iterator[Mutation]:
    """Call measured what was read in a document that names no tool, or take the tool from a source."""
    found = []
    for record in ground.current("sourced"):
        cited = [name for name in (record.source, *record.references) if name]
        if not any(source.tool for name in cited for source in _chain(ground, name)) and record.observed:
            text = _entry(ground, record).with_field("kind", "kind: measured")
            wanted = about("CB601", record.identifier, path=record.path)
            found.append(Mutation("CB601", "kind raised", {record.path: text}, wanted))
    for source in ground.book.of_kind("source"):
        assert isinstance(source, Source)
        citing = [
            record.identifier for record in ground.current("measured") if record.source == source.identifier
        ]
        others = [one.tool for one in _chain(ground, source.identifier) if one != source]
        if source.tool and citing and not any(others):
            text = _entry(ground, source).without("tool")
            found.append(Mutation("CB601", "tool dropped", {source.path: text}, about("CB601", *citing)))
    yield from _shuffled(random, found)


def _unverified(ground: Ground, random: Random) -> Iterator[Mutation]:
    """Put a placeholder where an assumption says how to verify it, or nothing."""
    found = []
    for number, record in enumerate(ground.current("assumed")):
        wanted = about("CB602", record.identifier, also=(MISSING,), path=record.path)
        entry = _entry(ground, record)
        if entry.field("verify") is None:
            continue
        words = _PLACEHOLDERS[number % len(_PLACEHOLDERS)]
        text = entry.with_field("verify", f"verify: {words}")
        found.append(Mutation("CB602", "check emptied", {record.path: text}, wanted, words))
        text = entry.without("verify")
        found.append(Mutation("CB602", "check dropped", {record.path: text}, wanted))
    yield from _shuffled(random, found)


def _unaddressed(ground: Ground, random: Random) -> Iterator[Mutation]:
    """Take from a source its address or the days on which it was seen, where no source above it has one."""
    cited = {record.source for record in ground.current("sourced")}
    found = []
    for source in ground.book.of_kind("source"):
        assert isinstance(source, Source)
        users = [
            name
            for name in sorted(filter(None, cited))
            if source in (chain := _chain(ground, name))
            and sum(bool(one.address) for one in chain)
            == sum(bool(one.seen or one.dated) for one in chain)
            == 1
        ]
        wanted = about("CB603", *users)
        if users and source.address:
            text = _entry(ground, source).without("address")
            found.append(Mutation("CB603", "address dropped", {source.path: text}, wanted))
        if users and (source.seen or source.dated):
            text = ground.file_of(source)
            for field in ("seen", "dated"):
                entry = Entry(text, source.key)
                text = entry.without(field) if entry.field(field) else text
            found.append(Mutation("CB603", "days dropped", {source.path: text}, wanted))
    yield from _shuffled(random, found)


def _new_sources(ground: Ground, random: Random) -> Iterator[Mutation]:
    """Cite a new source that has no address and no day."""
    found = []
    sources = ground.texts["claims/sources.yml"]
    for record in ground.current("sourced"):
        for given in ("", "  address: https://example.org/survey\n", "  seen: 2026-09\n"):
            text = _entry(ground, record).with_field("source", "source: sources.survey")
            edits = {record.path: text, "claims/sources.yml": sources + _NEW_SOURCE + given}
            wanted = about("CB603", "sources.survey")
            found.append(Mutation("CB603", "source without address", edits, wanted, record.identifier))
    yield from _shuffled(random, found)


def _unread(ground: Ground, random: Random) -> Iterator[Mutation]:
    """Present a source that nobody read as if somebody had, or take away who reports it."""
    found = []
    for source in ground.book.of_kind("source"):
        assert isinstance(source, Source)
        if not source.available and source.reported_by and not source.seen:
            entry = _entry(ground, source)
            wanted = about("CB604", source.identifier, path=source.path)
            found.append(Mutation("CB604", "mark dropped", {source.path: entry.without("available")}, wanted))
            text = entry.with_field("available", "available: true")
            found.append(Mutation("CB604", "mark flipped", {source.path: text}, wanted))
            citing = [
                record.identifier
                for record in ground.current("measured", "sourced")
                if record.source and _needs(_chain(ground, record.source), source)
            ]
            if citing:
                text = entry.without("reported_by")
                found.append(
                    Mutation("CB604", "report dropped", {source.path: text}, about("CB604", *citing))
                )
    yield from _shuffled(random, found)


def _needs(chain: list[Source], source: Source) -> bool:
    """Say whether a source is the first of a chain and nothing that it is part of was read or is reported.

    An experiment is reported with the campaign that it is part of, whether it says so itself or not.
    """
    return chain[0] == source and source.part_of is None


def _shuffled(random: Random, found: list[Mutation]) -> Iterator[Mutation]:
    random.shuffle(found)
    yield from found


OPERATORS = (
    Operator("CB601", "measured", _measured),
    Operator("CB601", "raised", _raised),
    Operator("CB602", "unverified", _unverified),
    Operator("CB603", "unaddressed", _unaddressed),
    Operator("CB603", "new source", _new_sources),
    Operator("CB604", "unread", _unread),
)

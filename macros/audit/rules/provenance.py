"""Where statements come from: what a measurement, an assumption and a citation have to say of themselves.

``unstated`` is an answer: it is shown to readers as such. What is missing is not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from macros.audit.rule import Example, Rule
from macros.findings import Level
from macros.records.structures import Source

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from macros.audit.material import Material
    from macros.findings import Finding
    from macros.records.book import Book

_PLACEHOLDERS = frozenset(
    {"", "unstated", "unknown", "none", "no", "n/a", "na", "to do", "todo", "tbd", "tba", "fixme", "-", "?"}
)


def _upwards(book: Book, first: Iterable[str]) -> list[Source]:
    """Return sources, each with what it is part of and what reports it, nearest first."""
    found: dict[str, Source] = {}
    waiting = list(first)
    while waiting:
        identifier = waiting.pop(0)
        source = book.get(identifier)
        if identifier in found or not isinstance(source, Source):
            continue
        found[identifier] = source
        waiting.extend(name for name in (source.part_of, source.reported_by) if name)
    return list(found.values())


def _with_tool(book: Book) -> frozenset[str]:
    """Return the sources that name their tool, or are part of or reported by one that does."""
    return frozenset(
        record.identifier
        for record in book.of_kind("source")
        if any(source.tool for source in _upwards(book, [record.identifier]))
    )


def _measured(rule: Rule, material: Material) -> Iterator[Finding]:
    with_tool = _with_tool(material.book)
    for record in material.book.of_kind("measured"):
        missing = [
            what
            for what, present in (
                ("source", record.source is not None),
                ("date", material.assessments[record.identifier].observed is not None),
                ("scope", bool(record.scope)),
                ("tool", not with_tool.isdisjoint((record.source, *record.references))),
            )
            if not present
        ]
        if missing and record.superseded_by is None:
            yield rule.finding(
                record.place,
                f"{record.identifier} is measured and has no {', no '.join(missing)}",
                _where(missing),
                "write unstated where the source does not say it",
                record=record.identifier,
            )


def _where(missing: list[str]) -> str:
    places = {
        "source": "the source that measured it",
        "date": "observed, or a date of its source",
        "scope": "the conditions of the measurement",
        "tool": "tool in its source, or in one that it is part of",
    }
    return "; ".join(places[what] for what in missing)


def _assumed(rule: Rule, material: Material) -> Iterator[Finding]:
    for record in material.book.of_kind("assumed"):
        words = " ".join((record.verify or "").casefold().split()).rstrip(".")
        if words in _PLACEHOLDERS and record.superseded_by is None:
            yield rule.finding(
                record.place,
                f"{record.identifier} is assumed, and how to verify it is {words or 'missing'}",
                "what a reader does to find out",
                record=record.identifier,
            )


def _sourced(rule: Rule, material: Material) -> Iterator[Finding]:
    """Yield each source once, at its own record, where a statement cites it."""
    book = material.book
    cited = {
        record.source for record in book.of_kind("sourced") if record.source and record.superseded_by is None
    }
    for identifier in sorted(cited):
        chain = _upwards(book, [identifier])
        missing = [
            what
            for what, present in (
                ("address", any(source.address for source in chain)),
                ("day on which it was seen", any(source.seen or source.dated for source in chain)),
            )
            if not present
        ]
        if missing and chain:
            yield rule.finding(
                chain[0].place,
                f"{identifier} is cited and has no {' and no '.join(missing)}",
                "address and seen, in it or in the source that reports it",
                "write unstated where nobody knows",
                record=identifier,
            )


def _unavailable(rule: Rule, material: Material) -> Iterator[Finding]:
    book = material.book
    for record in book.of_kind("measured", "sourced"):
        source = book.get(record.source) if record.source else None
        if isinstance(source, Source) and record.superseded_by is None and not _was_read(book, source):
            yield rule.finding(
                record.place,
                f"{record.identifier} quotes {source.identifier}, which is not available and "
                "reported by nobody",
                "a source that was read, or reported_by in the one that was not",
                record=record.identifier,
            )
    for record in book.of_kind("source"):
        if isinstance(record, Source) and record.available and record.reported_by and not record.seen:
            yield rule.finding(
                record.place,
                f"{record.identifier} counts as available, and was read in {record.reported_by} only",
                "available: false, or the day on which it was seen",
                record=record.identifier,
            )


def _was_read(book: Book, source: Source) -> bool:
    return any(item.available for item in _upwards(book, [source.identifier]))


RULES = (
    Rule(
        code="CB601",
        name="measured-without-provenance",
        level=Level.ERROR,
        summary="A measurement lacks its source, its date, its conditions or its tool.",
        why=(
            "A number without who measured it, when, under which conditions and with what cannot be "
            "repeated, and nobody can say when it stopped being true. Where the source itself does not say "
            "it, unstated is an answer that readers see."
        ),
        example=Example(
            "kind: measured, value: 12, and no scope", "the same with scope: {pump: A, temperature: unstated}"
        ),
        check=_measured,
    ),
    Rule(
        code="CB602",
        name="assumed-without-check",
        level=Level.ERROR,
        summary="An assumption does not say how to verify it.",
        why="Judgement may be published if its reader can test it. A placeholder is no test.",
        example=Example("verify: TBD", "verify: Run the pump for an hour and read the meter."),
        check=_assumed,
    ),
    Rule(
        code="CB603",
        name="source-without-address",
        level=Level.ERROR,
        summary="A source that is cited has no address, or no day on which it was seen.",
        why=(
            "Pages on the web move and change. A citation says where something was read and when, in the "
            "source's own record or in that of the document which reports it; or it says that this is "
            "unstated."
        ),
        example=Example(
            "a source with a title alone", "address: https://example.org/manual and seen: 2026-09"
        ),
        check=_sourced,
    ),
    Rule(
        code="CB604",
        name="unavailable-source",
        level=Level.ERROR,
        summary="A source that nobody read is presented as if somebody had.",
        why=(
            "A reader takes a citation for something that the author has read. A source known only through "
            "another document is marked so: available: false with reported_by."
        ),
        example=Example(
            "reported_by: sources.manual in a source that counts as available",
            "available: false beside it",
        ),
        check=_unavailable,
    ),
)

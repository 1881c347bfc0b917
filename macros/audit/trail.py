"""A record with its trail both ways: what it rests on down to the sources, and what rests on it.

Everything is plain data for text and JSON. A record that is met twice is followed once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from macros.audit.showing import Showing, inserted
from macros.records.structures import Source
from macros.records.wording import standing_text, verdict_text, words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from macros.audit.material import Material
    from macros.audit.showing import Shown
    from macros.records.base import Record
    from macros.records.book import Book
    from macros.state import Cause

    Links = Callable[[str], Iterable[tuple[str, str]]]


@dataclass(frozen=True, slots=True)
class Brief:
    """A record in a line: what it is called and says in figures, how strong and how fresh it is."""

    identifier: str
    title: str
    kind: str
    value: str
    verdict: str
    grade: str
    state: str
    causes: tuple[Cause, ...]
    path: str
    line: int


@dataclass(frozen=True, slots=True)
class Step:
    """A record of a trail: by which field it is reached, how far away, and whether it came before."""

    relation: str
    depth: int
    record: Brief
    again: bool = False


@dataclass(frozen=True, slots=True)
class Trail:
    """All that is asked of one record."""

    record: Brief
    says: str
    caveat: str
    fields: tuple[tuple[str, str], ...]
    rests_on: tuple[Step, ...]
    sources: tuple[Step, ...]
    carries: tuple[Step, ...]
    related: tuple[Step, ...]
    shown: tuple[Shown, ...]


def trail(material: Material, identifier: str) -> Trail:
    """Return the trail of a record of the book."""
    book = material.book
    record = book.records[identifier]
    return Trail(
        record=brief(material, record),
        says=words(book, record, record.says),
        caveat=words(book, record, record.caveat) if record.caveat else "",
        fields=tuple(_fields(material, record)),
        rests_on=walk(material, identifier, lambda name: _foundations(book, name)),
        sources=walk(material, identifier, lambda name: _provenance(book, name)),
        carries=walk(material, identifier, lambda name: carried(book, name)),
        related=tuple(_related(material, record)),
        shown=Showing(material).of(identifier),
    )


def brief(material: Material, record: Record) -> Brief:
    """Return a record in a line."""
    assessment = material.assessments.get(record.identifier)
    return Brief(
        identifier=record.identifier,
        title=record.title,
        kind=record.kind,
        value=standing_text(material.book, record),
        verdict=verdict_text(material.book, record),
        grade=material.book.grades.get(record.identifier, ""),
        state=assessment.state.value if assessment else "",
        causes=assessment.causes if assessment else (),
        path=record.path,
        line=record.line,
    )


def walk(material: Material, start: str, links: Links) -> tuple[Step, ...]:
    """Return everything that links lead to, each below what leads to it; works on chains of any length."""
    book = material.book
    seen = {start}
    steps: list[Step] = []
    todo = [(relation, name, 1) for relation, name in reversed(list(links(start)))]
    while todo:
        relation, name, depth = todo.pop()
        if name not in book:
            continue
        again = name in seen
        steps.append(Step(relation, depth, brief(material, book.records[name]), again))
        if not again:
            seen.add(name)
            todo.extend((field, other, depth + 1) for field, other in reversed(list(links(name))))
    return tuple(steps)


def carried(book: Book, identifier: str) -> Iterator[tuple[str, str]]:
    """Yield what rests on a record, with the field by which it does."""
    for name in book.carried_by(identifier):
        relations = [field for field, other in _foundations(book, name) if other == identifier]
        yield ", ".join(dict.fromkeys(relations)), name


def _foundations(book: Book, identifier: str) -> Iterator[tuple[str, str]]:
    """Yield what a record rests on; an input of a formula is called by its name there."""
    record = book.records[identifier]
    foundations = frozenset(record.foundations())
    for path, name, _ in record.linked():
        field = path[0] if path[0] != "from" else "inputs"
        if name in foundations and field in record.foundation_fields:
            yield (str(path[1]) if field == "inputs" else str(path[0])), name


def _provenance(book: Book, identifier: str) -> Iterator[tuple[str, str]]:
    """Yield where a record comes from: its sources, and what these are part of or read in."""
    record = book.records[identifier]
    names = ("part_of", "reported_by") if isinstance(record, Source) else ("source", "references")
    for path, name, _ in record.linked():
        if path[0] in names:
            yield str(path[0]), name


def _related(material: Material, record: Record) -> Iterator[Step]:
    """Yield the records beside this one: conflicts, successors, open points, and texts that insert it."""
    book, identifier = material.book, record.identifier
    ties = [("in conflict with", name) for name in book.contested_by(identifier)]
    if record.superseded_by:
        ties.append(("superseded by", record.superseded_by))
    for other in book:
        if other.superseded_by == identifier:
            ties.append(("supersedes", other.identifier))
        if identifier in inserted(other):
            ties.append(("inserted in the text of", other.identifier))
    ties.extend(("left open in", name) for name in book.concerning(identifier))
    for relation, name in dict.fromkeys(ties):
        if name in book:
            yield Step(relation, 1, brief(material, book.records[name]))


def _fields(material: Material, record: Record) -> Iterator[tuple[str, str]]:
    """Yield the facts about a record that are no links to other claims."""
    for name, words_of in (("formula", "formula"), ("holds if", "holds_if"), ("comparable", "comparable")):
        text = getattr(record, words_of, None)
        if text:
            yield name, text
    if record.scope:
        yield "scope", "; ".join(f"{name}: {text}" for name, text in record.scope.items())
    yield from _days(material, record)
    yield from _pins(material.book, record)
    if record.verify:
        yield "verify", words(material.book, record, record.verify)
    if record.audience != "all":
        yield "audience", record.audience
    for entry in record.history:
        yield "history", f"{entry.on.written}: {words(material.book, record, entry.says)}"


def _days(material: Material, record: Record) -> Iterator[tuple[str, str]]:
    """Yield when it was last seen true, from where that is known, and when it wants review."""
    assessment = material.assessments.get(record.identifier)
    if record.observed is not None:
        yield "observed", record.observed.written
    if assessment and assessment.observed and assessment.observed_from != record.identifier:
        yield (
            "seen",
            f"no later than {assessment.observed.isoformat()}, the day of {assessment.observed_from}",
        )
    if assessment and assessment.review_due:
        yield "review", f"due {assessment.review_due.isoformat()}"
    if record.attribution != "stated":
        yield "attribution", record.attribution


def _pins(book: Book, record: Record) -> Iterator[tuple[str, str]]:
    """Yield the pinned components with the version that was seen, and the one that is pinned now."""
    versions = record.seen_versions()
    for name in record.pins:
        component = book.get(name)
        now = standing_text(book, component) if component else ""
        seen = versions.get(name, "")
        texts = [name, f"seen on {seen}" if seen else "", f"now {now}" if now else ""]
        yield "pinned to", ", ".join(text for text in texts if text)

"""Records and a day to states: current, due, stale, contested, superseded, each with its causes.

Computed once for all records, in the order of the support graph. It knows no pages. What was seen only after
the day replaces, contests and renews nothing on it, so that an earlier day shows what was known then.
"""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING

from macros.findings import Finding
from macros.records.book import GRADES
from macros.records.claims import Derived
from macros.records.kinds import STATEMENT_KINDS
from macros.records.loader import locate_field
from macros.records.structures import Component, Policy, Source, Watch
from macros.records.written import UNSTATED, Day

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from macros.records.base import Record
    from macros.records.book import Book

DUE_DAYS = 30


class State(StrEnum):
    """How far a record may be trusted on a day; later ones outweigh earlier ones."""

    CURRENT = "current"
    DUE = "due"
    STALE = "stale"
    CONTESTED = "contested"
    SUPERSEDED = "superseded"


_WEIGHT = {state: weight for weight, state in enumerate(State)}


class Sort(StrEnum):
    """What sort of thing makes a record other than current."""

    SUPERSEDED = "superseded"
    CONTESTED = "contested"
    CHANGED_INPUT = "changed input"
    MOVED_COMPONENT = "moved component"
    FIRED_WATCH = "fired watch"
    AGE = "age"
    DUE = "due"
    SUPERSEDED_INPUT = "superseded input"
    STALE_INPUT = "stale input"


_STATES = MappingProxyType(
    {Sort.SUPERSEDED: State.SUPERSEDED, Sort.CONTESTED: State.CONTESTED, Sort.DUE: State.DUE}
)


_TELLING = frozenset({Sort.CHANGED_INPUT, Sort.MOVED_COMPONENT, Sort.FIRED_WATCH})
"""Causes whose words hold a value or a date of the record that causes them."""
_BY = frozenset({Sort.SUPERSEDED, Sort.CONTESTED})
"""Causes whose words go on with the record that causes them."""


@dataclass(frozen=True, slots=True)
class Cause:
    """Why a record is not simply current: what sort of cause, in words, and the record that causes it."""

    sort: Sort
    says: str
    record: str = ""

    @property
    def state(self) -> State:
        """Return the state that the cause puts a record in."""
        return _STATES.get(self.sort, State.STALE)

    @property
    def inherited(self) -> bool:
        """Say whether the record is stale only because one that it rests on is."""
        return self.sort is Sort.STALE_INPUT


@dataclass(frozen=True, slots=True)
class Assessment:
    """A record's state on a day, every cause, and the day by which it wants review."""

    state: State
    causes: tuple[Cause, ...]
    observed: datetime.date | None
    observed_from: str
    review_due: datetime.date | None
    fragile: bool


def assess(book: Book, as_of: datetime.date) -> Mapping[str, Assessment]:
    """Return the assessment of every statement of the book for the day ``as_of``."""
    policy = _policy(book)
    assessments: dict[str, Assessment] = {}
    for identifier in book.order:
        record = book.records[identifier]
        if record.kind in STATEMENT_KINDS:
            assessments[identifier] = _assess(book, record, as_of, policy, assessments)
    return MappingProxyType(assessments)


def without(
    assessments: Mapping[str, Assessment], hidden: Mapping[str, str], stand_ins: Mapping[str, str]
) -> Mapping[str, Assessment]:
    """Return the assessments of what is shown: each state as it is, its causes without hidden records."""

    def told(cause: Cause) -> Cause:
        if cause.record not in hidden:
            return cause
        if cause.record in stand_ins and cause.sort not in _TELLING:
            return replace(cause, record=stand_ins[cause.record])
        words = cause.says if cause.sort in _BY else f"{cause.sort.value}:"
        return Cause(cause.sort, f"{words} a record that this edition leaves out")

    return MappingProxyType(
        {
            identifier: replace(
                assessment,
                causes=tuple(dict.fromkeys(told(cause) for cause in assessment.causes)),
                observed_from=stand_ins.get(assessment.observed_from, assessment.observed_from),
            )
            for identifier, assessment in assessments.items()
            if identifier not in hidden
        }
    )


def _policy(book: Book) -> Mapping[str, int]:
    periods: dict[str, int] = {}
    for record in book.of_kind("policy"):
        if isinstance(record, Policy):
            periods.update(record.periods)
    return periods


def _assess(
    book: Book,
    record: Record,
    as_of: datetime.date,
    policy: Mapping[str, int],
    done: Mapping[str, Assessment],
) -> Assessment:
    observed, origin = observation(book, record)
    days = record.review or policy.get(record.kind)
    due = observed + datetime.timedelta(days=days) if observed and days else None
    causes = [
        *_superseded(book, record, as_of),
        *_contested(book, record, as_of),
        *_changed_inputs(book, record),
        *_moved_components(book, record),
        *_fired_watches(book, record, as_of),
        *_aged(record, observed, due, as_of),
        *_stale_inputs(record, done),
    ]
    state = max((cause.state for cause in causes), key=_WEIGHT.__getitem__, default=State.CURRENT)
    outcome = book.outcomes.get(record.identifier)
    fragile = bool(outcome and outcome.truth and outcome.truth.nominal and outcome.truth.always is not True)
    return Assessment(state, tuple(causes), observed, origin, due, fragile)


def ahead(book: Book, latest: datetime.date) -> list[Finding]:
    """Return a finding for each date that lies after ``latest``: what has not happened was not seen.

    A year mistyped into the future would keep a record current for ever.
    """
    return [
        Finding(
            "future-date",
            locate_field(book.root, record, path),
            f"{path[0]}: {day.written}",
            f"a day that has come, up to {latest.isoformat()}",
            record=record.identifier,
        )
        for record in book
        for path, day in _days(record)
        if day.first is not None and day.first > latest
    ]


def _days(record: Record) -> Iterator[tuple[tuple[str | int, ...], Day]]:
    for name in type(record).model_fields:
        value = getattr(record, name)
        if isinstance(value, Day):
            yield (name,), value
    yield from ((("history", index, "on"), entry.on) for index, entry in enumerate(record.history))


def observation(book: Book, record: Record) -> tuple[datetime.date | None, str]:
    """Return the day from which a record's age counts, and the record that the day comes from.

    A month counts from its first day. A record without a date of its own takes its source's
    (or the document's): it was seen no later than that. A derived record and a structure age through what
    they rest on.
    """
    if record.observed is not None and record.observed.first is not None:
        return record.observed.first, record.identifier
    if record.observed is None and record.foundations():
        return None, ""
    document = record.document.source if record.document else None
    for start in (record.source, document):
        day, origin = _source_day(book, start)
        if day:
            return day, origin
    return None, ""


def _source_day(book: Book, identifier: str | None) -> tuple[datetime.date | None, str]:
    seen: set[str] = set()
    while identifier and identifier in book and identifier not in seen:
        seen.add(identifier)
        source = book.records[identifier]
        if not isinstance(source, Source):
            break
        for day in (source.dated, source.seen):
            if day is not None and day.first is not None:
                return day.first, identifier
        identifier = source.part_of or source.reported_by
    return None, ""


def _was_seen(book: Book, record: Record, as_of: datetime.date) -> bool:
    """Say whether a record had been seen by a day; one without a date counts as seen."""
    seen, _ = observation(book, record)
    return seen is None or seen <= as_of


def _superseded(book: Book, record: Record, as_of: datetime.date) -> tuple[Cause, ...]:
    successor = book.get(record.superseded_by) if record.superseded_by else None
    if successor is None or not _was_seen(book, successor, as_of):
        return ()
    return (Cause(Sort.SUPERSEDED, "superseded by", successor.identifier),)


def _contested(book: Book, record: Record, as_of: datetime.date) -> tuple[Cause, ...]:
    own = book.grades.get(record.identifier)
    causes = []
    for identifier in book.contested_by(record.identifier):
        other = book.get(identifier)
        grade = book.grades.get(identifier)
        if other is None or not own or not grade or not _was_seen(book, other, as_of):
            continue
        if _superseded(book, other, as_of):
            continue
        if GRADES.index(grade) <= GRADES.index(own):
            causes.append(Cause(Sort.CONTESTED, "contested by", identifier))
    return tuple(causes)


def _changed_inputs(book: Book, record: Record) -> Iterator[Cause]:
    """Yield the inputs whose value is not the one that was read when the record was last accepted."""
    if not isinstance(record, Derived) or not record.read:
        return
    for name, identifier in record.inputs.items():
        now, before = book.reading(identifier), " ".join(record.read.get(name, "").split())
        if now and not before:
            yield Cause(Sort.CHANGED_INPUT, f"never read, now {now}: the input", identifier)
        elif now and now != before:
            yield Cause(Sort.CHANGED_INPUT, f"read as {before}, now {now}: the input", identifier)


_COMMIT = re.compile(r"[0-9a-f]{7,40}")


def _moved_components(book: Book, record: Record) -> Iterator[Cause]:
    """Yield the pinned components that have another version now; what nobody stated has not moved."""
    for identifier, before in record.seen_versions().items():
        component = book.get(identifier)
        if not isinstance(component, Component) or before == UNSTATED:
            continue
        version, commit = (
            "" if text in (None, UNSTATED) else str(text) for text in (component.version, component.commit)
        )
        now = (commit if _COMMIT.fullmatch(before) else version) or version or commit
        if now and before != version and not _same_commit(before, commit):
            yield Cause(
                Sort.MOVED_COMPONENT, f"moved from {before} to {now}: the pinned component", identifier
            )


def _same_commit(one: str, other: str) -> bool:
    """Say whether two texts are one commit, of which either may be shortened."""
    if one == other:
        return True
    both = _COMMIT.fullmatch(one) and _COMMIT.fullmatch(other)
    return bool(both) and (one.startswith(other) or other.startswith(one))


def _fired_watches(book: Book, record: Record, as_of: datetime.date) -> Iterator[Cause]:
    """Yield the watches that have fired, unless the record was seen true after that and by the day."""
    for identifier in book.watched_by(record.identifier):
        watch = book.get(identifier)
        if not isinstance(watch, Watch) or watch.on is None or _superseded(book, watch, as_of):
            continue
        first, last = watch.on.first, watch.on.last
        if first is not None and first > as_of:
            continue
        seen = record.observed.first if record.observed is not None else None
        if seen is None or last is None or seen < last or seen > as_of:
            day = f"fired {watch.on.written}" if first is not None else "fired"
            yield Cause(Sort.FIRED_WATCH, f"{day}: the watch", identifier)


def _stale_inputs(record: Record, done: Mapping[str, Assessment]) -> tuple[Cause, ...]:
    causes = []
    for name in record.foundations():
        states = {cause.state for cause in done[name].causes} if name in done else set()
        if State.SUPERSEDED in states:
            causes.append(Cause(Sort.SUPERSEDED_INPUT, "rests on a superseded record", name))
        elif State.STALE in states:
            causes.append(Cause(Sort.STALE_INPUT, "rests on a stale record", name))
    return tuple(sorted(causes, key=lambda cause: cause.inherited))


def _aged(
    record: Record, observed: datetime.date | None, due: datetime.date | None, as_of: datetime.date
) -> tuple[Cause, ...]:
    if due is None or observed is None:
        return ()
    if as_of >= due:
        return (
            Cause(
                Sort.AGE,
                f"last seen true {_shown(record.observed, observed)}, to be reviewed by {due.isoformat()}",
            ),
        )
    if as_of >= due - datetime.timedelta(days=DUE_DAYS):
        return (Cause(Sort.DUE, f"review due {due.isoformat()}"),)
    return ()


def _shown(day: Day | None, observed: datetime.date) -> str:
    if day is None or day.unstated:
        return f"no later than {observed.isoformat()}"
    return day.written

"""Records and a day to states: current, due, stale, contested, superseded, each with its causes.

Computed once for all records, in the order of the support graph. It knows no pages.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING

from macros.records.book import GRADES
from macros.records.kinds import STATEMENT_KINDS
from macros.records.structures import Policy, Source

if TYPE_CHECKING:
    from collections.abc import Mapping

    from macros.records.base import Record
    from macros.records.book import Book
    from macros.records.written import Day

DUE_DAYS = 30


class State(StrEnum):
    """How far a record may be trusted on a day; later ones outweigh earlier ones."""

    CURRENT = "current"
    DUE = "due"
    STALE = "stale"
    CONTESTED = "contested"
    SUPERSEDED = "superseded"


_WEIGHT = {state: weight for weight, state in enumerate(State)}


@dataclass(frozen=True, slots=True)
class Cause:
    """Why a record is not simply current: the state, in words, and the record that causes it."""

    state: State
    says: str
    record: str = ""


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
        *_superseded(record),
        *_contested(book, record),
        *_stale_inputs(record, done),
        *_aged(record, observed, due, as_of),
    ]
    state = max((cause.state for cause in causes), key=_WEIGHT.__getitem__, default=State.CURRENT)
    outcome = book.outcomes.get(record.identifier)
    fragile = bool(outcome and outcome.truth and outcome.truth.nominal and outcome.truth.always is not True)
    return Assessment(state, tuple(causes), observed, origin, due, fragile)


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


def _superseded(record: Record) -> tuple[Cause, ...]:
    if record.superseded_by is None:
        return ()
    return (Cause(State.SUPERSEDED, "superseded by", record.superseded_by),)


def _contested(book: Book, record: Record) -> tuple[Cause, ...]:
    own = book.grades.get(record.identifier)
    causes = []
    for identifier in book.contested_by(record.identifier):
        other = book.get(identifier)
        grade = book.grades.get(identifier)
        if other is None or other.superseded_by is not None or not own or not grade:
            continue
        if GRADES.index(grade) <= GRADES.index(own):
            causes.append(Cause(State.CONTESTED, "contested by", identifier))
    return tuple(causes)


def _stale_inputs(record: Record, done: Mapping[str, Assessment]) -> tuple[Cause, ...]:
    causes = []
    for name in record.foundations():
        states = {cause.state for cause in done[name].causes} if name in done else set()
        if State.SUPERSEDED in states:
            causes.append(Cause(State.STALE, "rests on a superseded record", name))
        elif State.STALE in states:
            causes.append(Cause(State.STALE, "rests on a stale record", name))
    return tuple(causes)


def _aged(
    record: Record, observed: datetime.date | None, due: datetime.date | None, as_of: datetime.date
) -> tuple[Cause, ...]:
    if due is None or observed is None:
        return ()
    if as_of >= due:
        return (
            Cause(
                State.STALE,
                f"last seen true {_shown(record.observed, observed)}, to be reviewed by {due.isoformat()}",
            ),
        )
    if as_of >= due - datetime.timedelta(days=DUE_DAYS):
        return (Cause(State.DUE, f"review due {due.isoformat()}"),)
    return ()


def _shown(day: Day | None, observed: datetime.date) -> str:
    if day is None or day.unstated:
        return f"no later than {observed.isoformat()}"
    return day.written

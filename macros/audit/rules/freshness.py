"""What is no longer fresh, and why: age, changed inputs, moved components, fired watches.

The causes are those of the states. A record with a cause of its own is an error, once for each root; one that
is stale only because of what it rests on is a warning that names its roots, so that a chain of any length
reads as one error and its followers. A superseded record is nobody's task: its successor is shown instead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from macros.audit.rule import Example, Rule
from macros.findings import Level
from macros.records.claims import Derived
from macros.state import Sort, State

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from macros.audit.material import Material
    from macros.findings import Finding
    from macros.records.base import Record
    from macros.state import Assessment, Cause

MOST_NAMED = 4
"""How many causes or roots a message names before it counts the rest."""


def _live(material: Material) -> Iterator[tuple[Record, Assessment]]:
    """Yield the statements that nothing has replaced, each after what it rests on."""
    for identifier, assessment in material.assessments.items():
        if assessment.state is not State.SUPERSEDED:
            yield material.book.records[identifier], assessment


def _worded(cause: Cause) -> str:
    return f"{cause.says} {cause.record}".rstrip()


def _listed(items: list[str]) -> str:
    rest = len(items) - MOST_NAMED
    return "; ".join(items[:MOST_NAMED]) + (f"; and {rest} more" if rest > 0 else "")


def _roots(material: Material) -> Mapping[str, tuple[str, ...]]:
    """Return, for every stale record, the records whose own causes lie below it: itself if it has any."""
    roots: dict[str, tuple[str, ...]] = {}
    for identifier, assessment in material.assessments.items():
        stale = [cause for cause in assessment.causes if cause.state is State.STALE]
        if any(not cause.inherited for cause in stale):
            roots[identifier] = (identifier,)
        elif stale:
            roots[identifier] = _below(stale, roots)
    return roots


def _below(causes: list[Cause], roots: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    found = (root for cause in causes if cause.inherited for root in roots[cause.record])
    return tuple(dict.fromkeys(found))[: MOST_NAMED + 1]


def _reason(material: Material, root: str) -> str:
    """Return why a root is stale, in words."""
    own = [
        _worded(cause)
        for cause in material.assessments[root].causes
        if cause.state is State.STALE and not cause.inherited
    ]
    return f"{root}: {own[0]}" if own else root


def _stale(rule: Rule, material: Material) -> Iterator[Finding]:
    roots = _roots(material)
    for record, assessment in _live(material):
        causes = [cause for cause in assessment.causes if cause.state is State.STALE]
        own = [cause for cause in causes if cause.sort in (Sort.AGE, Sort.SUPERSEDED_INPUT)]
        inherited = [cause for cause in causes if cause.inherited]
        if own:
            yield rule.finding(
                record.place,
                f"{record.identifier} is stale: {_listed([_worded(cause) for cause in causes])}",
                "a record seen true again since",
                _remedy(material, own[0], record),
                record=record.identifier,
                cause=_worded(own[0]),
            )
        elif inherited:
            reasons = [_reason(material, root) for root in _below(inherited, roots)]
            yield rule.finding(
                record.place,
                f"{record.identifier} rests on {_listed([cause.record for cause in inherited])}, "
                f"stale because of {_listed(reasons)}",
                "what it rests on to be current",
                record=record.identifier,
                cause=reasons[0],
                level=Level.WARNING,
            )


def _remedy(material: Material, cause: Cause, record: Record) -> str:
    if cause.sort is Sort.SUPERSEDED_INPUT:
        newer = material.book.records[cause.record].superseded_by
        return f"see whether it holds on {newer}, and rest it on that"
    return f"claimbook verify {record.identifier} --on DATE --source SOURCE"


def _due(rule: Rule, material: Material) -> Iterator[Finding]:
    for record, assessment in _live(material):
        due = [cause for cause in assessment.causes if cause.sort is Sort.DUE]
        if due and assessment.review_due is not None:
            days = (assessment.review_due - material.as_of).days
            yield rule.finding(
                record.place,
                f"{record.identifier} is to be reviewed by {assessment.review_due.isoformat()}, "
                f"in {days} {'day' if days == 1 else 'days'}",
                "a review before that day",
                f"claimbook verify {record.identifier} --on DATE --source SOURCE",
                record=record.identifier,
                cause=due[0].says,
            )


def _changed(rule: Rule, material: Material) -> Iterator[Finding]:
    for record, assessment in _live(material):
        if isinstance(record, Derived) and not record.read and material.book.outcomes.get(record.identifier):
            yield rule.finding(
                record.place,
                f"{record.identifier} was never accepted: it does not say what it read",
                "read: each input with its value when somebody last looked",
                f"claimbook accept {record.identifier}",
                record=record.identifier,
                level=Level.NOTE,
            )
        yield from _of_sort(
            rule,
            record,
            assessment,
            Sort.CHANGED_INPUT,
            "the values that it was accepted with",
            f"look at it again, then: claimbook accept {record.identifier}",
        )


def _moved(rule: Rule, material: Material) -> Iterator[Finding]:
    for record, assessment in _live(material):
        yield from _of_sort(
            rule,
            record,
            assessment,
            Sort.MOVED_COMPONENT,
            "the version that it was observed on",
            "observe it on the new version and write that version into pins",
        )


def _fired(rule: Rule, material: Material) -> Iterator[Finding]:
    for record, assessment in _live(material):
        yield from _of_sort(
            rule,
            record,
            assessment,
            Sort.FIRED_WATCH,
            "a record seen true since the watch fired",
            f"decide anew, then: claimbook verify {record.identifier} --on DATE --source SOURCE",
        )


def _of_sort(
    rule: Rule, record: Record, assessment: Assessment, sort: Sort, expected: str, fix: str
) -> Iterator[Finding]:
    """Yield one finding for all causes of a sort."""
    causes = [_worded(cause) for cause in assessment.causes if cause.sort is sort]
    if causes:
        yield rule.finding(
            record.place,
            f"{record.identifier} is stale: {_listed(causes)}",
            expected,
            fix,
            record=record.identifier,
            cause=causes[0],
        )


_WHY = "A value that nobody has looked at since something below it changed is a guess with a citation."

RULES = (
    Rule(
        code="CB201",
        name="stale",
        level=Level.ERROR,
        summary="A record is past its review, or rests on one that is.",
        why=(
            "What was seen true once is taken to be true for as long as its record or its kind allows, and "
            "no longer. A record with a cause of its own is an error. One that only rests on stale records "
            "is a warning and names the records at the root, so that one old measurement does not read as "
            "thirty."
        ),
        example=Example(
            "observed: 2025-01-10 with review: 180d, read in November 2026",
            "observed: 2026-11-02, after a look at the source",
        ),
        check=_stale,
    ),
    Rule(
        code="CB202",
        name="review-due",
        level=Level.WARNING,
        summary="A record is to be reviewed within thirty days.",
        why="A review takes time: who is told on the day itself publishes a stale record.",
        example=Example(
            "observed: 2026-06-20 with review: 180d, on 1 December 2026",
            "observed: 2026-12-01, after a review",
        ),
        check=_due,
    ),
    Rule(
        code="CB203",
        name="input-changed",
        level=Level.ERROR,
        summary="A derived record has an input whose value is not the one that it was accepted with.",
        why=(
            f"{_WHY} The formula is computed anew at every build, but its sentence, its caveat and the "
            "decision behind it were written for the old value. A record that was never accepted is a note."
        ),
        example=Example(
            'read: {flow: "12 L/min"} beside an input that is now 15 L/min',
            'read: {flow: "15 L/min"}, after claimbook accept',
        ),
        check=_changed,
    ),
    Rule(
        code="CB204",
        name="component-moved",
        level=Level.ERROR,
        summary="A component has another version than the one that a record was observed on.",
        why=(
            f"{_WHY} A pin that names the version seen tells when a measurement is of another stack than the "
            "one that is deployed. A version that either side leaves unstated has not moved."
        ),
        example=Example(
            'pins: {stack.controller: "2.1"} while stack.controller is at 2.2',
            'pins: {stack.controller: "2.2"}, after the measurement was repeated',
        ),
        check=_moved,
    ),
    Rule(
        code="CB205",
        name="watch-fired",
        level=Level.ERROR,
        summary="What a record was waiting for has happened.",
        why=(
            f"{_WHY} A watch says what would reopen a decision. Once it has fired the decision has to be "
            "made again, and the record be marked as seen true, changed, or superseded."
        ),
        example=Example(
            "a watch with fired: true and on: 2026-08 that reopens a record observed in 2026-06",
            "the record decided anew, with observed: 2026-09",
        ),
        check=_fired,
    ),
)

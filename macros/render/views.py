"""A record to what a template shows of it: words and addresses, no markup.

Knows records and their assessments; does not know pages or MkDocs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from macros.records.claims import Derived
from macros.records.kinds import CLAIM_KINDS
from macros.records.structures import Gate, Stage
from macros.records.wording import value_text
from macros.state import State

if TYPE_CHECKING:
    from macros.records.base import Record
    from macros.records.book import Book
    from macros.state import Assessment

AUDIENCE_WORDS = {"all": "all readers", "internal": "internal", "customer": "customer"}


@dataclass(frozen=True, slots=True)
class Tag:
    """A label by word and glyph: its style's name, its word, where it leads, and what hovering says."""

    slug: str
    word: str
    href: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class CauseView:
    """A cause of a state in words, with the record that causes it."""

    says: str
    state: str
    record: str


@dataclass(frozen=True, slots=True)
class View:
    """What templates show of a record."""

    record: Record
    identifier: str
    href: str
    value: str
    kind_tag: Tag | None
    state_tags: tuple[Tag, ...]
    grade: str
    state: str
    causes: tuple[CauseView, ...]
    review_due: str
    observed: str
    fragile: bool
    verdict: str

    @property
    def tags(self) -> tuple[Tag, ...]:
        """Return the kind's tag and those of the states, in the order in which they are shown."""
        return (*((self.kind_tag,) if self.kind_tag else ()), *self.state_tags)


def setting_text(view: View) -> str:
    """Return what a gate sets as it is typed: ``NAME=value`` in an environment, ``name value`` elsewhere."""
    if not isinstance(view.record, Gate):
        return view.value
    setting = view.record.setting
    if setting.name == view.value:
        return view.value
    return f"{setting.name}{'=' if setting.where == 'environment' else ' '}{view.value}"


def build_view(book: Book, record: Record, assessment: Assessment | None, href: str) -> View:
    """Return the view of one record; ``assessment`` is None for records that have no state."""
    grade = book.grades.get(record.identifier, "")
    outcome = book.outcomes.get(record.identifier)
    truth = outcome.truth if outcome else None
    fragile = bool(assessment and assessment.fragile)
    return View(
        record=record,
        identifier=record.identifier,
        href=href,
        value=value_text(book, record),
        kind_tag=_kind_tag(record, grade, href),
        state_tags=_state_tags(assessment, href, fragile=fragile),
        grade=grade,
        state=assessment.state.value if assessment else "",
        causes=tuple(CauseView(cause.says, cause.state.value, cause.record) for cause in assessment.causes)
        if assessment
        else (),
        review_due=assessment.review_due.isoformat() if assessment and assessment.review_due else "",
        observed=_observed(record, assessment),
        fragile=fragile,
        verdict="" if truth is None else ("fragile" if fragile else "holds" if truth.nominal else "broken"),
    )


def _kind_tag(record: Record, grade: str, href: str) -> Tag | None:
    if isinstance(record, Derived):
        slug = "assumed" if grade == "assumed" else "derived"
        word = "derived" if grade == "measured" else f"derived, {grade}"
        return Tag(slug, word, href, f"Computed from other records; the weakest of them is {grade}.")
    if record.kind in CLAIM_KINDS:
        return Tag(record.kind, record.kind, href, record.title)
    if grade:
        return Tag(grade, grade, href, f"The weakest of what it rests on is {grade}.")
    return None


def _state_tags(assessment: Assessment | None, href: str, *, fragile: bool) -> tuple[Tag, ...]:
    if assessment is None:
        return ()
    seen: dict[State, str] = {}
    for cause in assessment.causes:
        seen.setdefault(cause.state, cause.says)
    tags = [
        Tag(state.value, _state_word(state, assessment), href, seen[state])
        for state in reversed(State)
        if state in seen
    ]
    if fragile:
        tags.append(
            Tag("fragile", "fragile", href, "The verdict fails somewhere within its inputs' intervals.")
        )
    return tuple(tags)


def _state_word(state: State, assessment: Assessment) -> str:
    if state is State.DUE and assessment.review_due:
        return f"review due {assessment.review_due.isoformat()}"
    return state.value


def _observed(record: Record, assessment: Assessment | None) -> str:
    if record.observed is not None and not record.observed.unstated:
        return record.observed.written
    if assessment and assessment.observed:
        return f"unstated; no later than {assessment.observed.isoformat()}"
    return "unstated" if record.observed is not None else ""


def status_tag(record: Stage) -> Tag:
    """Return the status of a roadmap stage as a tag."""
    return Tag(record.status, record.status_text)

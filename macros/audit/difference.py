"""What changed in the meaning between two books: values, verdicts, grades, states and fields.

Each side is judged on its own day. A record that one side could not load is said to be not compared, never
to be new or gone.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from macros.records.structures import Component
from macros.records.wording import value_text, verdict_text, words
from macros.state import assess

if TYPE_CHECKING:
    import datetime
    from collections.abc import Iterator, Mapping

    from macros.records.base import Record
    from macros.records.binding import Bound
    from macros.state import Assessment

_COMPUTED = frozenset({"value", "unit", "required", "approx", "shown", "version", "commit"})
"""Fields that the computed value stands for, as it is printed."""
_WORDING = frozenset({"title", "says", "brief", "caveat", "note", "verify", "comparable"})
_FOLLOWING = ("value", "verdict", "grade", "state")
_KEPT_APART = frozenset({"history", "pins", "superseded_by"})
_BOOKKEEPING = frozenset({"identifier", "path", "line", "document", "source_tag_from", "read"})
"""Fields that say where and how something is written, and nothing about the subject."""


@dataclass(frozen=True, slots=True)
class Side:
    """A book with the states of its records on a day."""

    bound: Bound
    day: datetime.date
    assessments: Mapping[str, Assessment]

    @classmethod
    def of(cls, bound: Bound, day: datetime.date) -> Side:
        """Return a book judged on a day."""
        return cls(bound, day, assess(bound.book, day))

    def may_have(self, identifier: str) -> bool:
        """Say whether there may be a record of that id that could not be loaded."""
        return identifier not in self.bound.book and identifier in self.bound.faulty


@dataclass(frozen=True, slots=True)
class FieldChange:
    """What a record said before and says now, in one respect."""

    field: str
    before: str
    after: str

    @property
    def is_wording(self) -> bool:
        """Say whether only words changed, not a figure, a condition or a judgement."""
        return self.field in _WORDING


@dataclass(frozen=True, slots=True)
class RecordChange:
    """A record that differs: its changes, what it newly notes, and the changed records that it rests on."""

    identifier: str
    title: str
    changes: tuple[FieldChange, ...] = ()
    history: tuple[str, ...] = ()
    because: tuple[str, ...] = ()

    @property
    def is_computed(self) -> bool:
        """Say whether something differs that follows from other records: value, verdict, grade or state."""
        return any(change.field in _FOLLOWING for change in self.changes)


@dataclass(frozen=True, slots=True)
class Listed:
    """A record that came, went, was superseded, or stands under another id now."""

    identifier: str
    title: str
    kind: str
    value: str
    other: str = ""


@dataclass(frozen=True, slots=True)
class Difference:
    """Everything that differs, by id."""

    added: tuple[Listed, ...]
    removed: tuple[Listed, ...]
    renamed: tuple[Listed, ...]
    superseded: tuple[Listed, ...]
    changed: tuple[RecordChange, ...]
    not_compared: tuple[str, ...]

    def __bool__(self) -> bool:
        """Say whether there is any difference."""
        return any((self.added, self.removed, self.renamed, self.superseded, self.changed))


def difference(before: Side, after: Side) -> Difference:
    """Return what changed in the meaning from one side to the other."""
    old, new = before.bound.book, after.bound.book
    gone = [name for name in old.records if name not in new and not after.may_have(name)]
    come = [name for name in new.records if name not in old and not before.may_have(name)]
    renamed = _renamed(before, after, gone, come)
    both = [name for name in new.records if name in old]
    changed = {name: change for name in both if (change := _compared(before, after, name))}
    unsure = {name for name in old.records if after.may_have(name)}
    unsure |= {name for name in new.records if before.may_have(name)}
    return Difference(
        added=tuple(_listed(after, name) for name in sorted(set(come) - set(renamed.values()))),
        removed=tuple(_listed(before, name) for name in sorted(set(gone) - set(renamed))),
        renamed=tuple(_listed(after, name, other) for other, name in sorted(renamed.items())),
        superseded=tuple(
            _listed(after, name, str(new.records[name].superseded_by))
            for name in sorted(both)
            if new.records[name].superseded_by not in (None, old.records[name].superseded_by)
        ),
        changed=tuple(_with_reasons(after, changed[name], changed) for name in sorted(changed)),
        not_compared=tuple(sorted(unsure)),
    )


def _listed(side: Side, name: str, other: str = "") -> Listed:
    record = side.bound.book.records[name]
    return Listed(name, record.title, record.kind, value_text(side.bound.book, record), other)


def _renamed(before: Side, after: Side, gone: list[str], come: list[str]) -> dict[str, str]:
    """Return old ids to new ones, where one record that went and one that came say the very same."""
    lost: dict[str, list[str]] = {}
    for name in gone:
        lost.setdefault(_fingerprint(before, name), []).append(name)
    found: dict[str, list[str]] = {}
    for name in come:
        found.setdefault(_fingerprint(after, name), []).append(name)
    return {
        names[0]: found[same][0]
        for same, names in lost.items()
        if len(names) == 1 and len(found.get(same, ())) == 1
    }


def _fingerprint(side: Side, name: str) -> str:
    record = side.bound.book.records[name]
    return repr((value_text(side.bound.book, record), sorted(_fields(record).items())))


def _compared(before: Side, after: Side, name: str) -> RecordChange | None:
    """Return how a record that both sides have differs, or None."""
    old, new = before.bound.book.records[name], after.bound.book.records[name]
    was, now = _meaning(before, old), _meaning(after, new)
    changes = tuple(
        FieldChange(field, was.get(field, ""), now.get(field, ""))
        for field in dict.fromkeys((*was, *now))
        if was.get(field, "") != now.get(field, "")
    )
    noted = {(entry.on.written, entry.says) for entry in old.history}
    history = tuple(
        f"{entry.on.written}: {words(after.bound.book, new, entry.says)}"
        for entry in new.history
        if (entry.on.written, entry.says) not in noted
    )
    return RecordChange(name, new.title, changes, history) if changes or history else None


def _with_reasons(after: Side, change: RecordChange, changed: Mapping[str, RecordChange]) -> RecordChange:
    """Return a change of what is computed with the records below it that changed so too: they may be why."""
    if not change.is_computed:
        return change
    record = after.bound.book.records[change.identifier]
    below = [name for name in record.foundations() if name in changed and changed[name].is_computed]
    return replace(change, because=tuple(below))


def _meaning(side: Side, record: Record) -> dict[str, str]:
    """Return what a record says, respect by respect: what is computed first, then its fields."""
    book = side.bound.book
    assessment = side.assessments.get(record.identifier)
    meaning = {
        "pinned version" if isinstance(record, Component) else "value": value_text(book, record),
        "verdict": verdict_text(book, record),
        "kind": record.kind,
        "grade": book.grades.get(record.identifier, ""),
        "state": _state(assessment) if assessment else "",
    }
    return meaning | _fields(record)


def _state(assessment: Assessment) -> str:
    causes = [f"{cause.says} {cause.record}".strip() for cause in assessment.causes]
    return assessment.state.value + (f" ({'; '.join(causes)})" if causes else "")


def _fields(record: Record) -> dict[str, str]:
    """Return the fields as an author would read them; prose with its placeholders as written."""
    fields = {f"pinned.{name}": record.seen_versions().get(name, "no version") for name in record.pins}
    for name, (shown, default) in _defaults(type(record)).items():
        value = getattr(record, name)
        if value != default:
            fields.update(_flat(shown, value))
    return fields


@functools.cache
def _defaults(model: type[Record]) -> Mapping[str, tuple[str, object]]:
    """Return the fields of a kind that mean something, each by what files call it and with its default."""
    skipped = _COMPUTED | _KEPT_APART | _BOOKKEEPING | {"kind"}
    return {
        name: (field.alias or name, field.get_default(call_default_factory=True))
        for name, field in model.model_fields.items()
        if name not in skipped
    }


def _flat(name: str, value: Any) -> Iterator[tuple[str, str]]:  # noqa: ANN401 - any field of a model
    """Yield a field as text; a mapping entry by entry."""
    if name == "review":
        yield name, f"{value}d"
    elif isinstance(value, str | int | float | bool):
        yield name, str(value).lower() if isinstance(value, bool) else str(value)
    elif isinstance(value, tuple):
        yield name, ", ".join(text for item in value for _, text in _flat("", item))
    elif hasattr(value, "written"):
        yield name, value.written
    elif hasattr(value, "items"):
        for key, item in value.items():
            for below, text in _flat(str(key), item):
                yield f"{name}.{below}", text
    elif hasattr(type(value), "model_fields"):
        parts = {key: getattr(value, key) for key in type(value).model_fields}
        yield name, ", ".join(f"{key} {text}" for key, item in parts.items() for _, text in _flat("", item))
    elif value is not None:
        yield name, str(value)

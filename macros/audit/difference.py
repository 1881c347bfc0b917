"""What changed in the meaning between two snapshots: values, verdicts, grades, states and fields.

A record that one side could not load is said to be not compared, never to be new or gone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from macros.audit.snapshot import CAUSE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from macros.audit.snapshot import Snapshot

COMPUTED = ("value", "verdict", "grade", "state")
"""What follows from other records."""
WORDING = frozenset({"title", "says", "brief", "caveat", "note", "verify", "comparable"})


@dataclass(frozen=True, slots=True)
class FieldChange:
    """What a record said before and says now, in one respect."""

    field: str
    before: str
    after: str

    @property
    def is_wording(self) -> bool:
        """Say whether only words changed, not a figure, a condition or a judgement."""
        return self.field in WORDING


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
        return any(change.field in COMPUTED for change in self.changes)


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


def difference(before: Snapshot, after: Snapshot) -> Difference:
    """Return what changed in the meaning from one snapshot to the other."""
    old, new = before.records, after.records
    gone = [name for name in old if name not in new and not after.may_have(name)]
    come = [name for name in new if name not in old and not before.may_have(name)]
    renamed = _renamed(before, after, gone, come)
    both = [name for name in new if name in old]
    changed = {name: change for name in both if (change := _compared(before, after, name))}
    unsure = {name for name in old if after.may_have(name)}
    unsure |= {name for name in new if before.may_have(name)}
    return Difference(
        added=tuple(_listed(after, name) for name in sorted(set(come) - set(renamed.values()))),
        removed=tuple(_listed(before, name) for name in sorted(set(gone) - set(renamed))),
        renamed=tuple(_listed(after, name, other) for other, name in sorted(renamed.items())),
        superseded=tuple(
            _listed(after, name, new[name].superseded_by)
            for name in sorted(both)
            if new[name].superseded_by not in ("", old[name].superseded_by)
        ),
        changed=tuple(_with_reasons(after, changed[name], changed) for name in sorted(changed)),
        not_compared=tuple(sorted(unsure)),
    )


def _listed(side: Snapshot, name: str, other: str = "") -> Listed:
    said = side.records[name]
    return Listed(name, said.title, said.kind, said.meaning.get("value", ""), other)


def _renamed(before: Snapshot, after: Snapshot, gone: list[str], come: list[str]) -> dict[str, str]:
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


def _fingerprint(side: Snapshot, name: str) -> str:
    said = side.records[name]
    return repr(
        sorted((field, text) for field, text in said.meaning.items() if field not in ("state", CAUSE))
    )


def _compared(before: Snapshot, after: Snapshot, name: str) -> RecordChange | None:
    """Return how a record that both sides have differs, or None."""
    old, new = before.records[name], after.records[name]
    changes = tuple(
        FieldChange(field, old.meaning.get(field, ""), new.meaning.get(field, ""))
        for field in dict.fromkeys((*old.meaning, *new.meaning))
        if old.meaning.get(field, "") != new.meaning.get(field, "")
    )
    history = tuple(entry for entry in new.history if entry not in old.history)
    return RecordChange(name, new.title, changes, history) if changes or history else None


def _with_reasons(after: Snapshot, change: RecordChange, changed: Mapping[str, RecordChange]) -> RecordChange:
    """Return a change of what is computed with the records below it that changed so too: they may be why."""
    if not change.is_computed:
        return change
    foundations = after.records[change.identifier].foundations
    below = [name for name in foundations if name in changed and changed[name].is_computed]
    return replace(change, because=tuple(below))

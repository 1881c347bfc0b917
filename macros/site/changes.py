"""What changed since the last release, as a component: the kept snapshot against the records being built.

The snapshot is a file of the commit, so that the same commit gives the same page. Words and links of a
statement are said to have changed; its page shows them as they are now.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from macros.audit.difference import COMPUTED, WORDING, difference
from macros.audit.snapshot import CAUSE, KEPT_IN, Snapshot, SnapshotError, read_snapshot, records_said
from macros.records.base import Record
from macros.records.kinds import MODELS
from macros.render.components import ComponentError, full_only
from macros.site.record_pages import UNPAGED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from markupsafe import Markup

    from macros.audit.difference import Difference, Listed, RecordChange
    from macros.render.renderer import PageRenderer

_LINKS = frozenset(
    name for model in MODELS.values() for name in (*Record.reference_kinds, *model.reference_kinds)
) | {"from"}
_UNSHOWN = frozenset({CAUSE})
"""What the statement's page tells better."""
_PROSE = WORDING.union(*(model.text_fields for model in MODELS.values()))
_JUDGED = frozenset({*COMPUTED, "kind", "version", "required"})
_LABELS = {"holds_if": "condition", "observed": "seen true", "review": "review period", "on": "fired on"}


@dataclass(frozen=True, slots=True)
class Entry:
    """A record in a list of those that came, went or were replaced; one that went has no address."""

    title: str
    href: str
    kind: str
    value: str
    other: str = ""
    other_href: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """A respect in which a statement differs; without texts where only words or links do."""

    what: str
    before: str = ""
    after: str = ""

    @property
    def shows_texts(self) -> bool:
        """Say whether there are two texts to show."""
        return bool(self.before or self.after)


@dataclass(frozen=True, slots=True)
class Changed:
    """A statement that differs, in which respects, and by which other changed statements."""

    title: str
    href: str
    changes: tuple[Change, ...]
    because: tuple[Entry, ...]


def changes(page: PageRenderer) -> Markup:
    """Show what changed in the meaning since the last release that was kept."""
    full_only(page)
    file = page.book.root / KEPT_IN
    if not file.exists():
        return page.component("changes", released=None)
    try:
        released = read_snapshot(file, f"{page.book.root.name}/{KEPT_IN}")
    except SnapshotError as error:
        raise ComponentError(str(error), "the file that claimbook release writes") from error
    now = Snapshot("", released.day, records_said(page.book, page.workshop.assessments))
    found = difference(released, now)
    return page.component(
        "changes",
        released=released,
        found=bool(found),
        lists=_lists(page, found),
        changed=_tables(page, found),
    )


def _lists(page: PageRenderer, found: Difference) -> list[tuple[str, str, list[Entry]]]:
    """Return the lists that are not empty: anchor, caption, entries."""
    lists = (
        ("superseded", "Replaced by another statement", found.superseded),
        ("added", "New", found.added),
        ("renamed", "Under another name", found.renamed),
        ("removed", "No longer on the site", found.removed),
    )
    return [
        (anchor, caption, [_entry(page, listed) for listed in entries])
        for anchor, caption, entries in lists
        if entries
    ]


def _tables(page: PageRenderer, found: Difference) -> list[tuple[str, str, list[Changed]]]:
    """Return the changed statements, first those of another figure or judgement."""
    judged = [change for change in found.changed if any(each.field in _JUDGED for each in change.changes)]
    others = [change for change in found.changed if change not in judged and any(_respects(page, change))]
    tables = (
        ("judged", "Other values, verdicts, kinds, grades or states", judged),
        ("others", "Other conditions, evidence or words", others),
    )
    return [
        (anchor, caption, [_changed(page, change) for change in rows])
        for anchor, caption, rows in tables
        if rows
    ]


def _entry(page: PageRenderer, listed: Listed) -> Entry:
    other = page.book.get(listed.other)
    return Entry(
        listed.title,
        _href(page, listed.identifier),
        listed.kind,
        listed.value,
        other.title if other else listed.other,
        _href(page, listed.other) if other else "",
    )


def _href(page: PageRenderer, identifier: str) -> str:
    record = page.book.get(identifier)
    return page.href(identifier) if record is not None and record.kind not in UNPAGED else ""


def _changed(page: PageRenderer, change: RecordChange) -> Changed:
    because = (page.book.records[name] for name in change.because)
    return Changed(
        change.title,
        _href(page, change.identifier),
        tuple(_respects(page, change)),
        tuple(Entry(record.title, _href(page, record.identifier), record.kind, "") for record in because),
    )


def _respects(page: PageRenderer, change: RecordChange) -> Iterator[Change]:
    """Yield the respects with their texts; words and links, whatever their number, as one each."""
    names = [field.field.partition(".")[0] for field in change.changes]
    for name, field in zip(names, change.changes, strict=True):
        if name not in _LINKS | _PROSE | _UNSHOWN:
            yield Change(_label(page, field.field), field.before or "none", field.after or "none")
    if not _PROSE.isdisjoint(names):
        yield Change("wording")
    if not _LINKS.isdisjoint(names):
        yield Change("what it rests on or names")
    yield from (Change("history", "none", entry) for entry in change.history)


def _label(page: PageRenderer, field: str) -> str:
    """Return what a reader calls a field: a condition by the title of its dimension."""
    name, _, below = field.partition(".")
    if name == "scope":
        return f"condition: {page.dimension(below)}"
    if name == "pinned":
        component = page.book.get(below)
        return f"seen on: {component.title if component else below}"
    words = [_LABELS.get(name, name).replace("_", " "), below.replace("_", " ")]
    return ": ".join(word for word in words if word)

"""What changed since the last release as an Atom feed (RFC 4287), from the data of the page on changes.

An edition that leaves records out tells of nothing that it does not show. Without an address of the site the
entries have names and no links. A name holds as long as the change does, so that a reader sees it once.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from macros.audit.difference import difference
from macros.audit.snapshot import CAUSE, KEPT_IN, Snapshot, SnapshotError, read_snapshot, records_said
from macros.records.editions import AUDIENCES
from macros.site.exports.xml_text import printable
from macros.site.record_pages import UNPAGED

if TYPE_CHECKING:
    import datetime
    from collections.abc import Iterator, Mapping

    from macros.audit.difference import Difference, Listed, RecordChange
    from macros.records.base import Record
    from macros.render.renderer import Workshop

_MOST_SHOWN = 200
"""How much of a text before and after an entry quotes."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One record's change: its name, title, day, what sort of change, where its page is, and the words."""

    identifier: str
    title: str
    updated: str
    sort: str
    href: str
    summary: str


def feed(
    workshop: Workshop, catalogue: Mapping[str, Any], day: datetime.date, *, language: str, site_url: str
) -> str:
    """Return the feed; without a release that was kept it has no entries."""
    released = _released(workshop)
    address = f"{site_url.rstrip('/')}/" if site_url else ""
    name = address or f"urn:claimbook:{catalogue['site']}:{catalogue['edition_name']}"
    entries = []
    if released is not None:
        now = Snapshot("", day, records_said(workshop.book, workshop.assessments))
        entries = sorted(
            (_entry(workshop, released, day, name, change) for change in _changes(difference(released, now))),
            key=lambda entry: (entry.updated, entry.identifier),
            reverse=True,
        )
    latest = max((entry.updated for entry in entries), default=_stamp(released.day if released else day))
    template = workshop.environment.get_template("exports/changes.atom.jinja")
    return template.render(
        identifier=_urn(name),
        title=printable(f"What changed: {catalogue['site']}"),
        author=printable(catalogue["site"]),
        updated=latest,
        address=address,
        language=language,
        entries=entries,
    )


def _released(workshop: Workshop) -> Snapshot | None:
    """Return the last release as far as the edition may tell of it, or None."""
    file = workshop.book.root / KEPT_IN
    try:
        released = read_snapshot(file, file.name) if file.exists() else None
    except SnapshotError:
        return None  # the page on changes says what is wrong with the file
    if released is None or not workshop.hidden:
        return released
    readers = AUDIENCES[workshop.edition]
    kept = {
        name: said
        for name, said in released.records.items()
        if said.audience in readers and name not in workshop.hidden
    }
    return replace(released, records=kept)


@dataclass(frozen=True, slots=True)
class _Change:
    identifier: str
    title: str
    sort: str
    summary: str


def _changes(found: Difference) -> Iterator[_Change]:
    listed = (
        ("superseded", "Replaced by {}.", found.superseded),
        ("added", "New: {}.", found.added),
        ("renamed", "Under another name; it was {}.", found.renamed),
        ("removed", "No longer on the site.", found.removed),
    )
    for sort, words, entries in listed:
        for entry in entries:
            yield _Change(entry.identifier, entry.title, sort, words.format(_of(entry)))
    for change in found.changed:
        if summary := "; ".join(_respects(change)):
            yield _Change(change.identifier, change.title, "changed", summary)


def _of(entry: Listed) -> str:
    return entry.other or f"{entry.kind}{f', {entry.value}' if entry.value else ''}"


def _respects(change: RecordChange) -> Iterator[str]:
    """Yield the respects in which a record differs; of words and links only that they do."""
    for field in change.changes:
        name = field.field.partition(".")[0]
        if name in ("value", "verdict", "state", "grade", "kind", "unit", "required", "version", "observed"):
            yield f"{field.field}: {_quoted(field.before)} → {_quoted(field.after)}"
        elif name != CAUSE:
            yield f"{field.field.replace('_', ' ')} changed"
    yield from change.history


def _quoted(text: str) -> str:
    return f"{text[:_MOST_SHOWN]}…" if len(text) > _MOST_SHOWN else text or "none"


def _entry(workshop: Workshop, released: Snapshot, day: datetime.date, name: str, change: _Change) -> Entry:
    record = workshop.book.get(change.identifier)
    is_paged = record is not None and record.kind not in UNPAGED
    what = f"{name} {released.name} {change.identifier} {change.sort} {change.summary}"
    return Entry(
        _urn(what),
        printable(change.title),
        _stamp(_changed_on(workshop, record, released.day, day)),
        change.sort,
        f"claims/{change.identifier}/" if is_paged else "",
        printable(change.summary),
    )


def _changed_on(
    workshop: Workshop, record: Record | None, earliest: datetime.date, latest: datetime.date
) -> datetime.date:
    """Return the latest dated thing about a record from the release to the day; else the release's day."""
    if record is None:
        return earliest
    assessment = workshop.assessments.get(record.identifier)
    days = [record.observed.first if record.observed else None, *(entry.on.first for entry in record.history)]
    days += [assessment.observed, assessment.review_due] if assessment else []
    days += [on.first] if (on := getattr(record, "on", None)) is not None else []
    return max((day for day in days if day is not None and earliest <= day <= latest), default=earliest)


def _stamp(day: datetime.date) -> str:
    return f"{day.isoformat()}T00:00:00Z"


def _urn(text: str) -> str:
    return uuid.uuid5(uuid.NAMESPACE_URL, text).urn

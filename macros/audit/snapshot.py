"""What a book says at a moment, record by record, as plain data: to be compared, and kept with a release.

A kept snapshot is a file beside the records, so that what changed since a release depends on the commit that
is built and on nothing else: no history of git, no network, no clock.
"""

from __future__ import annotations

import datetime
import functools
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from macros.records.files import read_text
from macros.records.structures import Component
from macros.records.wording import standing_text, verdict_text, words
from macros.state import assess

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from macros.records.base import Record
    from macros.records.binding import Bound
    from macros.records.book import Book
    from macros.state import Assessment

KEPT_IN = "released.json"
"""The file in the folder of records that holds the snapshot of the last release."""
FORMAT = 1
CAUSE = "state cause"
"""The respect in which a record says why it is in its state: no field is called so."""
_MAXIMUM_BYTES = 64 * 1024 * 1024
_COMPUTED = frozenset({"value", "unit", "required", "approx", "shown", "version", "commit"})
"""Fields that the value stands for, as it is printed."""
_APART = frozenset({"kind", "history", "pins", "superseded_by"})
_BOOKKEEPING = frozenset({"identifier", "path", "line", "document", "source_tag_from", "read", "waive"})
"""Fields that say where and how something is written, and nothing about the subject."""


class SnapshotError(ValueError):
    """The kept snapshot cannot be read."""


@dataclass(frozen=True, slots=True)
class Said:
    """What a record says: respect by respect, what it rests on, and what has happened to it."""

    title: str
    kind: str
    audience: str
    superseded_by: str
    meaning: Mapping[str, str]
    foundations: tuple[str, ...] = ()
    history: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What the records say on a day; ``lost`` records and ``unread`` subjects could not be loaded."""

    name: str
    day: datetime.date
    records: Mapping[str, Said]
    lost: frozenset[str] = frozenset()
    unread: frozenset[str] = frozenset()

    def may_have(self, identifier: str) -> bool:
        """Say whether there may be a record of that id that could not be loaded."""
        if identifier in self.records:
            return False
        return identifier in self.lost or identifier.partition(".")[0] in self.unread

    def data(self) -> str:
        """Return the snapshot as JSON, one record a line, so that two of them can be compared as text."""
        lines = ",\n".join(
            f"{json.dumps(name)}: {json.dumps(_said_data(said), ensure_ascii=False)}"
            for name, said in sorted(self.records.items())
        )
        head = {"format": FORMAT, "name": self.name, "as_of": self.day.isoformat()}
        return f'{json.dumps(head, ensure_ascii=False)[:-1]}, "records": {{\n{lines}\n}}}}\n'


def snapshot(bound: Bound, day: datetime.date, name: str = "") -> Snapshot:
    """Return what a book says when it is judged on a day."""
    said = records_said(bound.book, assess(bound.book, day))
    return Snapshot(name, day, said, bound.faulty.names, bound.faulty.subjects)


def records_said(book: Book, assessments: Mapping[str, Assessment]) -> dict[str, Said]:
    """Return what each record of a book says, with its state."""
    return {record.identifier: _said(book, record, assessments.get(record.identifier)) for record in book}


def read_snapshot(file: Path, shown: str) -> Snapshot:
    """Return the kept snapshot; raise SnapshotError where there is none or it is damaged."""
    if not file.exists():
        raise SnapshotError(f"{shown}: no such file; expected what claimbook release writes")
    text, finding = read_text(file, shown, _MAXIMUM_BYTES)
    if finding is not None:
        raise SnapshotError(f"{shown}: {finding.message}")
    try:
        data = json.loads(text)
        if data["format"] != FORMAT:
            raise SnapshotError(f"{shown}: of format {data['format']}; expected {FORMAT}")
        records = {str(name): _read_said(said) for name, said in data["records"].items()}
        return Snapshot(str(data["name"]), datetime.date.fromisoformat(data["as_of"]), records)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        if isinstance(error, SnapshotError):
            raise
        raise SnapshotError(f"{shown}: damaged; expected what claimbook release writes") from error


def _said_data(said: Said) -> dict[str, Any]:
    data: dict[str, Any] = {"title": said.title, "kind": said.kind, "meaning": dict(said.meaning)}
    for name in ("audience", "superseded_by", "foundations", "history"):
        value = getattr(said, name)
        if value and value != "all":
            data[name] = value
    return data


def _read_said(data: Mapping[str, Any]) -> Said:
    return Said(
        title=str(data["title"]),
        kind=str(data["kind"]),
        audience=str(data.get("audience", "all")),
        superseded_by=str(data.get("superseded_by", "")),
        meaning={str(name): str(text) for name, text in data["meaning"].items()},
        foundations=tuple(map(str, data.get("foundations", ()))),
        history=tuple(map(str, data.get("history", ()))),
    )


def _said(book: Book, record: Record, assessment: Assessment | None) -> Said:
    return Said(
        title=record.title,
        kind=record.kind,
        audience=record.audience,
        superseded_by=record.superseded_by or "",
        meaning={name: text for name, text in _meaning(book, record, assessment).items() if text},
        foundations=record.foundations(),
        history=tuple(f"{entry.on.written}: {words(book, record, entry.says)}" for entry in record.history),
    )


def _meaning(book: Book, record: Record, assessment: Assessment | None) -> dict[str, str]:
    """Return what a record says: what is computed first, then its fields."""
    causes = assessment.causes if assessment else ()
    return {
        "version" if isinstance(record, Component) else "value": standing_text(book, record),
        "verdict": verdict_text(book, record),
        "kind": record.kind,
        "grade": book.grades.get(record.identifier, ""),
        "state": assessment.state.value if assessment else "",
        CAUSE: "; ".join(f"{cause.says} {cause.record}".strip() for cause in causes),
        **_fields(record),
    }


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
    skipped = _COMPUTED | _APART | _BOOKKEEPING
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

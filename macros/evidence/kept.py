"""The last verification as a file beside the records: what a site shows without having the artefacts.

An entry holds for one state of a record only: its fingerprint covers the value, the unit, the evidence
and the digest of the artefact. What was changed since is not shown as verified. The file has no clock in
it; the day is the one that the command was given.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from macros.evidence.verifying import Outcome
from macros.records.claims import Measured
from macros.records.evidence import Artefact

if TYPE_CHECKING:
    import datetime
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from macros.evidence.verifying import Check
    from macros.records.base import Record
    from macros.records.book import Book

FILE = "verified.json"


@dataclass(frozen=True, slots=True)
class Kept:
    """What became of a record when it was last verified: the day, the outcome, the value that was read."""

    on: str
    outcome: str
    read: str


def fingerprint(book: Book, record: Record) -> str:
    """Return what a verification of the record holds for; empty where it names no evidence."""
    if not isinstance(record, Measured) or record.evidence is None:
        return ""
    artefact = book.get(record.evidence.artefact)
    value = record.value
    parts = [
        repr(value),
        record.unit or "",
        str(record.exact),
        record.evidence.model_dump_json(),
        artefact.sha256 if isinstance(artefact, Artefact) else "",
    ]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def written(book: Book, checks: Iterable[Check], day: datetime.date) -> str:
    """Return the file's text: the checks that came to an outcome, by record."""
    entries = {
        check.record: {
            "outcome": check.outcome.value,
            "read": check.read,
            "of": fingerprint(book, book.records[check.record]),
        }
        for check in checks
        if check.outcome in (Outcome.VERIFIED, Outcome.DIFFERS)
    }
    lines = ",\n".join(
        f"  {json.dumps(name)}: {json.dumps(entries[name], ensure_ascii=False)}" for name in sorted(entries)
    )
    return f'{{"on": "{day.isoformat()}", "records": {{\n{lines}\n}}}}\n'


def read_kept(book: Book, folder: Path) -> Mapping[str, Kept]:
    """Return what holds for the records as they are now; nothing where the file is absent or unsound."""
    try:
        document = json.loads((folder / FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    entries = document.get("records") if isinstance(document, dict) else None
    found = {}
    for name, entry in entries.items() if isinstance(entries, dict) else ():
        record = book.get(name)
        if (
            record is not None
            and isinstance(entry, dict)
            and entry.get("of") == fingerprint(book, record) != ""
        ):
            found[name] = Kept(str(document.get("on", "")), str(entry["outcome"]), str(entry["read"]))
    return found

"""Every measurement against its artefact: what agrees, what differs, what is missing, what offers nothing."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from macros.evidence.comparing import agrees, in_records_unit, shown
from macros.evidence.errors import EvidenceError, MissingError
from macros.evidence.readers import aiperf, csv_file, json_file, query, requests
from macros.records.claims import Measured
from macros.records.evidence import Artefact, Evidence

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from macros.evidence.readers.reading import Reading
    from macros.evidence.stores import Store
    from macros.records.book import Book


class Outcome(StrEnum):
    """What became of a record; the values are what a reader sees."""

    VERIFIED = "verified"
    DIFFERS = "differs"
    CHANGED = "artefact changed"
    MISSING = "artefact missing"
    UNREADABLE = "unreadable"
    NOT_CHECKED = "not checked"
    NOT_OFFERED = "not offered"


HERE = "here"
"""What the book's own folder is called among the roots; no id is, as each has a full stop."""
FAILING = frozenset({Outcome.DIFFERS, Outcome.CHANGED, Outcome.MISSING, Outcome.UNREADABLE})


@dataclass(frozen=True, slots=True)
class Check:
    """What became of one record: the value that it states, the one that was read, or why there is none."""

    record: str
    outcome: Outcome
    stated: str
    read: str = ""
    artefact: str = ""
    reading: str = ""
    why: str = ""


def verify(book: Book, stores: Mapping[str, Store], names: Iterable[str] = ()) -> list[Check]:
    """Return a check of each measured record, or of those named, in the order of the files.

    ``stores`` gives the root of each repository by its source's id; the empty id is that of every other one,
    and ``HERE`` that of artefacts that lie beside the records. What has no root is not checked.
    """
    wanted = frozenset(names)
    checks: dict[str, Check] = {}
    by_artefact: dict[str, list[Measured]] = {}
    for record in book.of_kind("measured"):
        if not isinstance(record, Measured) or (wanted and record.identifier not in wanted):
            continue
        checks[record.identifier] = Check(
            record.identifier, Outcome.NOT_OFFERED, book.reading(record.identifier)
        )
        if record.evidence is not None:
            by_artefact.setdefault(record.evidence.artefact, []).append(record)
    for name, records in by_artefact.items():
        artefact = book.typed(name, Artefact)
        for check in _of_artefact(book, artefact, records, stores):
            checks[check.record] = check
    return list(checks.values())


def _of_artefact(
    book: Book, artefact: Artefact, records: list[Measured], stores: Mapping[str, Store]
) -> Iterator[Check]:
    """Yield the checks of all records of one artefact, which is fetched once."""
    store = (
        stores.get(HERE) if artefact.repository is None else stores.get(artefact.repository, stores.get(""))
    )
    try:
        if store is None:
            raise _NotCheckedError(f"no root for {artefact.repository or HERE}", "--root for this repository")
        with store.fetched(artefact.file) as fetched:
            if fetched.sha256 != artefact.sha256:
                raise _ChangedError(f"SHA-256 {fetched.sha256}", artefact.sha256)
            reader = ArtefactReader(fetched.file)
            for record in records:
                yield _compared(book, artefact, record, reader)
    except EvidenceError as error:
        outcome = {
            _ChangedError: Outcome.CHANGED,
            MissingError: Outcome.MISSING,
            _NotCheckedError: Outcome.NOT_CHECKED,
        }.get(type(error), Outcome.UNREADABLE)
        for record in records:
            yield _failed(book, record, artefact, outcome, error)


class _NotCheckedError(EvidenceError):
    """No root was given for the artefact's repository."""


class _ChangedError(EvidenceError):
    """The file is not the one whose digest the record states."""


class ArtefactReader:
    """Reads one artefact, a summary only once for all its records."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._export: aiperf.Export | None = None

    def value(self, evidence: Evidence) -> Reading:
        """Return what stands where the evidence says."""
        file = self._file
        if evidence.metric is not None:
            if self._export is None:
                is_requests = file.suffix.lower() in {".jsonl", ".ndjson"}
                self._export = requests.read_requests(file) if is_requests else aiperf.read_summary(file)
            return aiperf.at_metric(self._export, evidence.metric)
        if evidence.pointer is not None:
            return json_file.at_pointer(file, evidence.pointer)
        if evidence.cell is not None:
            return csv_file.at_cell(file, evidence.cell.row, evidence.cell.column)
        with tempfile.TemporaryDirectory(prefix="claimbook-query-") as spill:
            return query.by_query(file, str(evidence.query), Path(spill))


def _compared(book: Book, artefact: Artefact, record: Measured, reader: ArtefactReader) -> Check:
    evidence = record.evidence
    quantity = book.quantities.get(record.identifier)
    if evidence is None:
        return Check(record.identifier, Outcome.NOT_OFFERED, book.reading(record.identifier))
    try:
        unit = quantity.unit if quantity is not None else None
        value = in_records_unit(reader.value(evidence), evidence, unit, book.units)
    except EvidenceError as error:
        return _failed(book, record, artefact, Outcome.UNREADABLE, error)
    outcome = Outcome.VERIFIED if agrees(value, record, quantity) else Outcome.DIFFERS
    return Check(
        record.identifier,
        outcome,
        _stated(book, record),
        shown(value, quantity),
        artefact.file,
        evidence.reading,
    )


def _failed(
    book: Book, record: Measured, artefact: Artefact, outcome: Outcome, error: EvidenceError
) -> Check:
    reading = record.evidence.reading if record.evidence is not None else ""
    return Check(record.identifier, outcome, _stated(book, record), "", artefact.file, reading, str(error))


def _stated(book: Book, record: Measured) -> str:
    value = record.value
    return book.reading(record.identifier) or (value.text or "" if value is not None else "")

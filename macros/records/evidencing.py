"""Whether a record's evidence can be read as it says, as far as records show it: format and units."""

from __future__ import annotations

from typing import TYPE_CHECKING

from macros.quantity import QuantityError
from macros.records.claims import Measured
from macros.records.evidence import Artefact

if TYPE_CHECKING:
    from macros.records.book import Book
    from macros.records.evidence import Evidence
    from macros.records.reporting import Reporter

FORMATS = {
    "metric": (".json", ".csv", ".jsonl", ".ndjson"),
    "pointer": (".json",),
    "cell": (".csv", ".tsv"),
    "query": (".jsonl", ".ndjson", ".json", ".parquet", ".csv"),
}
"""The files that each way of reading is for, by suffix."""


def check_evidence(book: Book, report: Reporter) -> None:
    """Report evidence of another format than its artefact, and units that do not lead to the record's."""
    for record in book.of_kind("measured"):
        if isinstance(record, Measured) and record.evidence is not None:
            artefact = book.get(record.evidence.artefact)
            if isinstance(artefact, Artefact):
                _check_format(record, record.evidence, artefact, report)
            _check_unit(book, record, record.evidence, report)


def _check_format(record: Measured, evidence: Evidence, artefact: Artefact, report: Reporter) -> None:
    suffixes = FORMATS[evidence.way]
    if artefact.suffix not in suffixes:
        found = f"{evidence.way} of a {artefact.suffix or 'nameless'} file"
        report.add(record, ("evidence", evidence.way), "bad-evidence", found, f"one of {', '.join(suffixes)}")


def _check_unit(book: Book, record: Measured, evidence: Evidence, report: Reporter) -> None:
    if evidence.unit is None:
        return
    if evidence.metric is not None:
        expected = "no unit beside a metric: its file states it"
        report.add(record, ("evidence", "unit"), "bad-evidence", f"unit: {evidence.unit}", expected)
        return
    try:
        given = book.units.parse(evidence.unit)
        wanted = book.units.parse(record.unit or "×")
    except QuantityError as error:
        report.add(record, ("evidence", "unit"), "bad-evidence", f"unit: {error.found}", error.expected)
        return
    if not given.same_dimension(wanted):
        if evidence.scale is None:
            found, expected = (
                f"unit: {given.described}",
                f"a unit that converts to {wanted.described}, or a scale",
            )
            report.add(record, ("evidence", "unit"), "unit-mismatch", found, expected)
    elif evidence.scale is not None and evidence.scale != given.factor_to(wanted):
        found = f"scale: {evidence.scale} from {given.described} to {wanted.described}"
        expected = f"{given.factor_to(wanted).normalize():f}"
        report.add(record, ("evidence", "scale"), "unit-mismatch", found, expected)

"""The records as a table for spreadsheets and statistics: CSV as RFC 4180 has it, one record a line.

It knows the entries of ``claims.json`` and nothing of records.
"""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

COLUMNS = (
    *("id", "kind", "title", "says", "display", "value", "low", "high", "unit", "role", "grade", "state"),
    *("causes", "verdict", "scope", "source", "observed", "review_due", "rests_on", "conflicts_with"),
    *("superseded_by", "caveat", "shown_on"),
)


def as_table(records: Iterable[Mapping[str, Any]]) -> str:
    """Return the table: lists joined by spaces, conditions as a JSON object, nothing for what is missing."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    writer.writerows([_cell(record, column) for column in COLUMNS] for record in records)
    return stream.getvalue()


def _cell(record: Mapping[str, Any], column: str) -> str:
    value = record["value"] or {}
    if column == "value":
        return str(value.get("written") or "")
    if column in ("low", "high"):
        number = value.get(column)
        return "" if number is None else repr(number)
    found = record[column]
    if column == "scope":
        return json.dumps(found, ensure_ascii=False) if found else ""
    if column == "causes":
        return "; ".join(
            f"{cause['state']}: {cause['says']} {cause['record'] or ''}".rstrip() for cause in found
        )
    return " ".join(found) if isinstance(found, list) else str(found or "")

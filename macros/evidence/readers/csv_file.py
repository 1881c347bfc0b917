"""CSV and TSV files: the cell in a row and a column, both by name.

A file may hold several tables, one below the other with empty lines between them, as AIPerf writes them; the
first line of each is its head.
"""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from macros.evidence.errors import EvidenceError
from macros.evidence.readers.reading import Reading, number, text_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

Table = list[list[str]]


def tables(file: Path) -> list[Table]:
    """Return the tables of a file, each with its head first; raises EvidenceError for what is no CSV."""
    text = text_of(file)
    if "\0" in text:
        raise EvidenceError("a NUL character", "a CSV file")
    separator = "\t" if file.suffix.lower() == ".tsv" else ","
    found: list[Table] = []
    current: Table = []
    try:
        for row in csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True):
            if any(cell.strip() for cell in row):
                current.append([cell.strip() for cell in row])
            elif current:
                found.append(current)
                current = []
    except csv.Error as error:
        raise EvidenceError(f"no CSV: {error}", "a CSV file") from None
    return [*found, current] if current else found


def at_cell(file: Path, row: str, column: str) -> Reading:
    """Return the number or text in the one cell of that row and column."""
    found = list(_cells(tables(file), row, column))
    if not found:
        raise EvidenceError(f"no cell in row {row}, column {column}", _expected(file, row))
    if len(found) > 1:
        raise EvidenceError(f"{len(found)} cells in row {row}, column {column}", "one")
    text = found[0]
    try:
        return Reading(number(text, f"row {row}, column {column}"))
    except EvidenceError:
        if any(character.isdigit() for character in text[:1]) or text.casefold() in _NO_NUMBERS:
            raise
        return Reading(text)


_NO_NUMBERS = frozenset({"nan", "inf", "-inf", "infinity", "-infinity", "", "n/a", "null", "none"})


def _cells(found: list[Table], row: str, column: str) -> Iterator[str]:
    for head, *rows in found:
        if column in head[1:]:
            position = head.index(column, 1)
            for cells in rows:
                if cells[0] == row:
                    yield cells[position] if position < len(cells) else ""


def _expected(file: Path, row: str) -> str:
    rows = [cells[0] for table in tables(file) for cells in table[1:]]
    if row in rows:
        heads = [name for table in tables(file) for name in table[0][1:] if name]
        return f"one of the columns {', '.join(heads[:14])}"
    return f"one of the rows {', '.join(rows[:6])}" if rows else "rows"

"""Per-request exports, read by a query: JSON Lines, Parquet and CSV through DuckDB, embedded.

The query speaks of one table, ``artefact``, whose columns are the file's. It gives one row of one column.
It can read nothing else: no other file, no network, no extension, no setting; it runs within a limit of
memory, and what it gives is the same on every machine.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

from macros.evidence.errors import EvidenceError
from macros.evidence.readers.reading import Reading, described, number

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MEMORY = "600MB"
"""What DuckDB may hold in memory; what is more goes to a temporary folder of its own."""
READERS = {
    ".jsonl": "read_json(?, format = 'newline_delimited', sample_size = 20000)",
    ".ndjson": "read_json(?, format = 'newline_delimited', sample_size = 20000)",
    ".json": "read_json(?)",
    ".parquet": "read_parquet(?)",
    ".csv": "read_csv(?)",
}
"""How a file becomes a table, by its suffix."""


@contextlib.contextmanager
def connected(file: Path, spill: Path, source: str | None = None) -> Iterator[Any]:
    """Give a connection that can read this one file as ``artefact``, and write nothing but into ``spill``.

    ``source`` is the table function, with a question mark for the file; by default that of the suffix.
    """
    import duckdb  # noqa: PLC0415 - slow to import, and needed for queries only

    reader = source or READERS.get(file.suffix.lower())
    if reader is None:
        raise EvidenceError(
            f"a query over a {file.suffix or 'nameless'} file", f"one of {', '.join(READERS)}"
        )
    settings: dict[str, str | bool | int | float | list[str]] = {
        "memory_limit": MEMORY,
        "temp_directory": str(spill),
        "preserve_insertion_order": "false",
    }
    with duckdb.connect(":memory:", config=settings) as connection:
        try:
            connection.execute("SET TimeZone = 'UTC'")
            connection.execute("SET enable_progress_bar = false")
            connection.execute(f"SET allowed_paths = [{_quoted(file)}]")
            connection.execute("SET enable_external_access = false")
            connection.execute("SET lock_configuration = true")
            view = reader.replace("?", _quoted(file))
            connection.execute(f"CREATE VIEW artefact AS SELECT * FROM {view}")  # noqa: S608 - quoted above
            yield connection
        except duckdb.Error as error:
            raise EvidenceError(_told(error, file), "a query that the file answers") from None


def _quoted(file: Path) -> str:
    return "'" + str(file).replace("'", "''") + "'"


def _told(error: Exception, file: Path) -> str:
    """Return DuckDB's message in one line, without this machine's path."""
    lines = [line for line in str(error).replace(str(file), file.name).splitlines() if line.strip()]
    return " ".join(lines[0].split())[:300] if lines else type(error).__name__


def by_query(file: Path, query: str, spill: Path) -> Reading:
    """Return the one value that a query gives."""
    with connected(file, spill) as connection:
        statements = connection.extract_statements(query)
        if len(statements) != 1 or "SELECT" not in str(statements[0].type).upper():
            raise EvidenceError("a query that is no single SELECT", "one SELECT over artefact")
        rows = connection.execute(query).fetchmany(2)
    if len(rows) != 1 or len(rows[0]) != 1:
        found = f"{len(rows)} rows" if len(rows) != 1 else f"{len(rows[0])} columns"
        raise EvidenceError(f"a query that gives {found if len(rows) < 2 else 'several rows'}", "one value")  # noqa: PLR2004
    value = rows[0][0]
    if isinstance(value, str):
        return Reading(value)
    if value is None:
        raise EvidenceError("a query that gives NULL", "one value")
    return Reading(number(value, f"the query gives {described(value)}"))

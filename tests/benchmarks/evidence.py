"""How long a query over a per-request export takes, and how much memory: ten million rows, digest and value.

Run as a module: ``python -m tests.benchmarks.evidence [ROWS]``. It writes the export into a temporary
folder (2 GB for ten million rows as JSON Lines), then verifies a record against it in a process of its
own, whose time and peak memory it prints.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import duckdb

ROWS = 10_000_000
SECONDS, BYTES = 20, 1_000_000_000
FORMATS = {
    "jsonl": "FORMAT json",
    "parquet": "FORMAT parquet",
}
QUERY = "SELECT quantile_cont(latency_ms, 0.99) FROM artefact WHERE error IS NULL"
# A row as a per-request export has it: times, lengths, latencies, and now and then an error.
_SELECT = """
    SELECT i AS session_num, 1759813207532900363 + i * 1000000 AS request_start_ns,
           'worker_' || (i % 16) AS worker_id,
           120 AS input_sequence_length, 128 AS output_sequence_length,
           round(100 + 50 * sin(i), 6) AS ttft_ms, round(6000 + (i * 7919) % 1000003 / 1000, 6) AS latency_ms,
           CASE WHEN i % 100000 = 0 THEN 'timeout' END AS error
    FROM range({rows}) AS t(i)"""


def _record(folder: Path, file: Path, value: str) -> None:
    digest = hashlib.file_digest(file.open("rb"), "sha256").hexdigest()
    (folder / "claims").mkdir(exist_ok=True)
    (folder / "claims" / "load.yml").write_text(
        f"""repository:
  kind: source
  title: Repository
  says: Where the export lies.
export:
  kind: artefact
  title: Export
  says: Every request of a run.
  repository: load.repository
  commit: unstated
  file: {file.name}
  sha256: "{digest}"
latency:
  kind: measured
  title: Latency
  says: "All but one request in a hundred take at most {{value}}."
  value: {value}
  unit: ms
  source: load.repository
  observed: unstated
  evidence: {{artefact: load.export, query: "{QUERY}", unit: ms}}
""",
        encoding="utf-8",
    )


def _measured(folder: Path) -> tuple[float, float, int, str]:
    """Return wall seconds, CPU seconds and peak memory of verifying, and the last line that it prints."""
    command = [sys.executable, "-c", "from macros.cli import main; main()", "evidence", "verify"]
    command += ["--claims", str(folder / "claims"), "--root", str(folder)]
    started = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    output = process.stdout.read() if process.stdout else ""
    _, _, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - started
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024, output.strip().splitlines()[0]


def main() -> None:
    """Measure each format once and print a line for it; end with status 1 where a limit is passed."""
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else ROWS
    failed = False
    for name, options in FORMATS.items():
        with tempfile.TemporaryDirectory(prefix="claimbook-bench-") as temporary:
            folder = Path(temporary)
            file = folder / f"requests.{name}"
            with duckdb.connect() as connection:
                connection.execute(f"COPY ({_SELECT.format(rows=rows)}) TO '{file}' ({options})")
                value = connection.execute(QUERY.replace("artefact", f"'{file}'")).fetchone()
            _record(folder, file, f"{value[0]:.1f}" if value else "0")
            wall, processor, memory, said = _measured(folder)
            failed |= wall > SECONDS or memory > BYTES
            print(
                f"{name}: {rows} rows, {file.stat().st_size / 1e6:.0f} MB: "
                f"{wall:.1f} s ({processor:.1f} s of CPU), "
                f"{memory / 1e6:.0f} MB; {said}"
            )
    sys.exit(failed)


if __name__ == "__main__":
    main()

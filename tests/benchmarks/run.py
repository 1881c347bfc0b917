"""Measure `claimbook`: builds of the real site and of generated ones, and an edit while serving.

Run as `make bench`. Prints the median of several runs with the lowest and the highest; nothing is asserted,
since what a machine does at one moment is no property of the code.
"""

import argparse
import os
import shutil
import signal
import socket
import statistics
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tests.benchmarks.generate import generate_site
from tests.support.project import COMMAND, ROOT
from tests.support.sites import DAY

SIZES = ((1_000, 10, 1_000), (10_000, 100, 10_000))  # records, pages, inline values
MEBIBYTE = 2**20
COMMIT_TIME = 1_796_000_000  # 2026-11-30, in seconds of the epoch
POLL, LONGEST_WAIT = 0.02, 60.0  # seconds


@dataclass(frozen=True)
class Run:
    """One run of the command: wall and CPU seconds, and the peak of resident memory in MiB."""

    wall: float
    processor: float
    memory: float


def measure(folder: Path, *arguments: str | Path) -> Run:
    """Run the command in a folder and account for it and the processes it waited for.

    Raises:
        RuntimeError: the command failed; the message is what it said.
    """
    with tempfile.TemporaryFile() as said:
        started = time.perf_counter()
        process = subprocess.Popen([COMMAND, *arguments], cwd=folder, stdout=said, stderr=said)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            said.seek(0)
            raise RuntimeError(said.read().decode())
    # Linux gives the peak in KiB.
    return Run(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024 / MEBIBYTE)


def spread(values: Iterable[float], unit: str) -> str:
    """The median with the lowest and the highest."""
    ordered = sorted(values)
    return f"{statistics.median(ordered):7.2f} {unit} ({ordered[0]:.2f} to {ordered[-1]:.2f})"


def report(name: str, runs: list[Run]) -> None:
    """Print one line a quantity."""
    print(name)
    print(f"  wall    {spread((run.wall for run in runs), 's')}")
    print(f"  CPU     {spread((run.processor for run in runs), 's')}")
    print(f"  memory  {spread((run.memory for run in runs), 'MiB')}", flush=True)


def bench_real_site(times: int) -> None:
    """Build the real site into a new folder each time."""
    runs = []
    for _ in range(times):
        with tempfile.TemporaryDirectory() as folder:
            runs.append(measure(ROOT, "build", "--output", folder))
    report("real site, new output folder", runs)


def bench_generated_sites(times: int) -> None:
    """Build sites of two sizes, each time into a new folder, and say how the CPU time grows with them.

    Nothing is deleted until all have been built: a file system that frees a hundred thousand files is busy.
    """
    medians = []
    for records, pages, quotations in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            site = generate_site(Path(folder), records=records, pages=pages, quotations=quotations)
            runs = [
                measure(site.folder, "build", "--as-of", DAY, "--output", site.folder / f"output-{number}")
                for number in range(times)
            ]
        report(f"{records} records, {pages} pages, {quotations} inline values", runs)
        medians.append(statistics.median(run.processor for run in runs))
    growth, cost = SIZES[1][0] / SIZES[0][0], medians[1] / medians[0]
    print(f"  {growth:.0f} times the records take {cost:.1f} times the CPU")


def bench_edit_while_serving(times: int) -> None:
    """Serve a copy of the real site, add a word to its front page, wait until the server gives it."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "site"
        ignored = shutil.ignore_patterns(".*", "node_modules", "dist")
        shutil.copytree(ROOT, copy, ignore=ignored)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        # The copy has no commit that gives the day of its states.
        environment = {**os.environ, "SOURCE_DATE_EPOCH": str(COMMIT_TIME)}
        arguments = ["serve", "--address", f"127.0.0.1:{port}"]
        with (Path(folder) / "served.log").open("wb") as log:
            process = subprocess.Popen(
                [COMMAND, *arguments], cwd=copy, stdout=log, stderr=log, env=environment
            )
        try:
            address = f"http://127.0.0.1:{port}/"
            _wait_for(address, "<h1")
            delays = [_edit(copy / "docs/index.md", address, f"benchword{number}") for number in range(times)]
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(timeout=10)
    print("real site, one page edited while serving")
    print(f"  wall    {spread(delays, 's')}", flush=True)


def _edit(page: Path, address: str, word: str) -> float:
    time.sleep(1.0)  # the server is at rest
    page.write_text(page.read_text(encoding="utf-8") + f"\n{word}\n", encoding="utf-8")
    return _wait_for(address, word)


def _wait_for(address: str, word: str) -> float:
    started = time.perf_counter()
    while (waited := time.perf_counter() - started) < LONGEST_WAIT:
        try:
            with urllib.request.urlopen(address, timeout=LONGEST_WAIT) as answer:
                if word in answer.read().decode():
                    return time.perf_counter() - started
        except (urllib.error.URLError, ConnectionError):
            pass
        time.sleep(POLL)
    raise RuntimeError(f"{address} did not show {word} within {waited:.0f} s")


def main() -> None:
    """Run all measurements."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--times", type=int, default=3, help="runs of each measurement [default: 3]")
    times = parser.parse_args().times
    bench_real_site(times)
    bench_generated_sites(times)
    bench_edit_while_serving(times)


if __name__ == "__main__":
    main()

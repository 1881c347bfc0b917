"""Measure `claimbook audit`: the real site and generated ones, without a cache and with an unchanged one.

Run as `make bench`, or as `python -m tests.benchmarks.audit`. A generated site holds against the audit, so
that what is measured is the reading and the rules, and not the printing of findings.
"""

import argparse
import os
import re
import shutil
import statistics
import tempfile
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from macros.audit.acceptance import accepted
from macros.records.binding import open_book
from macros.records.claims import Derived
from tests.benchmarks.generate import generate_site
from tests.benchmarks.run import Run, measure, report
from tests.support.project import ROOT

SIZES = ((10_000, 100), (100_000, 100))  # records, pages
QUOTATIONS = 10_000
DAY = "2026-07-30"  # soon after the generated records were observed
CHAIN = 5_000
ALWAYS = ("audit", "--fail-on", "never", "--format", "json", "--report-file", os.devnull)


def accept_all(folder: Path) -> None:
    """Note in every derived record of a generated site what it reads, as `claimbook accept --all` does."""
    book = open_book(folder / "claims", "claims").book
    for file in sorted((folder / "claims").glob("subject-*.yml")):
        text = file.read_text(encoding="utf-8")
        parts = re.split(r"^(?=record-)", text, flags=re.MULTILINE)
        for index, part in enumerate(parts):
            record = book.get(f"{file.stem}.{part.partition(':')[0]}")
            if isinstance(record, Derived):
                read = ", ".join(f'{name}: "{says}"' for name, says in accepted(record, book).items())
                parts[index] = f"{part.rstrip()}\n  read: {{{read}}}\n\n"
        file.write_text("".join(parts), encoding="utf-8")


def prepare(folder: Path, records: int, pages: int) -> None:
    """Write a generated site that holds against the audit, in a process of its own.

    The peak of memory that is measured of a command counts what its parent held when it was started.
    """
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        pool.submit(_write, folder, records, pages).result()


def _write(folder: Path, records: int, pages: int) -> None:
    generate_site(folder, records=records, pages=pages, quotations=QUOTATIONS)
    accept_all(folder)


def write_chain(folder: Path, length: int) -> None:
    """Write a site in which each of so many records is computed from the one before."""
    site = generate_site(folder, records=1, pages=1, quotations=1)
    first = "{kind: measured, title: N, says: N 0., value: 1, unit: ms, exact: true, source: sources.run,"
    records = [f"n00000: {first}\n  observed: 2026-07-17}}"]
    records.extend(
        f"n{number:05d}: {{kind: derived, title: N, says: N {number}., unit: ms, "
        f"from: {{a: chain.n{number - 1:05d}}}, formula: a}}"
        for number in range(1, length)
    )
    site.write("claims/chain.yml", "\n".join(records) + "\n")


def bench(name: str, folder: Path, arguments: tuple[str, ...], times: int) -> float:
    """Measure runs without a cache and with an unchanged one; return the median CPU time of the former."""
    cold = [measure(folder, *ALWAYS, *arguments, "--no-cache") for _ in range(times)]
    report(f"{name}, without a cache", cold)
    shutil.rmtree(folder / ".cache/claimbook", ignore_errors=True)
    measure(folder, *ALWAYS, *arguments)
    warm: list[Run] = [measure(folder, *ALWAYS, *arguments) for _ in range(times)]
    report(f"{name}, with an unchanged cache", warm)
    return statistics.median(run.processor for run in cold)


def bench_real_site(times: int) -> None:
    """Audit the real site with its build."""
    with tempfile.TemporaryDirectory() as folder:
        measure(ROOT, "build", "--output", folder)
        bench("real site with its build", ROOT, ("--output", folder), times)


def bench_generated_sites(times: int) -> None:
    """Audit sites of two sizes, and say how the CPU time grows with them."""
    medians = []
    for records, pages in SIZES:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            prepare(folder, records, pages)
            medians.append(bench(f"{records} records, {pages} pages", folder, ("--as-of", DAY), times))
    growth, cost = SIZES[1][0] / SIZES[0][0], medians[1] / medians[0]
    print(f"  {growth:.0f} times the records take {cost:.1f} times the CPU")


def bench_chain(times: int) -> None:
    """Audit a derivation chain."""
    with tempfile.TemporaryDirectory() as name:
        write_chain(Path(name), CHAIN)
        bench(f"a chain of {CHAIN} derivations", Path(name), ("--as-of", DAY), times)


def bench_built_site() -> None:
    """Build a site of many records and audit it with its output, once: reading the output takes the time."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        prepare(folder, *SIZES[0])
        measure(folder, "build", "--as-of", DAY)
        size = sum(file.stat().st_size for file in (folder / "dist").rglob("*") if file.is_file())
        bench(f"{SIZES[0][0]} records with {size / 1e6:.0f} MB of output", folder, ("--as-of", DAY), 1)


def main() -> None:
    """Run all measurements."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--times", type=int, default=3, help="runs of each measurement [default: 3]")
    parser.add_argument("--built", action="store_true", help="measure a large site with its output too")
    given = parser.parse_args()
    bench_real_site(given.times)
    bench_generated_sites(given.times)
    bench_chain(given.times)
    if given.built:
        bench_built_site()


if __name__ == "__main__":
    main()

"""Corrupt the real site in many ways by seed, and print which rule finds how many of the corruptions.

Run as `python -m tests.benchmarks.mutations`; the site has to be built (`make`). Caught is what the rule that
is there for it finds at its place; what only another rule finds, or the right one elsewhere, is by accident.
"""

from __future__ import annotations

import argparse
import datetime
import json
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from tests.benchmarks.mutations.run import CODES, judged
from tests.support.project import ROOT
from tests.support.sites import DAY

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.benchmarks.mutations.judge import Judged

_LONGEST = 6
"""How many findings are printed of a mutation that is not caught."""


def main() -> None:
    """Run the mutations and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=1200, help="how many mutations [default: 1200]")
    parser.add_argument("--seed", type=int, default=7, help="the seed [default: 7]")
    parser.add_argument("--only", action="append", metavar="CODE", help="a rule's code; may be given again")
    parser.add_argument("--output", type=Path, default=ROOT / "dist", help="the built site [default: dist]")
    parser.add_argument("--processes", type=int, default=2, help="how many processes [default: 2]")
    parser.add_argument("--all", action="store_true", help="print every mutation, not those not caught alone")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    options = parser.parse_args()
    started = time.perf_counter()
    codes = options.only or CODES
    day = datetime.date.fromisoformat(DAY)
    results = judged(options.output, day, options.seed, options.count, codes, options.processes)
    if options.json:
        print(json.dumps(_figures(results), indent=2))
        return
    _print_failures([one for one in results if options.all or one.verdict != "caught"])
    _print_table(results)
    seconds = time.perf_counter() - started
    print(f"seed {options.seed}, {seconds:.0f} s in {options.processes} processes")


def _figures(results: Iterable[Judged]) -> dict[str, dict[str, int]]:
    found: dict[str, Counter[str]] = {}
    for one in results:
        found.setdefault(one.mutation.code, Counter())[one.verdict] += 1
    return {code: dict(found[code]) for code in sorted(found)}


def _print_failures(results: Iterable[Judged]) -> None:
    for one in sorted(results, key=lambda one: (one.mutation.code, one.mutation.operator)):
        mutation = one.mutation
        edited = ", ".join(sorted(mutation.edits))
        print(f"{mutation.code} {mutation.operator}: {one.verdict}: {edited}: {mutation.says}")
        for line in one.findings[:_LONGEST]:
            print(f"    {line}")


def _print_table(results: Iterable[Judged]) -> None:
    figures = _figures(results)
    print(f"{'rule':8}{'mutations':>10}{'caught':>8}{'by accident':>13}{'missed':>8}")
    total: Counter[str] = Counter()
    for code, counts in figures.items():
        print(_row(code, counts))
        total.update(counts)
    print(_row("all", total))
    if total:
        print(f"caught by the right rule: {total['caught'] / total.total():.2%}")


def _row(name: str, counts: dict[str, int]) -> str:
    verdicts = [counts.get(name, 0) for name in ("caught", "by accident", "missed")]
    return f"{name:8}{sum(verdicts):>10}{verdicts[0]:>8}{verdicts[1]:>13}{verdicts[2]:>8}"


if __name__ == "__main__":
    main()

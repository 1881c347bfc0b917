"""Raw data to figures: every number that a record of this campaign quotes, computed anew.

    python3 analyse.py RESULTS            prints the figures as JSON
    python3 analyse.py RESULTS --write    writes them to RESULTS/summary.json

Needs nothing but Python. Percentiles are the nearest rank: the smallest value with at least that share of all
values at or below it. Slopes are least squares; their intervals are the 95 % intervals of Student's t. Times are
microseconds, rates are descriptors or bytes a second as the name says, GB is 10^9 bytes.
"""

from __future__ import annotations

import csv
import gzip
import json
import math
import statistics
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

Figures = dict[str, float | int]
STUDENT = {3: 3.182446, 4: 2.776445, 5: 2.570582, 23: 2.068658}
"""The 97.5 % quantile of Student's t by degrees of freedom (any table of it has these)."""
PERCENTILES = (50, 95, 99)


def rows(file: Path) -> Iterable[dict[str, str]]:
    """Yield the rows of a compressed table."""
    with gzip.open(file, "rt", encoding="ascii", newline="") as text:
        yield from csv.DictReader(text)


def percentile(values: Sequence[float], share: float) -> float:
    """Return the nearest-rank percentile; raise ValueError for no values."""
    if not values:
        raise ValueError("no values")
    ordered = sorted(values)
    return ordered[max(math.ceil(share / 100 * len(ordered)), 1) - 1]


def line(points: Sequence[tuple[float, float]]) -> Figures:
    """Return slope and intercept of a least-squares line, with the slope's 95 % interval.

    Raises:
        ValueError: fewer than five points, or all at one place.
    """
    count = len(points)
    if count - 2 not in STUDENT:
        raise ValueError(f"{count} points; expected one of {sorted(free + 2 for free in STUDENT)}")
    middle = statistics.fmean(x for x, _ in points)
    height = statistics.fmean(y for _, y in points)
    spread = sum((x - middle) ** 2 for x, _ in points)
    if spread == 0:
        raise ValueError("all points at one place")
    slope = sum((x - middle) * (y - height) for x, y in points) / spread
    intercept = height - slope * middle
    residual = sum((y - intercept - slope * x) ** 2 for x, y in points)
    half = STUDENT[count - 2] * math.sqrt(residual / (count - 2) / spread)
    return {"slope": slope, "low": slope - half, "high": slope + half, "intercept": intercept, "points": count}


def hops(file: Path) -> dict[str, Figures]:
    """Return, for each way of a hop, percentiles of the round trip over all repetitions, and their spread."""
    times: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for row in rows(file):
        way = row["way"] if row["thread"] == "none" else f"{row['way']}-{row['thread']}"
        times[way][row["repetition"]].append(int(row["ns"]) / 1000)
    found = {}
    for way, repetitions in sorted(times.items()):
        everything = [value for values in repetitions.values() for value in values]
        medians = [percentile(values, 50) for values in repetitions.values()]
        found[way] = {
            "iterations": len(everything),
            "repetitions": len(repetitions),
            **{f"p{share}": percentile(everything, share) for share in PERCENTILES},
            "longest": max(everything),
            "lowest_p50": min(medians),
            "highest_p50": max(medians),
        }
    return found


def issue(file: Path) -> dict[str, dict[str, object]]:
    """Return, for each lock and message size, rates by number of threads, and how they grow with it."""
    runs: dict[str, dict[int, list[tuple[float, float]]]] = defaultdict(lambda: defaultdict(list))
    for row in rows(file):
        count, size = int(row["descriptors"]), int(row["bytes"])
        rate = count / int(row["issued_ns"]) * 1e9
        bandwidth = count * size / int(row["completed_ns"])  # bytes a nanosecond are GB/s
        runs[f"{row['lock']}-{size}"][int(row["threads"])].append((rate, bandwidth))
    found: dict[str, dict[str, object]] = {}
    for name, threads in sorted(runs.items()):
        points = [(math.log(k), math.log(rate)) for k, each in threads.items() for rate, _ in each]
        found[name] = {
            "exponent": line(points),
            "threads": {
                str(k): {
                    "runs": len(each),
                    "rate": statistics.median(rate for rate, _ in each),
                    "lowest": min(rate for rate, _ in each),
                    "highest": max(rate for rate, _ in each),
                    "bandwidth": statistics.median(bandwidth for _, bandwidth in each),
                }
                for k, each in sorted(threads.items())
            },
        }
    return found


def steps(file: Path) -> dict[str, dict[str, object]]:
    """Return, for each way, launch, order and size, a step's median by layers, and its growth a layer."""
    times: dict[str, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for row in rows(file):
        name = "-".join((row["way"], row["launch"], row["order"], row["bytes"]))
        times[name][int(row["layers"])].append(int(row["ns"]) / 1000)
    return {
        name: {
            "iterations": min(len(values) for values in layers.values()),
            "layer": line([(count, statistics.median(values)) for count, values in layers.items()]),
            "steps": {
                str(count): {"p50": percentile(values, 50), "p99": percentile(values, 99)}
                for count, values in sorted(layers.items())
            },
        }
        for name, layers in sorted(times.items())
    }


def exchanges(file: Path) -> dict[str, dict[str, object]]:
    """Return, for each case, the medians of the four operations and where all-to-all begins to be faster."""
    times: dict[tuple[str, str, str, str, int], list[float]] = defaultdict(list)
    sent: dict[tuple[str, str, str, str, int], int] = {}
    for row in rows(file):
        key = (row["operation"], row["launch"], row["routing"], f"{row['payload']}-{row['hidden']}", int(row["tokens"]))
        times[key].append(int(row["ns"]) / 1000)
        sent[key] = int(row["remote_bytes"])
    medians = {key: statistics.median(values) for key, values in times.items()}
    found: dict[str, dict[str, object]] = {}
    cases = sorted({key[1:4] for key in medians})
    for launch, routing, shape in cases:
        by_tokens: dict[str, Figures] = {}
        for tokens in sorted({key[4] for key in medians}):
            figures = _pair(medians, sent, (launch, routing, shape, tokens))
            by_tokens[str(tokens)] = figures
        found[f"{launch}-{routing}-{shape}"] = {
            "iterations": min(len(values) for key, values in times.items() if key[1:4] == (launch, routing, shape)),
            "tokens": by_tokens,
            "faster_from": faster_from({int(tokens): figures["ratio"] for tokens, figures in by_tokens.items()}),
        }
    return found


def _pair(
    medians: Mapping[tuple[str, str, str, str, int], float],
    sent: Mapping[tuple[str, str, str, str, int], int],
    case: tuple[str, str, str, int],
) -> Figures:
    launch, routing, shape, tokens = case
    back = f"bfloat16-{shape.rpartition('-')[2]}"  # answers are bfloat16 whatever was sent
    keys = {
        "dispatch": ("dispatch", launch, routing, shape, tokens),
        "combine": ("combine", launch, routing, back, tokens),
        "all_gather": ("all-gather", launch, routing, shape, tokens),
        "reduce_scatter": ("reduce-scatter", launch, routing, back, tokens),
    }
    figures: Figures = {name: medians[key] for name, key in keys.items()}
    figures["all_to_all"] = figures["dispatch"] + figures["combine"]
    figures["gather_scatter"] = figures["all_gather"] + figures["reduce_scatter"]
    figures["ratio"] = figures["all_to_all"] / figures["gather_scatter"]
    figures["dispatch_bandwidth"] = sent[keys["dispatch"]] / figures["dispatch"] / 1000
    figures["all_gather_bandwidth"] = sent[keys["all_gather"]] / figures["all_gather"] / 1000
    return figures


def faster_from(ratios: Mapping[int, float]) -> int:
    """Return the fewest tokens from which on every ratio is below one; 0 where the largest is not."""
    found = 0
    for tokens in sorted(ratios, reverse=True):
        if ratios[tokens] >= 1:
            break
        found = tokens
    return found


def rounded(value: object) -> object:
    """Return figures with six significant digits: more than any of them is good for."""
    if isinstance(value, float):
        return float(f"{value:.6g}")
    if isinstance(value, dict):
        return {name: rounded(each) for name, each in value.items()}
    return value


def summary(folder: Path) -> str:
    """Return all figures of a run as JSON."""
    figures = {
        "hop": hops(folder / "hop.csv.gz"),
        "issue": issue(folder / "issue.csv.gz"),
        "step": steps(folder / "step.csv.gz"),
        "exchange": exchanges(folder / "exchange.csv.gz"),
    }
    return json.dumps(rounded(figures), indent=1) + "\n"


def main() -> int:
    """Print the figures, or write them beside the raw data."""
    arguments = [argument for argument in sys.argv[1:] if argument != "--write"]
    if len(arguments) != 1:
        print("usage: analyse.py RESULTS [--write]", file=sys.stderr)
        return 2
    text = summary(Path(arguments[0]))
    if "--write" in sys.argv:
        (Path(arguments[0]) / "summary.json").write_text(text, encoding="ascii")
    else:
        print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""AIPerf's exports of a run: the summary as JSON or CSV, and the requests one by one as JSON Lines.

The form is that of AIPerf 0.10.0, whose JSON says ``schema_version`` 1.3; another version is refused, as its
fields may mean something else. Units stay in AIPerf's words; ``UNITS`` says how a site writes them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from macros.evidence.errors import EvidenceError
from macros.evidence.readers.csv_file import tables
from macros.evidence.readers.json_file import load
from macros.evidence.readers.reading import Reading, described, number

if TYPE_CHECKING:
    from collections.abc import Mapping
    from decimal import Decimal
    from pathlib import Path

SCHEMA = "1.3"
STATISTICS = (
    "avg",
    "min",
    "max",
    "sum",
    "std",
    "count",
    "p1",
    "p5",
    "p10",
    "p25",
    "p50",
    "p75",
    "p90",
    "p95",
    "p99",
)
UNITS: Mapping[str, str] = MappingProxyType(
    {
        "ms": "ms",
        "sec": "s",
        "tokens": "token",
        "tokens/sec": "token/s",
        "tokens/sec/user": "token/s/user",
        "requests": "request",
        "requests/sec": "request/s",
        "ratio": "×",
        "%": "%",
    }
)
"""AIPerf's unit to that of a record."""
_NAMES = MappingProxyType(
    {
        "total_input_sequence_length": "total_isl",
        "total_output_sequence_length": "total_osl",
    }
)
"""Metrics whose head in the CSV is not their name in the JSON with spaces."""
_HEAD = re.compile(r"(?P<name>.+?)(?: \((?P<unit>[^()]*)\))?")


@dataclass(frozen=True, slots=True)
class Metric:
    """A metric of a run: its unit in AIPerf's words, and its statistics."""

    unit: str
    statistics: Mapping[str, Decimal]


@dataclass(frozen=True, slots=True)
class Export:
    """A run as one of its files tells it; what that file does not say is None."""

    metrics: Mapping[str, Metric]
    version: str | None = None
    conditions: Mapping[str, Any] = field(default_factory=dict)
    errors: int | None = None
    cancelled: bool | None = None
    started: str | None = None


def read_summary(file: Path) -> Export:
    """Return what the JSON or CSV summary of a run says; raises EvidenceError where it is none."""
    return _from_csv(file) if file.suffix.lower() == ".csv" else _from_json(file)


def at_metric(export: Export, name: str) -> Reading:
    """Return a statistic of a metric, such as ``inter_token_latency.p50``."""
    tag, _, statistic = name.partition(".")
    metric = export.metrics.get(tag)
    if metric is None:
        raise EvidenceError(f"no metric {tag}", f"one of {', '.join(sorted(export.metrics)[:12])}")
    if statistic not in metric.statistics:
        raise EvidenceError(f"no {statistic} of {tag}", f"one of {', '.join(metric.statistics)}")
    if metric.unit not in UNITS:
        raise EvidenceError(f"the unit {described(metric.unit)} of {tag}", f"one of {', '.join(UNITS)}")
    return Reading(metric.statistics[statistic], metric.unit)


def _from_json(file: Path) -> Export:
    document = load(file)
    if not isinstance(document, dict) or "aiperf_version" not in document:
        raise EvidenceError("no aiperf_version", "AIPerf's profile_export_aiperf.json")
    schema = document.get("schema_version")
    if schema != SCHEMA:
        raise EvidenceError(f"schema_version {described(schema)}", f"{SCHEMA}, that of AIPerf 0.10.0")
    metrics = {
        name: _metric(name, content)
        for name, content in document.items()
        if isinstance(content, dict) and "unit" in content
    }
    summary = document.get("error_summary") or []
    return Export(
        MappingProxyType(metrics),
        str(document["aiperf_version"]),
        document.get("input_config") or {},
        sum(int(number(entry.get("count"), "error_summary")) for entry in summary),
        bool(document.get("was_cancelled")),
        document.get("start_time"),
    )


def _metric(name: str, content: Mapping[str, Any]) -> Metric:
    statistics = {
        statistic: number(content[statistic], f"{name}.{statistic}")
        for statistic in STATISTICS
        if content.get(statistic) is not None
    }
    return Metric(str(content["unit"]), MappingProxyType(statistics))


def _from_csv(file: Path) -> Export:
    metrics: dict[str, Metric] = {}
    for head, *rows in tables(file):
        if head[0] != "Metric":
            continue
        for row in rows:
            name, unit = _named(row[0])
            if name in metrics:
                raise EvidenceError(f"the metric {row[0]} twice", "each metric once")
            if len(row) != len(head):
                raise EvidenceError(
                    f"{row[0]}: {len(row) - 1} values", f"{len(head) - 1} (a truncated file?)"
                )
            pairs = zip(head[1:], row[1:], strict=True)
            statistics = {
                "avg" if column == "Value" else column: number(text, f"{row[0]}, {column}")
                for column, text in pairs
                if text
            }
            metrics[name] = Metric(unit, MappingProxyType(statistics))
    if "request_count" not in metrics:
        raise EvidenceError("no metric Request Count", "AIPerf's profile_export_aiperf.csv, whole")
    return Export(MappingProxyType(metrics))


def _named(head: str) -> tuple[str, str]:
    match = _HEAD.fullmatch(head)
    name = match["name"] if match else head
    tag = re.sub(r"\W+", "_", name.lower()).strip("_")
    unit = (match["unit"] if match else None) or ("requests" if tag == "request_count" else "count")
    return _NAMES.get(tag, tag), unit

"""AIPerf's export of every request (``profile_export.jsonl``), summed up as AIPerf's own summary does it.

Percentiles are interpolated between the two nearest requests and the standard deviation is that of all
requests (divided by their number), which is what the summary of the same run prints. Requests of another
phase, those that were cancelled and those that failed are left out and counted.
"""

from __future__ import annotations

import datetime
import tempfile
from decimal import Decimal
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from macros.evidence.errors import EvidenceError
from macros.evidence.readers.aiperf import Export, Metric
from macros.evidence.readers.query import connected
from macros.evidence.readers.reading import described, number

if TYPE_CHECKING:
    from collections.abc import Mapping

SOURCE = (
    "read_json(?, format = 'newline_delimited', columns = {metadata: 'JSON', metrics: 'JSON', error: 'JSON'})"
)
METRICS = (
    "time_to_first_token",
    "time_to_second_token",
    "inter_token_latency",
    "request_latency",
    "output_token_throughput_per_user",
    "input_sequence_length",
    "output_sequence_length",
)
"""The metrics that are summed up: each has one number a request."""
_PERCENTILES = (1, 5, 10, 25, 50, 75, 90, 95, 99)
_SOUND = (
    "coalesce(metadata ->> 'benchmark_phase', 'profiling') = 'profiling' "
    "AND coalesce(metadata ->> 'was_cancelled', 'false') = 'false' "
    "AND (error IS NULL OR json_type(error) = 'NULL')"
)
_COUNTS = f"""
    SELECT count(*) FILTER ({_SOUND}),
           count(*) FILTER (error IS NOT NULL AND json_type(error) <> 'NULL'),
           min((metadata ->> 'request_start_ns')::HUGEINT) FILTER ({_SOUND}),
           max((metadata ->> 'request_end_ns')::HUGEINT) FILTER ({_SOUND}),
           count(*) FILTER (metadata IS NULL OR metrics IS NULL)
    FROM artefact"""  # noqa: S608 - constants of this module


def read_requests(file: Path) -> Export:
    """Sum up a per-request export; raises EvidenceError for another file, and for no request."""
    with (
        tempfile.TemporaryDirectory(prefix="claimbook-query-") as spill,
        connected(file, Path(spill), SOURCE) as connection,
    ):
        count, errors, first, last, strange = connection.execute(_COUNTS).fetchone()
        if strange:
            raise EvidenceError(
                f"{strange} lines without metadata or metrics", "AIPerf's profile_export.jsonl"
            )
        if not count:
            raise EvidenceError("no request that succeeded", "at least one")
        metrics = {name: metric for name in METRICS if (metric := _summed(connection, name)) is not None}
    seconds = Decimal(int(last) - int(first)) / 10**9 if first is not None and last is not None else None
    metrics.update(_totals(metrics, count, seconds))
    return Export(MappingProxyType(metrics), errors=int(errors), started=_day(first))


def _summed(connection: Any, name: str) -> Metric | None:  # noqa: ANN401 - DuckDB has no types
    """Return the statistics of one metric over all sound requests, or None where no request has it."""
    quantiles = ", ".join(str(percent / 100) for percent in _PERCENTILES)
    row = connection.execute(
        f"""
        WITH found AS (
            SELECT (metrics -> '{name}' ->> 'value')::DOUBLE AS value, metrics -> '{name}' ->> 'unit' AS unit
            FROM artefact WHERE {_SOUND})
        SELECT count(value), count(*) FILTER (NOT isfinite(value)), min(unit), max(unit),
               fsum(value) / count(value),
               min(value), max(value), fsum(value), stddev_pop(value), quantile_cont(value, [{quantiles}])
        FROM found"""  # noqa: S608 - constants of this module
    ).fetchone()
    count, infinite, unit, other, average, least, most, total, deviation, percentiles = row
    if not count:
        return None
    if infinite:
        raise EvidenceError(f"{name}: {infinite} values that are no finite number", "finite numbers")
    if unit is None or unit != other:
        raise EvidenceError(f"{name}: the units {described(unit)} and {described(other)}", "one unit")
    statistics = {
        "avg": average,
        "min": least,
        "max": most,
        "sum": total,
        "std": deviation,
        "count": count,
        **{f"p{percent}": value for percent, value in zip(_PERCENTILES, percentiles, strict=True)},
    }
    numbers = {statistic: number(value, f"{name}.{statistic}") for statistic, value in statistics.items()}
    return Metric(str(unit), MappingProxyType(numbers))


def _totals(metrics: Mapping[str, Metric], count: int, seconds: Decimal | None) -> dict[str, Metric]:
    """Return what AIPerf computes from all requests together: their number, the time, the rates."""
    found = {"request_count": _single("requests", Decimal(count))}
    if not seconds:
        return found
    found["benchmark_duration"] = _single("sec", seconds)
    found["request_throughput"] = _single("requests/sec", count / seconds)
    if "output_sequence_length" in metrics:
        tokens = metrics["output_sequence_length"].statistics["sum"]
        found["output_token_throughput"] = _single("tokens/sec", tokens / seconds)
    return found


def _single(unit: str, value: Decimal) -> Metric:
    return Metric(unit, MappingProxyType({"avg": value}))


def _day(nanoseconds: int | None) -> str | None:
    if nanoseconds is None:
        return None
    return datetime.datetime.fromtimestamp(int(nanoseconds) / 10**9, datetime.UTC).date().isoformat()

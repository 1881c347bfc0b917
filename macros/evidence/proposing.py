"""Runs to proposed records: an artefact and figures for each run, and of two runs what one is to the other.

A proposal is for a person to review. What the export does not say is left open: a source stands empty, so
that the records are refused until somebody writes it, and conditions are ``unstated``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from macros.evidence.readers.aiperf import UNITS
from macros.records.editing import scalar
from macros.records.written import UNSTATED

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from macros.evidence.readers.aiperf import Metric
    from macros.evidence.runs import Run

RUNS_ALIKE = ("model", "concurrency", "tokens")
"""The conditions that two runs share if one is to be set against the other."""
CONFIDENCE = "1.96"
"""Standard errors to either side that hold 95 % of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure that is proposed of every run: its record's name, where AIPerf has it, and its words."""

    key: str
    metric: str
    statistic: str
    name: str
    meaning: str
    title: str
    says: str


FIGURES = (
    Figure(
        "output",
        "output_token_throughput",
        "avg",
        "aggregate output throughput",
        "whole run",
        "Aggregate output throughput",
        "serves {value} over all requests together",
    ),
    Figure(
        "user",
        "output_token_throughput_per_user",
        "avg",
        "output throughput per user",
        "mean of requests",
        "Output throughput per user",
        "gives each request {value} on average",
    ),
    Figure(
        "ttft-p50",
        "time_to_first_token",
        "p50",
        "time to first token",
        "median of requests",
        "Median time to first token",
        "shows the first token after {value} in the median",
    ),
    Figure(
        "ttft-p99",
        "time_to_first_token",
        "p99",
        "time to first token",
        "99th percentile of requests",
        "Slowest times to first token",
        "shows the first token within {value} for all but the slowest requests",
    ),
    Figure(
        "itl-mean",
        "inter_token_latency",
        "avg",
        "inter-token latency",
        "mean of requests",
        "Mean inter-token latency",
        "takes {value} from token to token on average",
    ),
    Figure(
        "itl-p50",
        "inter_token_latency",
        "p50",
        "inter-token latency",
        "median of requests",
        "Median inter-token latency",
        "takes {value} from token to token in the median",
    ),
    Figure(
        "itl-std",
        "inter_token_latency",
        "std",
        "inter-token latency",
        "standard deviation between requests",
        "Spread of the inter-token latency",
        "has a spread of {value} in the inter-token latency of its requests",
    ),
)
_RATIOS = ("output", "user", "ttft-p50", "itl-mean")
_SPREAD = {"itl-mean": "itl-std"}
"""The figures whose spread is among the figures, so that their ratio gets an interval."""


@dataclass(frozen=True, slots=True)
class Arm:
    """A run under a name: the beginning of its records' names."""

    name: str
    run: Run


@dataclass(slots=True)
class Proposal:
    """Proposed records: their names with the lines below each, and what a person must know of them."""

    records: dict[str, str] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Provenance:
    """What the caller knows of the files: the subject of the records, their source, where the files lie."""

    subject: str
    source: str = ""
    commit: str = UNSTATED
    paths: Mapping[str, str] = field(default_factory=dict)


def propose(arms: Sequence[Arm], provenance: Provenance) -> Proposal:
    """Return the records of one or more runs; of exactly two, the second's ratios to the first too."""
    proposal = Proposal()
    for arm in arms:
        _propose_arm(arm, provenance, proposal)
    if len(arms) == 2:  # noqa: PLR2004 - a pair
        _propose_pair(arms[0], arms[1], provenance, proposal)
    return proposal


def _propose_arm(arm: Arm, provenance: Provenance, proposal: Proposal) -> None:
    run = arm.run
    duration = run.single("benchmark_duration")
    version = run.export.version or "of an unstated version"
    took = f"; it took {float(duration):.2f} s" if duration is not None else ""
    proposal.records[f"{arm.name}-artefact"] = _body(
        kind="artefact",
        title=scalar(f"AIPerf export, {arm.name}"),
        says=scalar(f"AIPerf {version} on one run{took}."),
        repository=_open(
            provenance.source, "the id of the source record of the repository that has the file"
        ),
        commit=provenance.commit,
        file=scalar(provenance.paths.get(str(run.file), run.file.name)),
        sha256=f'"{run.sha256}"' if run.sha256.isdecimal() else run.sha256,
    )
    proposal.remarks.extend(f"{arm.name}: {caveat}" for caveat in run.caveats)
    for figure in FIGURES:
        metric = run.export.metrics.get(figure.metric)
        missing = _missing(metric, figure)
        if metric is None or missing:
            proposal.left_out.append(f"{arm.name}-{figure.key}: {missing}")
            continue
        proposal.records[f"{arm.name}-{figure.key}"] = _measured(arm, figure, metric, provenance)


def _missing(metric: Metric | None, figure: Figure) -> str:
    """Return why a figure cannot be proposed; empty where it can."""
    if metric is None:
        return f"no metric {figure.metric} in the file"
    if figure.statistic not in metric.statistics:
        return f"no {figure.statistic} of {figure.metric} in the file"
    if metric.unit not in UNITS:
        return f"{figure.metric} in the unit {metric.unit}; expected one of {', '.join(UNITS)}"
    return ""


def _measured(arm: Arm, figure: Figure, metric: Metric, provenance: Provenance) -> str:
    run = arm.run
    return _body(
        kind="measured",
        title=scalar(f"{figure.title}, {arm.name}"),
        says=scalar(f"The run {figure.says}."),
        role="figure",
        value=printed(metric, figure.statistic),
        unit=UNITS[metric.unit],
        scope=_flow({**run.conditions, "metric": figure.name, "statistic": figure.meaning}),
        source=_open(provenance.source, "the id of the source record of the run"),
        observed=(run.export.started or UNSTATED)[:10],
        evidence=_flow(
            {
                "artefact": f"{provenance.subject}.{arm.name}-artefact",
                "metric": f"{figure.metric}.{figure.statistic}",
            }
        ),
        caveat=scalar(" ".join((*run.caveats, "One run."))),
    )


def printed(metric: Metric, statistic: str) -> str:
    """Return a number with the two decimals with which AIPerf prints it."""
    return f"{float(metric.statistics[statistic]):.2f}"


def _propose_pair(first: Arm, second: Arm, provenance: Provenance, proposal: Proposal) -> None:
    """Propose what the second run is to the first, where their conditions are the same."""
    differing = [
        name
        for name in RUNS_ALIKE
        if first.run.conditions[name] != second.run.conditions[name] or first.run.conditions[name] == UNSTATED
    ]
    if differing:
        said = "; ".join(
            f"{name}: {first.run.conditions[name]} and {second.run.conditions[name]}" for name in differing
        )
        proposal.left_out.append(
            f"the ratios of {second.name} to {first.name}: under other conditions ({said})"
        )
        return
    names = proposal.records
    for figure in FIGURES:
        both = {f"{arm.name}-{figure.key}" for arm in (first, second)}
        if figure.key in _RATIOS and both <= names.keys():
            names.update(_ratio(first, second, figure, provenance, names))


def _ratio(
    first: Arm, second: Arm, figure: Figure, provenance: Provenance, known: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    """Yield the ratio of a figure, and the half-width of its interval where the spread is known."""
    subject, key = provenance.subject, f"{second.name}-to-{first.name}-{figure.key}"
    inputs = {"a": f"{subject}.{first.name}-{figure.key}", "b": f"{subject}.{second.name}-{figure.key}"}
    spread = _SPREAD.get(figure.key, "")
    spreads = {"s": f"{first.name}-{spread}", "t": f"{second.name}-{spread}"}
    has_interval = set(spreads.values()) <= known.keys()
    conditions = {name: first.run.conditions[name] for name in RUNS_ALIKE}
    scope = {
        **conditions,
        "metric": figure.name,
        "baseline": first.name,
        "orientation": f"{second.name} ÷ {first.name}",
        "runs": "1 of each arm",
    }
    known_to = f"known to {{{subject}.{key}-half-width}} either way between requests"
    bounds = known_to if has_interval else "of one number each, which has no interval"
    shared = {
        "role": "figure",
        "unit": "×",
        "comparable": scalar("The two arms of one comparison, under the same load."),
    }
    yield (
        key,
        _body(
            kind="derived",
            title=scalar(f"{figure.title}, {second.name} against {first.name}"),
            says=scalar(f"With {second.name} it is {{value}} that with {first.name}."),
            **shared,
            **{"from": _flow(inputs)},
            formula='"b / a"',
            scope=_flow(scope),
            caveat=scalar(f"One run of each arm, {bounds}; how far runs lie apart is unknown."),
        ),
    )
    if has_interval:
        counts = [arm.run.export.metrics[figure.metric].statistics["count"] for arm in (first, second)]
        variance = f"(s / a) ** 2 / {counts[0]} + (t / b) ** 2 / {counts[1]}"
        yield (
            f"{key}-half-width",
            _body(
                kind="derived",
                title=scalar(f"Half-width of the interval of that ratio, {second.name} against {first.name}"),
                says=scalar(
                    "Between the requests of these two runs the ratio is known to {value} either way."
                ),
                **shared,
                **{
                    "from": _flow(
                        {**inputs, **{name: f"{subject}.{other}" for name, other in spreads.items()}}
                    )
                },
                formula=f'"{CONFIDENCE} * b / a * sqrt({variance})"',
                scope=_flow({**scope, "statistic": "half-width of the 95 % interval (delta method)"}),
            ),
        )


def _body(**fields: str) -> str:
    return "\n".join(f"  {name}: {text}".rstrip() for name, text in fields.items())


def _open(text: str, advice: str) -> str:
    return scalar(text) if text else f" # {advice}"


def _flow(entries: Mapping[str, str]) -> str:
    return "{" + ", ".join(f"{name}: {_entry(text)}" for name, text in entries.items()) + "}"


def _entry(text: str) -> str:
    """Return a text within a mapping: quoted where it could be taken for something else."""
    is_plain = scalar(text) == text and not any(mark in text for mark in ",[]{}") and not text[:1].isdigit()
    return text if is_plain else (scalar(text) if scalar(text) != text else f'"{text}"')

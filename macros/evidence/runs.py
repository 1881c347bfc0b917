"""A run as AIPerf's export tells it: what was served under which load, and what must be said with it.

What a file does not say is ``unstated``; nothing is guessed. A run that failed as a whole is refused, and
one that failed in part carries a caveat.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from macros.evidence.errors import EvidenceError
from macros.evidence.readers.aiperf import Export, read_summary
from macros.evidence.readers.requests import read_requests
from macros.records.written import UNSTATED

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from decimal import Decimal
    from pathlib import Path

_HUB = re.compile(r"models--[^/]+?--(?P<name>[^/]+)")
"""The folder in which the Hugging Face hub keeps a model: ``models--owner--name``."""
_COMMIT = re.compile(r"[0-9a-f]{40}")
_LENGTHS = (("isl", "input_sequence_length", "input"), ("osl", "output_sequence_length", "output"))
_LENGTH_TOLERANCE = 0.01
"""How far the mean length of a run may lie from the one that was asked for before it is said."""
REQUESTS = frozenset({".jsonl", ".ndjson"})
SUMMARIES = frozenset({".json", ".csv"})


@dataclass(frozen=True, slots=True)
class Run:
    """One run: its file with digest, what AIPerf exported, the conditions, and what has to be said."""

    file: Path
    sha256: str
    export: Export
    conditions: Mapping[str, str]
    caveats: tuple[str, ...]

    def single(self, metric: str) -> Decimal | None:
        """Return the one number of a metric that has no distribution, or its mean."""
        found = self.export.metrics.get(metric)
        return found.statistics.get("avg") if found else None


def read_run(file: Path) -> Run:
    """Return the run of an AIPerf export; raises EvidenceError for another file, and for no request."""
    suffix = file.suffix.lower()
    if suffix not in REQUESTS | SUMMARIES:
        raise EvidenceError(f"a {suffix or 'nameless'} file", "AIPerf's export as .json, .csv or .jsonl")
    try:
        with file.open("rb") as stream:
            digest = hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError as error:
        raise EvidenceError(f"a file that cannot be read: {error.strerror}", "a readable file") from None
    export = read_requests(file) if suffix in REQUESTS else read_summary(file)
    count = export.metrics.get("request_count")
    requests = int(count.statistics.get("avg", 0)) if count else 0
    if requests < 1:
        raise EvidenceError("no request that succeeded", "at least one")
    return Run(file, digest, export, _conditions(export, requests), tuple(_caveats(export, requests)))


def _conditions(export: Export, requests: int) -> dict[str, str]:
    phases = [phase for phase in _list(export.conditions, "phases") if isinstance(phase, dict)]
    loads = {str(phase["concurrency"]) for phase in phases if phase.get("concurrency") is not None}
    failed = {None: "failures unstated", 0: "none failed"}.get(export.errors, f"{export.errors} failed")
    return {
        "model": _model(export.conditions),
        "concurrency": loads.pop() if len(loads) == 1 else UNSTATED,
        "tokens": _tokens(export),
        "requests": f"{requests}, {failed}",
        "runs": "1",
    }


def _list(conditions: Mapping[str, Any], name: str) -> list[Any]:
    found = conditions.get(name)
    return found if isinstance(found, list) else []


def _model(conditions: Mapping[str, Any]) -> str:
    """Return the model's name: of a hub's folder, the name in it; of a commit alone, its tokenizer's."""
    models, tokenizer = conditions.get("models"), conditions.get("tokenizer")
    items = _list(models, "items") if isinstance(models, dict) else []
    names = [str(item.get("name") or "") for item in items if isinstance(item, dict)]
    if len(names) != 1:
        return UNSTATED
    name = names[0].rstrip("/")
    folder = str(tokenizer.get("name") or "") if isinstance(tokenizer, dict) else ""
    if _COMMIT.fullmatch(name) and name in folder:
        name = folder
    hub = _HUB.search(name)
    if hub is not None:
        return hub["name"]
    return UNSTATED if _COMMIT.fullmatch(name) or not name else name.rpartition("/")[2]


def _tokens(export: Export) -> str:
    """Return the lengths that were asked for, or the mean ones where none were, in whole tokens."""
    lengths = []
    for name, metric, word in _LENGTHS:
        asked = _asked(export.conditions, name)
        mean = _mean(export, metric)
        length = asked if asked is not None else mean
        if length is None:
            return UNSTATED
        lengths.append(f"{round(length)} {word}")
    return " and ".join(lengths)


def _asked(conditions: Mapping[str, Any], name: str) -> float | None:
    datasets = [entry for entry in _list(conditions, "datasets") if isinstance(entry, dict)]
    prompts = datasets[0].get("prompts") if len(datasets) == 1 else None
    length = prompts.get(name) if isinstance(prompts, dict) else None
    mean = length.get("mean") if isinstance(length, dict) else None
    return float(mean) if mean is not None else None


def _mean(export: Export, metric: str) -> float | None:
    found = export.metrics.get(metric)
    return float(found.statistics["avg"]) if found and "avg" in found.statistics else None


def _caveats(export: Export, requests: int) -> Iterator[str]:
    if export.errors:
        yield f"{export.errors} of {requests + export.errors} requests failed; the figure is of the others."
    if export.errors is None:
        yield "The file does not say whether requests failed."
    if export.cancelled:
        yield "The run was cancelled before its end."
    for name, metric, word in _LENGTHS:
        asked, mean = _asked(export.conditions, name), _mean(export, metric)
        if asked is not None and mean is not None and abs(mean - asked) > _LENGTH_TOLERANCE * asked:
            yield f"{mean:.1f} {word} tokens came on average where {asked:.0f} were asked for."

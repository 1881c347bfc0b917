"""A record of a kind with everything still to be written: what an author fills in.

Fields that must be written stand empty, so that the loader refuses the record until they are; fields for
which ``unstated`` is an honest answer say so; the others stand as comments.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from macros.records.editing import scalar
from macros.records.kinds import MODELS
from macros.records.problems import RESERVED

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

HEADER = "# yaml-language-server: $schema=record.schema.json\n"
_STATED: Mapping[str, str] = MappingProxyType({"observed": "unstated"})
"""Fields that may honestly stay as they are made."""
_NESTED: Mapping[str, str] = MappingProxyType(
    {
        "setting": "{where: , name: }",
        "from": "{name: }",
        "branches": "[{answer: , to: }]",
        "items": "[]",
        "reopens": "[]",
        "periods": "{measured: }",
        "axis": "{title: }",
        "panels": "[{title: , series: [{title: , of: []}]}]",
    }
)
_ADVICE: Mapping[str, str] = MappingProxyType(
    {
        "title": "a short noun phrase without a full stop",
        "says": "one or two sentences in your own words; {value} inserts the value",
        "source": "the id of a source record",
        "observed": "YYYY-MM-DD, YYYY-MM or unstated: when it was last seen true",
        "verify": "how a reader verifies it",
        "from": "the name in the formula, and the id of the record that it stands for",
        "formula": "arithmetic over these names; or holds_if with a comparison",
        "required": "the value that has to be set, as it is typed",
        "setting": "where: environment, pod, launch, image or code; name: what is set there",
        "banned": "what must not be used",
        "why": "why it is banned",
        "replacement": "what to use instead",
        "lane": "the row of the roadmap that it belongs to",
        "status": "shipping, works, blocked, untested, scoped or research",
        "status_text": "the status in a few words",
        "layout": "stack or tree",
        "diagram": "the id of a diagram record",
        "start": "the id of a node record",
        "end": "the id of a node record",
        "branches": "an answer, and the question or leaf that it leads to",
        "tone": "clear, caution or conditional",
        "answer": "what we answer",
        "symbol": "as it is written after a number",
        "plural": "its plural",
        "items": "the ids of the records that it holds",
        "handled": "conflict, caveat, unstated, scope or kept",
        "alt": "what a reader sees in it, in words",
        "form": "points, lines or waterfall",
        "axis": "what the values are, and in which unit",
        "panels": "what may be set against each other, as series of ids or queries",
        "periods": "a kind, and for how long its claims may be trusted, such as 180d",
        "trigger": "what has to happen",
        "address": "where to look: https://...",
        "reopens": "the ids of the records that have to be looked at again then",
        "repository": "the id of the source record of the repository that has the file",
        "commit": "its 40 hexadecimal digits, or unstated",
        "file": "the path within the repository",
        "sha256": "the file's SHA-256, as sha256sum prints it",
    }
)
_OFFERED: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "measured": ("role", "value", "unit", "scope", "evidence", "review", "pins", "caveat"),
        "sourced": ("role", "value", "unit", "scope", "observed", "caveat"),
        "assumed": ("role", "value", "unit", "scope", "source", "observed", "caveat"),
        "derived": ("role", "unit", "shown", "scope", "source", "rests_on", "caveat"),
        "gate": ("scope", "source", "failure", "cause", "pins"),
        "denial": ("symptom", "exceptions", "detect", "source"),
        "stage": ("facts", "gates", "trigger", "source"),
        "source": ("address", "dated", "seen", "available", "tool"),
        "component": ("version", "commit", "role_in_stack"),
        "term": ("also", "see"),
        "intent": ("points", "evidence", "recipe"),
        "leaf": ("points",),
        "chart": ("compares", "label", "bands"),
        "watch": ("source", "fired", "on"),
    }
)
"""Further fields that records of a kind often have, shown as comments."""
_EXAMPLES: Mapping[str, str] = MappingProxyType(
    {
        "role": "figure",
        "value": "14.7",
        "unit": "ms",
        "scope": "{dimension: condition}",
        "review": "180d",
        "pins": "{component.id: version}",
        "shown": "1.5",
        "rests_on": "[subject.name]",
        "failure": "{mode: , symptom: unstated, log: unstated}",
        "available": "true",
        "fired": "true",
        "evidence": "{artefact: subject.name, metric: inter_token_latency.avg}",
    }
)


def skeleton(kind: str, given: Collection[str] = ()) -> str:
    """Return the lines below the key of a new record; ``given`` are fields that the file's defaults state."""
    lines = [] if "kind" in given else [f"  kind: {scalar(kind)}"]
    required = [name for name in dict.fromkeys(required_fields(kind)) if name not in given]
    for name in required:
        value = _STATED.get(name) or _NESTED.get(name, "")
        lines.append(f"  {name}:{' ' + value if value else ''}  # {_ADVICE.get(name, 'required')}")
    offered = [name for name in _OFFERED.get(kind, ()) if name not in required and name not in given]
    lines.extend(f"  # {name}: {_EXAMPLES.get(name, '')}".rstrip() for name in offered)
    return "\n".join(lines)


def required_fields(kind: str) -> Iterator[str]:
    """Yield the names, as files write them, of the fields that a record of the kind cannot do without."""
    model = MODELS[kind]
    for name, field in model.model_fields.items():
        if field.is_required() and name != "kind" and name not in RESERVED:
            yield field.alias or name
    yield from (name for name, _ in model.lacking({}))

"""A book with a record of every kind in which every text field is filled, with texts that the test chooses.

Which fields hold text is read from the models, so that a field that is added later is filled too.
"""

from __future__ import annotations

import copy
import json
from typing import TYPE_CHECKING, Any, Protocol

from macros.records.kinds import MODELS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

SUBJECT = "pump"
LONGEST = 8000  # what the models allow a text; identifiers and numbers have other limits
# Texts in a language of their own, which only what the language allows can stand in.
FORMAL = frozenset(
    {"unit", "address", "formula", "holds_if", "symbol", "plural", "pattern", "tag", "path"}
    | {"file", "metric", "pointer"}
)
MARKUP_BESIDES = frozenset({"scope", "says"})
MARKUP_PARTS = frozenset({"failure", "axis", "bands", "panels"})
FREE_KEYS = {"scope": "site", "legend": "clear"}

SEEN = {"source": "pump.log", "observed": "2026-03-01"}
BASE: Mapping[str, dict[str, Any]] = {
    "log": {
        "kind": "source",
        "address": "https://pump.example/log",
        "dated": "2026-02",
        "seen": "2026-03-01",
    },
    "part": {"kind": "source", "part_of": "pump.log", "available": False},
    "hearsay": {"kind": "source", "reported_by": "pump.log"},
    "run": {
        "kind": "artefact",
        "repository": "pump.log",
        "commit": "9d1c5f07b3a2e8640d5c4b3a29181706f5e4d3c2",
        "file": "results/run.json",
        "sha256": "ab" * 32,
    },
    "site": {"kind": "dimension"},
    "stroke": {"kind": "unit", "symbol": "stroke", "plural": "strokes"},
    "periods": {"kind": "policy", "periods": {"measured": "90d"}},
    "valve": {"kind": "component"},
    "refit": {
        "kind": "watch",
        "address": "https://pump.example/refit",
        "fired": True,
        "on": "2026-02-01",
        "signs": [{}],
        "reopens": ["pump.flow"],
    },
    "flow": {
        **SEEN,
        "kind": "measured",
        "value": 14.70,
        "unit": "GB/s",
        "pins": ["pump.valve"],
        "references": ["pump.part", "pump.hearsay"],
        "source_tag": "measured",
        "source_tag_from": "inline",
        "document": {"items": [1, 2], "lines": [3]},
        "history": [{"on": "2026-02-01"}],
        "attribution": "inferred",
        "evidence": {"artefact": "pump.run"},
    },
    "rival": {**SEEN, "kind": "measured", "value": 9.0, "unit": "GB/s", "conflicts_with": ["pump.flow"]},
    "colour": {**SEEN, "kind": "measured"},
    "ratio": {**SEEN, "kind": "measured", "value": 1.490, "unit": "×"},
    "older": {**SEEN, "kind": "sourced", "superseded_by": "pump.newer"},
    "newer": {**SEEN, "kind": "sourced"},
    "band": {"kind": "assumed", "value": 5, "unit": "%"},
    "double": {"kind": "derived", "from": {"flow": "pump.flow"}, "formula": "2 * flow", "unit": "GB/s"},
    "tie": {
        "kind": "derived",
        "from": {"ratio": "pump.ratio", "band": "pump.band"},
        "holds_if": "ratio - 1 <= 10 * band",
    },
    "speed": {"kind": "gate", "setting": {"where": "environment"}, "failure": {}, "source": "pump.log"},
    "seal": {"kind": "gate", "required": 3, "setting": {"where": "pod"}},
    "dry-run": {"kind": "denial", "source": "pump.log"},
    "first": {"kind": "stage", "status": "blocked", "facts": ["pump.flow"], "gates": ["pump.speed"]},
    "path": {"kind": "diagram", "layout": "stack", "notes": ["pump.flow"]},
    "inlet": {"kind": "node", "diagram": "pump.path", "notes": ["pump.flow"], "callouts": ["pump.colour"]},
    "outlet": {"kind": "node", "diagram": "pump.path"},
    "pipe": {"kind": "edge", "diagram": "pump.path", "start": "pump.inlet", "end": "pump.outlet"},
    "choice": {"kind": "diagram", "layout": "tree"},
    "wet": {
        "kind": "question",
        "diagram": "pump.choice",
        "branches": [{"to": "pump.pump-it"}, {"to": "pump.leave-it"}],
    },
    "pump-it": {"kind": "leaf", "diagram": "pump.choice", "tone": "clear", "points": ["pump.flow"]},
    "leave-it": {"kind": "leaf", "diagram": "pump.choice", "tone": "caution"},
    "drain": {
        "kind": "intent",
        "points": ["pump.flow", "pump.colour"],
        "evidence": ["pump.double"],
        "recipe": ["pump.speed"],
    },
    "impeller": {"kind": "term", "see": ["pump.flow"]},
    "all-flows": {"kind": "collection", "items": ["pump.flow", "pump.rival", "pump.double"]},
    "drawing": {
        "kind": "chart",
        "form": "points",
        "axis": {"unit": "GB/s"},
        "label": ["title"],
        "compares": ["site"],
        "bands": [{"around": 10, "width": "pump.rival"}],
        "panels": [
            {"label": ["title"], "series": [{"of": ["pump.flow", "pump.double"]}]},
            {"label": ["site"], "series": [{"of": ["pump.rival"]}]},
        ],
    },
    "riddle": {"kind": "discrepancy", "handled": "kept", "concerns": ["pump.flow"]},
}
TEXT_VALUES = {"colour": "value", "speed": "required"}
"""Records whose value is a text."""


class Texts(Protocol):
    """Gives the text of a field by its path; ``is_markup`` says whether braces are markup in it."""

    def __call__(self, path: str, *, is_markup: bool) -> str:
        """Return the text."""
        ...


def whole_book(text: Texts) -> dict[str, dict[str, Any]]:
    """Return records by key, with all texts from ``text``."""
    records = {}
    for key, base in BASE.items():
        model = MODELS[base["kind"]]
        schema = model.model_json_schema()
        records[key] = _filled(schema, schema, copy.deepcopy(base), key, frozenset(model.text_fields), text)
        if key in TEXT_VALUES:
            records[key][TEXT_VALUES[key]] = text(f"{key}/{TEXT_VALUES[key]}", is_markup=False)
    return records


def text_fields() -> list[str]:
    """Return the paths of all text fields that are filled, such as ``flow/title``."""
    paths: list[str] = []

    def noting(path: str, *, is_markup: bool) -> str:
        del is_markup
        paths.append(path)
        return path

    whole_book(noting)
    return paths


def as_file(records: Mapping[str, Any]) -> str:
    """Return the records as the text of a record file: JSON, which is YAML with every text in quotes."""
    return json.dumps(records, ensure_ascii=False, indent=1)


def _filled(
    schema: Mapping[str, Any],
    root: Mapping[str, Any],
    fields: dict[str, Any],
    path: str,
    markup: frozenset[str],
    text: Texts,
) -> dict[str, Any]:
    for name, described in schema["properties"].items():
        here = f"{path}/{name}"
        is_markup = name in markup or name in MARKUP_BESIDES or not MARKUP_PARTS.isdisjoint(path.split("/"))
        if name in FORMAL or isinstance(fields.get(name), str):
            continue
        for variant in _variants(described):
            if variant.get("maxLength") == LONGEST:
                fields.setdefault(name, text(here, is_markup=is_markup))
            elif variant.get("items", {}).get("maxLength") == LONGEST:
                fields[name] = fields.get(name) or [text(here, is_markup=is_markup)]
            elif isinstance(variant.get("additionalProperties"), dict) and name in FREE_KEYS:
                fields.setdefault(name, {FREE_KEYS[name]: text(here, is_markup=is_markup)})
            elif "$ref" in variant and name in fields:
                _filled(_part(variant, root), root, fields[name], here, markup, text)
            elif "$ref" in variant.get("items", {}):
                for number, item in enumerate(fields.get(name, [])):
                    _filled(_part(variant["items"], root), root, item, f"{here}/{number}", markup, text)
    return fields


def _variants(described: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield described
    yield from described.get("anyOf", [])


def _part(variant: Mapping[str, Any], root: Mapping[str, Any]) -> Mapping[str, Any]:
    part: Mapping[str, Any] = root["$defs"][variant["$ref"].rpartition("/")[2]]
    return part

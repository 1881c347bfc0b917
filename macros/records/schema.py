"""The JSON Schema of a record file, generated from the models, so that editors complete and check it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter

from macros.records.kinds import MODELS

if TYPE_CHECKING:
    from macros.records.base import Record
    from macros.records.book import Book

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_RECORD_NAME = "^(?!defaults$)[a-z0-9][a-z0-9-]*$"


def record_schema(book: Book) -> str:
    """Return the schema as JSON text; scope offers the dimensions of ``book``."""
    definitions: dict[str, Any] = {}
    for kind, model in MODELS.items():
        definitions[kind] = _model_schema(model, definitions)
    dimensions = sorted(record.key for record in book.of_kind("dimension"))
    for definition in definitions.values():
        _offer_dimensions(definition, dimensions)
    document = {
        "$schema": DIALECT,
        "title": "Claimbook record file",
        "description": "Records by name; the file's name is their subject. 'defaults' holds what all share.",
        "type": "object",
        "properties": {"defaults": {"$ref": "#/$defs/defaults"}},
        "additionalProperties": False,
        "patternProperties": {_RECORD_NAME: {"$ref": "#/$defs/record"}},
        "allOf": [_asking_for_kind(), *(_inheriting(kind) for kind in MODELS)],
        "$defs": {
            "record": _record(),
            "defaults": _defaults(definitions),
            **dict(sorted(definitions.items())),
        },
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _record() -> dict[str, Any]:
    """Return what a record with a kind of its own must be."""
    branches = [
        {
            "if": {"required": ["kind"], "properties": {"kind": {"const": kind}}},
            "then": {"$ref": f"#/$defs/{kind}"},
        }
        for kind in MODELS
    ]
    return {"type": "object", "properties": {"kind": {"enum": list(MODELS)}}, "allOf": branches}


def _defaults(definitions: dict[str, Any]) -> dict[str, Any]:
    """Return what may stand under defaults: the fields of all kinds."""
    fields: dict[str, Any] = {}
    for kind in MODELS:
        for name, schema in definitions[kind]["properties"].items():
            fields.setdefault(name, schema)
    return {
        "type": "object",
        "properties": {**fields, "kind": {"enum": list(MODELS)}},
        "additionalProperties": False,
    }


def _inheriting(kind: str) -> dict[str, Any]:
    """Return what the records of a file are whose defaults give the kind."""
    given = {"required": ["kind"], "properties": {"kind": {"const": kind}}}
    inherits = {"if": {"not": {"required": ["kind"]}}, "then": {"$ref": f"#/$defs/{kind}"}}
    return {
        "if": {"required": ["defaults"], "properties": {"defaults": given}},
        "then": {"patternProperties": {_RECORD_NAME: inherits}},
    }


def _asking_for_kind() -> dict[str, Any]:
    """Return that each record gives its kind where the defaults do not."""
    return {
        "if": {"required": ["defaults"], "properties": {"defaults": {"required": ["kind"]}}},
        "else": {"patternProperties": {_RECORD_NAME: {"required": ["kind"]}}},
    }


def _model_schema(model: type[Record], definitions: dict[str, Any]) -> dict[str, Any]:
    schema = TypeAdapter(model).json_schema(by_alias=True, ref_template="#/$defs/{model}")
    definitions.update(schema.pop("$defs", {}))
    schema.pop("required", None)
    for name in ("identifier", "path", "line"):
        schema["properties"].pop(name, None)
    schema.pop("title", None)
    return schema


def _offer_dimensions(definition: dict[str, Any], dimensions: list[str]) -> None:
    scope = definition.get("properties", {}).get("scope")
    if scope is not None and dimensions:
        scope["properties"] = {name: {"type": ["string", "number"]} for name in dimensions}
        scope["additionalProperties"] = False

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
_NAME = "^[a-z0-9][a-z0-9-]*$"
_TEXTUAL_NUMBERS = {"integer": ["integer", "string"]}


def record_schema(book: Book) -> str:
    """Return the schema as JSON text; scope offers the dimensions of ``book``."""
    definitions: dict[str, Any] = {}
    for kind, model in MODELS.items():
        definitions[kind] = _model_schema(model, definitions)
    dimensions = sorted(record.key for record in book.of_kind("dimension"))
    for definition in definitions.values():
        _offer_dimensions(definition, dimensions)
    branches = [
        {"if": {"properties": {"kind": {"const": kind}}}, "then": {"$ref": f"#/$defs/{kind}"}}
        for kind in MODELS
    ]
    document = {
        "$schema": DIALECT,
        "title": "Claimbook record file",
        "description": "Records by name; the file's name is their subject. 'defaults' holds what all share.",
        "type": "object",
        "properties": {"defaults": {"type": "object"}},
        "additionalProperties": False,
        "patternProperties": {"^(?!defaults$)[a-z0-9][a-z0-9-]*$": {"$ref": "#/$defs/record"}},
        "$defs": {
            "record": {
                "type": "object",
                "required": ["kind"],
                "properties": {"kind": {"enum": list(MODELS)}},
                "allOf": branches,
            },
            **dict(sorted(definitions.items())),
        },
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _model_schema(model: type[Record], definitions: dict[str, Any]) -> dict[str, Any]:
    schema = TypeAdapter(model).json_schema(by_alias=True, ref_template="#/$defs/{model}")
    definitions.update(schema.pop("$defs", {}))
    schema["required"] = sorted({"kind"} & set(schema.get("required", [])))
    for name in ("identifier", "path", "line"):
        schema["properties"].pop(name, None)
    schema.pop("title", None)
    return schema


def _offer_dimensions(definition: dict[str, Any], dimensions: list[str]) -> None:
    scope = definition.get("properties", {}).get("scope")
    if scope is not None and dimensions:
        scope["properties"] = {name: {"type": ["string", "number"]} for name in dimensions}
        scope["additionalProperties"] = False

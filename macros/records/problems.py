"""What pydantic refuses, in an author's words: field, what was found, what is expected. Knows no files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from macros.findings import abbreviated, nearest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from macros.records.base import Record
    from macros.records.reader import FieldPath

RESERVED = frozenset({"identifier", "path", "line"})
"""Fields that a record gets from where it stands; a file may not set them."""

Problem = tuple["FieldPath", str, str, str, str]
"""Field path, rule, what was found, what is expected, and the nearest fix."""

_EXPECTED = {
    "missing": "this field",
    "string_type": "text",
    "string_too_short": "text that is not empty",
    "string_too_long": "at most {max_length} characters",
    "bool_parsing": "true or false",
    "bool_type": "true or false",
    "int_parsing": "a whole number",
    "int_parsing_size": "a whole number of a few digits",
    "int_from_float": "a whole number",
    "int_type": "a whole number",
    "greater_than_equal": "a number from {ge}",
    "less_than_equal": "a number up to {le}",
    "tuple_type": "a list",
    "dict_type": "a mapping",
    "mapping_type": "a mapping",
    "model_type": "a mapping",
    "model_attributes_type": "a mapping",
    "too_short": "at least one entry",
}
_ADDRESS_PATTERN = "^https?"
_KEY = "[key]"
"""How pydantic calls the key of a mapping's entry."""


def written(value: object) -> str:
    """Return plain data for a message, in the notation of the file rather than of a programming language."""
    return abbreviated(_flow(value)) if value not in (None, "", (), {}) else "nothing"


def _flow(value: object) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, tuple | list):
        return "[" + ", ".join(_flow(item) for item in value) + "]"
    return "" if value is None else str(value)


def described(errors: Sequence[Mapping[str, Any]], model: type[Record], kind: str) -> Iterator[Problem]:
    """Yield the problems that a validation names, without those that only follow from another one."""
    places = {tuple(error["loc"]) for error in errors}
    for error in errors:
        place = tuple(error["loc"])
        follows = error["type"] == "too_short" and any(_is_below(other, place) for other in places)
        if not follows:
            yield _described(error, model, kind)


def _is_below(place: tuple[object, ...], above: tuple[object, ...]) -> bool:
    return len(place) > len(above) and place[: len(above)] == above


def _described(error: Mapping[str, Any], model: type[Record], kind: str) -> Problem:
    context = error.get("ctx") or {}
    path: FieldPath = tuple(error["loc"]) or ((context["field"],) if "field" in context else ())
    name = ".".join(str(part) for part in path if part != _KEY)
    path = tuple("key" if part == _KEY else part for part in path)
    if error["type"] == "extra_forbidden":
        fix = "" if len(path) > 1 else nearest(str(path[-1]), field_names(model))
        return (*path, "key"), "unknown-field", f"unknown field '{name}'", f"a field of kind {kind}", fix
    if error["type"] == "missing":
        return path, "missing-field", f"no {name}", _EXPECTED["missing"], ""
    found = context.get("found", error["input"])
    return path, "bad-value", f"{name}: {written(found)}", _expected(error, context), ""


def field_names(model: type[Record]) -> Iterable[str]:
    """Return the names that a file may use for a model's fields."""
    return [field.alias or name for name, field in model.model_fields.items() if name not in RESERVED]


def _expected(error: Mapping[str, Any], context: Mapping[str, Any]) -> str:
    code = error["type"]
    if code == "literal_error":
        return f"one of {context['expected']}".replace("'", "").replace(" or ", ", ")
    if code == "string_pattern_mismatch":
        is_address = str(context["pattern"]).startswith(_ADDRESS_PATTERN)
        return (
            "an address such as https://example.org/page" if is_address else "an id of the form subject.name"
        )
    return _EXPECTED[code].format(**context) if code in _EXPECTED else str(error["msg"])

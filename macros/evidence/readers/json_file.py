"""JSON files: read strictly (no NaN, no key twice), and the value at a JSON pointer.

Pointers are those of RFC 6901: ``/phases/0/p50``, with ``~1`` for a slash and ``~0`` for a tilde in a name.
"""

from __future__ import annotations

import json
from decimal import Decimal
from typing import TYPE_CHECKING, Any, NoReturn

from macros.evidence.errors import EvidenceError
from macros.evidence.readers.reading import Reading, described, number, text_of

if TYPE_CHECKING:
    from pathlib import Path


def load(file: Path) -> Any:  # noqa: ANN401 - whatever the file holds
    """Return what a JSON file holds, numbers as decimals; raises EvidenceError where it is none."""
    text = text_of(file)
    try:
        return json.loads(text, parse_float=Decimal, parse_constant=_refuse, object_pairs_hook=_mapping)
    except json.JSONDecodeError as error:
        cut = "; it ends there" if error.pos >= len(text.rstrip()) else ""
        found = f"no JSON from line {error.lineno}, column {error.colno} on ({error.msg.lower()}{cut})"
        raise EvidenceError(found, "a whole JSON file") from None
    except RecursionError:
        raise EvidenceError("JSON nested too deeply", "a JSON file of measurements") from None


def _refuse(word: str) -> NoReturn:
    raise EvidenceError(f"{word} in the file", "JSON, which has finite numbers only")


def _mapping(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise EvidenceError(f"the name {described(twice)} twice in one mapping", "each name once")
    return found


def at_pointer(file: Path, pointer: str) -> Reading:
    """Return the number or text at a JSON pointer."""
    value = load(file)
    done = ""
    for part in pointer.split("/")[1:]:
        name = part.replace("~1", "/").replace("~0", "~")
        value = _step(value, name, done or "the top")
        done += f"/{part}"
    if isinstance(value, str):
        return Reading(value)
    return Reading(number(value, pointer))


def _step(value: object, name: str, where: str) -> Any:  # noqa: ANN401 - whatever the file holds
    if isinstance(value, dict):
        if name in value:
            return value[name]
        known = ", ".join(list(value)[:8])
        raise EvidenceError(
            f"no {described(name)} at {where}", f"one of {known}" if known else "a name there"
        )
    if isinstance(value, list):
        index = int(name) if name.isdecimal() and (name == "0" or name[0] != "0") else -1
        if 0 <= index < len(value):
            return value[index]
        raise EvidenceError(f"no entry {described(name)} at {where}", f"0 to {len(value) - 1}")
    raise EvidenceError(f"{described(value)} at {where}", f"a mapping or a list that has {described(name)}")

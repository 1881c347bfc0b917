"""What an author wrote, kept as written: values, days and review periods.

YAML's own guesses (0.10 becomes 0.1, NO becomes false) would lose precision and meaning, so every scalar
arrives here as text. This module does not know records.
"""

from __future__ import annotations

import calendar
import datetime
import re
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import PlainValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

UNSTATED = "unstated"
_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?\Z")
_DAY = re.compile(r"(\d{4})-(\d{2})(?:-(\d{2}))?\Z", re.ASCII)
_FIRST_YEAR, _LAST_YEAR = 1970, 2199
_PERIOD = re.compile(r"(\d{1,5})d\Z", re.ASCII)


class Plain(str):
    """A scalar that was written without quotes, so that ``14.7`` may be read as a number."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Value:
    """A value as written: a number, text, bounds, or the honest ``unstated``.

    ``number`` is set for a plain number, ``text`` for any other scalar; bounds hold their own texts.
    """

    number: str | None = None
    text: str | None = None
    low: str | None = None
    high: str | None = None
    at_least: str | None = None
    at_most: str | None = None

    @property
    def unstated(self) -> bool:
        """Say whether the source does not give the value."""
        return self.text == UNSTATED

    @property
    def numeric(self) -> bool:
        """Say whether arithmetic can be done with it."""
        return self.text is None


@dataclass(frozen=True, slots=True)
class Day:
    """A day or a month as written, with the first and the last day that it may mean."""

    written: str
    first: datetime.date | None
    last: datetime.date | None

    @property
    def unstated(self) -> bool:
        """Say whether the source gives no date."""
        return self.first is None


def is_number(text: str) -> bool:
    """Say whether a plain scalar reads as a decimal number."""
    return bool(_NUMBER.match(text))


def parse_value(raw: object) -> Value:
    """Read a value as the YAML reader delivers it; raise PydanticCustomError when it is neither form."""
    if isinstance(raw, Value):
        return raw
    if isinstance(raw, Plain) and is_number(raw):
        return Value(number=str(raw))
    if isinstance(raw, str):
        return Value(text=str(raw))
    if isinstance(raw, dict):
        return _parse_bounds(raw)
    raise PydanticCustomError("value", "a number, text, unstated, or bounds such as {low: 1, high: 2}")


def _parse_bounds(raw: dict[str, Any]) -> Value:
    keys = frozenset(raw)
    allowed = {frozenset({"low", "high"}), frozenset({"at_least"}), frozenset({"at_most"})}
    numbers = all(isinstance(item, str) and is_number(item) for item in raw.values())
    if keys not in allowed or not numbers:
        raise PydanticCustomError(
            "value", "{low: number, high: number}, {at_least: number} or {at_most: number}"
        )
    if "low" in raw and float(raw["low"]) > float(raw["high"]):
        raise PydanticCustomError("value", "low not above high")
    return Value(**{key: str(item) for key, item in raw.items()})


def parse_day(raw: object) -> Day:
    """Read ``2026-07-17``, ``2026-07`` or ``unstated``; raise PydanticCustomError for an impossible date."""
    if isinstance(raw, Day):
        return raw
    if raw == UNSTATED:
        return Day(UNSTATED, None, None)
    match = _DAY.match(raw) if isinstance(raw, str) else None
    if not isinstance(raw, str) or match is None:
        raise PydanticCustomError("day", "a day YYYY-MM-DD, a month YYYY-MM, or unstated")
    year, month, day = int(match[1]), int(match[2]), int(match[3] or 0)
    if not _FIRST_YEAR <= year <= _LAST_YEAR:
        years = {"first": _FIRST_YEAR, "last": _LAST_YEAR}
        raise PydanticCustomError("day", "a year from {first} to {last}", years)
    if not 1 <= month <= 12:  # noqa: PLR2004 - months of the calendar
        raise PydanticCustomError("day", "a month of the calendar (YYYY-MM)")
    length = calendar.monthrange(year, month)[1]
    if match[3] and not 1 <= day <= length:
        raise PydanticCustomError(
            "day", "a day of the calendar; that month has {length} days", {"length": length}
        )
    first, last = (day, day) if match[3] else (1, length)
    return Day(raw, datetime.date(year, month, first), datetime.date(year, month, last))


def parse_period(raw: object) -> int:
    """Read a review period such as ``180d`` and return its days."""
    if isinstance(raw, int) and not isinstance(raw, bool):
        return raw
    match = _PERIOD.match(raw) if isinstance(raw, str) else None
    if match is None or int(match[1]) == 0:
        raise PydanticCustomError("period", "a number of days such as 180d")
    return int(match[1])


_BOUND = {"type": ["number", "string"]}
_VALUE_SCHEMA = {
    "anyOf": [
        {"type": ["number", "string"]},
        {
            "type": "object",
            "additionalProperties": False,
            "required": ["low", "high"],
            "properties": {"low": _BOUND, "high": _BOUND},
        },
        {
            "type": "object",
            "additionalProperties": False,
            "required": ["at_least"],
            "properties": {"at_least": _BOUND},
        },
        {
            "type": "object",
            "additionalProperties": False,
            "required": ["at_most"],
            "properties": {"at_most": _BOUND},
        },
    ],
    "description": "As written: 14.7 keeps its digits; quote a version; or bounds, or unstated.",
}

WrittenValue = Annotated[Value, PlainValidator(parse_value), WithJsonSchema(_VALUE_SCHEMA)]
WrittenDay = Annotated[
    Day,
    PlainValidator(parse_day),
    WithJsonSchema({"type": "string", "pattern": r"^(\d{4}-\d{2}(-\d{2})?|unstated)$"}),
]
Period = Annotated[
    int, PlainValidator(parse_period), WithJsonSchema({"type": "string", "pattern": r"^\d{1,5}d$"})
]

"""Numbers as people write them: the written text, the digits that count, the values it may mean.

It must not know units or formulas.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Context, Decimal

from macros.quantity.errors import QuantityError

LONGEST_NUMBER = 60
"""The most characters a number may have."""
LARGEST_EXPONENT = 300
"""The largest power of ten, either way, so that every number also fits a JavaScript number."""
MOST_DIGITS = 1000

_NUMBER = re.compile(r"[+-]?(0|[1-9][0-9]*)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]{1,4}))?")
_EXPECTED = "a decimal number such as 14.7, +3, 512 or 1.5e-6"
_EXACT = Context(prec=2 * LONGEST_NUMBER + 10)
_INFINITY = Decimal("Infinity")


@dataclass(frozen=True, slots=True)
class Interval:
    """All values from `low` to `high`, both included; a bound may be infinite."""

    low: Decimal
    high: Decimal

    def __post_init__(self) -> None:
        """Refuse bounds that are no interval, with QuantityError."""
        if self.low.is_nan() or self.high.is_nan() or self.low > self.high:
            raise QuantityError(f"{self.low} to {self.high}", "a lower bound not above the upper")

    @property
    def is_point(self) -> bool:
        """Whether the interval holds one value only, so that the number is exact."""
        return self.low == self.high

    def contains(self, value: Decimal) -> bool:
        """Whether the value is in the interval."""
        return self.low <= value <= self.high

    def overlaps(self, other: Interval) -> bool:
        """Whether some value is in both intervals; a shared bound is enough."""
        return self.low <= other.high and other.low <= self.high


@dataclass(frozen=True, slots=True)
class Number:
    """A number as written, and what that means.

    `nominal` is the value read literally, `interval` every value that would be written so, and
    `significant_digits` the count of digits from the first that is not zero.
    """

    written: str
    nominal: Decimal
    interval: Interval
    significant_digits: int

    @property
    def is_exact(self) -> bool:
        """Whether the number stands for one value only."""
        return self.interval.is_point


def parse_number(text: str, *, exact: bool = False) -> Number:
    """Read a number and keep its text.

    The last digit written is the last that is known: `14.70` means 14.695 to 14.705 and `512`
    means 511.5 to 512.5 (half a unit of the last place, the convention of significant figures).
    Zeros at the end of an integer count. With `exact` the number is a count and means itself only.
    Raises QuantityError for anything else than a plain decimal number.
    """
    match = _NUMBER.fullmatch(text) if len(text) <= LONGEST_NUMBER else None
    if match is None:
        raise QuantityError(text, _EXPECTED)
    value = Decimal(text)
    if abs(value.adjusted()) > LARGEST_EXPONENT:
        raise QuantityError(text, f"a number between 1e-{LARGEST_EXPONENT} and 1e{LARGEST_EXPONENT}")
    whole, fraction, exponent = match.groups()
    places = len(fraction) if fraction else 0
    digits = _significant(value, whole, places)
    if exact:
        return Number(text, value, Interval(value, value), digits)
    half = Decimal((0, (5,), (int(exponent) if exponent else 0) - places - 1))
    interval = Interval(_EXACT.subtract(value, half), _EXACT.add(value, half))
    return Number(text, value, interval, digits)


def _significant(value: Decimal, whole: str, places: int) -> int:
    """Count the digits that carry information; every written digit of a zero does."""
    if not value:
        return 1 + places
    return len(value.as_tuple().digits) if whole == "0" else len(whole) + places


def parse_range(low: str, high: str) -> Number:
    """Read a stated range: exactly the values between the bounds, the middle as nominal.

    Raises QuantityError if a bound is no number or the lower one is above the upper one.
    """
    first, last = parse_number(low, exact=True), parse_number(high, exact=True)
    middle = _EXACT.multiply(_EXACT.add(first.nominal, last.nominal), Decimal("0.5"))
    digits = min(first.significant_digits, last.significant_digits)
    return Number(f"{low} to {high}", middle, Interval(first.nominal, last.nominal), digits)


def at_least(text: str) -> Number:
    """Read a lower bound: every value from it upwards, the bound as nominal."""
    bound = parse_number(text, exact=True)
    interval = Interval(bound.nominal, _INFINITY)
    return Number(f"≥ {text}", bound.nominal, interval, bound.significant_digits)


def at_most(text: str) -> Number:
    """Read an upper bound: every value from it downwards, the bound as nominal."""
    bound = parse_number(text, exact=True)
    interval = Interval(-_INFINITY, bound.nominal)
    return Number(f"≤ {text}", bound.nominal, interval, bound.significant_digits)


def round_significant(value: Decimal, digits: int) -> str:
    """Write a value with so many significant digits, without an exponent.

    A tie goes away from zero (2.5 to one digit is 3), as people round. Zeros fill up: 9.5 to three
    digits is `9.50`, 1234 to two is `1200`. Raises QuantityError for an infinite value, for NaN,
    and for a count of digits outside 1 to 1000.
    """
    if not value.is_finite():
        raise QuantityError(str(value), "a finite number to round")
    if not 1 <= digits <= MOST_DIGITS:
        raise QuantityError(str(digits), f"a count of digits from 1 to {MOST_DIGITS}")
    if not value:
        return format(Decimal((0, (0,), 1 - digits)), "f")
    rounded = Context(prec=digits, rounding=ROUND_HALF_UP).plus(value)
    last_place = min(rounded.adjusted() - digits + 1, 0)
    padded = rounded.quantize(Decimal((0, (1,), last_place)), context=Context(prec=10 * MOST_DIGITS))
    return format(padded, "f")


def agrees(shown: Number, computed: Interval) -> bool:
    """Whether a number that was printed may be the computed one: the two intervals overlap."""
    return shown.interval.overlaps(computed)

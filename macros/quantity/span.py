"""Exact interval arithmetic: a nominal value and the two bounds that the true value lies between.

Bounds are fractions, so that 1/3*3 is 1 and a comparison never hangs on rounding; an open side is
an infinite float. Only a square root rounds, outwards. The rules are those of Introduction to
Interval Analysis (SIAM, 2009), chapter 2. It must not know units or formula text.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction

from macros.quantity.errors import QuantityError
from macros.quantity.number import Interval

Bound = Fraction | float
"""A fraction, or plus or minus infinity as a float."""

LARGEST_EXPONENT = 999
_MOST_BITS = 16_384
_DIGITS = 40
_ROOT_BITS = 140
_ZERO = Fraction(0)
_CONTEXTS = {
    rounding: Context(prec=_DIGITS, rounding=rounding)
    for rounding in (ROUND_FLOOR, ROUND_HALF_EVEN, ROUND_CEILING)
}


def _limited(value: Fraction) -> Fraction:
    if max(value.numerator.bit_length(), value.denominator.bit_length()) > _MOST_BITS:
        raise QuantityError("a number of thousands of digits", "a result of ordinary size")
    return value


def _sum(left: Bound, right: Bound) -> Bound:
    if isinstance(left, float):
        return left
    return right if isinstance(right, float) else _limited(left + right)


def _product(left: Bound, right: Bound) -> Bound:
    if not left or not right:
        return _ZERO
    if isinstance(left, float) or isinstance(right, float):
        return math.inf if (left > 0) == (right > 0) else -math.inf
    return _limited(left * right)


def _reciprocal(bound: Bound) -> Bound:
    return _ZERO if isinstance(bound, float) else 1 / bound


def _power(base: Bound, exponent: int) -> Bound:
    if isinstance(base, float):
        return base if exponent % 2 else math.inf
    return _finite_power(base, exponent)


def _finite_power(base: Fraction, exponent: int) -> Fraction:
    if max(base.numerator.bit_length(), base.denominator.bit_length()) * exponent > 2 * _MOST_BITS:
        raise QuantityError("a power of thousands of digits", "a result of ordinary size")
    return _limited(base**exponent)


def _root_below(value: Fraction) -> tuple[Fraction, bool]:
    """Return the square root rounded down to at least 140 bits, and whether it is exact."""
    above, below = math.isqrt(value.numerator), math.isqrt(value.denominator)
    if above * above == value.numerator and below * below == value.denominator:
        return Fraction(above, below), True
    missing = value.denominator.bit_length() - value.numerator.bit_length()
    shift = _ROOT_BITS + max(0, missing)
    scaled = math.isqrt((value.numerator << (2 * shift)) // value.denominator)
    return Fraction(scaled, 1 << shift), False


def _root_above(value: Bound) -> Bound:
    if isinstance(value, float):
        return value
    root, exact = _root_below(value)
    return root if exact else root + Fraction(1, root.denominator)


def _floor(bound: Bound) -> Bound:
    return bound if isinstance(bound, float) else Fraction(math.floor(bound))


def _ceil(bound: Bound) -> Bound:
    return bound if isinstance(bound, float) else Fraction(math.ceil(bound))


def _decimal(bound: Bound, rounding: str) -> Decimal:
    if isinstance(bound, float):
        return Decimal(bound)
    return _CONTEXTS[rounding].divide(Decimal(bound.numerator), Decimal(bound.denominator))


def _fraction(value: Decimal) -> Bound:
    return Fraction(value) if value.is_finite() else float(value)


@dataclass(frozen=True, slots=True)
class Span:
    """A nominal value and the bounds of what it may be; `low <= nominal <= high`."""

    nominal: Fraction
    low: Bound
    high: Bound

    @classmethod
    def point(cls, value: Fraction) -> Span:
        """Make the span of an exact value."""
        return cls(value, value, value)

    @classmethod
    def of(cls, nominal: Decimal, interval: Interval) -> Span:
        """Make the span of a number that was read."""
        return cls(Fraction(nominal), _fraction(interval.low), _fraction(interval.high))

    @property
    def is_point(self) -> bool:
        """Whether the value is exact."""
        return self.low is self.high or self.low == self.high

    @property
    def nominal_decimal(self) -> Decimal:
        """The nominal value to 40 digits."""
        return _decimal(self.nominal, ROUND_HALF_EVEN)

    @property
    def interval(self) -> Interval:
        """The bounds to 40 digits, rounded outwards."""
        return Interval(_decimal(self.low, ROUND_FLOOR), _decimal(self.high, ROUND_CEILING))

    def scaled(self, factor: Fraction) -> Span:
        """Return the span in a unit that is 1/factor as large; the factor is positive."""
        if factor == 1:
            return self
        return Span(_limited(self.nominal * factor), _product(self.low, factor), _product(self.high, factor))

    def __neg__(self) -> Span:
        """Return the negative."""
        return Span(-self.nominal, -self.high, -self.low)

    def __add__(self, other: Span) -> Span:
        """Return the sum."""
        nominal = _limited(self.nominal + other.nominal)
        return Span(nominal, _sum(self.low, other.low), _sum(self.high, other.high))

    def __sub__(self, other: Span) -> Span:
        """Return the difference."""
        return self + -other

    def __mul__(self, other: Span) -> Span:
        """Return the product: the least and the greatest of the four products of bounds."""
        nominal = _limited(self.nominal * other.nominal)
        factors = (other.low,) if other.is_point else (other.low, other.high)
        corners = [_product(mine, theirs) for mine in (self.low, self.high) for theirs in factors]
        return Span(nominal, min(corners), max(corners))

    def __truediv__(self, other: Span) -> Span:
        """Return the quotient; raises QuantityError if the divisor may be zero."""
        return self * other.reciprocal()

    def reciprocal(self) -> Span:
        """Return one divided by the value; raises QuantityError if the value may be zero."""
        if self.low <= 0 <= self.high:
            raise QuantityError(f"a divisor that may be {self._described}", "a divisor that cannot be zero")
        return Span(1 / self.nominal, _reciprocal(self.high), _reciprocal(self.low))

    @property
    def _described(self) -> str:
        interval = self.interval
        return str(interval.low) if self.is_point else f"{interval.low:.6g} to {interval.high:.6g}"

    def power(self, exponent: int) -> Span:
        """Return an integer power; an even one of a span around zero starts at zero."""
        if abs(exponent) > LARGEST_EXPONENT:
            raise QuantityError(f"the exponent {exponent}"[:40], f"an exponent up to {LARGEST_EXPONENT}")
        if exponent < 0:
            return self.power(-exponent).reciprocal()
        if exponent == 0:
            return Span.point(Fraction(1))
        nominal = _finite_power(self.nominal, exponent)
        ends = (_power(self.low, exponent), _power(self.high, exponent))
        around_zero = exponent % 2 == 0 and self.low < 0 < self.high
        return Span(nominal, _ZERO if around_zero else min(ends), max(ends))

    def minimum(self, other: Span) -> Span:
        """Return the lesser value."""
        return Span(min(self.nominal, other.nominal), min(self.low, other.low), min(self.high, other.high))

    def maximum(self, other: Span) -> Span:
        """Return the greater value."""
        return Span(max(self.nominal, other.nominal), max(self.low, other.low), max(self.high, other.high))

    def absolute(self) -> Span:
        """Return the value without its sign."""
        if self.low >= 0:
            return self
        if self.high <= 0:
            return -self
        return Span(abs(self.nominal), _ZERO, max(-self.low, self.high))

    def floor(self) -> Span:
        """Return the greatest integer that is not above."""
        return Span(Fraction(math.floor(self.nominal)), _floor(self.low), _floor(self.high))

    def ceil(self) -> Span:
        """Return the least integer that is not below."""
        return Span(Fraction(math.ceil(self.nominal)), _ceil(self.low), _ceil(self.high))

    def root(self) -> Span:
        """Return the square root; raises QuantityError if the value may be negative."""
        if self.low < 0 or isinstance(self.low, float):
            raise QuantityError(f"a square root of {self._described}", "a value that cannot be negative")
        low = _root_below(self.low)[0]
        return Span(max(low, _root_below(self.nominal)[0]), low, _root_above(self.high))


def compare(operator: str, left: Span, right: Span) -> tuple[bool, bool | None]:
    """Return whether the comparison holds at the nominal values, and whether over all values.

    The second is True if it holds for every pair of values in the spans, False for none, else None.
    """
    if operator in {">", ">="}:
        return compare(operator.replace(">", "<"), right, left)
    if operator == "!=":
        nominal, always = compare("==", left, right)
        return not nominal, None if always is None else not always
    if operator == "==":
        disjoint = left.high < right.low or right.high < left.low
        same = left.is_point and right.is_point and left.low == right.low
        return left.nominal == right.nominal, False if disjoint else (True if same else None)
    if operator == "<":
        always = True if left.high < right.low else (False if left.low >= right.high else None)
        return left.nominal < right.nominal, always
    always = True if left.high <= right.low else (False if left.low > right.high else None)
    return left.nominal <= right.nominal, always

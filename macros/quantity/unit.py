"""A unit as data: the text as written, the terms it is a product of, its scale and dimension.

Everything here is exact arithmetic on small integers and fractions. It must not know how a unit
text is read, nor the registry of units.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction

from macros.quantity.errors import QuantityError

NO_BREAK_SPACE = "\u00a0"
RATIO = "×"
LARGEST_POWER = 12

_DIVISION = Context(prec=40)
_SIGNS_WITHOUT_SPACE = {"%": "%", RATIO: RATIO, "x": RATIO}

Dimensions = tuple[tuple[str, int], ...]
"""Base dimensions with their exponents, sorted, none zero; empty means dimensionless."""


@dataclass(frozen=True, slots=True)
class CustomUnit:
    """A thing that a campaign counts, for example a token: its own dimension, never converted.

    `symbol` and `plural` may be empty; they are then the name, and the name with an s.
    """

    name: str
    symbol: str = ""
    plural: str = ""


@dataclass(frozen=True, slots=True)
class Term:
    """One named unit in a product: how it is written, its power, and its size in base units."""

    name: str
    symbol: str
    exponent: int
    scale: Fraction
    dimensions: Dimensions

    def raised(self, exponent: int) -> Term:
        """Return the same unit with another exponent."""
        return Term(self.name, self.symbol, exponent, self.scale, self.dimensions)


def _combined_dimensions(terms: tuple[Term, ...]) -> Dimensions:
    total: Counter[str] = Counter()
    for term in terms:
        for dimension, exponent in term.dimensions:
            total[dimension] += exponent * term.exponent
    return tuple(sorted((name, exponent) for name, exponent in total.items() if exponent))


def _term_text(term: Term, power: int) -> str:
    return term.symbol if power == 1 else f"{term.symbol}^{power}"


def _product_text(terms: tuple[Term, ...]) -> str:
    above = "·".join(_term_text(term, term.exponent) for term in terms if term.exponent > 0)
    below = "".join(f"/{_term_text(term, -term.exponent)}" for term in terms if term.exponent < 0)
    return f"{above or '1'}{below}" if terms else ""


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit: `text` as written, and its meaning as a product of terms.

    `scale` is the size of one such unit in base units (second, bit and every counted thing are base
    units). `inflection` is the singular and the plural of a plain counted thing, else None.
    """

    text: str
    terms: tuple[Term, ...]
    scale: Fraction
    dimensions: Dimensions
    inflection: tuple[str, str] | None = None

    def __hash__(self) -> int:
        """Hash by the text, which is all but unique and quick to hash."""
        return hash(self.text)

    @classmethod
    def of(cls, terms: tuple[Term, ...], text: str | None = None) -> Unit:
        """Make the product of the terms, with a text made from them if none is given."""
        scale = math.prod((term.scale**term.exponent for term in terms), start=Fraction(1))
        written = _product_text(terms) if text is None else text
        return cls(written, terms, scale, _combined_dimensions(terms))

    @property
    def is_dimensionless(self) -> bool:
        """Whether the unit only scales a plain number, as `%` and `×` do."""
        return not self.dimensions

    def same_dimension(self, other: Unit) -> bool:
        """Whether values in the two units can be added and compared."""
        return self.dimensions == other.dimensions

    def exact_factor_to(self, other: Unit) -> Fraction:
        """Return by what a value in this unit is multiplied to be one in the other.

        Raises QuantityError, naming both units, if they measure different things.
        """
        if not self.same_dimension(other):
            raise QuantityError(self.described, f"a unit that converts to {other.described}")
        return self.scale / other.scale

    def factor_to(self, other: Unit) -> Decimal:
        """Return the conversion factor as a decimal of 40 digits; raises as `exact_factor_to`."""
        factor = self.exact_factor_to(other)
        return _DIVISION.divide(Decimal(factor.numerator), Decimal(factor.denominator))

    @property
    def described(self) -> str:
        """The unit for a message: its text, or words for the unit of a plain number."""
        return self.text or "a plain number"

    def __mul__(self, other: Unit) -> Unit:
        """Return the product; equal terms are merged, nothing is converted (see `reduced`)."""
        if not self.terms or not other.terms:
            return self if self.terms else other
        merged: dict[str, Term] = {}
        for term in (*self.terms, *other.terms):
            known = merged.get(term.name)
            merged[term.name] = known.raised(known.exponent + term.exponent) if known else term
        return Unit.of(tuple(term for term in merged.values() if term.exponent))

    def __truediv__(self, other: Unit) -> Unit:
        """Return the quotient."""
        return self if not other.terms else self * other**-1

    def __pow__(self, exponent: int) -> Unit:
        """Return the power; raises QuantityError beyond the twelfth."""
        if exponent == 1:
            return self
        if abs(exponent) > LARGEST_POWER and self.terms:
            raise QuantityError(f"{self.text} to the power {exponent}", f"a power up to {LARGEST_POWER}")
        if exponent == 0:
            return PLAIN
        return Unit.of(tuple(term.raised(term.exponent * exponent) for term in self.terms))

    def root(self) -> Unit:
        """Return the square root; raises QuantityError if some power in the unit is odd."""
        if any(term.exponent % 2 for term in self.terms):
            raise QuantityError(self.described, "a unit with even powers under a square root")
        return Unit.of(tuple(term.raised(term.exponent // 2) for term in self.terms))

    def reduced(self) -> tuple[Unit, Fraction]:
        """Return the unit that people would write, and the factor that values gain by that.

        Terms of one dimension become one (`ms·token/s` is `token`, factor 1/1000), a product with a
        percentage or a ratio loses that sign (`%·GB/s` is `GB/s`, factor 1/100), and what has no
        dimension left is a plain number. A lone `%` or `×` stays.
        """
        if len(self.terms) == 1 and self.terms[0].exponent == 1:
            return self, Fraction(1)
        kept: dict[Dimensions, Term] = {}
        for term in self.terms:
            known = kept.get(term.dimensions)
            kept[term.dimensions] = known.raised(known.exponent + term.exponent) if known else term
        terms = tuple(term for term in kept.values() if term.exponent and term.dimensions)
        if len(terms) == len(self.terms):
            if self.is_dimensionless:
                return PLAIN, self.scale
            return self, Fraction(1)
        unit = Unit.of(terms)
        if unit.is_dimensionless:
            return PLAIN, self.scale
        return unit, self.scale / unit.scale

    def display(self, number_written: str, *, plural: bool) -> str:
        """Return the number with the unit as written after a no-break space.

        `%` and `×` follow without a space; a plain counted thing takes its singular or plural.
        """
        sign = _SIGNS_WITHOUT_SPACE.get(self.text)
        if sign is not None:
            return f"{number_written}{sign}"
        if not self.text:
            return number_written
        text = self.inflection[plural] if self.inflection else self.text
        return f"{number_written}{NO_BREAK_SPACE}{text}"


PLAIN = Unit("", (), Fraction(1), ())
"""The unit of a number without one."""

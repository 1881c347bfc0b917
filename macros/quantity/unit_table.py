"""The units that can be written: those everybody has, and the things a campaign counts.

Names, prefixes and sizes come from a pint registry that holds our definitions only. It must not
know numbers or formulas.
"""

from __future__ import annotations

import difflib
import re
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from macros.quantity import unit_definitions as definitions
from macros.quantity.errors import QuantityError
from macros.quantity.unit import LARGEST_POWER, PLAIN, CustomUnit, Term, Unit

if TYPE_CHECKING:
    from collections.abc import Iterable

LONGEST_UNIT = 80

_NAME = r"[^\s\d/*·^().,+−⁻⁰¹²³⁴⁵⁶⁷⁸⁹-]+"
_POWER = r"(?:\^|\*\*)(-?[0-9]{1,2})|([⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,2})"
_FACTOR = re.compile(rf"(?P<name>{_NAME})(?:{_POWER})?|(?P<one>1)(?=\s*/)")
_OPERATOR = re.compile(r"\s*(?P<divide>/)\s*|\s+(?P<per>per)\s+|\s*(?P<times>·|\*(?!\*))\s*")
_SUPERSCRIPTS = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")


class UnitTable:
    """Reads unit texts; each text is read once.

    Raises QuantityError if a custom unit has a name that is no word, or a spelling already taken.
    """

    def __init__(self, custom: Iterable[CustomUnit] = ()) -> None:
        """Define the common units and, each as a base dimension, the custom ones."""
        from pint import UnitRegistry  # noqa: PLC0415 - a sixth of a second that only a table needs

        self._registry: Any = UnitRegistry(None, non_int_type=Fraction)
        self._names: dict[str, str] = {}
        self._inflections: dict[str, tuple[str, str]] = {}
        self._singular: dict[str, str] = {}
        self._parsed: dict[str, Unit] = {}
        self._products: dict[tuple[Unit, Unit], tuple[Unit, Fraction]] = {}
        self._quotients: dict[tuple[Unit, Unit], tuple[Unit, Fraction]] = {}
        for line in (*definitions.PREFIXES, *definitions.UNITS):
            self._registry.define(line)
        for line in definitions.UNITS:
            name, *symbols = definitions.spellings(line)
            self._names.update(dict.fromkeys((name, *symbols), name))
        for unit in custom:
            self._define(unit)

    def _define(self, unit: CustomUnit) -> None:
        plural = unit.plural or f"{unit.name}s"
        symbol = unit.symbol or unit.name
        if not re.fullmatch(r"[A-Za-z][A-Za-z_]*", unit.name):
            raise QuantityError(unit.name, "a unit name of letters, such as token")
        written = dict.fromkeys((unit.name, symbol, plural))
        for spelling in written:
            if not re.fullmatch(_NAME, spelling):
                raise QuantityError(spelling, f"one word to write the unit {unit.name}")
            if self._resolve(spelling) is not None:
                raise QuantityError(spelling, f"a spelling of {unit.name} that no other unit has")
        others = "".join(f" = {text}" for text in written if text != unit.name and text.isidentifier())
        self._registry.define(f"{unit.name} = [{unit.name}] = _{others}")
        self._names.update(dict.fromkeys(written, unit.name))
        self._inflections[unit.name] = self._inflections[plural] = (unit.name, plural)
        self._singular[plural] = unit.name

    def _resolve(self, written: str) -> str | None:
        """Return the registry's full name of a written unit with or without prefix, or None."""
        if written in self._names:
            return self._names[written]
        for prefix, unit, suffix in self._registry.parse_unit_name(written):
            # The registry takes a plural s after anything; only a unit written in full has one.
            if suffix and not written.endswith(f"{unit}{suffix}"):
                continue
            if unit in self._names and (not prefix or definitions.takes_prefix(unit, prefix)):
                return f"{prefix}{unit}"
        return None

    def _unknown(self, written: str, column: int) -> QuantityError:
        known: dict[str, str] = {}
        for spelling in (*definitions.COMMON, *self._names):
            known.setdefault(spelling.lower(), spelling)
        near = difflib.get_close_matches(written.lower(), known, n=1, cutoff=0.6)
        hint = f", perhaps {known[near[0]]}" if near else " such as GB/s, ms, % or a counted thing"
        return QuantityError(written, f"a known unit{hint}", column)

    def _term(self, written: str, exponent: int, column: int) -> Term:
        name = self._resolve(written)
        if name is None:
            raise self._unknown(written, column)
        scale, _ = self._registry.get_base_units(name)
        powers = self._registry.get_dimensionality(name).items()
        dimensions = tuple(sorted((str(key), int(power)) for key, power in powers))
        symbol = self._singular.get(written, written)
        return Term(name, symbol, exponent, Fraction(scale), dimensions)

    def parse(self, text: str) -> Unit:
        """Read a unit such as `GB/s/NIC`, `ms/token`, `token·layer`, `s^2` or `GB/s per GPU`.

        Division and multiplication go from left to right. Raises QuantityError, with the nearest
        known unit, for a name that is none, and for text of another form.
        """
        unit = self._parsed.get(text)
        if unit is None:
            unit = self._parsed[text] = self._read(text)
        return unit

    def _read(self, text: str) -> Unit:
        if len(text) > LONGEST_UNIT:
            raise QuantityError(text, f"a unit of at most {LONGEST_UNIT} characters")
        product, sign, position = PLAIN, 1, 0
        while True:
            factor = _FACTOR.match(text, position)
            if factor is None:
                raise QuantityError(text[position:], "a unit name", position + 1)
            if factor["name"]:
                power = sign * int((factor[2] or factor[3] or "1").translate(_SUPERSCRIPTS))
                if not 0 < abs(power) <= LARGEST_POWER:
                    raise QuantityError(factor[0], f"a power from 1 to {LARGEST_POWER}", position + 1)
                product = product * Unit.of((self._term(factor["name"], power, position + 1),))
            position = factor.end()
            if position == len(text):
                return Unit(
                    text,
                    product.terms,
                    product.scale,
                    product.dimensions,
                    self._inflections.get(text),
                )
            operator = _OPERATOR.match(text, position)
            if operator is None:
                raise QuantityError(text[position:], "/, · or the end of the unit", position + 1)
            sign = 1 if operator["times"] else -1
            position = operator.end()

    def product(self, left: Unit, right: Unit) -> tuple[Unit, Fraction]:
        """Return the reduced unit of a product, and the factor that values gain (Unit.reduced)."""
        known = self._products.get((left, right))
        if known is None:
            known = self._products[left, right] = (left * right).reduced()
        return known

    def quotient(self, left: Unit, right: Unit) -> tuple[Unit, Fraction]:
        """Return the reduced unit of a quotient of values and the factor they gain."""
        known = self._quotients.get((left, right))
        if known is None:
            known = self._quotients[left, right] = (left / right).reduced()
        return known

"""Values, units and formulas: what a number as written means, and what follows from several.

The lowest floor: it knows no records, files or pages, and imports nothing of the other rooms.

Public:

- numbers: `Number`, `Interval`, `parse_number`, `parse_range`, `at_least`, `at_most`,
  `round_significant`, `agrees`
- units: `UnitTable`, `CustomUnit`, `Unit`
- quantities: `Quantity`
- formulas: `Formula`, `parse_formula`, `Result`, `Truth`, `rounded`
- `QuantityError`, the only error that bad input raises
"""

from macros.quantity.errors import QuantityError
from macros.quantity.evaluation import Result, Truth, rounded
from macros.quantity.formula import Formula, parse_formula
from macros.quantity.number import (
    Interval,
    Number,
    agrees,
    at_least,
    at_most,
    parse_number,
    parse_range,
    round_significant,
)
from macros.quantity.quantity import Quantity
from macros.quantity.unit import CustomUnit, Unit
from macros.quantity.unit_table import UnitTable

__all__ = [
    "CustomUnit",
    "Formula",
    "Interval",
    "Number",
    "Quantity",
    "QuantityError",
    "Result",
    "Truth",
    "Unit",
    "UnitTable",
    "agrees",
    "at_least",
    "at_most",
    "parse_formula",
    "parse_number",
    "parse_range",
    "round_significant",
    "rounded",
]

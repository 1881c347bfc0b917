"""A value read from an artefact against the one that a record states: units, scale, written precision.

``14.7`` in a record means 14.65 to 14.75: what is read agrees if it lies there, once it is in the
record's unit.
"""

from __future__ import annotations

from decimal import Context, Decimal
from typing import TYPE_CHECKING

from macros.evidence.errors import EvidenceError
from macros.evidence.readers.aiperf import UNITS
from macros.quantity import Quantity, QuantityError, round_significant

if TYPE_CHECKING:
    from macros.evidence.readers.reading import Reading
    from macros.quantity import Unit, UnitTable
    from macros.records.claims import Measured
    from macros.records.evidence import Evidence

_EXACT = Context(prec=60)
_SHOWN_BEYOND = 3
"""How many digits more than the record has are shown of a value that was read."""


def in_records_unit(
    reading: Reading, evidence: Evidence, unit: Unit | None, units: UnitTable
) -> Decimal | str:
    """Return what was read in the unit of the record; raises EvidenceError where no way leads there."""
    if isinstance(reading.value, str):
        return reading.value
    factor = evidence.scale if evidence.scale is not None else _factor(reading, evidence, unit, units)
    return _EXACT.multiply(reading.value, factor)


def _factor(reading: Reading, evidence: Evidence, unit: Unit | None, units: UnitTable) -> Decimal:
    text = evidence.unit if reading.unit is None else UNITS.get(reading.unit, reading.unit)
    if text is None:
        return Decimal(1)
    try:
        given = units.parse(text)
        return given.factor_to(unit) if unit is not None else given.factor_to(units.parse("×"))
    except QuantityError as error:
        raise EvidenceError(f"the unit {text} in the artefact: {error.found}", error.expected) from None


def agrees(value: Decimal | str, record: Measured, quantity: Quantity | None) -> bool:
    """Say whether a value in the record's unit is the one that the record states, as precisely as written."""
    if isinstance(value, str) or quantity is None:
        return record.value is not None and isinstance(value, str) and record.value.text == value
    return quantity.number.interval.contains(value)


def shown(value: Decimal | str, quantity: Quantity | None) -> str:
    """Return a value that was read for a report: in the record's unit, with a few digits more."""
    if isinstance(value, str):
        return value
    if quantity is None:
        return f"{value:f}"
    digits = quantity.number.significant_digits + _SHOWN_BEYOND
    whole = max(value.adjusted() + 1, 1) if value else 1
    text = round_significant(value, max(digits, whole))
    if Decimal(text) == value:  # no zeros that only fill up
        text = f"{value.normalize():f}"
    return " ".join(quantity.unit.display(text, plural=True).split()) if quantity.unit else text

"""Values and formulas of a book's records to quantities and verdicts; what cannot be computed is reported."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from macros.findings import abbreviated, nearest
from macros.quantity import (
    Quantity,
    QuantityError,
    agrees,
    at_least,
    at_most,
    parse_formula,
    parse_number,
    parse_range,
    rounded,
)
from macros.records.book import Book, Outcome
from macros.records.claims import Derived
from macros.records.structures import Gate
from macros.records.written import Value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from macros.quantity import Interval, Number, Truth, Unit
    from macros.records.base import Record
    from macros.records.reporting import Reporter


def written_quantities(book: Book, report: Reporter) -> dict[str, Quantity]:
    """Return the quantities that records state; what cannot be read is reported."""
    quantities: dict[str, Quantity] = {}
    for record in book:
        field = "required" if isinstance(record, Gate) and record.value is None else "value"
        value = getattr(record, field)
        if isinstance(value, Value) and value.numeric:
            quantity = _quantity(book, record, value, field, report)
            if quantity is not None:
                quantities[record.identifier] = quantity
    return quantities


def _quantity(book: Book, record: Record, value: Value, field: str, report: Reporter) -> Quantity | None:
    path = field
    try:
        number = _number(value, exact=record.exact)
        path = "unit"
        unit = book.units.parse(record.unit) if record.unit else None
    except QuantityError as error:
        report.add(record, (path,), "bad-quantity", f"{path}: {error.found}", error.expected)
        return None
    return Quantity(number, unit, record.approx)


def _number(value: Value, *, exact: bool) -> Number:
    if value.number is not None:
        return parse_number(value.number, exact=exact)
    if value.at_least is not None:
        return at_least(value.at_least)
    if value.at_most is not None:
        return at_most(value.at_most)
    return parse_range(str(value.low), str(value.high))


def evaluate(book: Book, report: Reporter) -> tuple[dict[str, Quantity], dict[str, Outcome]]:
    """Return all quantities, computed ones among them, and what became of each derived record."""
    quantities = dict(book.quantities)
    outcomes: dict[str, Outcome] = {}
    for identifier in book.order:
        record = book.records[identifier]
        if not isinstance(record, Derived):
            continue
        inputs = {name: quantities[other] for name, other in record.inputs.items() if other in quantities}
        if len(inputs) < len(record.inputs):
            _report_missing(book, record, quantities, report)
            continue
        outcome = _outcome(book, record, inputs, report)
        outcomes[identifier] = outcome
        if outcome.quantity is not None:
            quantities[identifier] = outcome.quantity
    return quantities, outcomes


def _report_missing(
    book: Book, record: Derived, quantities: Mapping[str, Quantity], report: Reporter
) -> None:
    for name, other in record.inputs.items():
        target = book.get(other)
        if target is not None and other not in quantities and not isinstance(target, Derived):
            report.add(
                record,
                ("from", name),
                "no-number",
                f"{abbreviated(other)}, which has no number",
                "a record with a number",
            )


def _outcome(book: Book, record: Derived, inputs: Mapping[str, Quantity], report: Reporter) -> Outcome:
    quantity: Quantity | None = None
    truth: Truth | None = None
    field = "formula"
    try:
        if record.formula is not None:
            quantity = _computed(book, record, inputs, report)
        field = "holds_if"
        if record.holds_if is not None:
            truth = _decided(book, record, record.holds_if, inputs, report)
    except QuantityError as error:
        report.add(record, (field,), "bad-formula", f"{field}: {error.found}", error.expected)
    return Outcome(quantity, truth)


def _decided(
    book: Book, record: Derived, text: str, inputs: Mapping[str, Quantity], report: Reporter
) -> Truth | None:
    predicate = parse_formula(text)
    if not _check_names(record, predicate.names, "holds_if", report):
        return None
    if not predicate.is_predicate:
        report.add(record, ("holds_if",), "bad-formula", abbreviated(text), "a comparison")
        return None
    truth = predicate.decide(inputs, book.units)
    if not truth.nominal:
        found = f"a verdict that no longer holds: {text}"
        shown = ", ".join(f"{name} = {value.display()}" for name, value in inputs.items())
        report.add(
            record,
            ("holds_if",),
            "verdict-broken",
            found,
            "a predicate true of its inputs",
            f"inputs: {shown}",
        )
    return truth


def _computed(
    book: Book, record: Derived, inputs: Mapping[str, Quantity], report: Reporter
) -> Quantity | None:
    formula = parse_formula(str(record.formula))
    if not _check_names(record, formula.names, "formula", report):
        return None
    if formula.is_predicate:
        report.add(
            record,
            ("formula",),
            "bad-formula",
            abbreviated(record.formula),
            "arithmetic; a comparison goes to holds_if",
        )
        return None
    result = formula.compute(inputs, book.units)
    unit = book.units.parse(record.unit) if record.unit else None
    if not _same_dimension(unit, result.unit):
        found = f"a formula that gives {result.unit.text if result.unit else 'a plain number'}"
        field = "unit" if unit else "formula"
        report.add(
            record,
            (field,),
            "unit-mismatch",
            found,
            unit.text if unit else "a plain number (the record has no unit)",
        )
        return None
    converted = result.converted_to(unit)
    number = parse_number(rounded(converted)) if record.shown is None else _number(record.shown, exact=False)
    if record.shown is not None and not agrees(number, converted.interval):
        found = f"shown: {number.written} where the formula gives {rounded(converted)}"
        report.add(record, ("shown",), "shown-differs", found, _within(converted.interval))
    number = replace(number, interval=converted.interval)
    return Quantity(number, unit, record.approx)


def _within(interval: Interval) -> str:
    low, high = f"{interval.low:.4g}", f"{interval.high:.4g}"
    return f"a number within {low} to {high}" if low != high else f"{low}"


def _same_dimension(one: Unit | None, other: Unit | None) -> bool:
    if one is None or other is None:
        return (one is None or one.is_dimensionless) and (other is None or other.is_dimensionless)
    return one.same_dimension(other)


def _check_names(record: Derived, names: frozenset[str], field: str, report: Reporter) -> bool:
    unknown = sorted(names - frozenset(record.inputs))
    for name in unknown:
        found = f"{field}: the name {abbreviated(name)}"
        report.add(
            record, (field,), "unknown-name", found, "a name given in 'from'", nearest(name, record.inputs)
        )
    return not unknown

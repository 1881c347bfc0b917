"""Evaluation: the interval holds the truth, units are checked, digits are those of the inputs."""

from __future__ import annotations

import math
import re
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from macros.quantity import (
    Interval,
    Number,
    Quantity,
    QuantityError,
    Result,
    Truth,
    UnitTable,
    parse_formula,
    parse_number,
    parse_range,
    rounded,
)

from .strategies import NAMES, arithmetic, numbers, predicates

values = st.fixed_dictionaries(dict.fromkeys(NAMES, numbers))
shares = st.fixed_dictionaries({name: st.integers(0, 10) for name in NAMES})

PYTHON = {
    "min": min,
    "max": max,
    "abs": abs,
    "floor": math.floor,
    "ceil": math.ceil,
    "Fraction": Fraction,
}


def point(number: Number, share: int) -> Quantity:
    """Return the exact value at so many tenths of a number's interval."""
    low, high = number.interval.low, number.interval.high
    value = low + (high - low) * share / 10
    return Quantity(Number(str(value), value, Interval(value, value), 1))


@settings(max_examples=300)
@given(arithmetic, values, shares)
def test_the_true_value_lies_in_the_interval(
    units: UnitTable, text: str, written: dict[str, str], share: dict[str, int]
) -> None:
    """For inputs anywhere in their intervals, the value lies in the computed interval."""
    formula = parse_formula(text)
    inputs = {name: parse_number(number) for name, number in written.items()}
    try:
        wide = formula.compute({name: Quantity(number) for name, number in inputs.items()}, units)
    except QuantityError:
        assume(False)  # noqa: FBT003
    inside = formula.compute({name: point(number, share[name]) for name, number in inputs.items()}, units)
    assert wide.interval.low <= inside.interval.low <= inside.interval.high <= wide.interval.high
    assert wide.interval.contains(wide.nominal)


@settings(max_examples=300)
@given(arithmetic.filter(lambda text: "sqrt" not in text), values)
def test_exact_values_are_those_of_fractions(units: UnitTable, text: str, written: dict[str, str]) -> None:
    """With exact inputs the result is what Python computes from the same text in fractions."""
    inputs = {name: Quantity(parse_number(number, exact=True)) for name, number in written.items()}
    try:
        result = parse_formula(text).compute(inputs, units)
    except QuantityError:
        assume(False)  # noqa: FBT003
    source = re.sub(r"[0-9]+(\.[0-9]+)?", lambda match: f"Fraction('{match[0]}')", text)
    fractions = {name: Fraction(number) for name, number in written.items()}
    value = eval(source, {"__builtins__": {}}, PYTHON | fractions)  # noqa: S307 - text of our own
    assert abs(Fraction(result.nominal) - value) <= abs(value) / 10**39


@settings(max_examples=300)
@given(predicates, values, shares)
def test_truth_is_monotone(
    units: UnitTable, text: str, written: dict[str, str], share: dict[str, int]
) -> None:
    """What always or never holds over wide intervals does so at every point within."""
    formula = parse_formula(text)
    inputs = {name: parse_number(number) for name, number in written.items()}
    try:
        wide = formula.decide({name: Quantity(number) for name, number in inputs.items()}, units)
    except QuantityError:
        assume(False)  # noqa: FBT003
    narrow = formula.decide({name: point(number, share[name]) for name, number in inputs.items()}, units)
    if wide.always is not None:
        assert wide.nominal is wide.always
        assert narrow == Truth(wide.always, wide.always)


def quantity(units: UnitTable, text: str) -> Quantity:
    """Read `14.7 ms`."""
    number, _, unit = text.partition(" ")
    return Quantity(parse_number(number), units.parse(unit) if unit else None)


@pytest.mark.parametrize(
    ("text", "a", "b", "nominal", "unit"),
    [
        ("a + b", "1 s", "500 ms", "1.5", "s"),
        ("a - b", "1 GB", "100 MB", "0.9", "GB"),
        ("min(a, b)", "1 s", "500 ms", "0.5", "s"),
        ("a / b", "400 Gb/s", "50 GB/s", "1", None),
        ("a / b", "50 GB/s", "2 NIC", "25", "GB/s/NIC"),
        ("a * b", "14.7 ms", "1000 tok/s", "14.7", "tok"),
        ("a * b", "50 %", "400 GB/s", "200", "GB/s"),
        ("1 - a", "5 %", "0", "0.95", None),
        ("2 * a", "50 %", "0", "100", "%"),
        ("a + b", "5 %", "0.1", "15", "%"),
        ("sqrt(a * a)", "3 s", "0", "3", "s"),
        ("a ** 2", "3 s", "0", "9", "s^2"),
        ("a ** 0", "3 s", "0", "1", None),
        ("sqrt(a)", "25 %", "0", "0.5", None),
        ("abs(-a)", "3 ms", "0", "3", "ms"),
    ],
)
def test_units(units: UnitTable, text: str, a: str, b: str, nominal: str, unit: str | None) -> None:
    """A sum is in the unit of its left operand; products of one dimension are merged."""
    result = parse_formula(text).compute({"a": quantity(units, a), "b": quantity(units, b)}, units)
    assert (result.nominal, result.unit and result.unit.text) == (Decimal(nominal), unit)


@pytest.mark.parametrize(
    ("text", "a", "b", "named"),
    [
        ("a + b", "1 kB/s", "1 ms", "kB/s + ms"),
        ("a < b", "1 token", "1 node", "token < node"),
        ("max(a, b)", "1 token", "1", "token max a plain number"),
        ("a - 1", "1 ms", "1", "ms - a plain number"),
        ("2 ** a", "1 ms", "1", "an exponent in ms"),
        ("2 ** a", "1", "1", "an exponent that is not one whole number"),
        ("2 ** 0.5", "1", "1", "an exponent that is not one whole number"),
        ("sqrt(a)", "1 s", "1", "s"),
        ("sqrt(-a)", "1", "1", "a square root of -1.5 to -0.5"),
        ("1 / (a - b)", "1", "1", "a divisor that may be -1 to 1"),
        ("1 / 0", "1", "1", "a divisor that may be 0"),
        ("0 ** -1", "1", "1", "a divisor that may be 0"),
        ("9 ** 9 ** 9", "1", "1", "the exponent 387420489"),
        (
            "9 ** 999 * 9 ** 999 * 9 ** 999 * 9 ** 999 * 9 ** 999 * 9 ** 999",
            "1",
            "1",
            "a number of thousands of digits",
        ),
        ("(9 ** 999) ** 999", "1", "1", "a power of thousands of digits"),
        ("a ** 99", "1 s", "1", "s to the power 99"),
        ("a + missing", "1", "1", "missing"),
    ],
)
def test_what_has_no_value(units: UnitTable, text: str, a: str, b: str, named: str) -> None:
    """An operation without a meaning is refused, naming what did not fit and the column."""
    with pytest.raises(QuantityError) as caught:
        parse_formula(text).evaluate({"a": quantity(units, a), "b": quantity(units, b)}, units)
    assert caught.value.found == named
    assert caught.value.column is not None


@pytest.mark.parametrize(
    ("text", "digits", "shown"),
    [
        ("a * b", 2, "37"),  # 14.7 * 2.5 = 36.75
        ("a * 2", 3, "29.4"),
        ("a * n", 3, "103"),  # 14.7 * 7 = 102.9, and the count has no say
        ("n / 2", None, "3.5"),
        ("n / 3", None, "2.33333"),
        ("n * 10 ** 15", None, "7000000000000000"),
    ],
)
def test_digits(units: UnitTable, text: str, digits: int | None, shown: str) -> None:
    """A result has the digits of its least known input; counts and constants have no say."""
    inputs = {
        "a": Quantity(parse_number("14.7")),
        "b": Quantity(parse_number("2.5")),
        "n": Quantity(parse_number("7", exact=True)),
    }
    result = parse_formula(text).compute(inputs, units)
    assert (result.significant_digits, rounded(result)) == (digits, shown)


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("a ** 2", "0", "9"),
        ("a ** 3", "-8", "27"),
        ("abs(a)", "0", "3"),
        ("a * a", "-6", "9"),
        ("-a", "-3", "2"),
        ("floor(a / 2)", "-1", "1"),
        ("max(a, 1)", "1", "3"),
    ],
)
def test_intervals_around_zero(units: UnitTable, text: str, low: str, high: str) -> None:
    """From -2 to 3: an even power starts at 0; two places are taken as independent."""
    result = parse_formula(text).compute({"a": Quantity(parse_range("-2", "3"))}, units)
    assert (result.interval.low, result.interval.high) == (Decimal(low), Decimal(high))


def test_conversion_of_a_result(units: UnitTable) -> None:
    """1.5 s is 1500 ms, and is no number of bytes."""
    result = parse_formula("a").compute({"a": quantity(units, "1.5 s")}, units)
    assert isinstance(result, Result)
    converted = result.converted_to(units.parse("ms"))
    assert converted.nominal == Decimal(1500)
    assert converted.interval == Interval(Decimal(1450), Decimal(1550))
    with pytest.raises(QuantityError, match=r"s.*B|B.*s"):
        result.converted_to(units.parse("B"))
    with pytest.raises(QuantityError):
        result.converted_to(None)


@pytest.mark.parametrize(
    ("text", "always"),
    [
        ("a < 2 or a >= 2", None),
        ("a < 2 or a < 9", True),
        ("a < 2 and a > 9", False),
        ("not a > 9", True),
        ("a != 9", True),
        ("a == a", None),
        ("2 == 2.0", True),
        ("a > 1 == 1", True),
    ],
)
def test_three_valued_logic(units: UnitTable, text: str, always: bool | None) -> None:  # noqa: FBT001
    """With a from 1.5 to 2.5, one decided part can decide the whole, else the whole is open."""
    assert parse_formula(text).decide({"a": Quantity(parse_number("2"))}, units).always is always


@given(
    places=st.integers(0, 4),
    ends=st.tuples(st.integers(1, 99999), st.integers(1, 99999)),
)
def test_a_difference_has_no_more_places_than_its_terms(
    units: UnitTable, places: int, ends: tuple[int, int]
) -> None:
    """42.16 − 41.94 is 0.22 and not 0.2200, 112 − 1 is 111 and not 100: it ends at the place of its terms."""
    more, less = max(ends), min(ends)
    assume(more > less)
    step = Decimal(1).scaleb(-places)
    inputs = {name: Quantity(parse_number(f"{end * step:f}")) for name, end in (("a", more), ("b", less))}
    text = rounded(parse_formula("a - b").compute(inputs, units))
    assert Decimal(text) == (more - less) * step
    assert len(text.partition(".")[2]) == places

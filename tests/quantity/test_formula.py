"""Formulas: what is read and refused, by example, and how fast."""

from __future__ import annotations

import re
import time
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from macros.quantity import (
    Formula,
    Interval,
    Quantity,
    QuantityError,
    Result,
    Truth,
    UnitTable,
    agrees,
    at_least,
    parse_formula,
    parse_number,
    rounded,
)

from .refusals import only_refused
from .strategies import arithmetic, predicates


def exact(text: str) -> Quantity:
    """Return a count without unit."""
    return Quantity(parse_number(text, exact=True))


def test_the_reciprocal_of_a_ratio(units: UnitTable) -> None:
    """1/0.67 = 1.4925, from 1/0.675 = 1.481 to 1/0.665 = 1.504: 1.5 agrees, 1.6 does not."""
    ratio = Quantity(parse_number("0.67"), units.parse("×"))
    result = parse_formula("1 / ratio").compute({"ratio": ratio}, units)
    assert round(result.nominal, 4) == Decimal("1.4925")
    assert round(result.interval.low, 3) == Decimal("1.481")
    assert round(result.interval.high, 3) == Decimal("1.504")
    assert (result.unit, result.significant_digits, rounded(result)) == (None, 2, "1.5")
    assert agrees(parse_number("1.5"), result.interval)
    assert not agrees(parse_number("1.6"), result.interval)


def test_bandwidth_of_a_node(units: UnitTable) -> None:
    """16 NIC * 25 GB/s/NIC = 400 GB/s, and 4.3 * 8 GB/s = 34.4 GB/s."""
    inputs = {
        "count": Quantity(parse_number("16", exact=True), units.parse("NIC")),
        "each": Quantity(parse_number("25", exact=True), units.parse("GB/s/NIC")),
    }
    result = parse_formula("count * each").compute(inputs, units)
    assert (result.nominal, result.unit, rounded(result)) == (
        Decimal(400),
        units.parse("GB/s"),
        "400",
    )
    inputs = {
        "gain": Quantity(parse_number("4.3")),
        "base": Quantity(parse_number("8", exact=True), units.parse("GB/s")),
    }
    result = parse_formula("gain * base").compute(inputs, units)
    assert (result.nominal, result.unit, rounded(result)) == (
        Decimal("34.4"),
        units.parse("GB/s"),
        "34",
    )


def test_the_least_size_of_a_group(units: UnitTable) -> None:
    """g*(floor(top_k/g)+1) with g = top_k = 8 is 8*(1+1) = 16, exactly."""
    formula = parse_formula("g * (floor(top_k / g) + 1)")
    result = formula.compute({"g": exact("8"), "top_k": exact("8")}, units)
    assert (result.nominal, result.interval.is_point, result.significant_digits) == (
        Decimal(16),
        True,
        None,
    )
    assert formula.names == {"g", "top_k"}


def test_thirds_are_exact(units: UnitTable) -> None:
    """Nothing is rounded between steps: floor(1/3*3) is 1, and 1/3*3 == 1."""
    assert parse_formula("floor(1 / 3 * 3)").compute({}, units).nominal == 1
    assert parse_formula("1 / 3 * 3 == 1").decide({}, units) == Truth(nominal=True, always=True)


@pytest.mark.parametrize(
    ("ratio", "truth"),
    [
        ("1.00", Truth(nominal=True, always=True)),  # 0.995 to 1.005
        ("0.95", Truth(nominal=True, always=None)),  # 0.945 to 0.955
        ("1.06", Truth(nominal=False, always=False)),  # 1.055 to 1.065
        ("1.1", Truth(nominal=False, always=None)),  # 1.05 to 1.15: the low end still holds
    ],
)
def test_a_tie(units: UnitTable, ratio: str, truth: Truth) -> None:
    """A verdict at the edge is fragile: it depends on where in its interval the ratio is."""
    outcome = parse_formula("0.95 <= ratio <= 1.05").decide({"ratio": Quantity(parse_number(ratio))}, units)
    assert outcome == truth
    assert outcome.is_fragile == (truth.always is None)


def test_which_outcome(units: UnitTable) -> None:
    """A predicate gives a truth, any other formula a result; asking for the other is an error."""
    number, predicate = parse_formula("1 + 1"), parse_formula("not 1 > 2")
    assert isinstance(number.evaluate({}, units), Result)
    assert isinstance(predicate.evaluate({}, units), Truth)
    assert (number.is_predicate, predicate.is_predicate) == (False, True)
    with pytest.raises(QuantityError):
        number.decide({}, units)
    with pytest.raises(QuantityError):
        predicate.compute({}, units)


def test_a_bound_stays_open(units: UnitTable) -> None:
    """One divided by at least 16 is at most 1/16 = 0.0625, and above 0 or at it."""
    result = parse_formula("1 / n").compute({"n": Quantity(at_least("16"))}, units)
    assert result.interval == Interval(Decimal(0), Decimal("0.0625"))


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("", None),
        ("   ", None),
        ("1 +", None),
        ("a b", None),
        ("1 2", None),
        ("a.b", 2),
        ("a._b", 2),
        ("_a", 1),
        ("__import__('os')", 1),
        ("lambda: 1", 7),
        ("'text'", 1),
        ("[1]", 1),
        ("{}", 1),
        ("a[0]", 2),
        ("a if b else c", 1),
        ("f(1)", 1),
        ("min(1)", 1),
        ("min", 1),
        ("abs(1, 2)", 1),
        ("sqrt()", 1),
        ("max(a=1)", None),
        ("max(*a)", None),
        ("min(1, key=abs)", None),
        ("1_000", 1),
        ("0x10", 1),
        ("007", 1),
        ("1j", 1),
        ("1e", 1),
        ("1e9999", 1),
        (".5", 1),
        ("5 % 3", 3),
        ("7 // 2", None),
        ("a := 1", 3),
        ("a = 1", None),
        ("a is b", 1),
        ("a in b", 1),
        ("True", None),
        ("None", None),
        ("a < b + (c < d)", 10),
        ("(a < b) + 1", 2),
        ("a and b", 1),
        ("not a", 5),
        ("not a + 1", 5),
        ("(a < b) == (c < d)", 2),
        ("a\n+b", 2),
        ("a # note", 3),
        ("٣ + 1", 1),
        ("ａ + 1", 1),  # noqa: RUF001 - a full-width letter is what must be refused
        ("a × b", 3),
        ("a\0", 2),
        ("(" * 200 + "1" + ")" * 200, 41),
        ("-" * 400 + "1", None),
        ("not " * 100 + "a < b", None),
        ("+".join("a" * 200), None),
        ("**".join("2" * 150), None),
        ("1" * 10_000, None),
        ("min(" * 60, 164),
        ("~1", 1),
        ("1 <> 2", None),
        ("a,b", None),
        ("(a, b)", None),
        ("yield", None),
        ("1if 1else 2", 1),
    ],
)
def test_what_is_no_formula_is_refused(text: str, column: int | None) -> None:
    """Whatever is not arithmetic or a comparison raises QuantityError and nothing else."""
    with pytest.raises(QuantityError) as caught:
        parse_formula(text).evaluate({}, UnitTable())
    assert column is None or caught.value.column == column
    assert len(str(caught.value)) < 400


@given(st.text(max_size=15) | st.text("ab12.()+-*/<=>!, minax", max_size=25))
def test_any_text_is_a_formula_or_refused(units: UnitTable, text: str) -> None:
    """No text makes anything escape but QuantityError, in reading and in evaluating."""
    with only_refused() as refusals:
        parse_formula(text).evaluate({"a": exact("2"), "b": exact("3")}, units)
    assert all(error.expected for error in refusals)


@given(arithmetic | predicates)
def test_a_formula_is_read_once(text: str) -> None:
    """The same text gives the same formula, with its text and the names in it."""
    formula = parse_formula(text)
    assert isinstance(formula, Formula)
    assert parse_formula(text) is formula
    assert formula.text == text
    assert formula.names == set(re.findall(r"\b[abc]\b", text))


def test_a_thousand_formulas_are_evaluated_quickly(units: UnitTable) -> None:
    """Evaluating 1,000 formulas takes well under a second on a slow, shared machine."""
    inputs = {
        "a": Quantity(parse_number("14.7"), units.parse("ms/token")),
        "b": Quantity(parse_number("25"), units.parse("tok/s")),
    }
    formulas = [
        parse_formula(f"a * b * {index} + floor({index} / 7) - max(1, 2)") for index in range(1, 1001)
    ]
    start = time.perf_counter()
    for formula in formulas:
        formula.evaluate(inputs, units)
    assert time.perf_counter() - start < 1.5

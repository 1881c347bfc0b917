"""Numbers: the text survives, the last digit sets the interval, rounding is as people round."""

from __future__ import annotations

import time
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from macros.quantity import (
    Interval,
    QuantityError,
    agrees,
    at_least,
    at_most,
    parse_number,
    parse_range,
    round_significant,
)

from .refusals import only_refused

WRITTEN = st.from_regex(r"[+-]?(0|[1-9][0-9]{0,8})(\.[0-9]{1,9})?([eE][+-]?[0-9]{1,2})?", fullmatch=True)


@pytest.mark.parametrize(
    ("text", "low", "high", "digits"),
    [
        ("14.70", "14.695", "14.705", 4),
        ("+14.7", "14.65", "14.75", 3),
        ("512", "511.5", "512.5", 3),
        ("100", "99.5", "100.5", 3),
        ("-0.050", "-0.0505", "-0.0495", 2),
        ("1e3", "500", "1500", 1),
        ("1.5e-6", "0.00000145", "0.00000155", 2),
        ("0", "-0.5", "0.5", 1),
        ("0.00", "-0.005", "0.005", 3),
    ],
)
def test_the_last_digit_sets_the_interval(text: str, low: str, high: str, digits: int) -> None:
    """A number means all values within half a unit of its last place: 14.70 is 14.70 +- 0.005."""
    number = parse_number(text)
    assert (number.interval, number.significant_digits) == (
        Interval(Decimal(low), Decimal(high)),
        digits,
    )


@given(WRITTEN)
def test_the_written_text_survives(text: str) -> None:
    """A number keeps its text, its nominal value lies in its interval, and exact makes a point."""
    number = parse_number(text)
    assert number.written == text
    assert number.nominal == Decimal(text)
    assert number.interval.contains(number.nominal)
    assert not number.is_exact
    assert parse_number(text, exact=True).interval == Interval(Decimal(text), Decimal(text))


HOSTILE = [
    "",
    " ",
    "nan",
    "inf",
    "-Infinity",
    "1e999999",
    "1e301",
    "1e-301",
    "9" * 10_000,
    "1,000",
    "1_000",
    "0x10",
    "١٤",
    "１４",  # noqa: RUF001 - full-width digits are what must be refused
    "1e",
    ".5",
    "5.",
    "007",
    "--1",
    "1.2.3",
    "1\n",
    " 1",
    "14.7 ms",
    "1e٣",
    "½",
    "__import__('os')",
    "0e9999",
    "−3",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_what_is_no_plain_number_is_refused(text: str) -> None:
    """Whatever is no plain decimal number of ordinary size raises QuantityError, nothing else."""
    with pytest.raises(QuantityError) as caught:
        parse_number(text)
    assert caught.value.expected
    assert len(str(caught.value)) < 300


@given(st.text(max_size=20))
def test_any_text_is_a_number_or_refused(text: str) -> None:
    """No text makes anything escape but QuantityError."""
    with only_refused() as refusals:
        assert parse_number(text).written == text
    assert all(error.column is None for error in refusals)


def test_bounds_and_ranges() -> None:
    """A range holds exactly what it states; a one-sided bound is open on the other side."""
    between = parse_range("1", "2")
    assert (between.written, between.nominal) == ("1 to 2", Decimal("1.5"))
    assert between.interval == Interval(Decimal(1), Decimal(2))
    assert (at_least("16").written, at_least("16").interval) == (
        "≥ 16",
        Interval(Decimal(16), Decimal("Infinity")),
    )
    assert (at_most("3").written, at_most("3").nominal) == ("≤ 3", Decimal(3))
    with pytest.raises(QuantityError):
        parse_range("2", "1")


@pytest.mark.parametrize(("low", "high"), [("nan", "1"), ("1", "nan"), ("2", "1")])
def test_an_interval_has_ordered_bounds(low: str, high: str) -> None:
    """Bounds that are no numbers or in the wrong order make no interval."""
    with pytest.raises(QuantityError):
        Interval(Decimal(low), Decimal(high))


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        ("1.4925", 2, "1.5"),
        ("2.5", 1, "3"),
        ("-2.5", 1, "-3"),
        ("9.99", 2, "10"),
        ("9.5", 3, "9.50"),
        ("1234", 2, "1200"),
        ("0.00012345", 3, "0.000123"),
        ("1e20", 1, "100000000000000000000"),
        ("0", 3, "0.00"),
        ("-0", 1, "0"),
    ],
)
def test_rounding(value: str, digits: int, text: str) -> None:
    """Rounding keeps so many digits, in plain notation, and a tie goes away from zero."""
    assert round_significant(Decimal(value), digits) == text


@given(st.decimals(min_value=-(10**6), max_value=10**6, places=6), st.integers(7, 20))
def test_rounding_is_undone_by_reading(value: Decimal, digits: int) -> None:
    """A value rounded to at least its integer digits reads back as agreeing, with those digits."""
    number = parse_number(round_significant(value, digits))
    assert number.significant_digits == digits
    assert number.interval.contains(value)


@pytest.mark.parametrize(("value", "digits"), [("inf", 2), ("nan", 2), ("1", 0), ("1", 10**9)])
def test_rounding_refuses(value: str, digits: int) -> None:
    """There is no text for an infinite value, nor for a senseless count of digits."""
    with pytest.raises(QuantityError):
        round_significant(Decimal(value), digits)


def test_agreement_is_overlap() -> None:
    """1.5 (1.45 to 1.55) agrees with 1.481 to 1.504, and 1.6 (1.55 to 1.65) does not."""
    computed = Interval(Decimal("1.481"), Decimal("1.504"))
    assert agrees(parse_number("1.5"), computed)
    assert not agrees(parse_number("1.6"), computed)


def test_ten_thousand_numbers_are_read_quickly() -> None:
    """Reading 10,000 different numbers takes well under half a second on a slow, shared machine."""
    texts = [f"{index}.{index % 97:02}" for index in range(10_000)]
    start = time.perf_counter()
    for text in texts:
        parse_number(text)
    assert time.perf_counter() - start < 0.5

"""Units: what they measure, how they combine, and how they are shown."""

from __future__ import annotations

import time
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from macros.quantity import CustomUnit, QuantityError, UnitTable

from .refusals import only_refused

TEXTS = [
    "GB/s",
    "GB/s/NIC",
    "ms/token",
    "tok/rank",
    "%",
    "×",
    "µs",
    "KiB",
    "NICs/node",
    "1/s",
    "s^2",
    "W·h",
]


@pytest.mark.parametrize(
    ("text", "other", "factor"),
    [
        ("GB", "B", 10**9),
        ("GiB", "B", 2**30),
        ("kB", "B", 1000),
        ("B", "b", 8),
        ("Gb/s", "Gbit/s", 1),
        ("GB/s", "Gbps", 8),
        ("ms", "us", 1000),
        ("us", "µs", 1),
        ("h", "s", 3600),
        ("×", "%", 100),
        ("x", "×", 1),
        ("tok/s", "tokens/s", 1),
        ("GB/s/NIC", "GB/s per NIC", 1),
        ("ms²", "us^2", 10**6),
        ("ktokens", "token", 1000),
    ],
)
def test_conversion(units: UnitTable, text: str, other: str, factor: int) -> None:
    """Factors are those of the SI and IEC prefixes: GB is 10^9 bytes, GiB 2^30, a byte 8 bits."""
    assert units.parse(text).factor_to(units.parse(other)) == Decimal(factor)


@given(st.sampled_from(TEXTS), st.sampled_from(TEXTS))
def test_products_and_quotients_undo_each_other(units: UnitTable, left: str, right: str) -> None:
    """Multiplying and dividing by a unit leaves scale and dimension, and the text reads back."""
    first, second = units.parse(left), units.parse(right)
    back = first * second / second
    assert (back.scale, back.dimensions) == (first.scale, first.dimensions)
    product = first * second
    if product.text and product.terms:
        again = units.parse(product.text)
        assert (again.scale, again.dimensions) == (product.scale, product.dimensions)
    assert ((first * first).root().scale, (first**2).dimensions) == (
        first.scale,
        (first * first).dimensions,
    )


@given(st.sampled_from(TEXTS), st.sampled_from(TEXTS))
def test_reduction_keeps_the_size(units: UnitTable, left: str, right: str) -> None:
    """Reducing a product changes its text and scale, never what a value in it amounts to."""
    product = units.parse(left) * units.parse(right)
    reduced, factor = product.reduced()
    assert reduced.dimensions == product.dimensions
    assert reduced.scale * factor == product.scale


def test_reduction_by_example(units: UnitTable) -> None:
    """A latency times a rate is a count, a percentage of GB/s is GB/s, and ms/s is a number."""
    tokens, factor = (units.parse("ms") * units.parse("tok/s")).reduced()
    assert (tokens.text, factor) == ("tok", Fraction(1, 1000))
    share, factor = (units.parse("%") * units.parse("GB/s")).reduced()
    assert (share.text, factor) == ("GB/s", Fraction(1, 100))
    number, factor = (units.parse("ms") / units.parse("s")).reduced()
    assert (number.text, factor) == ("", Fraction(1, 1000))


def test_counted_things_are_apart(units: UnitTable) -> None:
    """Two counted things never convert, and a counted thing is no plain number."""
    token, node, ratio = units.parse("token"), units.parse("node"), units.parse("×")
    assert not token.same_dimension(node)
    assert not token.same_dimension(ratio)
    assert not token.is_dimensionless
    with pytest.raises(QuantityError, match=r"node.*token"):
        token.factor_to(node)


@pytest.mark.parametrize(
    ("text", "nearest"),
    [
        ("KB", "kB"),
        ("gb", "GB"),
        ("tokn", "token"),
        ("secnd", "second"),
        ("GBs", "Gbps"),
        ("mB", "MB"),
    ],
)
def test_an_unknown_unit_names_the_nearest(units: UnitTable, text: str, nearest: str) -> None:
    """A slip in a unit is answered with the unit that was probably meant."""
    with pytest.raises(QuantityError) as caught:
        units.parse(text)
    assert (caught.value.found, caught.value.expected) == (text, f"a known unit, perhaps {nearest}")


HOSTILE = [
    "",
    " ",
    "/",
    "GB/",
    "/s",
    "GB//s",
    "GB s",
    "(s)",
    "s^99",
    "s^0",
    "s**2**2",
    "1",
    "1/1",
    "2/s",
    "s" * 100_000,
    "__import__('os')",
    "s.real",
    "kmin",
    "k%",
    "%%",
    "٣",
    "s\n",
    "s\u00a0",
    "((((s",
    "s^-",
    "µ",
    "k",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_what_is_no_unit_is_refused(units: UnitTable, text: str) -> None:
    """Whatever is no product of known units raises QuantityError and nothing else."""
    with pytest.raises(QuantityError):
        units.parse(text)


@given(st.text(max_size=12) | st.text("sGBk/·*^1 %", max_size=12))
def test_any_text_is_a_unit_or_refused(units: UnitTable, text: str) -> None:
    """No text makes anything escape but QuantityError."""
    with only_refused() as refusals:
        assert units.parse(text).text == text
    assert all(error.expected for error in refusals)


@pytest.mark.parametrize(
    "custom",
    [
        [CustomUnit("byte")],
        [CustomUnit("volume", "GB")],
        [CustomUnit("token"), CustomUnit("token")],
        [CustomUnit("token", "t"), CustomUnit("task", "t")],
        [CustomUnit("two words")],
        [CustomUnit("os.system")],
        [CustomUnit("")],
        [CustomUnit("token", "a/b")],
    ],
)
def test_a_counted_thing_needs_a_spelling_of_its_own(custom: list[CustomUnit]) -> None:
    """A counted thing whose name is no word, or is taken, is refused."""
    with pytest.raises(QuantityError):
        UnitTable(custom)


@pytest.mark.parametrize(
    ("text", "number", "plural", "shown"),
    [
        ("%", "2.2", True, "2.2%"),
        ("×", "0.67", True, "0.67×"),
        ("x", "0.67", True, "0.67×"),
        ("ms/token", "+14.7", True, "+14.7\u00a0ms/token"),
        ("framework", "3", True, "3\u00a0frameworks"),
        ("frameworks", "1", False, "1\u00a0framework"),
        ("tok", "8", True, "8\u00a0tok"),
        ("GB/s/GPU", "25", True, "25\u00a0GB/s/GPU"),
    ],
)
def test_display(units: UnitTable, text: str, number: str, plural: bool, shown: str) -> None:  # noqa: FBT001
    """A unit follows after a no-break space, a sign at once, a counted thing inflected."""
    assert units.parse(text).display(number, plural=plural) == shown


def test_a_table_is_cheap() -> None:
    """Making a table takes well under a second, and reading a unit again is a look-up."""
    start = time.perf_counter()
    table = UnitTable([CustomUnit("token")])
    assert time.perf_counter() - start < 1
    assert table.parse("GB/s") is table.parse("GB/s")

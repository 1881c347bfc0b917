"""Quantities: how they are shown."""

from __future__ import annotations

import pytest

from macros.quantity import Number, Quantity, UnitTable, at_least, parse_number, parse_range


@pytest.mark.parametrize(
    ("number", "unit", "approximate", "shown"),
    [
        (parse_number("2.2"), "%", True, "~2.2%"),
        (parse_number("+14.7"), "ms/token", False, "+14.7\u00a0ms/token"),
        (at_least("16"), None, False, "≥ 16"),
        (at_least("1"), "node", False, "≥ 1\u00a0node"),
        (parse_number("0.67"), "×", False, "0.67×"),
        (parse_number("1"), "framework", False, "1\u00a0framework"),
        (parse_number("3"), "framework", False, "3\u00a0frameworks"),
        (parse_number("1.0"), "framework", False, "1.0\u00a0frameworks"),
        (parse_range("1", "2"), "GB/s", True, "~1 to 2\u00a0GB/s"),
    ],
)
def test_display(
    units: UnitTable,
    number: Number,
    unit: str | None,
    approximate: bool,  # noqa: FBT001
    shown: str,
) -> None:
    """The number stands as written, its unit after it, a tilde before it if it is approximate."""
    quantity = Quantity(number, units.parse(unit) if unit else None, approximate)
    assert quantity.display() == shown

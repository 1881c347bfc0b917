"""A value agrees with a record exactly if the record's number could have been written for it."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from macros.evidence.comparing import agrees, in_records_unit, shown
from macros.evidence.errors import EvidenceError
from macros.evidence.readers.reading import Reading
from macros.quantity import CustomUnit, Quantity, UnitTable, parse_number
from macros.records.book import Book
from macros.records.claims import Measured
from macros.records.evidence import Evidence

Books = Callable[..., Book]
RECORD = (
    "it: {{kind: measured, title: It, says: 'It is {{value}}.', value: {value}, source: run.repository,"
    " observed: unstated{more}}}\n"
)
EVIDENCE = Evidence.model_validate({"artefact": "run.file", "pointer": "/a"})
UNITS = UnitTable()


def _measured(book_of: Books, value: str, more: str = "") -> tuple[Measured, Quantity | None]:
    book = book_of(RECORD.format(value=value, more=more))
    return book.typed("run.it", Measured), book.quantities.get("run.it")


@pytest.mark.parametrize(
    ("written", "agreeing", "differing"),
    [
        ("14.7", ["14.65", "14.7", "14.7499", "14.75"], ["14.6499", "14.751", "-14.7"]),
        ("14.70", ["14.695", "14.705"], ["14.69", "14.71"]),
        ("512", ["511.5", "512.49"], ["511.4", "513"]),
        ("{low: 12, high: 13}", ["12", "12.7", "13"], ["11.99", "13.01"]),
        ("{at_least: 32}", ["32", "1e9"], ["31.9"]),
        ("+3", ["2.5", "3.4"], ["2.4", "-3"]),
    ],
)
def test_what_a_written_number_means(
    book_of: Books, written: str, agreeing: list[str], differing: list[str]
) -> None:
    """The last digit written is the last that is known: 14.7 is anything from 14.65 to 14.75."""
    record, quantity = _measured(book_of, written)
    assert [value for value in agreeing if not agrees(Decimal(value), record, quantity)] == []
    assert [value for value in differing if agrees(Decimal(value), record, quantity)] == []


def test_an_exact_value_is_that_value_alone(book_of: Books) -> None:
    """A count that is exact agrees with no other number, however near."""
    record, quantity = _measured(book_of, "16", ", exact: true")
    assert agrees(Decimal("16.0"), record, quantity)
    assert not agrees(Decimal("16.0001"), record, quantity)


def test_a_text_agrees_with_the_same_text_alone(book_of: Books) -> None:
    """A record of text is compared as text; a number in the artefact is no text, nor the other way round."""
    record, quantity = _measured(book_of, "one")
    assert agrees("one", record, quantity)
    assert not agrees("two", record, quantity)
    assert not agrees(Decimal(1), record, quantity)
    number, of_number = _measured(book_of, "1")
    assert not agrees("1", number, of_number)


@given(
    value=st.decimals(min_value="-99999", max_value="99999", places=6).filter(bool),
    places=st.integers(min_value=0, max_value=5),
)
def test_rounding_a_value_never_makes_it_differ(value: Decimal, places: int) -> None:
    """Whoever writes a value with fewer digits, rounded, has it verified; a unit further off, it differs."""
    written = f"{value:.{places}f}"
    quantity = Quantity(parse_number(written))
    assert quantity.number.interval.contains(value)
    assert not quantity.number.interval.contains(value + Decimal(1).scaleb(-places) * Decimal("1.01"))


@pytest.mark.parametrize(
    ("reading", "evidence", "unit", "expected"),
    [
        (Reading(Decimal("0.0147")), {"unit": "s"}, "ms", "14.7"),
        (Reading(Decimal("0.0147"), "sec"), {}, "ms", "14.7"),
        (Reading(Decimal("14.7"), "ms"), {}, "ms", "14.7"),
        (Reading(Decimal(40), "requests"), {}, "request", "40"),
        (Reading(Decimal("0.9"), "ratio"), {}, None, "0.9"),
        (Reading(Decimal(90), "%"), {}, None, "0.90"),
        (Reading(Decimal(14700)), {"scale": "0.001"}, "ms", "14.7"),
        (Reading(Decimal("14.7")), {}, "ms", "14.7"),
    ],
)
def test_units_and_scales_lead_to_the_records_unit(
    reading: Reading, evidence: dict[str, str], unit: str | None, expected: str
) -> None:
    """A second is a thousand milliseconds; a scale multiplies; without either the number stays."""
    units = UnitTable([CustomUnit("request")])
    named = Evidence.model_validate({"artefact": "run.file", "pointer": "/a", **evidence})
    value = in_records_unit(reading, named, units.parse(unit) if unit else None, units)
    assert value == Decimal(expected)


@pytest.mark.parametrize("unit", ["tokens/sec", "KB"])
def test_a_unit_that_does_not_lead_there_is_refused(unit: str) -> None:
    """No number is made of tokens where milliseconds are wanted, nor of a unit that nobody knows."""
    with pytest.raises(EvidenceError):
        in_records_unit(Reading(Decimal(1), unit), EVIDENCE, UNITS.parse("ms"), UNITS)


def test_a_reading_is_shown_with_a_few_digits_more() -> None:
    """A reader sees why it agrees: three digits more than the record has, and all whole digits."""
    quantity = Quantity(parse_number("14.7"), UNITS.parse("ms"))
    assert shown(Decimal("14.6812345"), quantity) == "14.6812 ms"
    assert shown(Decimal("14.7"), quantity) == "14.7 ms"
    assert shown(Decimal(12345678), quantity) == "12345678 ms"

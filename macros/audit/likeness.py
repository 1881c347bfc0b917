"""Which record a written quantity repeats: the same number in the same unit, the same version, commit or day.

Units are compared as units (``ms per token`` is ``ms/token``), numbers as written values, words as numbers.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING

from macros.audit.vocabulary import listed
from macros.quantity import QuantityError, Unit
from macros.records.claims import Derived
from macros.records.structures import Component

if TYPE_CHECKING:
    from collections.abc import Collection

    from macros.audit.quantities import Found
    from macros.records.base import Record
    from macros.records.book import Book

LARGEST_SMALL_COUNT = 12
"""Up to here a count says little by itself: it repeats a record only where that record is shown too."""
_FIRST_WORD = re.compile(r"\s*[-]?\s*([A-Za-z%×µμ]+)")
_NUMERAL = re.compile(
    r"[~≈\u223c±<>≤≥$€£+\s]*([−-]?\d[\d,\u00a0\u2009\u202f]*(?:\.\d+)?)[ \t\r\n-]*(.*)", re.DOTALL
)
_WORDS = {
    word: Decimal(number)
    for number, word in enumerate(
        listed(
            "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
            " sixteen seventeen eighteen nineteen twenty"
        )
    )
}
_WORD_FOR = {number: word for word, number in _WORDS.items()}
_SPELLINGS = {"times": "×", "percent": "%", "per cent": "%"}
_DISTINCT = re.compile(r"\d{4}-\d{2}(?:-\d{2})?|\d+\.\d+\.\d+.*|(?=.*[a-f])(?=.*\d)[0-9a-f]{7,40}")
_LEADING = re.compile(r"^[vV](?=\d)|\+$")


@dataclass
class Likenesses:
    """The values of a book by what is written: number and unit, and texts such as versions and days."""

    book: Book
    _numbers: dict[Decimal, list[tuple[Unit | None, Record]]] = field(default_factory=dict)
    _texts: dict[str, list[Record]] = field(default_factory=dict)
    _units: dict[str, Unit | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Index every record with one number or a text; a formula's result is indexed as it is shown."""
        for record in self.book:
            value = record.value
            if isinstance(record, Component):
                for text in (record.version, record.commit):
                    if text:
                        self._texts.setdefault(text, []).append(record)
            if value is not None and value.text is not None:
                self._texts.setdefault(value.text, []).append(record)
            quantity = self.book.quantities.get(record.identifier)
            if quantity is not None and _number_of(record, self.book):
                self._numbers.setdefault(quantity.number.nominal, []).append((quantity.unit, record))

    def of(self, found: Found, text: str, near: Collection[str] = ()) -> list[Record]:
        """Return the records that a quantity of ``text`` repeats, those in ``near`` first.

        A small count, and a number without a unit, repeats only what is near.
        """
        written = _LEADING.sub("", found.text.strip())
        records = [
            record
            for record in self._texts.get(written, ())
            if _DISTINCT.fullmatch(written) or record.identifier in near
        ]
        number, rest = _read(found.text)
        if number is not None and number in self._numbers:
            unit = self._unit(rest or _next_word(text, found.end))
            records.extend(
                record
                for other, record in self._numbers[number]
                if record.identifier in near or self._says_enough(number, unit)
                if _same_unit(unit, other)
            )
        return sorted(
            records, key=lambda record: (record.identifier not in near, isinstance(record, Component))
        )

    def _says_enough(self, number: Decimal, unit: Unit | None) -> bool:
        return unit is not None and not (
            number <= LARGEST_SMALL_COUNT and number == number.to_integral_value()
        )

    def _unit(self, text: str) -> Unit | None:
        name = " ".join(text.split())
        name = _SPELLINGS.get(name, name)
        if name not in self._units:
            self._units[name] = self._parsed(name) or self._parsed(name.partition(" ")[0])
        return self._units[name]

    def _parsed(self, name: str) -> Unit | None:
        try:
            return self.book.units.parse(name)
        except QuantityError:
            return None


def writings_of(record: Record, book: Book) -> list[str]:
    """Return the ways in which prose would write a record's own value, in lower case and without its unit."""
    found = [record.version, record.commit] if isinstance(record, Component) else []
    number = _number_of(record, book).lstrip("+-")
    if number:
        found += [
            number,
            f"{Decimal(number):,}",
            _WORD_FOR.get(Decimal(number), ""),
        ]
    elif record.value is not None:
        found.append(record.value.text)
    return [text.lower() for text in found if text]


def _number_of(record: Record, book: Book) -> str:
    """Return the number that a record states, or that its formula gives, as it is written; '' for none."""
    if isinstance(record, Derived):
        quantity = book.quantities.get(record.identifier)
        return quantity.number.written if quantity is not None else ""
    return (record.value.number or "") if record.value is not None else ""


def _read(text: str) -> tuple[Decimal | None, str]:
    """Return the number that a quantity begins with, and what follows it."""
    match = _NUMERAL.fullmatch(text)
    if match is None:
        word, _, rest = text.lower().partition(" ")
        return _WORDS.get(word), rest
    try:
        return Decimal(re.sub(r"[^\d.-]", "", match[1].replace("−", "-"))), match[2]
    except InvalidOperation:
        return None, ""


def _next_word(text: str, end: int) -> str:
    match = _FIRST_WORD.match(text, end)
    return match[1] if match else ""


def _same_unit(first: Unit | None, second: Unit | None) -> bool:
    if first is None or second is None:
        return first is None and second is None
    return first.dimensions == second.dimensions and first.scale == second.scale

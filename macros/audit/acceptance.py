"""What a derived record read when somebody accepted it: its inputs as they stand.

Pure: it says what the field `read` should hold, and another room writes it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from macros.records.book import Book
    from macros.records.claims import Derived


def accepted(record: Derived, book: Book) -> Mapping[str, str]:
    """Return the name of every input with its value as it is shown now, in the order of the formula's inputs.

    An input that has no number, because it could not be computed, is left out.
    """
    readings = {name: book.reading(identifier) for name, identifier in record.inputs.items()}
    return {name: reading for name, reading in readings.items() if reading}

"""The one error of this room: a text or a combination of quantities that has no meaning.

It must not know where the text came from; callers add the file and the line.
"""

from __future__ import annotations

from typing import Self

_LONGEST_SHOWN = 60


def clipped(text: str) -> str:
    """Return the text cut to a length that fits in a message."""
    if len(text) <= _LONGEST_SHOWN:
        return text
    return f"{text[: _LONGEST_SHOWN - 1]}…"


class QuantityError(ValueError):
    """Bad input to a number, a unit or a formula.

    `found` is what stood there, `expected` what would have been right, and `column` the 1-based
    column in the formula or unit text where that is known.
    """

    def __init__(self, found: str, expected: str, column: int | None = None) -> None:
        """Keep the three parts and make the message from them."""
        self.found = clipped(found)
        self.expected = expected
        self.column = column
        place = "" if column is None else f" at column {column}"
        super().__init__(f"expected {expected}, found {self.found or 'nothing'}{place}")

    def at(self, column: int) -> Self:
        """Return the same error with a column, unless it already has one."""
        if self.column is not None:
            return self
        return type(self)(self.found, self.expected, column)

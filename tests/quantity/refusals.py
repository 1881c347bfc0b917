"""What a test that tries any text does with the texts that are refused."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from macros.quantity import QuantityError

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def only_refused() -> Iterator[list[QuantityError]]:
    """Catch a QuantityError, and nothing else, into the list that it gives."""
    refusals: list[QuantityError] = []
    try:
        yield refusals
    except QuantityError as error:
        refusals.append(error)

"""Memory and time that the writing of a file need not take; what is written is the same but for its packing.

WeasyPrint keeps every drawing order of every page as an object until the end, and counts all pages anew for
every element of the structure.
"""

from __future__ import annotations

import contextlib
import zlib
from typing import TYPE_CHECKING, Any

import pydyf

if TYPE_CHECKING:
    from collections.abc import Iterator


class PressedPage:
    """A page of WeasyPrint whose drawing orders are packed as soon as it is painted."""

    def __init__(self, page: Any) -> None:  # noqa: ANN401 - a class without types
        """Take the page; everything but the painting is left to it."""
        self._page = page

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the page has
        """Return what the page has by that name."""
        return getattr(self._page, name)

    def paint(self, stream: pydyf.Stream, scale: float = 1) -> None:
        """Paint the page and pack what was painted."""
        self._page.paint(stream, scale)
        press(stream)


def press(stream: pydyf.Stream) -> None:
    """Pack the orders of a stream that would be packed when it is written."""
    if stream.compress:
        stream.stream = [zlib.compress(b"\n".join(_bytes(order) for order in stream.stream))]
        stream.extra["Filter"] = "/FlateDecode"
        stream.compress = False


def _bytes(order: bytes | str | pydyf.Object) -> bytes:
    """Return an order as it stands in the file."""
    if isinstance(order, bytes):
        return order
    if isinstance(order, str):
        return order.encode("ascii")
    data: bytes = order.data
    return data


@contextlib.contextmanager
def counted_once() -> Iterator[None]:
    """Let a file say the references to its pages from memory while their number stays the same."""
    counted = pydyf.PDF.page_references
    known: dict[int, tuple[int, tuple[bytes, ...]]] = {}

    def page_references(file: pydyf.PDF) -> tuple[bytes, ...]:
        count = file.pages["Count"]
        if known.get(id(file), (-1, ()))[0] != count:
            known[id(file)] = (count, counted.fget(file))
        return known[id(file)][1]

    pydyf.PDF.page_references = property(page_references)
    try:
        yield
    finally:
        pydyf.PDF.page_references = counted

"""Widths of a table's columns from the words in them, so that the layout need not try every cell.

A column gets the width of its longest word; what is left goes to the columns as they need it to set their
longest cell on one line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from macros.pdf.trees import classes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from xml.etree import ElementTree as ET

FIXED = "print-fixed"
"""The class of a table whose columns have their widths."""
_LONGEST_WORD = 24.0
"""A longer word is broken rather than given its whole width; in letters."""
_PADDING = 2.0
"""The space beside the words of a cell, in letters."""
_LINE = 112.0
"""How many letters a line of a table holds over the whole width of the paper."""
_LONGEST_CELL = 150.0
"""A cell that is longer than this becomes higher, not wider; in letters."""
_CAPITAL, _CODE, _BORDER = 1.3, 1.1, 3.0
"""The width of a capital and of a sign of code, and of a tag's border and glyph, in letters."""


def set_widths(text: ET.Element) -> None:
    """Give the columns of every table whose rows have the same cells a share of the width."""
    for table in text.iter("table"):
        rows = [[cell for cell in row if cell.tag in ("th", "td")] for row in table.iter("tr")]
        if len({len(row) for row in rows}) != 1 or not rows[0] or _is_spanned(rows):
            continue
        columns = list(zip(*rows, strict=True))
        longest_words = [max(_longest_word(cell) for cell in column) for column in columns]
        longest_cells = [max(_length(cell) for cell in column) for column in columns]
        table.set("class", f"{table.get('class', '')} {FIXED}".strip())
        for cell, share in zip(rows[0], shares(longest_words, longest_cells), strict=True):
            cell.set("style", f"width:{share:.1%}")


def shares(longest_words: Sequence[float], longest_cells: Sequence[float]) -> list[float]:
    """Return each column's share of the width; the shares add up to 1.

    Both are widths in letters, one of each for every column.
    """
    least = [min(word, _LONGEST_WORD) + _PADDING for word in longest_words]
    most = [
        max(min(cell, _LONGEST_CELL) + _PADDING, low) for cell, low in zip(longest_cells, least, strict=True)
    ]
    left, wanted = _LINE - sum(least), sum(most) - sum(least)
    if left > 0 and wanted > 0:
        part = min(1.0, left / wanted)
        least = [low + (high - low) * part for low, high in zip(least, most, strict=True)]
    return [width / sum(least) for width in least]


def _is_spanned(rows: Sequence[Sequence[ET.Element]]) -> bool:
    return any({"colspan", "rowspan"}.intersection(cell.attrib) for row in rows for cell in row)


def _length(cell: ET.Element) -> float:
    return sum(width + 1 for width in _words(cell, 1.0))


def _longest_word(cell: ET.Element) -> float:
    return max(_words(cell, 1.0), default=0.0)


def _words(element: ET.Element, factor: float) -> Iterator[float]:
    """Yield the width of each word, a tag being one word."""
    if "cb-tag" in classes(element):
        yield _width("".join(element.itertext())) + _BORDER
        return
    inside = _CODE if element.tag == "code" else factor
    yield from (_width(word) * inside for word in (element.text or "").split())
    for child in element:
        yield from _words(child, inside)
        yield from (_width(word) * inside for word in (child.tail or "").split())


def _width(word: str) -> float:
    return sum(_CAPITAL if sign.isupper() or ord(sign) >= _WIDE else 1.0 for sign in word)


_WIDE = 0x2E80
"""From here on Unicode has the signs of Chinese, Japanese and Korean."""

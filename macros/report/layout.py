"""Answers as text for a terminal: facts beside their names, wrapped, and in characters that it can show.

It lays out words and knows nothing of what they mean.
"""

from __future__ import annotations

import textwrap
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

WIDTH = 80
_NAME = 12
_DEEPEST = 8
_ASCII = str.maketrans(
    {
        "\N{NO-BREAK SPACE}": " ",
        "\N{NARROW NO-BREAK SPACE}": " ",
        "\N{MINUS SIGN}": "-",
        "\N{EN DASH}": "-",
        "\N{EM DASH}": "-",
        "\N{MULTIPLICATION SIGN}": "x",
        "\N{MICRO SIGN}": "u",
        "\N{GREEK SMALL LETTER MU}": "u",
        "\N{LESS-THAN OR EQUAL TO}": "<=",
        "\N{GREATER-THAN OR EQUAL TO}": ">=",
        "\N{ALMOST EQUAL TO}": "~",
        "\N{PLUS-MINUS SIGN}": "+-",
        "\N{RIGHTWARDS ARROW}": "->",
        "\N{HORIZONTAL ELLIPSIS}": "...",
        "\N{LEFT SINGLE QUOTATION MARK}": "'",
        "\N{RIGHT SINGLE QUOTATION MARK}": "'",
        "\N{LEFT DOUBLE QUOTATION MARK}": '"',
        "\N{RIGHT DOUBLE QUOTATION MARK}": '"',
    }
)


def fact(name: str, text: str) -> list[str]:
    """Return a fact's lines: the name at the margin, the text beside it."""
    return wrapped(text, first=f"{name:<{_NAME}}", following=" " * _NAME)


def item(text: str, depth: int = 0) -> list[str]:
    """Return an item of a list or a tree; what lies very deep is not indented further."""
    indent = "  " * min(depth + 1, _DEEPEST)
    return wrapped(text, first=indent, following=indent + "    ")


def wrapped(text: str, first: str = "", following: str = "") -> list[str]:
    """Return a text in lines that fit; an id or an address that is longer than a line stays whole."""
    flat = " ".join(shown(text).split(" ")).strip() or "-"
    return textwrap.wrap(
        flat,
        WIDTH,
        initial_indent=first,
        subsequent_indent=following,
        break_long_words=False,
        break_on_hyphens=False,
    ) or [first.rstrip()]


def shown(text: str) -> str:
    """Return a text in one line whose control characters, which steer a terminal, are replaced."""
    return "".join(
        " " if character.isspace() and character != "\N{NO-BREAK SPACE}" else _visible(character)
        for character in text
    )


def _visible(character: str) -> str:
    return "\N{REPLACEMENT CHARACTER}" if unicodedata.category(character) in ("Cc", "Cf", "Cs") else character


def section(title: str, lines: Iterable[str]) -> list[str]:
    """Return a titled section after an empty line, or nothing where it has no lines."""
    body = list(lines)
    return ["", title, *body] if body else []


def encodable(text: str, encoding: str | None) -> str:
    """Return a text that a stream of this encoding can take: signs by their nearest ASCII, else a ``?``."""
    encoding = encoding or "ascii"
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return text.translate(_ASCII).encode("ascii", "replace").decode("ascii")
    return text

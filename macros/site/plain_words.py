"""Words of a record on their way through a page's source, where they must stay words.

The template engine and Markdown would read some characters as marks. Each travels as a private-use
character that neither knows, and comes back, escaped, once the page is HTML.
"""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

_FIRST = 0xE100
_MARKS = "\\`*_{}[]<>#!|~&\"'^$@"
_STAND_INS = {ord(mark): chr(_FIRST + ord(mark)) for mark in _MARKS}
_ALL = {chr(_FIRST + code): chr(code) for code in range(0x21, 0x7F) if not chr(code).isalnum()}
_PRESENT = re.compile(f"[{chr(_FIRST)}-{chr(_FIRST + 0x7F)}]")
_BREAKS = re.compile("[ \t\n\v\f\r\x1c-\x1e\x85\u2028\u2029]+")
_BEGINNING = re.compile(r"[!-/:-@\[-`{-~]|[0-9]+[.)](?![^ ])")
_ORIGINALS = str.maketrans(_ALL)
_ESCAPED = str.maketrans({stand_in: html.escape(mark) for stand_in, mark in _ALL.items()})
RESERVED = f"{chr(_FIRST)}-{chr(_FIRST + 0x7F)}"
"""The characters that stand in for others, as a range of a regular expression."""


class Words(str):
    """Guarded words: shown and changed as they travel, compared as they were, for conditions in a page."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        """Say whether the words, as they were, are the other ones."""
        return unguarded(str(self)) == (unguarded(str(other)) if isinstance(other, str) else other)

    def __ne__(self, other: object) -> bool:
        """Say the opposite."""
        return not self == other

    def __hash__(self) -> int:
        """Return what equal words share."""
        return hash(unguarded(str(self)))


def guarded(words: str) -> Words:
    """Return words on one line in which nothing is a mark, wherever in a page they stand."""
    line = _BREAKS.sub(" ", words).strip(" ")
    beginning = _BEGINNING.match(line)
    if beginning:  # at the beginning of a line even a hyphen or a number with a dot is a mark
        end = beginning.end()
        line = f"{line[: end - 1]}{chr(_FIRST + ord(line[end - 1]))}{line[end:]}"
    return Words(line.translate(_STAND_INS))


def released(text: str) -> str:
    """Return HTML with the words as they were, escaped."""
    return text.translate(_ESCAPED) if _PRESENT.search(text) else text


def unguarded(text: str) -> str:
    """Return plain text with the words as they were."""
    return text.translate(_ORIGINALS)


def naming(slugify: Callable[..., str]) -> Callable[..., str]:
    """Return what makes anchors of headings, so that it sees the words as they were."""

    def named(text: str, *arguments: Any, **options: Any) -> str:
        return slugify(unguarded(text), *arguments, **options)

    return named

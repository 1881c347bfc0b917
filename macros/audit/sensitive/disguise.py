"""A line as its reader sees it: entities and escapes resolved, tags and invisible characters gone.

An address is published as well when it is written ``192&#46;0.2.5``, cut by a tag or by a mark of no width.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_INVISIBLE = "\u00ad\u200b\u200c\u200d\u2060\ufeff"
_TAG = r"|</?[A-Za-z][^<>]*>"
_ESCAPE = (
    r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});"
    r"|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\\[nrtbf]|\\[^\w\s]"
    r"|%[2-7][0-9a-fA-F]|\x1b\[[0-9;]*m|[" + _INVISIBLE + "\uff01-\uff5e]"
)
_WITHOUT_TAGS, _WITH_TAGS = re.compile(_ESCAPE + _TAG), re.compile(_ESCAPE)
_BREAKING = re.compile(
    r"</?(?:td|th|tr|li|p|div|br|dt|dd|dl|ul|ol|h[1-6]|option|button|title|section|table|nav|text|tspan|meta|a)\b",
    re.IGNORECASE,
)
_ESCAPED = re.compile(
    r"&(?:#|commat|period|colon|sol|hyphen|lowbar|bsol|dash|minus|shy|lt|gt|quot|ZeroWidth|NoBreak|nbsp)"
    r"|\\(?:u[0-9a-fA-F]|x[0-9a-fA-F]|[nrtbf./@:_\\-])|%[2-7][0-9a-fA-F]|\x1b\["
    r"|[" + _INVISIBLE + "\uff01-\uff5e]"
)
_CUT = re.compile(
    r"<(?:/span><span|wbr>|(?:(?<=[0-9@:/.-]<)/?[A-Za-z][^<>\n]*>[0-9A-Za-z@:/.-]"
    r"|(?<=[0-9A-Za-z]<)/?[A-Za-z][^<>\n]*>[0-9@:/.-]))"
)


@dataclass(frozen=True, slots=True)
class Plain:
    """A text without disguises, and where its stretches stand in the text as written."""

    text: str
    starts: tuple[int, ...]
    written: tuple[int, ...]

    def origin(self, start: int, end: int) -> tuple[int, int]:
        """Return the stretch of the text as written that a stretch of the plain text comes from."""
        return self._origin(start), self._origin(end - 1) + 1

    def _origin(self, position: int) -> int:
        index = bisect_right(self.starts, position) - 1
        return self.written[index] + position - self.starts[index]


def disguises(text: str) -> Iterator[int]:
    """Yield where a text may read otherwise than it is written; it may have many lines."""
    for pattern in (_ESCAPED, _CUT):
        for match in pattern.finditer(text):
            yield match.start()


def plain(line: str, *, with_tags: bool = False) -> Plain:
    """Return a line without disguises; where the tags are kept, the values of their attributes are too."""
    parts: list[str] = []
    starts, written = [0], [0]
    length = end = 0
    for match in (_WITH_TAGS if with_tags else _WITHOUT_TAGS).finditer(line):
        before, shown = line[end : match.start()], _shown(match[0])
        parts += (before, shown)
        length += len(before)
        starts.append(length)
        written.append(match.start())
        length += len(shown)
        end = match.end()
        starts.append(length)
        written.append(end)
    parts.append(line[end:])
    return Plain("".join(parts), tuple(starts), tuple(written))


def _shown(written: str) -> str:
    """Return what a reader sees of an escape; what is no text separates words or joins them."""
    first = written[0]
    if first == "&":
        character = html.unescape(written)
        return "" if character in _INVISIBLE else character.replace("\xa0", " ")
    if first == "\\":
        return _unescaped(written[1:])
    if first == "%":
        return chr(int(written[1:], 16))
    if first == "<":
        return " " if _BREAKING.match(written) else ""
    if first == "\x1b" or first in _INVISIBLE:
        return ""
    return chr(ord(first) - 0xFEE0)  # a character of full width


def _unescaped(rest: str) -> str:
    if rest[0] in "ux" and len(rest) > 1:
        return chr(int(rest[1:], 16))
    return " " if rest in ("n", "r", "t", "b", "f") else rest

"""Macro calls where nothing can be shown: found in a page's HTML while tokens still stand for pieces.

A piece in a heading would change the heading's anchor; in an attribute or in highlighted code it would show
as something that nobody wrote. Knows tokens and HTML, no records.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

OPEN, CLOSE = "\ue000", "\ue001"
TOKEN = re.compile(f"{OPEN}(\\d+){CLOSE}")
_PARAGRAPH = re.compile(r"<p>(.*?)</p>", re.DOTALL)
_PLACES = (
    (
        re.compile(r"<h(?P<level>[1-6])\b(?P<within>.*?)</h(?P=level)>", re.DOTALL),
        "heading-macro",
        "a macro with markup in a heading",
        "plain(id) in headings: anchors need plain words",
    ),
    (
        re.compile(f"<(?P<within>[^<>]*{OPEN}[^<>]*)"),
        "misplaced-macro",
        "a macro inside an HTML tag",
        "plain(id) in attributes",
    ),
    (
        re.compile(r"<a\b[^>]*>(?P<within>.*?)</a>", re.DOTALL),
        "misplaced-macro",
        "a macro inside a link",
        "link(id, words), or plain(id)",
    ),
)


@dataclass(frozen=True, slots=True)
class Misplaced:
    """A piece by its number (None where it is lost), where it stands, and what is expected there."""

    number: int | None
    rule: str
    found: str
    expected: str


def misplaced(html: str, is_inline: Callable[[int], bool]) -> Iterator[Misplaced]:
    """Yield the pieces that stand where they cannot be shown."""
    if OPEN not in html:
        return
    for pattern, rule, found, expected in _PLACES:
        for match in pattern.finditer(html):
            for number in _numbers(match["within"]):
                yield Misplaced(number, rule, found, expected)
    for match in _PARAGRAPH.finditer(html):
        blocks = [number for number in _numbers(match[1]) if not is_inline(number)]
        if blocks and TOKEN.sub("", match[1]).strip():
            expected = "the call on a line of its own, between empty lines"
            yield Misplaced(blocks[0], "misplaced-macro", "a block macro within a line of text", expected)
    if OPEN in TOKEN.sub("", html):
        yield Misplaced(None, "misplaced-macro", "a macro inside highlighted code", "plain(id) in code")


def _numbers(html: str) -> list[int]:
    return [int(number) for number in TOKEN.findall(html)]

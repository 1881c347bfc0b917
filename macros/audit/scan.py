"""Texts with positions: a page's source cut into blocks, and everything in it that is no prose masked.

A mask replaces a macro call, code, an address or markup by as many spaces, so that a column in the masked
line is the column in the file. It knows Markdown and macro calls, and no record.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Any, Literal

import yaml

from macros.audit.masking import (
    BOUNDARY,
    FENCE,
    front_matter_length,
    is_identifier,
    lines_of,
    prose_of,
    table_lines,
    with_line_feeds,
    without_hidden,
)
from macros.findings import Place

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Sort = Literal[
    "heading", "paragraph", "item", "row", "quote", "admonition", "definition", "front matter", "code", "html"
]
SETTINGS = "claimbook"
"""The key of front matter under which a page says what it is to this program."""

_CALL = re.compile(
    r"\{\{-?\s*([A-Za-z_]\w*)\s*\(((?:[^{}\"']|\"[^\"]*\"|'[^']*'|\{[^{}]*\})*)\)\s*(?:\|[^{}]*)?-?\}\}"
)
_OPEN = re.compile(r"\{\{")
_QUOTED = re.compile(r"\"([^\"]*)\"|'([^']*)'")
_SPACES = re.compile(rf"[\s{BOUNDARY}]+")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a file: its number, as written, and as prose alone, column for column."""

    number: int
    raw: str
    prose: str


@dataclass(frozen=True, slots=True)
class Call:
    """A macro call: its name, what stands between its brackets, the ids in it, and where it begins."""

    name: str
    arguments: str
    identifiers: tuple[str, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Block:
    """A heading, paragraph, list item, table row or fence of a page, with the calls in it.

    ``text`` is its prose with the line ends, and ``start`` where that begins in the file.
    """

    sort: Sort
    lines: tuple[Line, ...]
    calls: tuple[Call, ...] = ()
    start: int = 0
    text: str = ""

    @property
    def prose(self) -> str:
        """Return the block's prose in one line."""
        return _SPACES.sub(" ", self.text).strip()


@dataclass(frozen=True)
class Text:
    """A file by the path that findings name and its text as written."""

    shown: str
    text: str

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """Return the lines without their ends."""
        return tuple(line.rstrip("\r\n") for line in lines_of(self.text))

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """Return where each line begins."""
        return (0, *accumulate(len(line) for line in lines_of(self.text)))

    def place(self, offset: int) -> Place:
        """Return the position of a character counted from the file's begin."""
        line = max(bisect_right(self.starts, offset, hi=max(len(self.lines), 1)), 1)
        return Place(self.shown, line, offset - self.starts[line - 1] + 1)


@dataclass(frozen=True)
class Page(Text):
    """A page's source; ``address`` is where it is published, below the site's root."""

    address: str = ""

    @cached_property
    def calls(self) -> tuple[Call, ...]:
        """Return every macro call outside raw parts and comments, in order; calls in code are made too."""
        masked = without_hidden(with_line_feeds(self.text))
        begins = [match.start() for match in _OPEN.finditer(masked, front_matter_length(self.text))]
        found = []
        for begin, limit in pairwise((*begins, len(masked))):
            match = _CALL.match(masked, begin, limit)
            if match is None:
                continue
            texts = [first or second for first, second in _QUOTED.findall(match[2])]
            identifiers = tuple(text for text in texts if is_identifier(text))
            found.append(Call(match[1], match[2].strip(), identifiers, self.place(match.start())))
        return tuple(found)

    @cached_property
    def prose(self) -> str:
        """Return the page as prose alone, character for character."""
        return prose_of(self.text)

    @cached_property
    def settings(self) -> dict[str, Any]:
        """Return what the page's front matter says to this program; nothing where that cannot be read."""
        front = with_line_feeds(self.text[: front_matter_length(self.text)]).strip().strip("-.")
        try:
            fields = yaml.safe_load(front) if SETTINGS in front else None
        except (yaml.YAMLError, ValueError):
            return {}
        settings = fields.get(SETTINGS) if isinstance(fields, dict) else None
        return settings if isinstance(settings, dict) else {}

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """Return the page cut into blocks, in order."""
        calls = _by_line(self.calls)
        return tuple(
            self._block(sort, first, last, calls) for sort, first, last in _cut(self.text, self.lines)
        )

    def _block(self, sort: Sort, first: int, last: int, calls: dict[int, list[Call]]) -> Block:
        start, end = self.starts[first], self.starts[last + 1]
        lines = tuple(
            Line(
                number + 1,
                self.lines[number],
                self.prose[self.starts[number] : self.starts[number] + len(self.lines[number])],
            )
            for number in range(first, last + 1)
        )
        within = tuple(call for line in lines for call in calls.get(line.number, ()))
        return Block(sort, lines, within, start, self.prose[start:end])


def _by_line(calls: Sequence[Call]) -> dict[int, list[Call]]:
    found: dict[int, list[Call]] = {}
    for call in calls:
        found.setdefault(call.place.line, []).append(call)
    return found


def _cut(text: str, lines: Sequence[str]) -> Iterator[tuple[Sort, int, int]]:
    """Yield each block's sort, first and last line: a blank line ends one, as does another sort."""
    front = len(lines_of(text[: front_matter_length(text)]))
    if front:
        yield "front matter", 0, front - 1
    rows = table_lines(lines)
    fence, first = "", -1
    sort: Sort = "paragraph"
    for number in range(front, len(lines)):
        line = lines[number]
        mark = FENCE.match(line)
        is_code = bool(fence) or mark is not None
        if mark and not fence:
            fence = mark[1]
        elif mark and mark[1].startswith(fence) and not line.strip(" \t>`~"):
            fence = ""
        before: Sort = sort if first >= 0 else "paragraph"
        this: Sort = "code" if is_code else "row" if number in rows else _sort_of(line, before)
        ends = this != sort or this in ("heading", "row") or _begins(this, line) or not line.strip()
        if first >= 0 and ends and not (this == sort == "code"):
            yield before, first, number - 1
            first = -1
        if line.strip() or this == "code":
            first = number if first < 0 else first
            sort = this
    if first >= 0:
        yield sort, first, len(lines) - 1


_ITEM = re.compile(r"\s*(?:[-*+]|\d+[.)])\s+")
_PIECE = re.compile(r"\s*<(?:dt|dd|li|tr|td|th|p|a|summary|figcaption|caption|h[1-6])\b")


def _begins(sort: str, raw: str) -> bool:
    """Say whether a line begins a block although the one before it is of the same sort."""
    return (sort == "item" and _ITEM.match(raw) is not None) or (
        sort == "html" and _PIECE.match(raw) is not None
    )


def _sort_of(raw: str, before: Sort) -> Sort:
    text = raw.lstrip()
    first: tuple[tuple[bool, Sort], ...] = (
        (text.startswith("#"), "heading"),
        (text.startswith("|"), "row"),
        (text.startswith(">"), "quote"),
        (text.startswith(("!!!", "???")), "admonition"),
        (text.startswith(": "), "definition"),
        (_ITEM.match(raw) is not None, "item"),
        (text.startswith("<"), "html"),
    )
    for applies, sort in first:
        if applies:
            return sort
    continues = before in ("item", "definition", "quote", "admonition", "paragraph", "html")
    return before if continues else "paragraph"

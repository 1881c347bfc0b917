"""Texts with positions: a page's source cut into blocks, and everything in it that is no prose masked.

A mask replaces a macro call, code, an address or markup by as many spaces, so that a column in the masked
line is the column in the file. It knows Markdown and macro calls, and no record.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from macros.findings import Place

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Sort = Literal[
    "heading", "paragraph", "item", "row", "quote", "admonition", "definition", "front matter", "code", "html"
]
MASK = " "

_CALL = re.compile(
    r"\{\{-?\s*([A-Za-z_]\w*)\s*\(((?:[^{}\"']|\"[^\"]*\"|'[^']*'|\{[^{}]*\})*)\)\s*(?:\|[^{}]*)?-?\}\}"
)
_TEMPLATE = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", re.DOTALL)
_RAW = re.compile(r"\{%-?\s*raw\s*-?%\}.*?\{%-?\s*endraw\s*-?%\}", re.DOTALL)
_QUOTED = re.compile(r"\"([^\"]*)\"|'([^']*)'")
_IDENTIFIER = re.compile(r"[a-z0-9][a-z0-9-]*\.[a-z0-9][a-z0-9-]*")
_FENCE = re.compile(r"^\s{0,3}(```+|~~~+)")
_CODE = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_LINK_TARGET = re.compile(r"(?<=\])\([^()\s]*(?:\s+\"[^\"]*\")?\)|(?<=\])\[[^\]]*\]|^\s*\[[^\]]+\]:\s+\S+")
_ADDRESS = re.compile(r"\bhttps?://[^\s<>\")]+")
_ATTRIBUTES = re.compile(r"\{[:.#][^{}]*\}")
_NAMED_ATTRIBUTE = re.compile(r"\b(?:alt|title|aria-label)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")


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
    """A heading, paragraph, list item, table row or fence of a page, with the calls in it."""

    sort: Sort
    lines: tuple[Line, ...]
    calls: tuple[Call, ...] = ()

    @property
    def prose(self) -> str:
        """Return the block's prose in one line."""
        return " ".join(" ".join(line.prose.split()) for line in self.lines).strip()


@dataclass(frozen=True)
class Text:
    """A file by the path that findings name and its text as written."""

    shown: str
    text: str

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """Return the lines without their ends."""
        return tuple(self.text.splitlines())

    def place(self, offset: int) -> Place:
        """Return the position of a character counted from the file's begin."""
        before = self.text[:offset]
        return Place(self.shown, before.count("\n") + 1, offset - (before.rfind("\n") + 1) + 1)


@dataclass(frozen=True)
class Page(Text):
    """A page's source; ``address`` is where it is published, below the site's root."""

    address: str = ""

    @cached_property
    def calls(self) -> tuple[Call, ...]:
        """Return every macro call outside raw parts and code, in order."""
        masked = _masked(self.text, _RAW)
        found = []
        for match in _CALL.finditer(masked):
            texts = [first or second for first, second in _QUOTED.findall(match[2])]
            identifiers = tuple(text for text in texts if _IDENTIFIER.fullmatch(text))
            found.append(Call(match[1], match[2].strip(), identifiers, self.place(match.start())))
        return tuple(found)

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """Return the page cut into blocks, in order."""
        calls = _by_line(self.calls)
        return tuple(
            Block(sort, lines, tuple(call for line in lines for call in calls.get(line.number, ())))
            for sort, lines in _blocks(self._lines())
        )

    def _lines(self) -> list[tuple[Line, bool]]:
        """Return every line with whether it belongs to a fence."""
        masked = _masked(self.text, _RAW, _TEMPLATE, _COMMENT)
        lines: list[tuple[Line, bool]] = []
        fence = ""
        for number, (raw, without) in enumerate(
            zip(self.text.splitlines(), masked.splitlines(), strict=True), 1
        ):
            mark = _FENCE.match(raw)
            is_code = bool(fence) or mark is not None
            if mark and not fence:
                fence = mark[1]
            elif mark and raw.strip().startswith(fence):
                fence = ""
            lines.append((Line(number, raw, MASK * len(raw) if is_code else prose_of(without)), is_code))
        return lines


def prose_of(line: str) -> str:
    """Return a line of Markdown with code, addresses, targets and tags masked; alternative texts stay."""
    kept = [
        (match.start(group), match.end(group))
        for match in _NAMED_ATTRIBUTE.finditer(line)
        for group in (1, 2)
        if match[group]
    ]
    masked = _masked(line, _CODE, _LINK_TARGET, _ADDRESS, _TAG, _ATTRIBUTES)
    for start, end in kept:
        masked = masked[:start] + line[start:end] + masked[end:]
    return masked


def _masked(text: str, *patterns: re.Pattern[str]) -> str:
    for pattern in patterns:
        text = pattern.sub(lambda match: re.sub(r"[^\n]", MASK, match[0]), text)
    return text


def _by_line(calls: Sequence[Call]) -> dict[int, list[Call]]:
    found: dict[int, list[Call]] = {}
    for call in calls:
        found.setdefault(call.place.line, []).append(call)
    return found


def _blocks(lines: Sequence[tuple[Line, bool]]) -> Iterator[tuple[Sort, tuple[Line, ...]]]:
    """Yield the blocks: blank lines end one, and so does a line of another sort."""
    current: list[Line] = []
    sort: Sort = "paragraph"
    in_front_matter = bool(lines) and lines[0][0].raw.strip() == "---"
    for index, (line, is_code) in enumerate(lines):
        if in_front_matter:
            this: Sort = "front matter"
            in_front_matter = index == 0 or line.raw.strip() not in ("---", "...")
        elif is_code:
            this = "code"
        else:
            this = _sort_of(line.raw, sort if current else "paragraph")
        begins = this != sort or this in ("heading", "row") or (this == "item" and _begins_item(line.raw))
        if current and (begins or not line.raw.strip()) and not (this == sort == "code"):
            yield sort, tuple(current)
            current = []
        if line.raw.strip() or this == "code":
            current.append(line)
            sort = this
    if current:
        yield sort, tuple(current)


_ITEM = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s+")


def _begins_item(raw: str) -> bool:
    return _ITEM.match(raw) is not None


def _sort_of(raw: str, before: Sort) -> Sort:
    text = raw.lstrip()
    first: tuple[tuple[bool, Sort], ...] = (
        (text.startswith("#"), "heading"),
        (text.startswith("|"), "row"),
        (text.startswith((">",)), "quote"),
        (text.startswith(("!!!", "???")), "admonition"),
        (text.startswith(": "), "definition"),
        (_begins_item(raw), "item"),
        (text.startswith("<"), "html"),
    )
    for applies, sort in first:
        if applies:
            return sort
    continues = before in ("item", "definition", "quote", "admonition", "paragraph")
    return before if continues else "paragraph"

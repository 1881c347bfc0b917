"""The comments of a text that are waivers, by the language of its file, and the line that each is about."""

from __future__ import annotations

import io
import re
import tokenize
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_MARK = re.compile(r"claimbook:\s*allow\b")
_MARKUP = re.compile(r"<!--\s*(claimbook:\s*allow\b.*?)\s*-->", re.DOTALL)
_MARKUP_SUFFIXES = frozenset({".md", ".html", ".xml", ".svg", ".jinja"})
_BLOCK = re.compile(r"/\*\s*(claimbook:\s*allow\b.*?)\s*\*/", re.DOTALL)
_BLOCK_SUFFIXES = frozenset({".css", ".js", ".mjs", ".ts", ".c", ".h"})
_NO_COMMENTS = frozenset({".json", ".webmanifest", ".txt", ".csv"})
_FENCED = re.compile(r"^[ \t]*(```+|~~~+)[^\n]*\n.*?(?:^[ \t]*\1[`~]*[ \t]*$|\Z)", re.DOTALL | re.MULTILINE)
_CODE = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment that is a waiver: where it begins, what it says from its mark on, the line it is about."""

    offset: int
    text: str
    about: int


def waiver_comments(text: str, suffix: str) -> Iterator[Comment]:
    """Yield the waivers of a text, in order.

    One at the end of a line is about that line; one that stands alone is about the next line that says
    something other than a waiver.
    """
    if "claimbook:" not in text or not _MARK.search(text):
        return
    own_lines: set[int] = set()
    found: list[tuple[int, str, bool]] = []
    for offset, end, comment in _comments(text, suffix):
        alone = _stands_alone(text, offset, end)
        if alone:
            own_lines.update(range(_line(text, offset), _line(text, end) + 1))
        found.append((offset, comment, alone))
    lines = text.split("\n")
    for offset, comment, alone in found:
        line = _line(text, offset)
        yield Comment(offset, comment, _next_line(lines, line, own_lines) if alone else line)


def _line(text: str, offset: int) -> int:
    return text.count("\n", 0, offset) + 1


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Say whether nothing but the comment stands on its lines."""
    begin = text.rfind("\n", 0, start) + 1
    after = text.find("\n", end)
    rest = text[end : after if after >= 0 else len(text)]
    return not text[begin:start].strip() and not rest.strip()


def _next_line(lines: list[str], line: int, own_lines: set[int]) -> int:
    """Return the first line below that says something other than a waiver."""
    for number in range(line + 1, len(lines) + 1):
        if number not in own_lines and lines[number - 1].strip():
            return number
    return line


def _comments(text: str, suffix: str) -> Iterator[tuple[int, int, str]]:
    """Yield begin, end and text of every comment that is a waiver, by the language of the file."""
    if suffix in _NO_COMMENTS:
        return
    if suffix in _MARKUP_SUFFIXES or suffix in _BLOCK_SUFFIXES:
        pattern = _MARKUP if suffix in _MARKUP_SUFFIXES else _BLOCK
        searched = _without_code(text) if suffix == ".md" else text
        for match in pattern.finditer(searched):
            yield match.start(), match.end(), match[1]
    elif suffix == ".py":
        yield from _python_comments(text)
    else:
        yield from _hash_comments(text)


def _without_code(text: str) -> str:
    for pattern in (_FENCED, _CODE):
        text = pattern.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    return text


def _python_comments(text: str) -> Iterator[tuple[int, int, str]]:
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            match = _MARK.search(token.string) if token.type == tokenize.COMMENT else None
            if match and not token.string[: match.start()].strip("# \t"):
                begin = starts[token.start[0] - 1] + token.start[1]
                yield begin, begin + len(token.string), token.string[match.start() :]
    except (tokenize.TokenError, SyntaxError):  # what could be read of it was
        return


def _hash_comments(text: str) -> Iterator[tuple[int, int, str]]:
    offset = 0
    for line in text.split("\n"):
        begin = _hash(line) if "claimbook:" in line else None
        if begin is not None:
            comment = line[begin:].rstrip("\r\n")
            match = _MARK.match(comment.lstrip("# \t"))
            if match:
                yield offset + begin, offset + begin + len(comment), comment.lstrip("# \t")
        offset += len(line) + 1


def _hash(line: str) -> int | None:
    """Return where a line's comment begins: a # at its start or after a space, outside quotes."""
    quote = ""
    for index, character in enumerate(line):
        if quote:
            quote = "" if character == quote else quote
        elif character in "\"'" and (index == 0 or line[index - 1] in " \t[{(,:="):
            quote = character
        elif character == "#" and (index == 0 or line[index - 1] in " \t"):
            return index
    return None

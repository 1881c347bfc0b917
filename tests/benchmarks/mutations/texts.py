"""Edits of texts: fields of a record in its file, places in a page where prose ends, sentences of records."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from macros.audit.masking import BOUNDARY
from macros.records.text import OWN_VALUE, parse_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from macros.audit.scan import Page
    from macros.records.base import Record
    from macros.records.book import Book

_TOP = re.compile(r"\S")
_REST = re.compile(r"\s*(?:\||</\w+>|\{:[^{}]*\})?\s*")
_SHOWN = frozenset({"paragraph", "item", "row", "quote", "definition", "html", "heading", "front matter"})


@dataclass(frozen=True)
class Entry:
    """A record as it stands in the text of its file, by lines counted from nought."""

    text: str
    key: str

    @property
    def _lines(self) -> list[str]:
        return self.text.split("\n")

    @property
    def span(self) -> tuple[int, int]:
        """Return the line of the key and the one after the record's last."""
        lines = self._lines
        first = next(number for number, line in enumerate(lines) if line.startswith(f"{self.key}:"))
        last = next((n for n in range(first + 1, len(lines)) if _TOP.match(lines[n])), len(lines))
        while not lines[last - 1].strip():
            last -= 1
        return first, last

    def field(self, name: str) -> tuple[int, int] | None:
        """Return the first line of a field and the one after its last; None where it has none."""
        first, last = self.span
        lines = self._lines
        starts = (f"  {name}:", f'  "{name}":')
        for number in range(first + 1, last):
            if lines[number].startswith(starts):
                end = next((n for n in range(number + 1, last) if re.match(r"  \S", lines[n])), last)
                return number, end
        return None

    def written(self, name: str) -> str:
        """Return a field's lines, or nothing."""
        found = self.field(name)
        return "\n".join(self._lines[slice(*found)]) if found else ""

    def with_field(self, name: str, written: str) -> str:
        """Return the file with the field written so, in place of the one that is there or as the first."""
        lines = self._lines
        first, last = self.field(name) or (self.span[0] + 1, self.span[0] + 1)
        return "\n".join((*lines[:first], *(f"  {line}" for line in written.split("\n")), *lines[last:]))

    def without(self, name: str) -> str:
        """Return the file without the field."""
        lines = self._lines
        found = self.field(name)
        assert found, f"{self.key} has no {name}"
        return "\n".join((*lines[: found[0]], *lines[found[1] :]))

    def replaced(self, name: str, old: str, new: str) -> str:
        """Return the file with the first such words of a field replaced."""
        found = self.field(name)
        assert found, f"{self.key} has no {name}"
        lines = self._lines
        block = "\n".join(lines[slice(*found)])
        assert old in block, f"{self.key}.{name} has no {old!r}"
        return "\n".join((*lines[: found[0]], block.replace(old, new, 1), *lines[found[1] :]))

    def copied(self, key: str) -> str:
        """Return the file with the record a second time at its end, under another key."""
        first, last = self.span
        block = [f"{key}:{self._lines[first].partition(':')[2]}", *self._lines[first + 1 : last]]
        return self.text.rstrip("\n") + "\n\n" + "\n".join(block) + "\n"


def sentence_of(book: Book, record: Record) -> str:
    """Return a record's sentence in plain words, with the values that it inserts."""
    parts = []
    for run in parse_text(record.says):
        if run.sort == "value":
            identifier = record.identifier if run.text == OWN_VALUE else run.text
            parts.append(plain_value(book, identifier) or book.records[identifier].title)
        else:
            parts.append(f"`{run.text}`" if run.sort == "code" else run.text)
    return " ".join("".join(parts).split())


def plain_value(book: Book, identifier: str) -> str:
    """Return the value of a record as prose would write it, or nothing."""
    record = book.records[identifier]
    written = record.value.text if record.value is not None else None
    return book.reading(identifier) or (written or "" if written != "unstated" else "")


@dataclass(frozen=True)
class Spot:
    """The end of a stretch of prose in a page: what is put there is read as prose of the same block."""

    line: int
    offset: int
    sort: str
    has_calls: bool


def spots_of(page: Page) -> Iterator[Spot]:
    """Yield where the prose of a block of the page ends, with nothing but markup behind it."""
    for block in page.blocks:
        if block.sort not in _SHOWN:
            continue
        for line in reversed(block.lines):
            written = line.prose.replace(BOUNDARY, " ").rstrip()
            end = len(written)
            is_prose = bool(written.strip()) and line.raw[end - 1] == written[-1] and written[-1].isalnum()
            is_prose = is_prose or (
                bool(written) and written[-1] in ".?!" and line.raw[end - 1] == written[-1]
            )
            if is_prose and _REST.fullmatch(line.raw[end:]) and not _in_call(line.raw, end):
                start = page.starts[line.number - 1]
                yield Spot(line.number, start + end, block.sort, bool(block.calls))
            if written.strip():
                break


def _in_call(raw: str, end: int) -> bool:
    return raw.rfind("{{", 0, end) > raw.rfind("}}", 0, end) or raw[:end].count("`") % 2 == 1


def before_headings(page: Page) -> Iterator[tuple[int, int]]:
    """Yield the line and the offset of each heading before which a block of one's own can stand."""
    for block in page.blocks:
        number = block.lines[0].number
        if block.sort == "heading" and number > 1 and block.lines[0].raw.startswith("## "):
            yield number, page.starts[number - 1]


def inserted(text: str, offset: int, words: str) -> str:
    """Return the text with words put in."""
    return text[:offset] + words + text[offset:]


def line_of(text: str, offset: int) -> int:
    """Return the line of a character, counted from one."""
    return text.count("\n", 0, offset) + 1

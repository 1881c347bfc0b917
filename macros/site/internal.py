"""What is not for every edition: pages, blocks between marks, comments, links to what is left out.

Marks and comments are read where Markdown reads text: fences and backticks show them as they are.
Lines are emptied and never removed, so that every place in a page keeps its number.
"""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote, urlsplit

import yaml
from mkdocs.utils.meta import YAML_RE

from macros.findings import Finding, Place, abbreviated
from macros.records.editions import AUDIENCES, FULL

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from macros.site.sources import PageSource

_FENCE = re.compile(r"[\s>]*(?:(?:[-*+]|\d+[.)])\s+)*(`{3,}|~{3,})([^`]*)$")
_MARK = re.compile(r"[\s>]*:::\s*([\w-]*)\s*$")
_CODE = r"(?P<ticks>`+)(?!`).*?(?<!`)(?P=ticks)(?!`)"
_COMMENT = re.compile(rf"{_CODE}|<!--.*?-->|<!--")
_INLINE_CODE = re.compile(_CODE)
_BEGIN, _END, _EMPTY = "<!--", "-->", "<!---->"
_RENDERED_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_ADDRESS = re.compile(r"\b(?:href|src)=\"([^\"]*)\"")
INTERNAL = "internal"
_READERS = tuple(sorted(AUDIENCES[FULL]))


@dataclass
class _Reader:
    """Reads a text line by line: where it is code, where a comment, and how deep in blocks."""

    shows_internal: bool
    problems: list[tuple[int, int, str, str]] = field(default_factory=list)
    open_at: list[int] = field(default_factory=list)
    comment_at: int = 0
    fence: str = ""
    number: int = 0

    def read(self, text: str) -> str:
        """Return the text of an edition."""
        lines = [self._line(line) for line in text.split("\n")]
        self.problems += [
            (line, 1, "a block that does not end", "::: on a line of its own") for line in self.open_at
        ]
        if self.comment_at:
            self.problems.append((self.comment_at, 1, "a comment that does not end", _END))
        return "\n".join(lines)

    def _line(self, line: str) -> str:
        self.number += 1
        if not self.fence:
            line = self._without_comments(line)
        fence = _FENCE.match(line)
        if self.fence:
            if fence and fence[1].startswith(self.fence) and not fence[2].strip():
                self.fence = ""
        elif fence:
            self.fence = fence[1]
        elif ":::" in line and self._is_mark(line):
            return ""
        return line if self.shows_internal or not self.open_at else ""

    def _is_mark(self, line: str) -> bool:
        mark = _MARK.match(line)
        if mark is None:
            outside = _INLINE_CODE.sub("", line)
            if ":::" in outside:
                self._complain(line, "a mark within a line", "::: internal or ::: on a line of its own")
            return False
        if mark[1] == INTERNAL:
            self.open_at.append(self.number)
        elif mark[1]:
            self._complain(line, f"a block for {abbreviated(mark[1])}", "::: internal")
        elif self.open_at:
            self.open_at.pop()
        else:
            self._complain(line, "the end of a block that does not begin", "::: internal before it")
        return True

    def _complain(self, line: str, found: str, expected: str) -> None:
        self.problems.append((self.number, line.index(":::") + 1, found, expected))

    def _without_comments(self, line: str) -> str:
        """Return a line with each comment emptied: Markdown breaks no paragraph where one is left."""
        kept = ""
        if self.comment_at:
            end = line.find(_END)
            if end < 0:
                return _EMPTY
            kept, line, self.comment_at = _EMPTY, line[end + len(_END) :], 0
        while match := next((each for each in _COMMENT.finditer(line) if each[0].startswith(_BEGIN)), None):
            kept += line[: match.start()] + _EMPTY
            line = line[match.end() :]
            if match[0] == _BEGIN:
                self.comment_at = self.number
                return kept
        return kept + line


def for_edition(markdown: str, edition: str) -> str:
    """Return a page's text without what comments say, and without blocks that are not for the edition."""
    if _BEGIN not in markdown and ":::" not in markdown:
        return markdown
    return _Reader(INTERNAL in AUDIENCES[edition]).read(markdown)


def check_marks(source: PageSource) -> Iterator[Finding]:
    """Yield what is wrong with the marks of blocks and the comments of a page, and with its audience."""
    front = YAML_RE.match(source.text)
    head = front[0] if front is not None else ""
    audience = _audience(source)
    if audience not in _READERS:
        lines = enumerate(head.split("\n"), 1)
        line = next((number for number, text in lines if "audience" in text), 1)
        found = f"audience: {abbreviated(audience)}"
        yield Finding("page-audience", Place(source.shown, line), found, f"one of {', '.join(_READERS)}")
    if _BEGIN not in source.text and ":::" not in source.text:
        return
    reader = _Reader(shows_internal=False)
    reader.read("\n" * head.count("\n") + source.text[len(head) :])
    for line, column, found, expected in reader.problems:
        yield Finding("page-block", Place(source.shown, line, column), found, expected)


def _audience(source: PageSource) -> str:
    """Return the audience that a page's front matter names; all readers where it names none."""
    front = YAML_RE.match(source.text)
    if front is None or "audience" not in front[0]:
        return "all"
    try:
        fields = yaml.safe_load(front[1])
    except (yaml.YAMLError, ValueError):
        return "all"  # what is wrong is said where front matter is checked
    return str(fields.get("audience", "all")) if isinstance(fields, dict) else "all"


def is_shown(source: PageSource, edition: str) -> bool:
    """Say whether a page is for an edition; one for readers that there are not is for none but the full."""
    return _audience(source) in AUDIENCES[edition] or edition == FULL


def shown_navigation(navigation: Any, left_out: Collection[str]) -> Any:  # noqa: ANN401 - plain data of a file
    """Return a configured navigation without pages that are left out and sections that this empties."""
    if isinstance(navigation, str):
        return None if posixpath.normpath(navigation) in left_out else navigation
    if isinstance(navigation, list):
        items = [shown_navigation(item, left_out) for item in navigation]
        return [item for item in items if item is not None] or (None if navigation else [])
    if isinstance(navigation, dict):
        entries = {title: shown_navigation(below, left_out) for title, below in navigation.items()}
        return {title: below for title, below in entries.items() if below is not None} or None
    return navigation


def is_named(address: str, texts: Iterable[str]) -> bool:
    """Say whether a text names a file: one that no shown page names stays out of an edition."""
    name = posixpath.basename(address)
    return any(name in text or quote(name) in text for text in texts)


def without_comments(html: str) -> str:
    """Return HTML without comments."""
    return _RENDERED_COMMENT.sub("", html) if _BEGIN in html else html


@dataclass(frozen=True, slots=True)
class LeftOut:
    """What an edition leaves out, by its address: pages by source and by published address, records by id."""

    pages: frozenset[str]
    records: frozenset[str]

    def links(self, html: str, source: str, url: str) -> Iterator[tuple[str, str]]:
        """Yield the addresses in a page's HTML that lead to what is left out, each with what that is."""
        for match in _ADDRESS.finditer(html):
            parts = urlsplit(match[1].replace("&amp;", "&"))
            if parts.scheme or parts.netloc or not parts.path:
                continue
            path = unquote(parts.path)
            for start in (posixpath.dirname(source), url):
                target = posixpath.normpath(posixpath.join("/", start, path)).strip("/")
                target = target.removesuffix("/index.html")
                if target in self.pages or target.removesuffix(".html") in self.pages:
                    yield match[1], "page"
                    break
                if target.removeprefix("claims/") in self.records:
                    yield match[1], "record"
                    break

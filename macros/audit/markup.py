"""Built pages as texts with positions: what a reader reads that no macro's component has put there.

An element with a class of ours comes from a component, and so from records, unless it only lays out what an
author wrote. Of a component there remain the words that an author gave to it: captions, labels, drawn text.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from dataclasses import dataclass
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Literal, NamedTuple

from macros.audit.masking import BLANK, blanked
from macros.findings import Place

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Sort = Literal["text", "heading", "caption", "drawing", "attribute"]
PREFIX, TEXT_CLASS = "cb-", "cb-text"
LAYOUT = frozenset(
    {"cb-lede", "cb-answer", "cb-answer__grid", "cb-panel", "cb-panel--contested", "cb-paths", TEXT_CLASS}
)
"""Classes with which authors lay out their own words."""
_BEGIN = re.compile(rf"<[a-z]+\b[^<>]*\bclass=\"(?:[^\"]*\s)?{TEXT_CLASS}[\s\"]")
_FROM_RECORDS = re.compile(
    r"<svg class=\"cb-glyph\"[^<>]*>(?:<use\b[^<>]*>)?</svg>"
    r"|<a class=\"cb-(?:tag|value|record-link|term)\b[^<>]*>[^<>]*</a>"
)
"""What components put into sentences: blanked at once, since reading it tag by tag takes most of the time."""
_COMPUTED = "cb-diagram__tick-label"
_CONTENTS = "cb-contents"
_SKIPPED = frozenset({"code", "pre", "kbd", "samp", "script", "style", "template", "math"})
_VOID = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
)
_INLINE = frozenset(
    {"a", "abbr", "b", "bdi", "cite", "code", "del", "dfn", "em", "i", "ins", "kbd", "mark", "q", "s", "samp"}
    | {"small", "span", "strong", "sub", "sup", "time", "tspan", "u", "wbr"}
)
_SORTS: dict[str, Sort] = {
    "figcaption": "caption",
    "caption": "caption",
    "text": "drawing",
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), "heading"),
}
_ATTRIBUTES = ("alt", "aria-label", "title")
_ATTRIBUTE_MARKS = {
    name: re.compile(rf"[\s\"'/]{name}\s*=\s*[\"']?", re.IGNORECASE) for name in (*_ATTRIBUTES, "content")
}


@dataclass(frozen=True, slots=True)
class Passage:
    """A text of a built page, the position of each piece of it, and whether a component shows it."""

    sort: Sort
    component: bool
    text: str
    pieces: tuple[tuple[int, int, int], ...]

    def place(self, shown: str, offset: int) -> Place:
        """Return where a character of the passage stands in the file."""
        starts = [start for start, _, _ in self.pieces]
        start, line, column = self.pieces[max(bisect_right(starts, offset) - 1, 0)]
        before = self.text[start:offset]
        breaks = before.count("\n")
        past = len(before) - before.rfind("\n") if breaks else column + len(before)
        return Place(shown, line + breaks, past)


class _Open(NamedTuple):
    """An element that is open, and what holds within it."""

    name: str
    sort: Sort = "text"
    inside: bool = False
    component: bool = False
    skipped: bool = False

    @property
    def shown(self) -> bool:
        """Say whether text in it may be an author's own."""
        own = not self.component or self.sort in ("caption", "drawing")
        return self.inside and own and not self.skipped


def passages_of(text: str) -> list[Passage]:
    """Return what stands on a built page besides its components, in order."""
    reader = _Reader()
    for start, end in _regions(text):
        reader.read(text, start, end)
    return reader.passages


def _regions(text: str) -> Iterator[tuple[int, int]]:
    """Yield where the description and the page's text stand: what is around them is the theme's."""
    description = text.find('<meta name="description"')
    if description >= 0:
        yield description, text.find(">", description) + 1
    mark = _BEGIN.search(text)
    if mark:
        end = text.find("</main>", mark.end())
        yield mark.start(), end if end >= 0 else len(text)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.passages: list[Passage] = []
        self._open = [_Open("")]
        self._text: list[str] = []
        self._pieces: list[tuple[int, int, int]] = []
        self._length = 0
        self._of = self._open[0]

    def read(self, text: str, start: int, end: int) -> None:
        """Read a part of a page, with the positions that it has there."""
        self.reset()
        self.lineno, self.offset = text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start) - 1
        part = _FROM_RECORDS.sub(lambda match: blanked(match[0]), text[start:end])
        self.feed(_FROM_RECORDS.sub(lambda match: blanked(match[0]), part))
        self.close()
        self.flush()
        del self._open[1:]

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        """Open an element; one that is no part of a sentence ends the passage before it."""
        attributes = dict(attrs)
        classes = (attributes.get("class") or "").split()
        outer = self._open[-1]
        inside = outer.inside or TEXT_CLASS in classes
        element = _Open(
            tag,
            _SORTS.get(tag, outer.sort),
            inside,
            outer.component
            or (inside and any(name.startswith(PREFIX) for name in classes if name not in LAYOUT)),
            outer.skipped or tag in _SKIPPED or _COMPUTED in classes or _CONTENTS in classes,
        )
        self._part(tag)
        self._attributes(tag, attributes, element)
        if tag not in _VOID:
            self._open.append(element)

    def handle_startendtag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        """Take an element that closes itself for a start and an end."""
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        """Close the innermost element of that name, and what was left open in it."""
        for place in range(len(self._open) - 1, 0, -1):
            if self._open[place].name == tag:
                self._part(tag)
                del self._open[place:]
                return

    def handle_data(self, data: str) -> None:
        """Take text as it stands."""
        if self._open[-1].shown:
            self._add(data)

    def handle_entityref(self, name: str) -> None:
        """Take a named character."""
        self.handle_data(html.unescape(f"&{name};"))

    def handle_charref(self, name: str) -> None:
        """Take a numbered character."""
        self.handle_data(html.unescape(f"&#{name};"))

    def _add(self, data: str) -> None:
        line, column = self.getpos()
        self._of = self._open[-1] if not self._text else self._of
        self._pieces.append((self._length, line, column + 1))
        self._text.append(data)
        self._length += len(data)

    def _part(self, tag: str) -> None:
        """End the passage, or, where the sentence goes on around an element, part what it joins."""
        if tag not in _INLINE:
            self.flush()
        elif self._text:
            self._add(BLANK)

    def _attributes(self, tag: str, attributes: dict[str, str | None], element: _Open) -> None:
        names: Sequence[str] = _ATTRIBUTES if element.inside else ()
        if tag == "meta" and attributes.get("name") == "description":
            names = ("content",)
        for name in names:
            words = attributes.get(name)
            if words:
                line, column = self.getpos()
                tag_text = self.get_starttag_text() or ""
                mark = _ATTRIBUTE_MARKS[name].search(tag_text)
                before = tag_text[: mark.end()] if mark else ""
                broken = before.count("\n")
                past = len(before) - before.rfind("\n") if broken else column + len(before) + 1
                pieces = ((0, line + broken, past),)
                self.passages.append(Passage("attribute", element.component, words, pieces))

    def flush(self) -> None:
        """End the passage that is being collected."""
        text = "".join(self._text)
        if text.strip():
            self.passages.append(Passage(self._of.sort, self._of.component, text, tuple(self._pieces)))
        self._text, self._pieces, self._length = [], [], 0

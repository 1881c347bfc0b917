"""The build in hand: what pages are being written, what their macros asked for, and what was wrong.

One desk a build. It lives in this module, not in the file that MkDocs executes, so that it is made once.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from macros.findings import Finding, Place
from macros.render.renderer import PageRenderer, Workshop
from macros.site.misplaced import CLOSE, OPEN, TOKEN, misplaced

if TYPE_CHECKING:
    from collections.abc import Callable

    from markupsafe import Markup

    from macros.audit.run import Outcome

_RECORD_TAG = re.compile(r'\s?<(a|span) class="cb-tag\b.*?</\1>', re.DOTALL)
_SPAN = re.compile(r"</?span\b[^>]*>")
_PARAGRAPH = re.compile(f"<p>((?:\\s*{OPEN}\\d+{CLOSE})+)\\s*</p>")


def words_of(markup: str) -> str:
    """Return what a macro rendered without the tags of records and without spans: less for a search to read.

    Templates escape what records say, so that no text of a record looks like a tag.
    """
    return _SPAN.sub("", _RECORD_TAG.sub("", markup))


@dataclass(frozen=True, slots=True)
class Piece:
    """What a macro call rendered, whether it belongs into a line of text, and where it is called."""

    markup: Markup
    inline: bool
    place: Place


@dataclass(slots=True)
class PageDesk:
    """A page being written: its name for findings, its address, its renderer and the pieces that it holds.

    Markdown never sees a piece: the page's text carries a token in private-use characters until it is HTML:
    no value can turn into markup.
    """

    path: str
    url: str
    title: str
    renderer: PageRenderer
    line_offset: int = 0
    lines: tuple[str, ...] = ()
    shown_lines: tuple[str, ...] = ()
    pieces: list[Piece] = field(default_factory=list)
    rendered: dict[object, Markup] = field(default_factory=dict)
    html: str = ""
    called_at: tuple[str, int] | None = None

    def called_line(self) -> int | None:
        """Return the line of the call being made where the page is expanded without the template engine."""
        if self.called_at is None:
            return None
        text, position = self.called_at
        return text.count("\n", 0, position) + 1

    def place(self, line: int, word: str) -> Place:
        """Return where a macro is called, given its line in the page's text without its front matter."""
        number = line + self.line_offset
        text = self.lines[number - 1] if 0 < number <= len(self.lines) else ""
        found = re.search(rf"\b{re.escape(word)}\s*\(", text)
        return Place(self.path, number, found.start() + 1 if found else 1)

    def place_of_text(self, line: int, words: str) -> Place:
        """Return where some words stand, given their line in the page's text without its front matter."""
        number = line + self.line_offset
        text = self.lines[number - 1] if 0 < number <= len(self.lines) else ""
        return Place(self.path, number, max(text.find(words), 0) + 1)

    def keep(self, piece: Piece) -> str:
        """Keep a piece and return the token that stands for it."""
        self.pieces.append(piece)
        return f"{OPEN}{len(self.pieces) - 1}{CLOSE}"

    def filled(self) -> str:
        """Return the page's HTML with every token replaced; a block alone in a paragraph replaces it."""
        return self._with(str)

    def searched(self) -> str:
        """Return the HTML as a search reads it: without the tags of records, which every page has."""
        return self._with(words_of)

    def _with(self, form: Callable[[Markup], str]) -> str:
        if not self.pieces:
            return self.html

        def piece(match: re.Match[str]) -> str:
            number = int(match[1])
            return form(self.pieces[number].markup) if number < len(self.pieces) else ""

        return TOKEN.sub(piece, _PARAGRAPH.sub(self._paragraph, self.html))

    def _paragraph(self, match: re.Match[str]) -> str:
        numbers = [int(number) for number in TOKEN.findall(match[1])]
        if all(self._is_inline(number) for number in numbers):
            return match[0]
        return match[1]

    def _is_inline(self, number: int) -> bool:
        return number >= len(self.pieces) or self.pieces[number].inline

    def misplaced(self, html: str) -> list[Finding]:
        """Return a finding for each piece that stands where it cannot be shown."""
        return [
            Finding(item.rule, self._place_of(item.number), item.found, item.expected)
            for item in misplaced(html, self._is_inline)
        ]

    def _place_of(self, number: int | None) -> Place:
        """Return where a piece is called; for one that is lost, the first line of code with a call."""
        if number is not None and number < len(self.pieces):
            return self.pieces[number].place
        is_code = False
        for line, text in enumerate(self.lines, 1):
            if text.lstrip().startswith(("```", "~~~")):
                is_code = not is_code
            elif is_code and "{{" in text:
                return Place(self.path, line, text.index("{{") + 1)
        return Place(self.path)


@dataclass
class Desk:
    """A build: what it renders from, the pages so far, and the findings."""

    workshop: Workshop
    pages: dict[str, PageDesk] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    page: PageDesk | None = None
    placements: dict[str, list[PageDesk]] = field(default_factory=dict)
    audit: Callable[[], Outcome] | None = None

    def open_page(self, path: str, url: str, title: str) -> PageDesk:
        """Begin a page; its address decides how it reaches the site's root."""
        root = "../" * url.count("/")
        self.page = PageDesk(path, url, title, PageRenderer(self.workshop, root))
        self.pages[path] = self.page
        return self.page

    def placed(self) -> None:
        """Note, for all pages, which record is shown where."""
        self.placements = {}
        for page in self.pages.values():
            for identifier in sorted(page.renderer.shown):
                self.placements.setdefault(identifier, []).append(page)

    def placed_on(self) -> dict[str, tuple[tuple[str, str], ...]]:
        """Return address and title of the pages that show each record, by the record's id."""
        return {
            identifier: tuple((page.url, page.title) for page in pages)
            for identifier, pages in self.placements.items()
        }


class _Current:
    """Holds the one desk that macros and hooks share."""

    desk: Desk | None = None


def current() -> Desk:
    """Return the desk of the build in hand; raise RuntimeError outside a build."""
    if _Current.desk is None:
        message = "no build in hand: is the 'claimbook' plugin listed before 'macros' in mkdocs.yml?"
        raise RuntimeError(message)
    return _Current.desk


def set_current(desk: Desk | None) -> None:
    """Make ``desk`` the build in hand."""
    _Current.desk = desk

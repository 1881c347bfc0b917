"""What others say of a page, as findings with its line: MkDocs of links, the template engine of failures."""

from __future__ import annotations

import re
import traceback
from typing import TYPE_CHECKING

from macros.findings import Finding, Place
from macros.site.desk import current

if TYPE_CHECKING:
    from collections.abc import Sequence

    from macros.site.desk import PageDesk

_TEMPLATE = "<template>"
_UNDEFINED = re.compile(r"'(\w+)' is undefined")
_FILE = re.compile(r"Doc file '([^']+)'")
_LINK = re.compile(r"contains an? (?:\w+ )*link '([^']+)'")


def of_template(error: BaseException, page: PageDesk) -> Finding:
    """Return what ended the rendering of a page's own template: an undefined name, a division by zero."""
    cause = error.__context__ if isinstance(error, SystemExit) and error.__context__ else error
    frames = traceback.extract_tb(cause.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename == _TEMPLATE]
    line = getattr(cause, "lineno", None) or (lines[-1] if lines else None) or 1
    name = _UNDEFINED.search(str(cause))
    place = page.place_of_text(line, name[1] if name else "{")
    return Finding(
        "page-template", place, f"a page that cannot be rendered: {cause}", "names and values that exist"
    )


def of_left_out(address: str, what: str, edition: str, page: PageDesk) -> Finding:
    """Return a link to a page, or to a record's page, that the edition in hand leaves out."""
    lines = enumerate(page.shown_lines, 1)
    number = next((number for number, text in lines if address in text), 1)
    place = page.place_of_text(number - page.line_offset, address)
    found = f"a link to '{address}', a {what} that the {edition} edition leaves out"
    return Finding("link-left-out", place, found, "words without the link, or the link within ::: internal")


def of_mkdocs(lines: Sequence[str]) -> tuple[Finding, ...]:
    """Return MkDocs' warnings, which end a strict build."""
    expected = "links and a navigation that lead somewhere"
    return tuple(Finding("mkdocs", _place(line), line.rstrip("."), expected) for line in lines)


def _place(line: str) -> Place:
    named, link = _FILE.search(line), _LINK.search(line)
    if named is None:
        return Place("mkdocs.yml")
    pages = (page for page in current().pages.values() if page.path.endswith(f"/{named[1]}"))
    page = next(pages, None)
    if page is None:
        return Place(named[1])
    target = f"({link[1]}" if link else ""
    number = next((number for number, text in enumerate(page.lines, 1) if target in text), 1)
    return page.place_of_text(number - page.line_offset, target)

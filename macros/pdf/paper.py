"""A page's tree for paper: what only a screen can do goes, what it folds away is opened or left out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from macros.pdf.trees import SVG, classes, made, parsed, remove, text_of, with_parents

if TYPE_CHECKING:
    from collections.abc import Mapping
    from xml.etree import ElementTree as ET

    from macros.pdf.glyph_font import Glyph

_DROPPED = frozenset(
    {
        "cb-fold",
        "cb-toc",
        "cb-neighbours",
        "cb-filters",
        "cb-register",
        "cb-paths",
        "cb-copy",
        "headerlink",
        "cb-diagram--narrow",
    }
)
"""What helps on a screen only; the register of all claims is the appendix of the document."""
_DROPPED_TAGS = frozenset({"script", "style", "button", "template", "noscript", "form", "input"})
_SCREEN_ATTRIBUTES = ("role", "tabindex", "title", "aria-describedby", "aria-labelledby", "aria-label")
_GLYPH = re.compile(r"#cb-glyph-([\w-]+)$")
_RECORD = re.compile(r"(?:^|/)claims/([^/#?]+)/(?:[#?].*)?$")


def on_paper(markup: str, glyphs: Mapping[str, Glyph]) -> ET.Element:
    """Return the text of a page as a tree that can be printed; a glyph becomes its sign."""
    body = parsed(markup)
    text = next((part for part in body.iter() if "cb-text" in classes(part)), body)
    text.tag, text.tail = "div", None
    _drop(text)
    for parent, element in list(with_parents(text)):
        if element.tag == f"{SVG}svg":
            _drawing(parent, element, glyphs)
        elif element.tag == "details":
            _opened(parent, element)
    for element in text.iter():
        for name in _SCREEN_ATTRIBUTES:
            element.attrib.pop(name, None)
    return text


def _drop(root: ET.Element) -> None:
    for child in list(root):
        is_hidden = "hidden" in child.attrib and child.tag != "tr"
        if is_hidden or child.tag in _DROPPED_TAGS or classes(child) & _DROPPED:
            remove(root, child)
        else:
            _drop(child)


def _drawing(parent: ET.Element, svg: ET.Element, glyphs: Mapping[str, Glyph]) -> None:
    """Make a glyph its sign in the font of the glyphs, and give a diagram its alternative text."""
    if "cb-glyph" in classes(svg):
        use = svg.find(f"{SVG}use")
        found = _GLYPH.search(use.get("href", "")) if use is not None else None
        if found is None or found[1] not in glyphs:
            remove(parent, svg)
            return
        tail = svg.tail
        svg.clear()
        svg.tag, svg.tail = "span", tail
        svg.set("class", "print-glyph")
        svg.text = f"{glyphs[found[1]].sign}\u00a0"
        return
    title, description = svg.find(f"{SVG}title"), svg.find(f"{SVG}desc")
    if title is not None and description is not None:
        title.text = f"{text_of(title)}. {text_of(description)}"
        svg.remove(description)
    for part in svg.iter():
        part.attrib.pop("id", None)


def _opened(parent: ET.Element, details: ET.Element) -> None:
    """Open what is folded; a list that repeats a figure becomes the records that the figure shows."""
    if "cb-figure__data" not in classes(details):
        details.tag = "div"
        summary = details.find("summary")
        if summary is not None:
            summary.tag = "p"
            summary.set("class", "print-summary")
        return
    records: dict[str, str] = {}
    for link in [part for part in parent.iter() if part.tag in ("a", f"{SVG}a")]:
        found = _RECORD.search(link.get("href", ""))
        if found is not None:
            records.setdefault(found[1], link.get("href", ""))
    tail = details.tail
    details.clear()
    details.tag, details.tail = "p", tail
    details.set("class", "print-shown")
    details.extend(made("a", class_="print-record", href=href) for href in records.values())
    if not records:
        remove(parent, details)

"""A section's tree made light: the layout's time and memory go with the number of elements, not of words.

What goes is what no reader and no reading program tells apart: wrappers that no print sheet names, places to
break a line in short words, blank text between blocks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from macros.pdf.trees import classes, text_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from xml.etree import ElementTree as ET

_BLOCKS = frozenset(
    {
        *(
            "address",
            "article",
            "aside",
            "blockquote",
            "caption",
            "dd",
            "div",
            "dl",
            "dt",
            "figcaption",
            "figure",
        ),
        *(
            "footer",
            "h1",
            "h2",
            "h3",
            "h4",
            "h5",
            "h6",
            "header",
            "hr",
            "li",
            "main",
            "nav",
            "ol",
            "p",
            "pre",
        ),
        *("section", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul"),
    }
)
_WRAPPERS = frozenset({"div", "header"})
"""Blocks that mean nothing by themselves, in the structure of the file either."""
_OWN = frozenset({"id", "lang", "dir"})
"""With one of these an element is more than a group."""
_TAGS, _GLYPH = frozenset({"cb-tag", "cb-status"}), "print-glyph"
"""Their font has the glyphs beside the letters, so that word and glyph are one run of text."""
_LONGEST_WORD = 27
"""So many characters fit on a line of a narrow column; a longer word keeps its places to break."""


def lighten(text: ET.Element, styled: Collection[str]) -> None:
    """Take out of a section what changes nothing on paper; ``styled`` are the classes that sheets name."""
    for element in list(text.iter()):
        if any(child.tag == "wbr" for child in element) and not _has_long_word(element):
            _dissolve(element, lambda child: child.tag == "wbr")
    for element in reversed(list(text.iter())):
        is_tag = bool(classes(element) & _TAGS)
        _dissolve(element, lambda child: _is_plain(child, styled) or (is_tag and _GLYPH in classes(child)))  # noqa: B023 - called at once
        _strip(element)


def _has_long_word(element: ET.Element) -> bool:
    return max(map(len, text_of(element).split()), default=0) > _LONGEST_WORD


def _is_plain(element: ET.Element, styled: Collection[str]) -> bool:
    """Say whether an element only groups its content."""
    if _OWN.intersection(element.attrib) or classes(element).intersection(styled):
        return False
    if element.tag == "span" or (element.tag == "a" and "href" not in element.attrib):
        return True
    return element.tag in _WRAPPERS and _holds_blocks(element)


def _holds_blocks(element: ET.Element) -> bool:
    """Say whether an element has blocks in it and no words beside them."""
    beside = [element.text, *(child.tail for child in element)]
    return all(child.tag in _BLOCKS for child in element) and not any(
        (words or "").strip() for words in beside
    )


def _strip(element: ET.Element) -> None:
    """Take away the blanks between blocks."""
    if len(element) and element.tag != "pre" and _holds_blocks(element):
        element.text = None
        for child in element:
            child.tail = None


def _dissolve(parent: ET.Element, goes: Callable[[ET.Element], bool]) -> None:
    """Put the content of every child that goes in the child's place."""
    if not any(goes(child) for child in parent):
        return
    pieces: list[ET.Element | str] = [parent.text or ""]
    for child in parent:
        pieces.extend([child.text or "", *_inside(child)] if goes(child) else [child])
        pieces.append(child.tail or "")
        child.tail = None
    parent.text, parent[:] = "", []
    for piece in pieces:
        if not isinstance(piece, str):
            parent.append(piece)
        elif len(parent):
            parent[-1].tail = (parent[-1].tail or "") + piece
        else:
            parent.text = (parent.text or "") + piece


def _inside(element: ET.Element) -> list[ET.Element | str]:
    pieces: list[ET.Element | str] = []
    for child in element:
        pieces.extend([child, child.tail or ""])
        child.tail = None
    return pieces

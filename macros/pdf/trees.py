"""Markup as a tree and back: parsing, walking with parents, taking elements out."""

from __future__ import annotations

import re
from html.entities import html5
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import tinyhtml5

if TYPE_CHECKING:
    from collections.abc import Iterator

SVG = "{http://www.w3.org/2000/svg}"
_TAG = re.compile(
    r"<([A-Za-z][\w:-]*)"
    r"((?:\s+[^\s=<>/\"']+(?:\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s=<>\"']+))?)*)\s*(/?)>"
)
_ATTRIBUTE = re.compile(r"\s+([^\s=<>/\"']+)(?:\s*=\s*(\"[^\"]*\"|'[^']*'|[^\s=<>\"']+))?")
_NAMED = re.compile(r"&([A-Za-z]\w*);")
_XML_NAMES = frozenset({"amp", "lt", "gt", "quot", "apos"})
_OTHERWISE_IN_HTML = re.compile(r"<(?:math|script|style|textarea|template|noscript|pre[^>]*>\n)|<!\[CDATA")
"""What HTML reads by rules of its own."""
_EMPTY = frozenset("area base br col embed hr img input link meta source track wbr".split())  # noqa: SIM905
_DRAWN = frozenset("circle ellipse image line path polygon polyline rect stop use".split())  # noqa: SIM905
"""Only in a drawing does HTML take an element for closed that ends in a slash."""
_IN_TABLES = frozenset({"caption", "colgroup", "thead", "tbody", "tfoot"})
_NOT_IN_PARAGRAPHS = frozenset(
    {
        *(
            "address",
            "article",
            "aside",
            "blockquote",
            "details",
            "div",
            "dl",
            "fieldset",
            "figcaption",
            "figure",
        ),
        *(
            "footer",
            "form",
            "h1",
            "h2",
            "h3",
            "h4",
            "h5",
            "h6",
            "header",
            "hr",
            "main",
            "nav",
            "ol",
            "p",
            "pre",
        ),
        *("section", "table", "ul"),
    }
)


def parsed(markup: str) -> ET.Element:
    """Return the body of a piece of HTML.

    Markup whose elements are all closed, as a build writes it, is read by the parser for XML, which is many
    times faster; what that parser does not take, and what HTML might read in another way, goes to that for
    HTML. Both return the same tree.
    """
    body = _parsed_as_xml(markup)
    return parsed_as_html(markup) if body is None else body


def parsed_as_html(markup: str) -> ET.Element:
    """Return the body of a piece of HTML as the parser for HTML reads it."""
    root: ET.Element = tinyhtml5.parse(f"<!doctype html><body>{markup}", namespace_html_elements=False)
    body = root.find("body")
    return root if body is None else body


def _parsed_as_xml(markup: str) -> ET.Element | None:
    """Return markup that is XML but for its empty elements, attributes and named characters, or None."""
    if _OTHERWISE_IN_HTML.search(markup):
        return None
    text = _TAG.sub(_closed, _NAMED.sub(_character, markup))
    try:
        body = ET.fromstring(f"<body>{text}</body>")  # noqa: S314 - what a build wrote, without a document type
    except ET.ParseError:
        return None
    for svg in [element for element in body.iter() if element.tag in ("svg", f"{SVG}svg")]:
        for part in svg.iter():
            part.tag = f"{SVG}{part.tag.removeprefix(SVG)}"
    return None if any(_is_moved(parent, child) for parent in body.iter() for child in parent) else body


def _closed(tag: re.Match[str]) -> str:
    """Write a tag as XML has it: every attribute with a value in quotes, an empty element closed."""
    name, attributes = tag[1], tag[2]
    end = "/" if name in _EMPTY or (tag[3] and name in _DRAWN) else ""
    return f"<{name}{_ATTRIBUTE.sub(_valued, attributes)}{end}>"


def _valued(attribute: re.Match[str]) -> str:
    name, value = attribute[1], attribute[2]
    if value is None:
        return f' {name}=""'
    return attribute[0] if value[0] in "\"'" else f' {name}="{value}"'


def _character(named: re.Match[str]) -> str:
    return named[0] if named[1] in _XML_NAMES else html5.get(f"{named[1]};", named[0])


def _is_moved(parent: ET.Element, child: ET.Element) -> bool:
    """Say whether HTML puts a child somewhere else than where it is written."""
    if parent.tag == "table":
        return child.tag not in _IN_TABLES
    if parent.tag == "p":
        return child.tag in _NOT_IN_PARAGRAPHS
    return not (str(child.tag).islower() or str(child.tag).startswith(SVG))


def classes(element: ET.Element) -> set[str]:
    """Return the classes of an element."""
    return set(element.get("class", "").split())


def text_of(element: ET.Element) -> str:
    """Return the text of an element, its spaces made single."""
    return " ".join("".join(element.itertext()).split())


def with_parents(root: ET.Element) -> Iterator[tuple[ET.Element, ET.Element]]:
    """Yield every element below ``root`` with its parent, in reading order."""
    for child in list(root):
        yield root, child
        yield from with_parents(child)


def remove(parent: ET.Element, child: ET.Element) -> None:
    """Take a child out and keep the text that follows it."""
    index = list(parent).index(child)
    if child.tail:
        if index:
            before = parent[index - 1]
            before.tail = (before.tail or "") + child.tail
        else:
            parent.text = (parent.text or "") + child.tail
    child.tail = None
    parent.remove(child)


def insert_after(parent: ET.Element, child: ET.Element, new: ET.Element) -> None:
    """Put an element right behind a child, before the text that follows it."""
    new.tail, child.tail = child.tail, None
    parent.insert(list(parent).index(child) + 1, new)


def made(tag: str, text: str = "", /, **attributes: str) -> ET.Element:
    """Return a new element; ``class_`` stands for its class."""
    element = ET.Element(tag, {name.rstrip("_").replace("_", "-"): v for name, v in attributes.items()})
    element.text = text
    return element

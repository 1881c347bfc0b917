"""Markup as a tree and back: parsing, walking with parents, taking elements out."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import tinyhtml5

if TYPE_CHECKING:
    from collections.abc import Iterator

SVG = "{http://www.w3.org/2000/svg}"


def parsed(markup: str) -> ET.Element:
    """Return the body of a piece of HTML."""
    root: ET.Element = tinyhtml5.parse(f"<!doctype html><body>{markup}", namespace_html_elements=False)
    body = root.find("body")
    return root if body is None else body


def serialised(element: ET.Element) -> str:
    """Return an element as HTML."""
    for part in element.iter():
        if isinstance(part.tag, str):
            part.tag = part.tag.removeprefix(SVG)
    return ET.tostring(element, encoding="unicode", method="html")


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

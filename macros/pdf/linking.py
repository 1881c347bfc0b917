"""Links on paper: to sections and to entries of the register by number, to the outside by a reference.

A claim takes its number where it is first named; an address of the outside where it is first linked.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import urldefrag, urljoin, urlsplit

from macros.pdf.trees import SVG, classes, insert_after, made, remove, with_parents

if TYPE_CHECKING:
    from collections.abc import Mapping
    from xml.etree import ElementTree as ET

_HERE = "http://edition.invalid/"
"""Stands for the edition's root while addresses are resolved; no such host exists."""
NUMBER = "print-number"
"""The class of a claim's number where it stands in the text."""
USE = "use-"
"""The beginning of the id of the first place that shows a claim's number; the claim's id follows."""
SHOWN = "print-record"
"""The class of a number in the list below a figure; what is no claim has none."""
_RECORD = re.compile(r"claims/([^/]+)/")


@dataclass(slots=True)
class Links:
    """The numbers that a document gives, in the order in which it is read."""

    claims: Mapping[str, Mapping[str, Any]]
    """The records that the register can list, by id."""
    sections: Mapping[str, str]
    """The anchor of each page, by its address."""
    anchors: set[str] = field(default_factory=set)
    numbers: dict[str, int] = field(default_factory=dict)
    references: dict[str, int] = field(default_factory=dict)
    _marked: set[str] = field(default_factory=set)
    _unmarked: dict[str, tuple[ET.Element, ET.Element]] = field(default_factory=dict)

    def prefix(self, text: ET.Element, section: str) -> None:
        """Make the ids of a page unlike those of every other page."""
        for element in text.iter():
            if "id" in element.attrib:
                element.set("id", f"{section}-{element.get('id')}")
                self.anchors.add(element.get("id", ""))

    def link(self, text: ET.Element, address: str) -> None:
        """Turn every link of a page into one of the document; all pages have their anchors by then."""
        last: tuple[ET.Element | None, str] = (None, "")
        for parent, element in list(with_parents(text)):
            if element.tag == f"{SVG}a":
                element.tag = f"{SVG}g"
                element.attrib.pop("href", None)
            elif element.tag == "a" and "href" in element.attrib:
                target = urljoin(_HERE + address, element.get("href", ""))
                record = self._record(target)
                if record:
                    is_again = last == (parent, record) and "cb-tag" in classes(element)
                    self._to_register(parent, element, record, is_again=is_again)
                    if "cb-tag" in classes(element):
                        last = (parent, record)
                elif SHOWN in classes(element):
                    remove(parent, element)
                else:
                    self._to_page(parent, element, target)

    def finish(self) -> None:
        """Give the claims that are named without a tag their number behind the name."""
        for record, (parent, element) in self._unmarked.items():
            if record not in self._marked:
                insert_after(parent, element, self._mark(record))

    def reference(self, address: str) -> int:
        """Return the number of an outside address."""
        return self.references.setdefault(address, len(self.references) + 1)

    def _record(self, target: str) -> str:
        found = _RECORD.fullmatch(urldefrag(target.removeprefix(_HERE))[0])
        return found[1] if found and target.startswith(_HERE) and found[1] in self.claims else ""

    def _to_register(self, parent: ET.Element, element: ET.Element, record: str, *, is_again: bool) -> None:
        self.numbers.setdefault(record, len(self.numbers) + 1)
        element.set("href", f"#claim-{record}")
        if SHOWN in classes(element):
            element.text = str(self.numbers[record])
            self._name(element, record)
        elif "cb-tag" not in classes(element):
            self._unmarked.setdefault(record, (parent, element))
        elif not is_again:
            self._number(element, record)

    def _number(self, tag: ET.Element, record: str) -> None:
        """Write a claim's number behind the word of its tag."""
        number = f"\u00a0{self.numbers[record]}"
        if len(tag):
            tag[-1].tail = f"{tag[-1].tail or ''}{number}"
        else:
            tag.text = f"{tag.text or ''}{number}"
        self._name(tag, record)

    def _mark(self, record: str) -> ET.Element:
        """Return a claim's number to stand behind a name, in brackets: behind a figure 4 493 reads as one."""
        mark = made("span", f"\u00a0({self.numbers[record]})", class_=NUMBER)
        self._name(mark, record)
        return mark

    def _name(self, element: ET.Element, record: str) -> None:
        """Let the register point to the first place that shows the claim's number."""
        if record not in self._marked:
            self._marked.add(record)
            element.set("id", f"{USE}{record}")

    def _to_page(self, parent: ET.Element, element: ET.Element, target: str) -> None:
        if not target.startswith(_HERE):
            if urlsplit(target).scheme in ("http", "https"):
                number = self.reference(target)
                mark = made("a", f"[{number}]", class_="print-reference", href=f"#reference-{number}")
                insert_after(parent, element, mark)
            return
        page, fragment = urldefrag(target.removeprefix(_HERE))
        section = self.sections.get(page.removesuffix("index.html"))
        if section is None:
            element.tag = "span"
            del element.attrib["href"]
            return
        anchor = f"{section}-{fragment}"
        element.set("href", f"#{anchor if anchor in self.anchors else section}")

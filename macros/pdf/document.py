"""From a built edition to the one HTML document that is printed: sections, contents, box, register."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import unescape
from typing import TYPE_CHECKING, Any

from macros.pdf.glyph_font import FAMILY
from macros.pdf.lightening import lighten
from macros.pdf.linking import NUMBER, USE, Links
from macros.pdf.paper import on_paper
from macros.pdf.trees import classes, made, text_of
from macros.pdf.widths import set_widths
from macros.render.environment import component_environment

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path
    from xml.etree import ElementTree as ET

    from jinja2 import Environment

    from macros.pdf.edition import BuiltPage, Edition

TEMPLATE = "print/document.html.jinja"
PLACE = "data-section"
"""The attribute of the place in the document's HTML where the tree of a section belongs."""
_SHEET = re.compile(r"print/.*\.css(?:\.jinja)?")
_CLASS = re.compile(r"\.((?:cb|print)-[\w-]+)")
_DOUBTED = ("superseded", "stale", "contested")
"""The states in which a claim no longer holds as it stands, the foremost first."""
_REGISTER = "cb-register"
"""Marks the page that lists all claims: on paper that is the appendix."""
_HEADINGS = frozenset({"h1", "h2", "h3"})
_LISTED = 2
"""The headings that the contents list go down to this level."""


@dataclass(frozen=True, slots=True)
class Heading:
    """An entry of the contents."""

    number: str
    title: str
    anchor: str
    level: int


@dataclass(frozen=True, slots=True)
class Section:
    """A page of the site as a section of the document; ``name`` is what the running head shows."""

    anchor: str
    name: str
    headings: tuple[Heading, ...]
    places: dict[str, str]
    """For each claim whose number stands here first, the number of the heading above it."""
    text: ET.Element


@dataclass(frozen=True, slots=True)
class Entry:
    """A claim of the register: its number, the section that first shows it, its record, states, source."""

    number: int
    section: str
    record: dict[str, Any]
    states: tuple[str, ...]
    source: str
    causes: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class Composed:
    """The document as HTML, and the trees that stand in the places marked with ``data-section``."""

    html: str
    texts: dict[str, ET.Element]

    @property
    def signs(self) -> frozenset[str]:
        """The signs of the text, markup among them."""
        words = (piece for text in self.texts.values() for piece in text.itertext())
        return frozenset(unescape(self.html.partition("</head>")[2])).union(*words)

    def put_together(self, root: ET.Element) -> None:
        """Put the sections in their places below the root of the parsed HTML."""
        for place in list(root.iter("div")):
            section = self.texts.get(place.get(PLACE, ""))
            if section is not None:
                place.append(section)


def compose(edition: Edition, theme: Path, *, commit: str, page_size: str) -> Composed:
    """Return the document: its frame, cover, contents and register as HTML, its sections as trees.

    The sections stay trees, as writing them out and reading them again takes as long as making them.
    """
    environment = component_environment(theme)
    sections, links = _sections(edition, styled_names(environment))
    places = {name: place for section in sections for name, place in section.places.items()}
    register = [_entry(edition, links, identifier, places) for identifier in links.numbers]
    html = environment.get_template(TEMPLATE).render(
        edition=edition,
        commit=commit,
        page_size=page_size,
        sections=sections,
        register=register,
        doubt=doubt_of(register),
        valid_until=valid_until(register),
        references=list(links.references.items()),
        glyphs={name: glyph.sign for name, glyph in edition.glyphs.items()},
        glyph_family=FAMILY,
    )
    return Composed(html, {section.anchor: section.text for section in sections})


def styled_names(environment: Environment) -> frozenset[str]:
    """Return the classes that a print sheet names; what has none of them looks like what is around it."""
    sheets = [name for name in environment.list_templates() if _SHEET.fullmatch(name)]
    loader = environment.loader
    sources = [loader.get_source(environment, name)[0] for name in sheets] if loader else []
    return frozenset(name for source in sources for name in _CLASS.findall(source))


@dataclass(frozen=True, slots=True)
class Doubt:
    """The claims that no longer hold as they stand, counted as pages count: each by its foremost state."""

    entries: tuple[Entry, ...]
    counts: dict[str, int]
    also_stale: int
    """How many that count for another state are stale as well."""


def doubt_of(register: Sequence[Entry]) -> Doubt:
    """Return what of a register is superseded, stale or contested."""
    entries = tuple(entry for entry in register if set(_DOUBTED).intersection(entry.states))
    counts = {state: sum(entry.record["state"] == state for entry in entries) for state in _DOUBTED}
    also_stale = sum("stale" in entry.states and entry.record["state"] != "stale" for entry in entries)
    return Doubt(entries, counts, also_stale)


def valid_until(register: list[Entry]) -> str:
    """Return the earliest day on which something that is shown has to be looked at again."""
    return min((entry.record["review_due"] for entry in register if entry.record["review_due"]), default="")


def _sections(edition: Edition, styled: frozenset[str]) -> tuple[list[Section], Links]:
    claims = {name: record for name, record in edition.records.items() if record.get("state")}
    printed = [(page, on_paper(page.markup, edition.glyphs)) for page in edition.pages]
    printed = [(page, text) for page, text in printed if not _is_register(page, text)]
    pages, texts = [page for page, _ in printed], [text for _, text in printed]
    named = [(f"s{number}", page) for number, page in enumerate(pages, 1)]
    anchors = {_address(page): "register" for page in edition.pages}
    links = Links(claims, anchors | {_address(page): anchor for anchor, page in named})
    for (anchor, _), text in zip(named, texts, strict=True):
        links.prefix(text, anchor)
    for page, text in zip(pages, texts, strict=True):
        links.link(text, _address(page))
    links.finish()
    sections = []
    for (anchor, page), text in zip(named, texts, strict=True):
        if next(text.iter("h1"), None) is None:
            text.insert(0, made("h1", page.title))
        headings, places = _numbered(text, anchor)
        set_widths(text)
        lighten(text, styled)
        sections.append(Section(anchor, page.title, tuple(headings), places, text))
    return sections, links


def _is_register(page: BuiltPage, text: ET.Element) -> bool:
    """Say whether a page is about the register alone, which is the document's appendix."""
    return _REGISTER in page.markup and next(text.iter("h2"), None) is None


def _address(page: BuiltPage) -> str:
    return "" if page.address in (".", "./", "index.html") else page.address


def _numbered(text: ET.Element, section: str) -> tuple[list[Heading], dict[str, str]]:
    """Number the headings of a section.

    Return those that the contents list, and for each claim whose number a reader meets here first the number
    of the heading above it.
    """
    counts = [int(section.removeprefix("s")), 0, 0]
    number, headings, places = str(counts[0]), [], {}
    for element in list(text.iter()):
        if element.tag in _HEADINGS:
            level = int(element.tag[1])
            if level > 1:
                counts[level - 1] += 1
                counts[level:] = [0] * (len(counts) - level)
            number = ".".join(str(count) for count in counts[:level] if count)
            heading = _heading(element, number, section, level)
            if level <= _LISTED:
                headings.append(heading)
        if element.get("id", "").startswith(USE):
            places[element.get("id", "").removeprefix(USE)] = number
    return headings, places


def _heading(element: ET.Element, number: str, section: str, level: int) -> Heading:
    """Put its number before a heading, in the text and in the outline."""
    title = _words(element)
    anchor = element.get("id") or f"{section}-{number}"
    element.set("id", anchor)
    element.set("data-outline", f"{number} {title}")
    mark = made("span", number, class_="print-section-number")
    mark.tail, element.text = f" {element.text or ''}", None
    element.insert(0, mark)
    return Heading(number, title, anchor, level)


def _words(heading: ET.Element) -> str:
    """Return the text of a heading without the number of a claim that it names."""
    marks = [text_of(part) for part in heading.iter() if NUMBER in classes(part)]
    title = text_of(heading)
    for mark in marks:
        title = title.replace(f" {mark}", "", 1)
    return title


def _entry(edition: Edition, links: Links, identifier: str, places: dict[str, str]) -> Entry:
    record = edition.records[identifier]
    source = edition.records.get(record["source"] or "", {})
    causes = tuple(
        (cause["state"], cause["says"], _title(edition, cause["record"])) for cause in record["causes"]
    )
    states = dict.fromkeys([record["state"], *(state for state, _, _ in causes)])
    return Entry(
        links.numbers[identifier],
        places.get(identifier, ""),
        record,
        tuple(states),
        source.get("title", ""),
        causes,
    )


def _title(edition: Edition, identifier: str | None) -> str:
    record = edition.records.get(identifier or "", {})
    return str(record.get("title") or identifier or "")

"""Quantities that come from no record: in the source of pages, and, as a second net, on built pages."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from macros.audit.likeness import Likenesses
from macros.audit.markup import Passage, passages_of
from macros.audit.quantities import recogniser_of
from macros.audit.rule import Example, Rule
from macros.findings import Level, abbreviated
from macros.records.editions import AUDIENCES
from macros.records.kinds import STATEMENT_KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from macros.audit.material import Artefact, Material
    from macros.audit.quantities import Found, Recogniser
    from macros.audit.scan import Block, Call, Page
    from macros.findings import Finding
    from macros.records.book import Book

_NUMBERING = re.compile(r"\d+(?:\.\d+)*(?: pages?)?|page \d+(?: of \d+)?")
"""How a print numbers its pages, sections, claims and references."""
_COMMIT = re.compile(r"[0-9a-f]{7,40}")
_WORD = re.compile(r"\w+(?:[.,:-]\w+)*")
_OPTION = re.compile(r"(\w+)\s*=\s*[\"']([^\"']*)[\"']")
_NOUNS: Mapping[str, str] = {
    "date": "the date",
    "commit": "the commit",
    "version": "the version",
    "comparison": "the comparison",
    "number": "the quantity",
}
_PLACES: Mapping[str, str] = {
    "front matter": "front matter",
    "row": "a table",
    "item": "a list",
    "code": "a drawing",
    "html": "markup",
    "admonition": "an admonition",
}


def recogniser_for(book: Book) -> Recogniser:
    """Return the recogniser that knows the things which the book's records count."""
    names = {getattr(unit, "symbol", "") for unit in book.of_kind("unit")}
    return recogniser_of(frozenset(name for name in names if name))


@lru_cache(maxsize=4096)
def quantities_of(page: Page, recogniser: Recogniser) -> tuple[tuple[Block, Found], ...]:
    """Return the quantities that an author wrote on a page, each with its block; three rules ask for them."""
    return tuple((block, found) for block in page.blocks for found in recogniser.find(block.text))


def described(found: Found) -> str:
    """Return what a quantity is, in words."""
    return f"{_NOUNS[found.sort]} {abbreviated(found.text)}"


def _in_sources(rule: Rule, material: Material) -> Iterator[Finding]:
    recogniser = recogniser_for(material.book)
    likenesses = Likenesses(material.book)
    for page in material.pages:
        near = {identifier for call in page.calls for identifier in call.identifiers}
        for block, found in quantities_of(page, recogniser):
            same = next(iter(likenesses.of(found, block.text, near)), None)
            where = _PLACES.get(block.sort, f"a {block.sort}")
            yield rule.finding(
                page.place(block.start + found.start),
                f"{described(found)} in {where} comes from no record",
                "words without a figure" if block.sort == "front matter" else "a record, shown by a macro",
                f'{{{{ value("{same.identifier}") }}}} says the same' if same else "",
                record=same.identifier if same else "",
            )


@dataclass(frozen=True, slots=True)
class _Known:
    """What records may have put on a built page: words of all of them, and what is printed in plain words."""

    words: frozenset[str]
    plain: frozenset[str]

    def explains(self, passage: Passage, found: Found) -> bool:
        """Say whether every word of a quantity may come from a record."""
        written = _words(found.text)
        return written <= self.plain or (passage.component and written <= self.words)


def _in_pages(rule: Rule, material: Material) -> Iterator[Finding]:
    recogniser = recogniser_for(material.book)
    sources = {page.address: page for page in material.pages}
    words = frozenset(_catalogue_words(material.catalogue)) | _book_words(material.book)
    for artefact in material.outputs or ():
        if _is_record_page(artefact):
            continue
        page = sources.get(artefact.address.removesuffix("index.html"))
        known = _Known(words, _printed(page, material, artefact.edition) if page else frozenset())
        if _is_print(artefact):
            known = _Known(words | _page_words(material), frozenset())
        unexplained = [
            (passage, found)
            for passage in _passages(artefact)
            for found in recogniser.find(passage.text)
            if not known.explains(passage, found)
            and not (_is_print(artefact) and _is_own(found.text, passage.text))
        ]
        told = (
            {_flat(found.text) for _, found in quantities_of(page, recogniser)}
            if page and unexplained
            else ()
        )
        for passage, found in unexplained:
            if _flat(found.text) not in told:
                yield rule.finding(
                    passage.place(artefact.shown, found.start),
                    f"{described(found)} on the built page comes from no record",
                    "a record, shown by a macro",
                )


def _is_print(artefact: Artefact) -> bool:
    return artefact.address.endswith(".pdf")


def _is_own(found: str, line: str) -> bool:
    """Say whether a print says this of itself: a number of its own, or its commit on a line alone."""
    return _NUMBERING.fullmatch(found) is not None or (
        found == line.strip().removesuffix(" with changes") and _COMMIT.fullmatch(found) is not None
    )


def _page_words(material: Material) -> frozenset[str]:
    """Return the words of all built pages but the records' own: a print has them from there."""
    pages = (one for one in material.outputs or () if one.address.endswith(".html"))
    return frozenset().union(*(_words(page.text) for page in pages if not _is_record_page(page)))


def _passages(artefact: Artefact) -> list[Passage]:
    """Return the texts of a built page; of a document without markup nobody can say which are an author's."""
    if artefact.address.endswith(".html"):
        return passages_of(artefact.text)
    if _is_print(artefact):
        lines = enumerate(artefact.text.splitlines(), 1)
        return [
            Passage("text", component=True, text=line, pieces=((0, number, 1),)) for number, line in lines
        ]
    return []


def _is_record_page(artefact: Artefact) -> bool:
    return '<article class="cb-record"' in artefact.text


def _flat(text: str) -> str:
    return " ".join(text.split()).lower()


def _words(text: str) -> frozenset[str]:
    return frozenset(word.lower() for word in _WORD.findall(text))


def _catalogue_words(value: Any) -> Iterator[str]:  # noqa: ANN401 - JSON
    """Yield the words of every text of the catalogue; without recursion, since it may be deep."""
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, dict):
            waiting.extend(item.values())
        elif isinstance(item, list):
            waiting.extend(item)
        elif isinstance(item, str):
            yield from (word.lower() for word in _WORD.findall(item))


def _book_words(book: Book) -> frozenset[str]:
    found: set[str] = set()
    for record in book:
        texts = [record.title, record.unit, *(text for _, text in record.texts()), *record.scope.values()]
        if record.value is not None:
            texts += [record.value.number, record.value.text, record.value.low, record.value.high]
        found.update(word.lower() for text in texts if text for word in _WORD.findall(text))
    return frozenset(found)


def _printed(page: Page, material: Material, edition: str) -> frozenset[str]:
    """Return the words that calls of the page print without markup: values and titles in headings, counts."""
    records = [
        record
        for record in (material.catalogue or {}).get("records", [])
        if record.get("audience", "all") in AUDIENCES[edition]
    ]
    shown: set[str] = set()
    names = {name for call in page.calls if call.name == "plain" for name in call.identifiers}
    for record in records:
        if record["id"] in names:
            shown |= _words(f"{record.get('display') or ''} {record['title']}")
    statements = [record for record in records if record["kind"] in STATEMENT_KINDS]
    shown.update(str(_count(call, statements)) for call in page.calls if call.name in ("count", "register"))
    return frozenset(shown)


def _count(call: Call, records: Iterable[Mapping[str, Any]]) -> int:
    wanted = dict(_OPTION.findall(call.arguments))
    return sum(
        all(
            record["id"].partition(".")[0] == value if key == "subject" else record.get(key) == value
            for key, value in wanted.items()
        )
        for record in records
    )


_WHY = (
    "A figure that is typed into prose has no evidence, no date and no state: it stays when what it came from"
    " changes. A record carries all of that to every place that shows it."
)

RULES = (
    Rule(
        code="CB101",
        name="untagged-quantity",
        level=Level.ERROR,
        summary="A quantity on a page comes from no record.",
        why=_WHY,
        example=Example("The pump moves 40 l/min.", 'The pump moves {{ value("pump.flow") }}'),
        check=_in_sources,
        needs=("pages",),
    ),
    Rule(
        code="CB102",
        name="untagged-quantity-built",
        level=Level.ERROR,
        summary="A quantity on a built page comes from no record.",
        why=(
            f"{_WHY} The built page is read as well, since a figure can get there past the page's source:"
            f" from a"
            " template, from the site's settings, from a macro's words."
        ),
        example=Example(
            "site_description: Pumps that move 40 l/min", "site_description: What our pumps move"
        ),
        check=_in_pages,
        needs=("outputs",),
    ),
)

"""Figures written twice: in the texts of pages and records, and in files that repeat a pinned version."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from macros.audit.likeness import Likenesses, writings_of
from macros.audit.masking import BLANK
from macros.audit.rule import Example, Rule
from macros.audit.rules.assertions import ABOUT_SITE
from macros.audit.rules.quantities import described, quantities_of, recogniser_for
from macros.findings import Level, Place
from macros.records.loader import locate_field
from macros.records.structures import Component
from macros.records.written import UNSTATED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from macros.audit.material import Material
    from macros.audit.scan import Text
    from macros.findings import Finding
    from macros.records.base import Record

SHORT_COMMIT = 7
_MARKUP = re.compile(r"\{\{|\}\}|\{[^{}\n]*\}|`[^`\n]+`")
_PUBLISHED = frozenset({".md", ".yml", ".yaml", ".toml", ".txt", ".json", ".sh", ".cfg", ".ini", ""})
_OWN_FOLDERS = frozenset({"tests", "test", "node_modules"})
"""A test states what it expects; its folder is no place that a reader takes a version from."""
_BETWEEN = (
    r"(?:\[[\w,-]+\])?(?:[\"'`\]]|_VERSION|_COMMIT|_REF|,?\s+(?:version|release|commit|at|is|pinned\s+to|=)|\s"
    r"|[(/=:?@<>≤≥~^|-]){1,8}?"
)
_BEHIND = re.compile(
    rf"(?:{_BETWEEN})"
    r"[vV]?(?P<version>\d+(?:\.\d+)+(?:[-.]?(?:rc|post|dev|alpha|beta|a|b)\.?\d*)?"
    r"|(?=[0-9a-f]*\d)[0-9a-f]{7,40})"
    r"(?!\w|\.\d|\s?(?:[%×]|[kKMGT]i?B\b|Gb|[nµm]?s\b|x\b|times\b|per\b))",
    re.IGNORECASE,
)
_WRITTEN = r"[vV]?(?P<version>\d+(?:\.\d+)+(?:[-.]?rc\.?\d*)?|(?=[0-9a-f]*\d)[0-9a-f]{7,40})"
_BEFORE = (
    re.compile(rf"(?:--branch|--tag|-b|checkout)[= ](?:refs/tags/)?{_WRITTEN}\s+\S*/\Z", re.IGNORECASE),
    re.compile(rf"(?<![\w.-]){_WRITTEN}\s+(?:release\s+)?of\s+(?:the\s+)?\Z", re.IGNORECASE),
)
"""A version that stands before the name: in the command that fetches it, or as the version of something."""
_LONGEST_BEFORE = 160
"""How many characters before a name a version is looked for."""


def _written_twice(rule: Rule, material: Material) -> Iterator[Finding]:
    recogniser = recogniser_for(material.book)
    likenesses = Likenesses(material.book)
    for page in material.pages:
        near = {identifier for call in page.calls for identifier in call.identifiers}
        for block, found in quantities_of(page, recogniser):
            same = likenesses.of(found, block.text, near)
            if same:
                yield _copy(rule, page.place(block.start + found.start), described(found), same[0])
    book = material.book
    for record in book:
        near = {name for name in _beside(record) if name in book}
        writings = {writing for name in near for writing in writings_of(book.records[name], book)}
        for path, text in record.texts():
            if path[0] == "scope" or not any(writing in text.lower() for writing in writings):
                continue
            prose = _MARKUP.sub(lambda match: BLANK * len(match[0]), text)
            for found in recogniser.find(prose):
                others = [item for item in likenesses.of(found, prose, near) if item.identifier in near]
                if others:
                    place = locate_field(material.book.root, record, path)
                    yield _copy(rule, place, described(found), others[0], record.identifier)


def _copy(rule: Rule, place: Place, what: str, same: Record, record: str = "") -> Finding:
    own = same.identifier == record
    names = "the record's own value" if own else f"the value of {same.identifier}"
    fix = ""
    if record and not isinstance(same, Component):
        fix = "{value} inserts it" if own else f"{{{same.identifier}}} inserts it"
    elif not record:
        fix = f'{{{{ value("{same.identifier}") }}}} shows it'
    found = f"{what} is {names} written once more"
    return rule.finding(place, found, "the figure in one place", fix, record=record or same.identifier)


def _beside(record: Record) -> Iterator[str]:
    """Yield the record itself and those that it rests on or is pinned to."""
    yield record.identifier
    yield from record.foundations()
    yield from record.pins


def _pinned(material: Material) -> dict[str, Component]:
    """Return the components that are pinned to something, by each name that files call them by."""
    found: dict[str, Component] = {}
    for record in material.book.of_kind("component"):
        if isinstance(record, Component) and _pins(record):
            for name in (record.title, record.key):
                found.setdefault(re.sub(r"[\s_-]+", "-", name.lower()), record)
    return found


def _pins(component: Component) -> list[str]:
    return [text for text in (component.version, component.commit) if text and text != UNSTATED]


def _moved(rule: Rule, material: Material) -> Iterator[Finding]:
    components = _pinned(material)
    if not components:
        return
    names = "|".join(
        re.escape(name).replace(r"\-", r"[\s_-]?") for name in sorted(components, key=len, reverse=True)
    )
    pattern = re.compile(rf"(?<!\w)(?:{names})", re.IGNORECASE)
    by_compact = {name.replace("-", ""): component for name, component in components.items()}
    for text in _published(material):
        for match in pattern.finditer(text.text):
            version = _version_at(text.text, match)
            if version is not None:
                component = by_compact[re.sub(r"[\s_-]+", "", match[0].lower())]
                yield from _judged(rule, text, match[0], version, component)


def _version_at(text: str, name: re.Match[str]) -> re.Match[str] | None:
    """Return the version that is written behind a name or before it."""
    behind = _BEHIND.match(text, name.end())
    if behind is not None or re.match(r"[\w-]", text[name.end() : name.end() + 1]):
        return behind
    start = max(0, name.start() - _LONGEST_BEFORE)
    ending = text[name.start() - 1 : name.start()]
    patterns = _BEFORE[:1] if ending == "/" else _BEFORE[1:] if ending.isspace() else ()
    return next((found for one in patterns if (found := one.search(text, start, name.start()))), None)


def _published(material: Material) -> Iterable[Text]:
    """Yield what may repeat a pin; code on a page about the site is an example, and of no stack of ours."""
    for page in material.pages:
        is_example = page.settings.get(ABOUT_SITE) is True
        yield replace(page, text=page.prose) if is_example else page
    for text in material.files:
        path = PurePosixPath(text.shown)
        if path.suffix in _PUBLISHED and not _OWN_FOLDERS.intersection(path.parts):
            yield text


def _judged(
    rule: Rule, text: Text, name: str, version: re.Match[str], component: Component
) -> Iterator[Finding]:
    written = version["version"]
    pins = _pins(component)
    place = text.place(version.start("version"))
    if any(pin == written or (len(written) >= SHORT_COMMIT and pin.startswith(written)) for pin in pins):
        yield rule.finding(
            place,
            f"{written} repeats the pin of {component.identifier}",
            "the pin in one place",
            "a value that is made from the record, or a waiver with a reason",
            record=component.identifier,
            level=Level.NOTE,
        )
    elif _same_sort(written, pins):
        yield rule.finding(
            place,
            f"{name} {written}, but {component.identifier} is pinned to {' at '.join(pins)}",
            "the pinned version",
            record=component.identifier,
            cause=component.identifier,
        )


def _same_sort(written: str, pins: list[str]) -> bool:
    """Say whether what is written can be compared: a version with a version, a commit with a commit."""
    return any(("." in written) == ("." in pin) for pin in pins)


RULES = (
    Rule(
        code="CB801",
        name="figure-written-twice",
        level=Level.WARNING,
        summary="A literal figure equals the value of a record nearby.",
        why="Of a figure that stands in two places one is changed and the other is forgotten.",
        example=Example("says: The pump moves 40 l/min.", 'says: "The pump moves {value}."'),
        check=_written_twice,
    ),
    Rule(
        code="CB803",
        name="pin-repeated",
        level=Level.ERROR,
        summary="A file repeats the pinned version of a component, or states another one.",
        why=(
            "A README, workflow or manifest that names another version than the record sends its readers"
            " to a stack"
            " that nobody observed. One that names the same version will do so after the next change."
        ),
        example=Example(
            "pip install pumpd==1.4.0, where stack.pumpd is at 1.5.2", "a version taken from claims.json"
        ),
        check=_moved,
    ),
)

"""Quantities typed where a record should be shown: in page sources, in built pages, in texts of records."""

from __future__ import annotations

import datetime
import re
from typing import TYPE_CHECKING

from macros.audit.rules import quantities as rule
from macros.records.structures import Component
from macros.records.text import OWN_VALUE, placeholders
from tests.benchmarks.mutations.model import Mutation, Operator, Wanted, about, at_lines
from tests.benchmarks.mutations.texts import (
    Entry,
    before_headings,
    inserted,
    line_of,
    plain_value,
    spots_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from macros.audit.markup import Passage
    from macros.records.base import Record
    from tests.benchmarks.mutations.ground import Ground

_WORDS = {2: "two", 3: "three", 4: "four", 8: "eight", 10: "ten", 12: "twelve"}
_COUNT = re.compile(r"(\d+) ([A-Za-z]+s)")
_CALL = re.compile(r"\{\{ (value|figure)\(\"([^\"]+)\"\) \}\}")
_CAPTION = re.compile(r"\b(?:title|caption)=\"([^\"]+)\"")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


def quantities(ground: Ground, random: Random) -> list[str]:
    """Return what records say as an author would type it: with units, in words, as days, versions, ratios."""
    book = ground.book
    found: list[str] = []
    for record in ground.current("measured", "sourced", "derived", "assumed"):
        text = plain_value(book, record.identifier)
        quantity = book.quantities.get(record.identifier)
        if quantity is None or quantity.unit is None:
            continue
        found.append(text)
        count = _COUNT.fullmatch(text)
        if count and int(count[1]) in _WORDS:
            found.append(f"{_WORDS[int(count[1])]} {count[2]}")
        if text.endswith("×"):
            ratio = text.rstrip("×").lstrip("~")
            found += [f"{ratio}x", f"{ratio} times", f"a factor of {ratio}"]
        if text.endswith("%"):
            found += [f"{text.rstrip('%')} percent", f"between {text.lstrip('~')} and 9%"]
        interval = quantity.number.interval
        if interval.low != interval.high:
            found.append(f"{interval.low:.4g} to {interval.high:.4g} {quantity.unit.text}")
    for record in book.of_kind("component"):
        if isinstance(record, Component):
            found += [f"{record.title} v{record.version}"] * (record.version not in (None, "unstated"))
            found += [f"commit {record.commit}"] * bool(record.commit)
    days = sorted({day for text in ground.texts.values() if len(text) < 50_000 for day in _DAY.findall(text)})
    for day in days[:6]:
        date = datetime.date.fromisoformat(day)
        found += [day, f"{date.day} {date:%B %Y}", f"{date:%B} {date.day}, {date.year}"]
    found += [
        "8 of 16 NICs",
        "a p99 of 40 ms",
        "~15 %",
        "a fourfold gain",
        "2-3 days",
        "one in eight requests",
        "CUDA 12.4",
        "November 2026",
        "less than 3 GB",
        "±2 %",
        "10k tokens per second",
        "a ratio of 2:1",
        "a hundred nodes",
        "1.5x faster",
        "twice as fast",
        "half the throughput",
        "a third slower",
        "two orders of magnitude",
    ]
    found = list(dict.fromkeys(found))
    random.shuffle(found)
    return found


def _sentence(quantity: str, sort: str) -> str:
    return f" ({quantity})" if sort in ("heading", "row", "front matter") else f" It came to {quantity}."


def _typed(ground: Ground, random: Random) -> Iterator[Mutation]:
    """Type a quantity behind the prose of a paragraph, bullet, cell, heading, description or markup."""
    spots = [(page, spot) for page in ground.material.pages for spot in spots_of(page)]
    random.shuffle(spots)
    typed = quantities(ground, random)
    for number, (page, spot) in enumerate(spots):
        quantity = typed[number % len(typed)]
        text = inserted(page.text, spot.offset, _sentence(quantity, spot.sort))
        yield Mutation(
            "CB101", "typed", {page.shown: text}, at_lines("CB101", page.shown, spot.line), quantity
        )


def _untagged(ground: Ground, random: Random) -> Iterator[Mutation]:
    """Put in place of a macro call what it prints."""
    found = []
    for page in ground.material.pages:
        for match in _CALL.finditer(page.text):
            printed = plain_value(ground.book, match[2]) if match[2] in ground.book else ""
            line = line_of(page.text, match.start())
            is_made = any(call.place.line == line and call.name == match[1] for call in page.calls)
            if any(character.isdigit() for character in printed) and is_made:
                text = page.text[: match.start()] + printed + page.text[match.end() :]
                wanted = at_lines("CB101", page.shown, line)
                found.append(Mutation("CB101", "tag removed", {page.shown: text}, wanted, printed))
    random.shuffle(found)
    yield from found


def _captions(ground: Ground, random: Random) -> Iterator[Mutation]:
    """Write a quantity into the caption of a table or the title of a chart."""
    typed = quantities(ground, random)
    found = []
    for page in ground.material.pages:
        lines = {call.place.line for call in page.calls}
        for match in _CAPTION.finditer(page.text):
            line = line_of(page.text, match.start())
            if line in lines:
                found.append((page, match.end(1), line))
    random.shuffle(found)
    for number, (page, offset, line) in enumerate(found):
        quantity = typed[number % len(typed)]
        text = inserted(page.text, offset, f", {quantity}")
        yield Mutation("CB101", "caption", {page.shown: text}, at_lines("CB101", page.shown, line), quantity)


_BLOCKS = (
    ("admonition", "!!! note\n\n    It came to {}.\n\n", 3),
    ("table", "| Quantity | Figure |\n|---|---|\n| Cost | {} |\n\n", 3),
    ("bullet", "- It came to {}.\n\n", 1),
    ("alt text", "![A chart that ends at {}](assets/first-screen.png)\n\n", 1),
    ("drawing", "```mermaid\ngraph LR\n  A[It came to {}] --> B\n```\n\n", 3),
    ("markup", '<p class="cb-lede">It came to {}.</p>\n\n', 1),
)


def _blocks(ground: Ground, random: Random) -> Iterator[Mutation]:
    """Put a block of its own before a heading, with a quantity in it."""
    places = [(page, *spot) for page in ground.material.pages for spot in before_headings(page)]
    typed = quantities(ground, random)
    random.shuffle(places)
    for number, (page, line, offset) in enumerate(places):
        name, form, within = _BLOCKS[number % len(_BLOCKS)]
        quantity = typed[number % len(typed)]
        text = inserted(page.text, offset, form.format(quantity))
        wanted = at_lines("CB101", page.shown, line + within - 1)
        yield Mutation("CB101", name, {page.shown: text}, wanted, quantity)


def _built(ground: Ground, random: Random) -> Iterator[Mutation]:
    """Put a quantity behind an author's words on a built page, as a template or a setting would.

    What a page's own macros print in plain words is left out: there it is a record's.
    """
    typed = quantities(ground, random)
    spots = []
    for artefact in ground.built_pages:
        lines = artefact.text.split("\n")
        for passage in rule.passages_of(artefact.text):
            if not passage.component and passage.sort in ("text", "heading", "attribute"):
                spot = _end_of(passage, lines)
                if spot:
                    spots.append((artefact, passage.sort, *spot))
    random.shuffle(spots)
    for number, (artefact, sort, line, column) in enumerate(spots):
        quantity = typed[number % len(typed)]
        if quantity in artefact.text:
            continue
        words = f" ({quantity})" if sort != "text" else f" It came to {quantity}."
        lines = artefact.text.split("\n")
        lines[line - 1] = inserted(lines[line - 1], column, words)
        wanted = at_lines("CB102", artefact.shown, line)
        yield Mutation("CB102", f"built {sort}", {artefact.shown: "\n".join(lines)}, wanted, quantity)


def _end_of(passage: Passage, lines: list[str]) -> tuple[int, int] | None:
    """Return the line of a passage's last letter and the column behind it, unless it is written otherwise."""
    end = len(passage.text.rstrip())
    place = passage.place("", end - 1)
    line = lines[place.line - 1]
    is_same = line[place.column - 1 : place.column] == passage.text[end - 1]
    return (place.line, place.column) if is_same and passage.text[end - 1].isalpha() else None


def _drawn(ground: Ground, random: Random) -> Iterator[Mutation]:
    """Put a figure that no record has into a caption or a drawing of a built page."""
    spots = []
    for artefact in ground.built_pages:
        lines = artefact.text.split("\n")
        for passage in rule.passages_of(artefact.text):
            if passage.component and passage.sort in ("caption", "drawing"):
                spot = _end_of(passage, lines)
                if spot:
                    spots.append((artefact, passage.sort, *spot))
    random.shuffle(spots)
    for artefact, sort, line, column in spots:
        quantity = f"{random.randrange(1013, 8999, 2)}.{random.randrange(1, 9)} ms"
        lines = artefact.text.split("\n")
        lines[line - 1] = inserted(lines[line - 1], column, f" {quantity}")
        wanted = at_lines("CB102", artefact.shown, line)
        yield Mutation("CB102", f"built {sort}", {artefact.shown: "\n".join(lines)}, wanted, quantity)


def _repeated_in_records(ground: Ground, random: Random) -> Iterator[Mutation]:
    """Write the value itself where a text of a record inserts it, its own or that of one that it rests on."""
    found = []
    for record in ground.book:
        entry = Entry(ground.file_of(record), record.key)
        near = {record.identifier, *record.foundations()}
        for path, text in record.texts():
            for run in placeholders(text):
                name = record.identifier if run.text == OWN_VALUE else run.text
                printed = plain_value(ground.book, name)
                mark = "{" + run.text + "}"
                field = str(path[0])
                if name not in near or not _has_unit(ground, name) or mark not in entry.written(field):
                    continue
                edited = entry.replaced(field, mark, printed)
                wanted = about("CB801", record.identifier, path=record.path)
                found.append(Mutation("CB801", "in a record", {record.path: edited}, wanted, printed))
    random.shuffle(found)
    yield from found


def _has_unit(ground: Ground, name: str) -> bool:
    quantity = ground.book.quantities.get(name)
    return quantity is not None and quantity.unit is not None


def _repeated_on_pages(ground: Ground, random: Random) -> Iterator[Mutation]:
    """Type the value of a record on a page that names that record."""
    found = []
    for page in ground.material.pages:
        shown = sorted({name for call in page.calls for name in call.identifiers if _is_stated(ground, name)})
        spots = list(spots_of(page))
        for name in shown:
            for spot in random.sample(spots, min(2, len(spots))):
                printed = plain_value(ground.book, name)
                text = inserted(page.text, spot.offset, _sentence(printed, spot.sort))
                wanted = Wanted(frozenset({"CB801"}), page.shown, frozenset({spot.line}))
                found.append(Mutation("CB801", "on a page", {page.shown: text}, wanted, printed))
    random.shuffle(found)
    yield from found


def _is_stated(ground: Ground, name: str) -> bool:
    record: Record | None = ground.book.get(name)
    return record is not None and _has_unit(ground, name)


OPERATORS = (
    Operator("CB101", "typed", _typed),
    Operator("CB101", "tag removed", _untagged),
    Operator("CB101", "caption", _captions),
    Operator("CB101", "block", _blocks),
    Operator("CB102", "built text", _built),
    Operator("CB102", "built drawing", _drawn),
    Operator("CB801", "in a record", _repeated_in_records),
    Operator("CB801", "on a page", _repeated_on_pages),
)

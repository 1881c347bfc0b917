"""Words that need a record: assertions without one, terms without an entry, macros that nobody calls."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.benchmarks.mutations.model import Mutation, Operator, Wanted, at_lines
from tests.benchmarks.mutations.texts import Entry, before_headings, inserted, line_of, sentence_of, spots_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from macros.records.base import Record
    from tests.benchmarks.mutations.ground import Ground

_ASSERTING = ("prohibition", "requirement", "verdict")
_CLAIM = re.compile(r"^\{\{ claim\(\"([^\"]+)\"\) \}\}$", re.MULTILINE)
_POINTS = re.compile(r"^\{\{ points\(\[([^\]]+)\]\) \}\}$", re.MULTILINE)
_SENTENCE = re.compile(r"\{\{ sentence\(\"([^\"]+)\"\) \}\}")
_TERM = re.compile(r"\{\{ term\(\"([a-z0-9-]+)\"")
_NAMED = re.compile(r"\"([a-z0-9-]+\.[a-z0-9-]+)\"")
_FORMS = (
    "Never run {} across nodes.",
    "You must set {} first.",
    "{} does not beat the alternative.",
    "Here {} wins.",
    "Only {} works there.",
    "Of all, {} is the fastest.",
    "{} is required on each node.",
    "Do not use {} there.",
    "Avoid {} in production.",
)


def _asserts(ground: Ground, identifier: str) -> Record | None:
    record = ground.book.get(identifier)
    return record if record is not None and record.role in _ASSERTING else None


def _typed_assertions(ground: Ground, random: Random) -> Iterator[Mutation]:
    """Put an assertion behind the prose of a block that has no call, on a page that guides."""
    names = [record.title for record in ground.book.of_kind("component")]
    spots = [
        (page, spot)
        for page in ground.guidance
        for spot in spots_of(page)
        if not spot.has_calls and spot.sort not in ("heading", "front matter")
    ]
    random.shuffle(spots)
    for number, (page, spot) in enumerate(spots):
        words = _FORMS[number % len(_FORMS)].format(random.choice(names))
        text = inserted(page.text, spot.offset, f". {words}")
        yield Mutation("CB103", "typed", {page.shown: text}, at_lines("CB103", page.shown, spot.line), words)


def _copied_sentences(ground: Ground, random: Random) -> Iterator[Mutation]:
    """Type the sentence of a verdict, requirement or ban as a paragraph before a heading."""
    places = [(page, *spot) for page in ground.guidance for spot in before_headings(page)]
    records = [record for record in ground.book if record.role in _ASSERTING]
    random.shuffle(records)
    for record in records:
        page, line, offset = random.choice(places)
        words = sentence_of(ground.book, record)
        text = inserted(page.text, offset, f"{words}\n\n")
        wanted = at_lines("CB103", page.shown, line)
        yield Mutation("CB103", "sentence copied", {page.shown: text}, wanted, record.identifier)


def _untagged_assertions(ground: Ground, random: Random) -> Iterator[Mutation]:
    """Put in place of a call the sentences that it prints."""
    found = []
    for page in ground.guidance:
        for pattern in (_CLAIM, _POINTS, _SENTENCE):
            for match in pattern.finditer(page.text):
                names = _NAMED.findall(match[0])
                if not any(_asserts(ground, name) for name in names):
                    continue
                sentences = [sentence_of(ground.book, ground.book.records[name]) for name in names]
                words = "\n".join(f"- {one}" for one in sentences) if pattern is _POINTS else sentences[0]
                line = line_of(page.text, match.start())
                lines = [line + n for n, name in enumerate(names) if _asserts(ground, name)]
                text = page.text[: match.start()] + words + page.text[match.end() :]
                wanted = Wanted(frozenset({"CB103"}), page.shown, frozenset(lines))
                found.append(Mutation("CB103", "tag removed", {page.shown: text}, wanted, names[0]))
    random.shuffle(found)
    yield from found


def _misspelt(random: Random, key: str, known: set[str]) -> str:
    while True:
        place = random.randrange(len(key))
        wrong = key[:place] + random.choice("aeiourst") + key[place + random.randrange(2) :]
        if wrong not in known and wrong[0] != "-":
            return wrong


def _unknown_terms(ground: Ground, random: Random) -> Iterator[Mutation]:
    """Call a term by a key that is spelt wrongly, where one is called or behind any prose."""
    terms = ground.book.of_kind("term")
    known = {name for record in terms for name in (record.key, record.identifier)}
    for page in ground.material.pages:
        for call in page.calls:
            match = _TERM.match(page.text, page.starts[call.place.line - 1] + call.place.column - 1)
            if match:
                wrong = _misspelt(random, match[1], known)
                text = page.text[: match.start(1)] + wrong + page.text[match.end(1) :]
                wanted = at_lines("CB1004", page.shown, call.place.line)
                yield Mutation("CB1004", "term misspelt", {page.shown: text}, wanted, wrong)
    spots = [
        (page, spot) for page in ground.material.pages for spot in spots_of(page) if spot.sort == "paragraph"
    ]
    random.shuffle(spots)
    for page, spot in spots:
        wrong = _misspelt(random, random.choice(terms).key, known)
        text = inserted(page.text, spot.offset, f' {{{{ term("{wrong}") }}}}')
        wanted = at_lines("CB1004", page.shown, spot.line)
        yield Mutation("CB1004", "term added", {page.shown: text}, wanted, wrong)


def _dropped_terms(ground: Ground, random: Random) -> Iterator[Mutation]:
    """Take the entry of a term that a page names out of the glossary."""
    found = []
    for page in ground.material.pages:
        for call in page.calls:
            match = _TERM.match(page.text, page.starts[call.place.line - 1] + call.place.column - 1)
            record = ground.book.get(f"glossary.{match[1]}") if match else None
            if record is not None:
                entry = Entry(ground.file_of(record), record.key)
                first, last = entry.span
                lines = entry.text.split("\n")
                text = "\n".join((*lines[:first], *lines[last:]))
                wanted = at_lines("CB1004", page.shown, call.place.line)
                found.append(Mutation("CB1004", "entry dropped", {record.path: text}, wanted, record.key))
    random.shuffle(found)
    yield from found


def _uncalled(ground: Ground, random: Random) -> Iterator[Mutation]:
    """Take every call of a macro out of all pages."""
    names = sorted(ground.material.macro_names)
    random.shuffle(names)
    first = min(page.shown for page in ground.material.pages)
    for name in names:
        edits = {}
        for page in ground.material.pages:
            text = re.sub(rf"\{{\{{-?\s*{name}\(", "{{ other(", page.text)
            if text != page.text:
                edits[page.shown] = text
        if edits:
            wanted = Wanted(frozenset({"CB1003"}), first, frozenset({1}), words=f"the macro {name}")
            yield Mutation("CB1003", "calls taken out", edits, wanted, name)


OPERATORS = (
    Operator("CB103", "typed", _typed_assertions),
    Operator("CB103", "sentence copied", _copied_sentences),
    Operator("CB103", "tag removed", _untagged_assertions),
    Operator("CB1003", "calls taken out", _uncalled),
    Operator("CB1004", "term", _unknown_terms),
    Operator("CB1004", "entry dropped", _dropped_terms),
)

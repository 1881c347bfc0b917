"""A claim that has two records: one sentence twice, or one value under the same conditions in like words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from macros.audit.rule import Example, Rule
from macros.findings import Level
from macros.records.kinds import STATEMENT_KINDS
from macros.records.text import OWN_VALUE, parse_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from macros.audit.material import Material
    from macros.findings import Finding
    from macros.records.base import Record
    from macros.records.book import Book

LIKENESS = 0.6
"""The share of words that two records of one value have to have in common to be one claim."""
MOST_COMPARED = 50
"""With how many records of the same value and conditions each is compared: those before it in their files."""
_WORD = re.compile(r"\w+")


def _second(rule: Rule, material: Material) -> Iterator[Finding]:
    book = material.book
    sentences: dict[tuple[str, str], Record] = {}
    groups: dict[tuple[object, ...], list[tuple[frozenset[str], Record]]] = {}
    for record in book.of_kind(*STATEMENT_KINDS, "term"):
        if record.superseded_by is not None:
            continue
        sentence = _sentence(book, record)
        first = sentences.setdefault((sentence, book.reading(record.identifier)), record)
        if first is record:
            first = _alike(groups, book, record, frozenset(sentence.split())) or record
        if first is not record:
            yield rule.finding(
                record.place,
                f"{record.identifier} says again what {first.identifier} says",
                "one record a claim",
                f"show {first.identifier} instead, or say what is different",
                record=record.identifier,
                cause=first.identifier,
            )


def _sentence(book: Book, record: Record) -> str:
    """Return a record's sentence as words in lower case, with its own value and the ids of others."""
    texts = (
        book.reading(record.identifier) or _written(record)
        if run.sort == "value" and run.text == OWN_VALUE
        else run.text
        for run in parse_text(record.says)
    )
    return " ".join(_WORD.findall("".join(texts).casefold()))


def _written(record: Record) -> str:
    return (record.value.text or "") if record.value is not None else ""


def _alike(
    groups: dict[tuple[object, ...], list[tuple[frozenset[str], Record]]],
    book: Book,
    record: Record,
    words: frozenset[str],
) -> Record | None:
    """Return an earlier record of the same value, unit, scope, role and subject in like words, or None."""
    value = book.reading(record.identifier) or _written(record)
    if not value:
        return None
    scope = frozenset(record.scope.items())
    group = groups.setdefault((record.subject, record.role, value, record.unit, scope), [])
    known = words.union(_WORD.findall(record.title.casefold()))
    for others, other in group[-MOST_COMPARED:]:
        if len(known & others) >= LIKENESS * len(known | others):
            return other
    group.append((known, record))
    return None


RULES = (
    Rule(
        code="CB802",
        name="second-record",
        level=Level.WARNING,
        summary="Two records make the same claim.",
        why=(
            "Of two records of one claim only one is corrected when it changes. Records are taken for one "
            "claim when their sentences are the same, or when value, unit, conditions, role and subject are "
            "the same and most of their words are. An entry of the glossary is held against all of them too."
        ),
        example=Example(
            "pump.flow and pump.flow-again, both with 12 L/min and one sentence",
            "pump.flow alone, shown in both places",
        ),
        check=_second,
    ),
)

"""Verdicts: those that are false, that hang on rounding, or that speak of what was not compared."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from macros.audit.rule import Example, Rule
from macros.findings import Level
from macros.records.claims import Derived
from macros.records.structures import Dimension
from macros.records.text import placeholders
from macros.records.written import UNSTATED
from macros.state import State

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from macros.audit.material import Material
    from macros.findings import Finding
    from macros.records.base import Record
    from macros.records.book import Book

VERDICT_BROKEN = "verdict-broken"
"""The finding of loading that this family reports under its own code."""


def _broken(rule: Rule, material: Material) -> Iterator[Finding]:
    for finding in material.bound.findings:
        if finding.rule == VERDICT_BROKEN:
            yield rule.finding(
                finding.place,
                f"{finding.record}: {finding.found}",
                finding.expected,
                finding.fix,
                record=finding.record,
            )


def _fragile(rule: Rule, material: Material) -> Iterator[Finding]:
    for identifier, assessment in material.assessments.items():
        if not assessment.fragile or assessment.state is State.SUPERSEDED:
            continue
        record = material.book.records[identifier]
        if isinstance(record, Derived):
            inputs = ", ".join(
                f"{name} = {material.book.reading(other)}" for name, other in record.inputs.items()
            )
            yield rule.finding(
                record.place,
                f"{identifier} holds at its inputs as stated and not over all that their rounding allows: "
                f"{record.holds_if} with {inputs}",
                "a verdict that its inputs decide, or more digits of them",
                record=identifier,
            )


_WORD = re.compile(r"[^\W_]+(?:[-.][^\W_]+)*")
_SEPARATOR = re.compile(r"\s*(?:,|;|/|\band\b|\bor\b|\bwith\b)\s*")
_REMARK = re.compile(r"\([^()]*\)")
_NO_NAMES = frozenset(
    {
        *("a", "an", "the", "of", "on", "in", "for", "its", "all", "any", "each", "every", "no", "not"),
        *("one", "two", "three", "four", "several", "many", "other", "another", "same", "smaller", "larger"),
        *("version", "without"),
    }
)
"""Words that begin a condition and name nothing."""


def _words(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text)]


def _names(condition: str) -> set[str]:
    """Return what a condition names: the first word of each thing in it, in lower case."""
    names = set()
    for item in _SEPARATOR.split(_REMARK.sub(" ", condition)):
        words = _words(item)
        if words and UNSTATED not in words and words[0] not in _NO_NAMES and not words[0].isdigit():
            names.add(words[0])
    return names


def _one_sided(rule: Rule, material: Material) -> Iterator[Finding]:
    book = material.book
    dimensions = [
        record.key
        for record in book.of_kind("dimension")
        if isinstance(record, Dimension) and record.evidenced
    ]
    if not dimensions:
        return
    vocabulary = {
        name: dimension
        for record in book.statements()
        for dimension in dimensions
        for name in _names(record.scope.get(dimension, ""))
    }
    evidence = _evidence(book, frozenset(vocabulary))
    for record in book.of_kind("derived"):
        if not isinstance(record, Derived) or record.holds_if is None or record.superseded_by is not None:
            continue
        named = {name for dimension in dimensions for name in _names(record.scope.get(dimension, ""))}
        named.update(word for word in _words(f"{record.title} {record.says}") if word in vocabulary)
        named.update(_named_by_values(book, record, dimensions))
        missing = sorted(named - evidence.get(record.identifier, frozenset()))
        if missing:
            yield rule.finding(
                record.place,
                f"{record.identifier} speaks of "
                + " and ".join(f"the {vocabulary[name]} '{name}'" for name in missing)
                + ", which none of its inputs has",
                "inputs that compare it, or a verdict on what was compared",
                f"its inputs are {', '.join(dict.fromkeys(record.inputs.values()))}",
                record=record.identifier,
            )


def _named_by_values(book: Book, record: Record, dimensions: Sequence[str]) -> Iterator[str]:
    """Yield what is named by the conditions of the figures that a sentence inserts."""
    for run in placeholders(record.says):
        scope = book.records[run.text].scope if run.text in book else {}
        for dimension in dimensions:
            yield from _names(scope.get(dimension, ""))


def _evidence(book: Book, vocabulary: frozenset[str]) -> Mapping[str, frozenset[str]]:
    """Return the names in the conditions, titles and sentences of what each record is computed from."""
    own: dict[str, frozenset[str]] = {}
    below: dict[str, frozenset[str]] = {}
    for identifier in book.order:
        record = book.records[identifier]
        texts = (record.title, record.says, *record.scope.values())
        own[identifier] = vocabulary.intersection(_words(" ".join(texts)))
        if isinstance(record, Derived):
            inputs = [name for name in record.inputs.values() if name in own]
            empty: frozenset[str] = frozenset()
            below[identifier] = empty.union(*(own[name] | below.get(name, empty) for name in inputs))
    return below


RULES = (
    Rule(
        code="CB401",
        name="verdict-broken",
        level=Level.ERROR,
        summary="A verdict's condition is false of its inputs.",
        why=(
            "A verdict is a sentence with a condition. When a value that it rests on changes so that the "
            "condition fails, the sentence is wrong wherever it is shown."
        ),
        example=Example(
            'holds_if: "abs(ratio - 1) <= band" with a ratio of 0.88 and a band of 5 %',
            "a verdict that says what 0.88 shows",
        ),
        check=_broken,
    ),
    Rule(
        code="CB402",
        name="verdict-fragile",
        level=Level.WARNING,
        summary="A verdict is true of its inputs as stated and false somewhere within their rounding.",
        why=(
            "0.95 means 0.945 to 0.955. A verdict that holds in one half of that and fails in the other "
            "hangs on a digit that nobody measured."
        ),
        example=Example(
            'holds_if: "ratio >= 0.95" with a ratio of 0.95',
            'holds_if: "ratio >= 0.95" with a ratio of 0.953',
        ),
        check=_fragile,
    ),
    Rule(
        code="CB403",
        name="verdict-one-sided",
        level=Level.ERROR,
        summary="A verdict names something, in a dimension that wants evidence, that none of its inputs has.",
        why=(
            "A comparison with one alternative is often told as one with all of them. A verdict may name, "
            "in its scope or its words, only what its inputs compared. Which dimensions this holds for is "
            "said by their records: evidenced: true."
        ),
        example=Example(
            'says: "It beats the piston pump and the gear pump." from a test against the first alone',
            'says: "It beats the piston pump."',
        ),
        check=_one_sided,
    ),
)

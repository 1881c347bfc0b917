"""Texts that repeat the sentence of a record: known by a run of words, whatever stands around it.

Words are compared, not characters, and a value in the record's sentence ends a run: the text may state any.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from macros.records.text import parse_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from macros.records.base import Record

RUN = 8
"""How many words in a row show that a sentence is that of a record."""
FEWEST = 5
"""The fewest words of a whole sentence that are recognised; fewer occur by chance."""
_WORD = re.compile(r"[^\W_]+")


def echoes(texts: Sequence[str], records: Iterable[Record]) -> dict[int, Record]:
    """Return, by the number of a text, the first record whose sentence it repeats."""
    places: dict[tuple[str, ...], list[int]] = {}
    for number, text in enumerate(texts):
        words = _words(text)
        for length in range(FEWEST, RUN + 1):
            for run in _runs(words, length):
                places.setdefault(run, []).append(number)
    found: dict[int, Record] = {}
    for record in records if places else ():
        for run in _telling(record.says):
            for number in places.get(run, ()):
                found.setdefault(number, record)
    return found


def _telling(says: str) -> Iterator[tuple[str, ...]]:
    """Yield the runs of words by which a sentence is known; its longest stretch where none is long enough."""
    stretches = [_words(part) for part in _between_values(says)]
    longest = max(stretches, key=len, default=())
    if FEWEST <= len(longest) < RUN:
        yield longest
    for stretch in stretches:
        yield from _runs(stretch, RUN)


def _between_values(says: str) -> list[str]:
    parts = [""]
    for run in parse_text(says):
        if run.sort == "value":
            parts.append("")
        else:
            parts[-1] += run.text
    return parts


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.casefold() for word in _WORD.findall(text))


def _runs(words: tuple[str, ...], length: int) -> Iterator[tuple[str, ...]]:
    return (words[start : start + length] for start in range(len(words) - length + 1))

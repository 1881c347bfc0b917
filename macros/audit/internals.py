"""Where something internal shows in published files: an id, a title, words of a text, a value.

Words are compared, not characters, so that markup, line ends and capitals make no difference. What another
record says in the same words is not internal.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from macros.audit.sensitive.disguise import plain
from macros.findings import Place

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from macros.audit.material import Artefact

RUN = 8
"""How many words in a row of an internal text show that it is that text."""
FEWEST = 4
"""The fewest words of a text, and characters of a value, that are recognised; fewer occur by chance."""
_AROUND = 15
"""How many words before and after a value tell what it is the value of."""
_TELLING = 5
"""The length from which a word of a title tells what it is about."""
_WORD = re.compile(r"[^\W_]+(?:[.'\u2019][^\W_]+)*")
_IDENTIFIER = re.compile(r"[a-z0-9][a-z0-9-]*\.[a-z0-9][a-z0-9-]*")
_WHOLE = re.compile(r">\s*([^<>]{3,200}?)\s*(?=<)|\"([^\"<>]{3,200})\"")
_ATTRIBUTE = re.compile(
    r"\b(?:alt|title|content|value|label|placeholder|aria-[a-z]+|data-[a-z-]+)=\"([^\"]+)\""
)


@dataclass(frozen=True, slots=True)
class Words:
    """What a record says: its id, its title, its texts, and its value as it is shown."""

    identifier: str
    title: str
    texts: tuple[str, ...]
    display: str = ""


@dataclass(frozen=True, slots=True)
class Trace:
    """Something of a record in a published file: the record, in which form, and where."""

    identifier: str
    form: str
    place: Place
    address: str


@dataclass(frozen=True, slots=True)
class _Needle:
    """Words in a row that show a record, the place of the rarest among them, and what has to stand around."""

    identifier: str
    form: str
    words: tuple[str, ...]
    anchor: int
    around: frozenset[str] = frozenset()


class Seeker:
    """Looks for what internal records say, and no other record does."""

    def __init__(self, internal: Sequence[Words], others: Iterable[Words]) -> None:
        """Build the index of words; it takes time and room in proportion to the texts."""
        others = list(others)
        public = [words for one in others for text in (one.title, *one.texts) if (words := _words(text))]
        self._runs = {run for words in public for run in _runs(words, RUN)}
        self._said = f" {' | '.join(' '.join(words) for words in public)} "
        self._displays = {one.display for one in others}
        self._identifiers = {one.identifier for one in internal}
        titles = {one.title.casefold() for one in others}
        self._titles = {
            one.title.casefold(): one.identifier for one in internal if one.title.casefold() not in titles
        }
        self._index: dict[str, list[_Needle]] = {}
        for one in internal:
            for needle in self._needles(one):
                self._index.setdefault(needle.words[needle.anchor], []).append(needle)

    def _needles(self, one: Words) -> Iterator[_Needle]:
        for form, text in (("title", one.title), *(("text", text) for text in one.texts)):
            words = _words(text)
            if len(words) < RUN:
                is_own = len(words) >= FEWEST and f" {' '.join(words)} " not in self._said
                runs = [words] if is_own else []
            else:
                runs = [run for run in _runs(words, RUN) if run not in self._runs]
            for run in runs:
                yield _Needle(one.identifier, form, run, _rarest(run))
        words = _words(one.display)
        telling = frozenset(word for word in _words(one.title) if len(word) >= _TELLING)
        is_figure = len(one.display) >= FEWEST and bool(words) and words[0][0].isdigit()
        if is_figure and one.display not in self._displays and telling:
            yield _Needle(one.identifier, "value", words, _rarest(words), telling)

    def traces(self, artefacts: Iterable[Artefact]) -> Iterator[Trace]:
        """Yield what shows; a line that several files share is looked at in the first of them."""
        seen: set[int] = set()
        for artefact in artefacts:
            for identifier in _IDENTIFIER.findall(artefact.address):
                if identifier in self._identifiers:
                    yield Trace(identifier, "address", Place(artefact.shown), artefact.address)
            fresh = []
            for number, line in enumerate(artefact.text.split("\n"), 1):
                mark = hash(line)
                if mark not in seen:
                    seen.add(mark)
                    fresh.append((number, line))
            yield from self._in_lines(artefact, fresh)

    def _in_lines(self, artefact: Artefact, fresh: Sequence[tuple[int, str]]) -> Iterator[Trace]:
        text = "\n".join(line for _, line in fresh)
        starts = [0, *accumulate(len(line) + 1 for _, line in fresh)]

        def trace(identifier: str, form: str, offset: int) -> Trace:
            index = bisect_right(starts, offset) - 1
            place = Place(artefact.shown, fresh[index][0], offset - starts[index] + 1)
            return Trace(identifier, form, place, artefact.address)

        for match in _IDENTIFIER.finditer(text):
            if match[0] in self._identifiers:
                yield trace(match[0], "id", match.start())
        for match in _WHOLE.finditer(text):
            group = 1 if match[1] is not None else 2
            identifier = self._titles.get(_shown(match[group]).strip().casefold())
            if identifier:
                yield trace(identifier, "title", match.start(group))
        view = plain(text)
        for identifier, form, offset in self._in_words(view.text):
            yield trace(identifier, form, view.origin(offset, offset + 1)[0])
        for match in _ATTRIBUTE.finditer(text):
            for identifier, form, _ in self._in_words(_shown(match[1])):
                yield trace(identifier, form, match.start(1))

    def _in_words(self, text: str) -> Iterator[tuple[str, str, int]]:
        places = [(match[0].casefold(), match.start()) for match in _WORD.finditer(text)]
        words = tuple(word for word, _ in places)
        for index, word in enumerate(words):
            for needle in self._index.get(word, ()):
                start = index - needle.anchor
                end = start + len(needle.words)
                if start < 0 or words[start:end] != needle.words:
                    continue
                around = words[max(0, start - _AROUND) : start] + words[end : end + _AROUND]
                if not needle.around or needle.around & set(around):
                    yield needle.identifier, needle.form, places[start][1]


def _shown(text: str) -> str:
    """Return a text without disguises; most have none."""
    return plain(text).text if "&" in text or "\\" in text else text


def _words(text: str) -> tuple[str, ...]:
    return tuple(match[0].casefold() for match in _WORD.finditer(text))


def _runs(words: tuple[str, ...], length: int) -> Iterator[tuple[str, ...]]:
    """Yield every stretch of so many words."""
    for start in range(len(words) - length + 1):
        yield words[start : start + length]


def _rarest(words: Sequence[str]) -> int:
    """Return where the longest word stands: it is looked up, and the longest is likely the rarest."""
    return max(range(len(words)), key=lambda index: len(words[index]))

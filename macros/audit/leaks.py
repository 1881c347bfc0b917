"""Where something stands that must not be published, in sources and in published files.

A line that many published files share is looked at once. Where a published text comes from a page or a
record, the place in that source is the finding, and says in how many files it is published.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from itertools import accumulate
from typing import TYPE_CHECKING

from macros.audit.sensitive import hits, mask_of, seen_in
from macros.audit.sensitive.disguise import disguises, plain
from macros.findings import Place

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from macros.audit.material import Artefact, Material
    from macros.audit.scan import Text
    from macros.records.base import Record

_BATCH = 1 << 20
"""How many characters are looked at in one go."""
_REMEMBERED = 400_000
"""How many lines are remembered as seen, so that a large site does not fill the memory."""


@dataclass(frozen=True, slots=True)
class Leak:
    """Something that must not be published: its kind, its place, and what may be shown of it.

    ``address`` is the published file, empty for a source; ``files`` counts the published files with it.
    """

    code: str
    place: Place
    mask: str
    record: str = ""
    address: str = ""
    files: int = 0


@dataclass(frozen=True, slots=True)
class _Spot:
    """A stretch of a line, and the text that a reader sees there; never printed."""

    code: str
    column: int
    secret: str = field(repr=False)


def find_leaks(material: Material) -> tuple[Leak, ...]:
    """Return what must not be published, in sources and in published files."""
    origins = (*material.pages, *material.record_files)
    sources = (*origins, *material.files)
    artefacts = material.outputs or ()
    spots = _spots(_lines(sources, artefacts))
    if not spots:
        return ()
    published = _published(artefacts, spots)
    records = _by_line(material.book)
    found: list[Leak] = []
    known: set[tuple[str, str]] = set()
    for number, text in enumerate(sources):
        for line, spot in _occurrences(text.shown, text.text, spots):
            files = published.get((spot.code, spot.secret), ())
            if number < len(origins):
                known.add((spot.code, spot.secret))
            place = Place(text.shown, line, spot.column)
            record = _record_at(records, text.shown, line)
            found.append(Leak(spot.code, place, mask_of(spot.secret), record, files=len(files)))
    for (code, secret), places in published.items():
        if (code, secret) not in known:
            first, place = places[0]
            found.append(Leak(code, place, mask_of(secret), address=first.address, files=len(places)))
    return tuple(found)


def _lines(sources: Iterable[Text], artefacts: Iterable[Artefact]) -> Iterator[str]:
    """Yield the lines of all texts, and their paths; each once, as far as remembered."""
    seen: set[int] = set()
    texts: list[Text | Artefact] = [*sources, *artefacts]
    for text in texts:
        for line in (text.shown, *text.text.split("\n")):
            mark = hash(line)
            if mark not in seen:
                yield line
                if len(seen) < _REMEMBERED:
                    seen.add(mark)


def _spots(lines: Iterable[str]) -> dict[str, tuple[_Spot, ...]]:
    """Return what stands in each line that has something; lines are looked at in batches."""
    found: dict[str, tuple[_Spot, ...]] = {}
    batch: list[str] = []
    size = 0
    for line in lines:
        batch.append(line)
        size += len(line) + 1
        if size > _BATCH:
            found.update(_of_batch(batch))
            batch, size = [], 0
    found.update(_of_batch(batch))
    return found


def _of_batch(lines: Sequence[str]) -> dict[str, tuple[_Spot, ...]]:
    text = "\n".join(lines)
    suspects = dict.fromkeys(lines[index] for index in _lines_with_hits(lines))
    disguised = list(dict.fromkeys(lines[index] for index in _indexes(lines, disguises(text))))
    for with_tags in (False, True):
        views = [plain(line, with_tags=with_tags).text for line in disguised]
        suspects.update(dict.fromkeys(disguised[index] for index in _lines_with_hits(views)))
    return {line: spots for line in suspects if (spots := _spots_of(line))}


def _lines_with_hits(lines: Sequence[str]) -> Iterator[int]:
    return _indexes(lines, (hit.start for hit in hits("\n".join(lines))))


def _indexes(lines: Sequence[str], positions: Iterable[int]) -> Iterator[int]:
    """Yield the line of each position in the lines joined."""
    found = list(positions)
    starts = [0, *accumulate(len(line) + 1 for line in lines)] if found else []
    for position in found:
        yield bisect_right(starts, position) - 1


def _spots_of(line: str) -> tuple[_Spot, ...]:
    return tuple(_Spot(one.code, one.start + 1, one.seen) for one in seen_in(line))


def _occurrences(shown: str, text: str, spots: dict[str, tuple[_Spot, ...]]) -> Iterator[tuple[int, _Spot]]:
    """Yield the spots of a file with their line numbers; those of its path stand in its first line."""
    for spot in spots.get(shown, ()):
        yield 1, _Spot(spot.code, 1, spot.secret)
    for number, line in enumerate(text.split("\n"), 1):
        for spot in spots.get(line, ()):
            yield number, spot


def _published(
    artefacts: Iterable[Artefact], spots: dict[str, tuple[_Spot, ...]]
) -> dict[tuple[str, str], list[tuple[Artefact, Place]]]:
    """Return the published files in which each secret stands, with its first place in each."""
    found: dict[tuple[str, str], list[tuple[Artefact, Place]]] = {}
    for artefact in artefacts:
        seen: set[tuple[str, str]] = set()
        for line, spot in _occurrences(artefact.shown, artefact.text, spots):
            key = (spot.code, spot.secret)
            if key not in seen:
                seen.add(key)
                found.setdefault(key, []).append((artefact, Place(artefact.shown, line, spot.column)))
    return found


def _by_line(records: Iterable[Record]) -> dict[str, list[tuple[int, str]]]:
    found: dict[str, list[tuple[int, str]]] = {}
    for record in records:
        found.setdefault(record.path, []).append((record.line, record.identifier))
    for lines in found.values():
        lines.sort()
    return found


def _record_at(records: dict[str, list[tuple[int, str]]], path: str, line: int) -> str:
    """Return the record in whose lines a place lies, or nothing."""
    lines = records.get(path, [])
    index = bisect_right(lines, line, key=lambda entry: entry[0]) - 1
    return lines[index][1] if index >= 0 else ""

"""What must not be published in one line, as written or as a reader sees it, and the line without it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from macros.audit.sensitive.disguise import disguises, plain
from macros.audit.sensitive.finder import HIDDEN, hits

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True, slots=True)
class Seen:
    """A stretch of a line that shows something, its kind, and what a reader sees there; never printed."""

    start: int
    end: int
    code: str
    seen: str = field(repr=False)

    def meets(self, other: Seen) -> bool:
        """Say whether two stretches share a character."""
        return other.start < self.end and self.start < other.end

    def covers(self, other: Seen) -> bool:
        """Say whether this stretch is more than the other, on both sides or on one."""
        is_around = self.start <= other.start and other.end <= self.end
        return is_around and self.end - self.start > other.end - other.start


def seen_in(line: str) -> list[Seen]:
    """Return what stands in a line, as written or without disguises, whichever shows more of it."""
    found = [Seen(hit.start, hit.end, hit.code, line[hit.start : hit.end]) for hit in hits(line)]
    is_plain = "<" not in line and not any(True for _ in disguises(line))
    for with_tags in () if is_plain else (True, False):
        view = plain(line, with_tags=with_tags)
        fresh = [
            Seen(*view.origin(hit.start, hit.end), hit.code, view.text[hit.start : hit.end])
            for hit in hits(view.text)
        ]
        if not with_tags:
            found = [one for one in found if line[one.start - 1 : one.start] != ">" or _is_among(one, fresh)]
        for one in fresh:
            within = [other for other in found if one.meets(other)]
            if all(one.covers(other) for other in within):
                found = [*(other for other in found if other not in within), one]
    return sorted(found, key=lambda one: one.start)


def _is_among(one: Seen, fresh: Iterable[Seen]) -> bool:
    """Say whether what begins an element shows without the tags too: the word before it may be in another."""
    return any(one.meets(other) for other in fresh)


def masked_line(line: str) -> str:
    """Return a line with all that must not be published hidden, at the same length, disguised or not."""
    for one in seen_in(line):
        line = f"{line[: one.start]}{HIDDEN * (one.end - one.start)}{line[one.end :]}"
    return line

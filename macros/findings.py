"""One finding: something that a reader of records, pages or output must know.

Every room that can be wrong returns findings instead of raising, so that all of them are shown together.
This module knows neither records nor pages: a finding carries plain text and a place.
"""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


_UNPRINTED = re.compile("[\0-\x1f\x7f-\x9f\ud800-\udfff]")
"""What a file's name may hold and a line of text may not: control characters, bytes that are not UTF-8."""


class Level(StrEnum):
    """How much a finding weighs; an error stops a build."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A position in a source file: path as given by the user, line and column counted from one."""

    path: str
    line: int = 1
    column: int = 1

    @classmethod
    def at(cls, path: str, text: str, position: int) -> Place:
        """Return the place of a position in a file's text, counted from nought."""
        return cls(path, text.count("\n", 0, position) + 1, position - text.rfind("\n", 0, position))

    def __str__(self) -> str:
        """Return ``path:line:column``, the form that editors make clickable, on one line in any case."""
        path = _UNPRINTED.sub(lambda match: f"\\x{ord(match[0]) & 0xFF:02x}", self.path)
        return f"{path}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found where, what is expected instead, and the nearest fix where one is known.

    ``cause`` names what made a record stale or wrong; ``waived`` is the reason for which it may stand.
    """

    rule: str
    place: Place
    found: str
    expected: str = ""
    fix: str = ""
    record: str = ""
    level: Level = field(default=Level.ERROR)
    cause: str = ""
    waived: str = ""

    @property
    def message(self) -> str:
        """Return the finding's sentence: found, then expected, then the fix."""
        parts = [self.found]
        if self.expected:
            parts.append(f"expected {self.expected}")
        if self.fix:
            parts.append(self.fix)
        return "; ".join(parts)

    @property
    def sort_key(self) -> tuple[Place, str, str]:
        """Return the order in which findings are shown: by place, then rule, then text."""
        return (self.place, self.rule, self.found)


class FindingsError(Exception):
    """Raised at the outer edge only, to end a run with all its findings."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        """Keep the findings in the order in which they are shown."""
        self.findings = tuple(sorted(unique(findings), key=lambda finding: finding.sort_key))
        super().__init__(f"{len(self.findings)} findings")


def unique(findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings without those that say the same of the same place again."""
    return list({finding.sort_key: finding for finding in reversed(list(findings))}.values())[::-1]


def nearest(name: str, known: Iterable[str]) -> str:
    """Return ``did you mean X?`` for the known name closest to ``name``, or nothing when none is close.

    A name typed without its subject (``serving-tax`` for ``transport.serving-tax``) counts as close.
    """
    names = sorted(known)
    same_key = [candidate for candidate in names if candidate.rpartition(".")[2] == name.rpartition(".")[2]]
    close = same_key or difflib.get_close_matches(name, names, n=1, cutoff=0.6)
    return f"did you mean '{close[0]}'?" if close else ""


class Suggestions:
    """Names, indexed once, from which the nearest is suggested for each of many wrong ones.

    Comparing all with all would take hours in a large book: after ``comparisons`` only names that differ in
    their subject are suggested.
    """

    def __init__(self, names: Iterable[str], comparisons: int = 100_000) -> None:
        """Index the names."""
        self._by_key: dict[str, list[str]] = {}
        self._names = sorted(names)
        for name in self._names:
            self._by_key.setdefault(name.rpartition(".")[2], []).append(name)
        self._left = comparisons
        self._known: dict[str, str] = {}

    def nearest(self, name: str) -> str:
        """Return what ``nearest`` returns for these names, or nothing once too much was compared."""
        if name in self._known:
            return self._known[name]
        names = self._by_key.get(name.rpartition(".")[2])
        if names is None:
            if len(self._names) > self._left:
                return ""
            self._left -= len(self._names)
            names = self._names
        return self._known.setdefault(name, nearest(name, names))


def abbreviated(text: object, length: int = 60) -> str:
    """Return a value for a message: one line, at most ``length`` characters, quoted."""
    flat = " ".join(str(text).split())
    return f"'{flat if len(flat) <= length else flat[: length - 1] + '…'}'"

"""What every format of the audit's report shows: the findings, the rules, what was not checked, the lines.

It knows findings and plain words, neither records nor rules' checks.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from macros.findings import Level

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from macros.findings import Finding, Place

MASKED = "CB11"
"""The rules whose matches are secrets: no line with one is ever shown."""
RANK = {Level.ERROR: 0, Level.WARNING: 1, Level.NOTE: 2}
"""The order of levels, the weightiest first."""


@dataclass(frozen=True, slots=True)
class Entry:
    """How a rule explains itself."""

    code: str
    name: str
    level: str
    summary: str
    why: str
    bad: str
    good: str


@dataclass(frozen=True)
class Report:
    """The result of an audit as it is reported; ``fingerprints`` go with the findings one by one.

    ``line`` gives the text of a place's line; ``fail_on`` is the level from which findings fail a run, or
    None where nothing does; ``remarks`` are further things that a reader must know.
    """

    as_of: str
    findings: tuple[Finding, ...]
    fingerprints: tuple[str, ...]
    entries: Mapping[str, Entry]
    checked: tuple[str, ...] = ()
    not_checked: tuple[tuple[str, str], ...] = ()
    failed: tuple[str, ...] = ()
    line: Callable[[Place], str | None] = field(default=lambda _: None)
    fail_on: Level | None = Level.ERROR
    version: str = ""
    remarks: tuple[str, ...] = ()

    @cached_property
    def open(self) -> tuple[Finding, ...]:
        """Return the findings that nothing waives, in the order of places."""
        return tuple(finding for finding in self.findings if not finding.waived)

    @cached_property
    def weightiest(self) -> tuple[Finding, ...]:
        """Return the findings that nothing waives, errors first, then by place."""
        return tuple(sorted(self.open, key=lambda finding: (RANK[finding.level], finding.sort_key)))

    @cached_property
    def counts(self) -> Mapping[Level, int]:
        """Return how many open findings there are of each level."""
        found = Counter(finding.level for finding in self.open)
        return {level: found[level] for level in Level}

    @property
    def waived(self) -> int:
        """Return how many findings a waiver or the baseline hides."""
        return len(self.findings) - len(self.open)

    @property
    def failing(self) -> int:
        """Return how many open findings are at the level that fails a run, or above it."""
        if self.fail_on is None:
            return 0
        return sum(RANK[finding.level] <= RANK[self.fail_on] for finding in self.open)

    @cached_property
    def unchecked(self) -> Mapping[str, tuple[str, ...]]:
        """Return the rules that were not checked, by the reason."""
        reasons: dict[str, list[str]] = {}
        for code, why in self.not_checked:
            reasons.setdefault(why, []).append(code)
        return {why: tuple(codes) for why, codes in reasons.items()}

    @cached_property
    def _hidden(self) -> frozenset[tuple[str, int]]:
        return frozenset(
            (finding.place.path, finding.place.line)
            for finding in self.findings
            if finding.rule.startswith(MASKED)
        )

    def excerpt(self, finding: Finding) -> str | None:
        """Return the line of a finding, or None where it is empty, unknown or holds something masked."""
        place = finding.place
        if (place.path, place.line) in self._hidden:
            return None
        line = self.line(place)
        return line if line and line.strip() else None

    def name(self, rule: str) -> str:
        """Return the name of a rule, or nothing where its code is its name."""
        return self.entries[rule].name if rule in self.entries else ""

    def sentence(self) -> str:
        """Return the result in one line."""
        parts = [counted(self.counts[level], level.value) for level in Level if self.counts[level]]
        found = ", ".join(parts) or "nothing found"
        waived = f"; {self.waived} waived" if self.waived else ""
        failed = f", {len(self.failed)} failed" if self.failed else ""
        missing = f", {len(self.not_checked)} not checked" if self.not_checked else ""
        rules = counted(len(self.checked), "rule")
        return f"{found}{waived}; {rules} checked{missing}{failed}; as of {self.as_of}"

    def summary(self) -> dict[str, Any]:
        """Return the result as plain data."""
        return {
            **{level.value: self.counts[level] for level in Level},
            "waived": self.waived,
            "failing": self.failing,
            "rules": dict(sorted(Counter(finding.rule for finding in self.open).items())),
            "checked": list(self.checked),
            "not_checked": [{"rule": code, "why": why} for code, why in self.not_checked],
            "failed": list(self.failed),
            "remarks": list(self.remarks),
        }


def counted(number: int, noun: str) -> str:
    """Return a number with its noun."""
    return f"{number} {noun}{'' if number == 1 else 's'}"

"""Whether a mutation is caught: what all rules find on the mutated site and not on the site as it is."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from macros.audit.rules import RULES
from macros.audit.run import run_audit

if TYPE_CHECKING:
    from collections.abc import Iterable

    from macros.findings import Finding
    from tests.benchmarks.mutations.ground import Ground
    from tests.benchmarks.mutations.model import Mutation

Verdict = Literal["caught", "by accident", "missed"]
OUTPUT_RULES = frozenset({"CB102", "CB1301"})
"""Rules over the built output alone: a change of a source reaches them only through a build, so that they are
left out where nothing built is changed. All the others run on every mutation."""


@dataclass(frozen=True)
class Judged:
    """A mutation with its verdict and what was found besides what the site has anyway."""

    mutation: Mutation
    verdict: Verdict
    findings: tuple[str, ...] = ()


class Judge:
    """Judges mutations of one site."""

    def __init__(self, ground: Ground) -> None:
        """Audit the site as it is."""
        self._ground = ground
        self.baseline = Counter(_key(finding) for finding in self._audit({}))

    def __call__(self, mutation: Mutation) -> Judged:
        """Return whether the mutation is caught by the right rule, by another one, or by none."""
        left = Counter(self.baseline)
        fresh = []
        for finding in self._audit(mutation.edits):
            key = _key(finding)
            if left[key]:
                left[key] -= 1
            else:
                fresh.append(finding)
        shown = tuple(f"{finding.place} {finding.rule} {finding.message}" for finding in fresh)
        if any(mutation.wanted.met_by(finding) for finding in fresh):
            return Judged(mutation, "caught", shown)
        return Judged(mutation, "by accident" if fresh else "missed", shown)

    def _audit(self, edits: dict[str, str]) -> Iterable[Finding]:
        material, loading = self._ground.mutated(edits)
        is_built = not edits or any(path.startswith("dist/") for path in edits)
        chosen = [rule for rule in RULES if is_built or rule.code not in OUTPUT_RULES]
        try:
            return run_audit(RULES, chosen, material, loading).findings
        finally:
            self._ground.restore()


def _key(finding: Finding) -> tuple[str, str, str, str, bool]:
    """Return what makes a finding the same although lines have moved."""
    return finding.rule, finding.place.path, finding.record, finding.found, bool(finding.waived)

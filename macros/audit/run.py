"""A run of the audit: every rule over the material; one that fails is a finding, and the others still run."""

from __future__ import annotations

import traceback
from dataclasses import dataclass
from typing import TYPE_CHECKING

from macros.findings import Finding, Level, Place, unique

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from macros.audit.material import Material
    from macros.audit.rule import Rule

FAILED = "CB001"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run found, which rules could not be checked and why, and which rules failed themselves."""

    findings: tuple[Finding, ...]
    not_checked: tuple[tuple[str, str], ...]
    failed: tuple[str, ...]


def run_rules(rules: Iterable[Rule], material: Material) -> Outcome:
    """Return what the rules find, in the order of places."""
    found: list[Finding] = []
    not_checked: list[tuple[str, str]] = []
    failed: list[str] = []
    for rule in rules:
        missing = [need for need in rule.needs if not material.has(need)]
        if missing:
            not_checked.append((rule.code, f"there are no {', '.join(missing)}"))
            continue
        try:
            found.extend(rule.check(rule, material))
        except Exception as error:  # noqa: BLE001 - one broken rule must not hide what the others find
            failed.append(rule.code)
            found.append(_failure(rule, error))
    ordered = sorted(unique(found), key=lambda finding: finding.sort_key)
    return Outcome(tuple(ordered), tuple(not_checked), tuple(failed))


def _failure(rule: Rule, error: Exception) -> Finding:
    frames: Sequence[traceback.FrameSummary] = traceback.extract_tb(error.__traceback__)
    where = f"{frames[-1].name}, line {frames[-1].lineno}" if frames else "unknown"
    found = f"the rule {rule.code} ({rule.name}) failed: {type(error).__name__}: {error} in {where}"
    return Finding(FAILED, Place("macros/audit"), found, "a rule that runs", level=Level.ERROR)

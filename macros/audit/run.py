"""A run of the audit: every rule over the material, then the waivers.

A rule that fails is a finding, and the others still run. What was found before is read from the cache where
nothing that it depends on has changed.
"""

from __future__ import annotations

import traceback
from dataclasses import dataclass
from typing import TYPE_CHECKING

from macros.audit.hiding import hidden
from macros.audit.own import FAILED, OWN_RULES
from macros.audit.rule import Unchecked
from macros.audit.waivers import apply_waivers, read_waivers
from macros.findings import Finding, Level, Place, unique

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from macros.audit.material import Material
    from macros.audit.rule import Rule

_MISSING = {
    "pages": "there are no pages",
    "files": "there are no other files that git knows",
    "outputs": "nothing is built: run claimbook build first",
    "catalogue": "nothing is built: run claimbook build first",
    "customer": "there is no customer edition",
    "macro_names": "the site's repository has no macros of its own",
}
TURNED = {"shown-differs": "CB301", "verdict-broken": "CB401"}
"""What loading finds too, and the rule that says it for the audit."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run found, which rules could not be checked and why, and which rules failed themselves.

    ``checked`` are the rules that ran to their end and looked at everything.
    """

    findings: tuple[Finding, ...]
    not_checked: tuple[tuple[str, str], ...]
    failed: tuple[str, ...]
    checked: tuple[str, ...] = ()


def run_rules(rules: Iterable[Rule], material: Material) -> Outcome:
    """Return what the rules find, in the order of places."""
    found: list[Finding] = []
    not_checked: list[tuple[str, str]] = []
    failed: list[str] = []
    checked: list[str] = []
    for rule in rules:
        missing = [need for need in rule.needs if not material.has(need)]
        if missing:
            reasons = dict.fromkeys(_MISSING.get(need, f"there are no {need}") for need in missing)
            not_checked.append((rule.code, "; ".join(reasons)))
            continue
        unlooked = len(not_checked)
        try:
            for item in rule.check(rule, material):
                if isinstance(item, Unchecked):
                    not_checked.append((rule.code, item.why))
                else:
                    found.append(item)
            if len(not_checked) == unlooked:
                checked.append(rule.code)
        except Exception as error:  # noqa: BLE001 - one broken rule must not hide what the others find
            failed.append(rule.code)
            found.append(_failure(rule, error))
    return Outcome(_ordered(found), tuple(not_checked), tuple(failed), tuple(checked))


def run_audit(
    rules: Sequence[Rule], chosen: Sequence[Rule], material: Material, loading: Iterable[Finding]
) -> Outcome:
    """Run the chosen ones of all rules, and apply the waivers to what they and the loading found.

    ``loading`` is what was found when the records and files were read.
    """
    codes = {rule.code for rule in rules}
    outcome = run_rules(chosen, material)
    loaded = [finding for finding in loading if TURNED.get(finding.rule) not in codes]
    waivers = read_waivers(material, codes | {rule.code for rule in OWN_RULES})
    findings = apply_waivers(
        (*loaded, *outcome.findings), waivers, material.as_of, frozenset(outcome.checked)
    )
    return Outcome(_ordered(findings), outcome.not_checked, outcome.failed, outcome.checked)


def _ordered(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(unique(hidden(findings)), key=lambda finding: finding.sort_key))


def _failure(rule: Rule, error: Exception) -> Finding:
    frames: Sequence[traceback.FrameSummary] = traceback.extract_tb(error.__traceback__)
    where = f"{frames[-1].name}, line {frames[-1].lineno}" if frames else "unknown"
    said = " ".join(f"{type(error).__name__}: {error}".split())
    found = f"the rule {rule.code} ({rule.name}) failed: {said} in {where}"
    return Finding(FAILED, Place("macros/audit"), found, "a rule that runs", level=Level.ERROR)

"""Checks as text for people and as JSON for programs."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING

from macros.evidence.verifying import FAILING, Outcome

if TYPE_CHECKING:
    from collections.abc import Sequence

    from macros.evidence.verifying import Check


def as_text(checks: Sequence[Check], *, named: bool) -> str:
    """Return what fails in full, what is verified in a line each, and a count of all.

    Records that offer no evidence, or whose repository has no root, are counted, and listed where they were
    asked for by name.
    """
    lines = [line for check in checks if check.outcome in FAILING for line in _failure(check)]
    lines += [_line(check) for check in checks if check.outcome is Outcome.VERIFIED]
    if named:
        left = (Outcome.NOT_CHECKED, Outcome.NOT_OFFERED)
        lines += [
            _line(check) + f": {check.why}" * bool(check.why) for check in checks if check.outcome in left
        ]
    return "\n".join([*lines, sentence(checks)]) + "\n"


def _line(check: Check) -> str:
    return f"{check.outcome}: {check.record} {check.stated}".rstrip() + (
        f", read {check.read}" * bool(check.read)
    )


def _failure(check: Check) -> list[str]:
    told = f"the record says {check.stated}, the artefact {check.read}" if check.read else check.why
    return [f"{check.outcome}: {check.record}: {told}", f"  {check.artefact}, {check.reading}"]


def sentence(checks: Sequence[Check]) -> str:
    """Return how many records there are of each outcome, in one line."""
    counted = Counter(check.outcome for check in checks)
    parts = [f"{counted[outcome]} {outcome}" for outcome in Outcome if counted[outcome]]
    return ", ".join(parts) if parts else "no measured record"


def as_json(checks: Sequence[Check]) -> str:
    """Return every check, and the counts."""
    counted = Counter(check.outcome.value for check in checks)
    document = {
        "checks": [
            {
                "record": check.record,
                "outcome": check.outcome.value,
                "stated": check.stated,
                "read": check.read or None,
                "artefact": check.artefact or None,
                "reading": check.reading or None,
                "why": check.why or None,
            }
            for check in checks
        ],
        "summary": {outcome.value: counted[outcome.value] for outcome in Outcome},
    }
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"

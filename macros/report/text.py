"""Findings as lines: ``path:line:column: level: message [rule]``, the form that editors and people read."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from macros.findings import Finding


def as_text(findings: Iterable[Finding]) -> str:
    """Return one line a finding, ordered by place, without a final line break."""
    ordered = sorted(findings, key=lambda finding: finding.sort_key)
    return "\n".join(
        f"{finding.place}: {finding.level}: {finding.message} [{finding.rule}]" for finding in ordered
    )

"""The rules, one small module a family; ``RULES`` lists them in the order of their codes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from macros.audit.rules import (
    comparability,
    contradictions,
    copies_of_records,
    derivations,
    freshness,
    orphans,
    provenance,
    sanitised,
    verdicts,
)

if TYPE_CHECKING:
    from macros.audit.rule import Rule

RULES: tuple[Rule, ...] = tuple(
    sorted(
        (
            *comparability.RULES,
            *contradictions.RULES,
            *copies_of_records.RULES,
            *derivations.RULES,
            *freshness.RULES,
            *orphans.RULES,
            *provenance.RULES,
            *sanitised.RULES,
            *verdicts.RULES,
        ),
        key=lambda rule: rule.code,
    )
)

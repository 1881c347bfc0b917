"""The rules, one small module a family; ``RULES`` lists them in the order of their codes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from macros.audit.rules import (
    assertions,
    audience,
    comparability,
    contradictions,
    copies_in_text,
    copies_of_records,
    denied_advice,
    derivations,
    freshness,
    orphans,
    provenance,
    quantities,
    sanitised,
    verdicts,
)

if TYPE_CHECKING:
    from macros.audit.rule import Rule

RULES: tuple[Rule, ...] = tuple(
    sorted(
        (
            *assertions.RULES,
            *audience.RULES,
            *comparability.RULES,
            *contradictions.RULES,
            *copies_in_text.RULES,
            *copies_of_records.RULES,
            *denied_advice.RULES,
            *derivations.RULES,
            *freshness.RULES,
            *orphans.RULES,
            *provenance.RULES,
            *quantities.RULES,
            *sanitised.RULES,
            *verdicts.RULES,
        ),
        key=lambda rule: rule.code,
    )
)

"""The rules, one small module a family; ``RULES`` lists them in the order of their codes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from macros.audit.rules import orphans

if TYPE_CHECKING:
    from macros.audit.rule import Rule

RULES: tuple[Rule, ...] = tuple(sorted((*orphans.RULES,), key=lambda rule: rule.code))

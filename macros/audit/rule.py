"""What a rule is: a code, a name, a level, the entry that explains it, and a check over the material."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from macros.findings import Finding, Level, Place

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from macros.audit.material import Material

    Check = Callable[["Rule", Material], Iterable["Finding | Unchecked"]]


@dataclass(frozen=True, slots=True)
class Unchecked:
    """What a rule yields besides its findings where it could not look at a part of the material."""

    why: str


@dataclass(frozen=True, slots=True)
class Example:
    """A text that the rule finds fault with, and how it reads when put right."""

    bad: str
    good: str


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule: ``why`` in two or three sentences, an example, and the check.

    ``needs`` names what the check cannot do without: ``pages``, ``files``, ``outputs`` or ``catalogue``. The
    rule is said to be not checked where it is missing, which is not a pass.
    """

    code: str
    name: str
    level: Level
    summary: str
    why: str
    example: Example
    check: Check
    needs: tuple[str, ...] = ()

    def finding(
        self,
        place: Place,
        found: str,
        expected: str = "",
        fix: str = "",
        *,
        record: str = "",
        cause: str = "",
        level: Level | None = None,
    ) -> Finding:
        """Return a finding of this rule at its level, or at another one."""
        return Finding(self.code, place, found, expected, fix, record, level or self.level, cause)

    def at(self, level: Level) -> Rule:
        """Return the same rule at another level."""
        return replace(self, level=level)

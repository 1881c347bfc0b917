"""The findings of the audit about itself: a failed rule, a wrong waiver, an unreadable file.

They have entries like any rule. No waiver hides them, and no option leaves them out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from macros.audit.rule import Example, Rule
from macros.findings import Level

if TYPE_CHECKING:
    from collections.abc import Iterator

    from macros.audit.material import Material
    from macros.findings import Finding

FAILED, MALFORMED, EXPIRED, UNUSED, UNREADABLE = "CB001", "CB002", "CB003", "CB004", "CB005"


def _nothing(rule: Rule, material: Material) -> Iterator[Finding]:
    """Find nothing: the run itself makes these findings."""
    del rule, material
    yield from ()


OWN_RULES = (
    Rule(
        code=FAILED,
        name="rule-failed",
        level=Level.ERROR,
        summary="A rule of the audit failed itself; the others still ran.",
        why="What a broken rule would have found is unknown. That is no pass: the status is 2.",
        example=Example(
            "the rule CB301 (shown-differs) failed: KeyError: 'pump.flow'",
            "a rule that ends, whatever the records hold",
        ),
        check=_nothing,
    ),
    Rule(
        code=MALFORMED,
        name="waiver-malformed",
        level=Level.ERROR,
        summary="A waiver lacks a rule that exists, a reason or an end date within 400 days.",
        why="A waiver without a reason cannot be judged, one without an end is forgotten. It hides nothing.",
        example=Example(
            "<!-- claimbook: allow CB101 -->",
            '<!-- claimbook: allow CB101 "a figure of the example" until 2027-01-31 -->',
        ),
        check=_nothing,
    ),
    Rule(
        code=EXPIRED,
        name="waiver-expired",
        level=Level.WARNING,
        summary="A waiver's end date has passed; what it hid is reported again.",
        why="The end date is the day on which somebody promised to look again.",
        example=Example(
            '# claimbook: allow CB1101 "documentation address" until 2025-06-30',
            "the address gone, or the waiver renewed with a reason that still holds",
        ),
        check=_nothing,
    ),
    Rule(
        code=UNUSED,
        name="waiver-unused",
        level=Level.WARNING,
        summary="A waiver hides nothing; so does an entry of the baseline (a note).",
        why="A waiver that outlives what it hid would hide the next fault at the same place.",
        example=Example(
            '<!-- claimbook: allow CB101 "…" until 2027-01-31 --> beside a text without a figure',
            "the text alone",
        ),
        check=_nothing,
    ),
    Rule(
        code=UNREADABLE,
        name="input-unreadable",
        level=Level.ERROR,
        summary="A file that the audit should read is too large, no text or not readable.",
        why="Nobody knows what stands in it. That is said, and never counted as a pass.",
        example=Example("docs/index.md in UTF-16", "docs/index.md in UTF-8"),
        check=_nothing,
    ),
)
OWN_CODES = frozenset(rule.code for rule in OWN_RULES)

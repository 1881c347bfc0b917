"""What nobody uses: records shown nowhere, sources that nobody cites, terms that nobody defined."""

from __future__ import annotations

from typing import TYPE_CHECKING

from macros.audit.rule import Example, Rule
from macros.findings import Level
from macros.records.kinds import STATEMENT_KINDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from macros.audit.material import Material
    from macros.findings import Finding


def _unshown(rule: Rule, material: Material) -> Iterator[Finding]:
    shown = {record["id"] for record in (material.catalogue or {})["records"] if record["shown_on"]}
    for record in material.book.of_kind(*STATEMENT_KINDS):
        if record.identifier not in shown:
            yield rule.finding(
                record.place,
                f"{record.identifier} is shown on no page",
                "a page that shows it, or no record",
                record=record.identifier,
            )


def _uncited(rule: Rule, material: Material) -> Iterator[Finding]:
    cited = {name for record in material.book for path, name, _ in record.linked() if path}
    for record in material.book.of_kind("source"):
        if record.identifier not in cited:
            yield rule.finding(
                record.place,
                f"nobody cites {record.identifier}",
                "a record that names it",
                record=record.identifier,
            )


RULES = (
    Rule(
        code="CB1001",
        name="record-shown-nowhere",
        level=Level.WARNING,
        summary="A statement is shown on no page.",
        why="A record that no reader sees is not kept true by anyone: it ages unread.",
        example=Example(
            "pump.flow in claims/pump.yml, and no page that names it", '{{ value("pump.flow") }} on a page'
        ),
        check=_unshown,
        needs=("catalogue",),
    ),
    Rule(
        code="CB1002",
        name="source-without-citation",
        level=Level.NOTE,
        summary="A source is cited by no record.",
        why="A source that nothing rests on suggests that a statement was dropped or lost its provenance.",
        example=Example("pump.log, which no record names", "source: pump.log in a record"),
        check=_uncited,
    ),
)

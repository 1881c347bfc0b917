"""What nobody uses or nobody wrote: records shown nowhere, uncited sources, idle macros, undefined terms."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from macros.audit.rule import Example, Rule
from macros.findings import Level, Place, nearest
from macros.records.kinds import STATEMENT_KINDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from macros.audit.material import Material
    from macros.findings import Finding


def _unshown(rule: Rule, material: Material) -> Iterator[Finding]:
    shown = {record["id"] for record in (material.catalogue or {})["records"] if record.get("shown_on")}
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


def _uncalled(rule: Rule, material: Material) -> Iterator[Finding]:
    called = {call.name for _, call in material.calls()}
    first = min((page.shown for page in material.pages), default="")
    for name in sorted(material.macro_names - called):
        yield rule.finding(
            Place(first), f"no page calls the macro {name}", "a page that calls it, or no such macro"
        )


_KEY = re.compile(r"\s*(?:name\s*=\s*)?[\"']([^\"']+)[\"']")


def _undefined(rule: Rule, material: Material) -> Iterator[Finding]:
    """Yield the terms that pages use by key or id and that no record defines."""
    terms = {name for record in material.book.of_kind("term") for name in (record.key, record.identifier)}
    for _, call in material.calls():
        key = _KEY.match(call.arguments) if call.name == "term" else None
        if key is not None and key[1] not in terms:
            yield rule.finding(
                call.place,
                f"the term '{key[1]}' has no entry in the glossary",
                "the key or the id of a record of kind term",
                nearest(key[1], terms),
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
    Rule(
        code="CB1003",
        name="macro-uncalled",
        level=Level.NOTE,
        summary="No page calls a macro.",
        why="What nobody calls is tested on nothing that readers see. It is a matter of tidiness.",
        example=Example(
            "a macro legend, and no page that calls it",
            '{{ legend("kind") }} on the page that explains the kinds',
        ),
        check=_uncalled,
        needs=("pages", "macro_names"),
    ),
    Rule(
        code="CB1004",
        name="term-undefined",
        level=Level.ERROR,
        summary="A page uses a term that no record defines.",
        why="A word that is marked as explained leads its reader to an explanation that does not exist.",
        example=Example(
            '{{ term("head-loss") }} without a record of that key', "terms.head-loss, of kind term"
        ),
        check=_undefined,
        needs=("pages",),
    ),
)

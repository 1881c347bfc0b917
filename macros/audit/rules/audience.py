"""What is internal and reaches the customer edition, in whatever form."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from macros.audit.internals import Seeker, Words
from macros.audit.material import CUSTOMER
from macros.audit.rule import Example, Rule, Unchecked
from macros.findings import Level
from macros.records.text import parse_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from macros.audit.internals import Trace
    from macros.audit.material import Material
    from macros.findings import Finding
    from macros.records.base import Record

INTERNAL = "internal"
_FORMS = {
    "address": "its page",
    "id": "its id",
    "title": "its title",
    "text": "words of its text",
    "value": "its value, beside words of its title",
}


def _reachable(rule: Rule, material: Material) -> Iterator[Finding | Unchecked]:
    artefacts = [one for one in material.outputs or () if one.edition == CUSTOMER]
    resolved = {record["id"]: record for record in (material.catalogue or {}).get("records", ())}
    words = [(record, _words(record, resolved.get(record.identifier, {}))) for record in material.book]
    internal = [said for record, said in words if record.audience == INTERNAL]
    if internal:
        seeker = Seeker(internal, [said for record, said in words if record.audience != INTERNAL])
        found: dict[tuple[str, str], list[Trace]] = {}
        for trace in seeker.traces(artefacts):
            found.setdefault((trace.identifier, trace.form), []).append(trace)
        for (identifier, form), traces in found.items():
            yield _finding(rule, identifier, form, traces)
    unread = sum(one.address.lower().endswith(".pdf") and not one.text for one in artefacts)
    if unread:
        yield Unchecked(f"the text of {unread} PDF documents of the customer edition is not read")


def _finding(rule: Rule, identifier: str, form: str, traces: list[Trace]) -> Finding:
    files = len({trace.address for trace in traces})
    more = f" (and in {files - 1} more files)" if files > 1 else ""
    return rule.finding(
        traces[0].place,
        f"{_FORMS[form]}: {identifier} is internal, and the customer edition has it{more}",
        "nothing of an internal record in that edition",
        "take it out of that edition, or set the record's audience",
        record=identifier,
    )


def _words(record: Record, resolved: Mapping[str, Any]) -> Words:
    """Return what a record says, with the values in its texts where a build has resolved them."""
    texts = {path: _prose(text) for path, text in record.texts()}
    for name in ("says", "caveat"):
        if resolved.get(name):
            texts[(name,)] = str(resolved[name])
    display = str(resolved.get("display") or "")
    if not display and record.value is not None and record.value.number:
        display = f"{record.value.number} {record.unit or ''}".strip()
    return Words(record.identifier, record.title, tuple(dict.fromkeys(texts.values())), display)


def _prose(text: str) -> str:
    """Return a text without what it inserts from other records, which ends a run of words."""
    return "".join(run.text if run.sort != "value" else "\u2026" for run in parse_text(text))


RULES = (
    Rule(
        code="CB1301",
        name="internal-in-customer-edition",
        level=Level.ERROR,
        summary="Something of an internal record is in the customer edition.",
        why=(
            "An edition leaves records out for a reason, and leaving out their pages is not enough: an id in "
            "a link, a title in the search index, a copied sentence or a value in a table give them away."
        ),
        example=Example(
            '<a href="claims/pump.margin/"> in customer/site/index.html, where pump.margin is internal',
            "no word of pump.margin in any file below customer/",
        ),
        check=_reachable,
        needs=("customer",),
    ),
)

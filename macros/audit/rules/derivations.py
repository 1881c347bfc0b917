"""Values that are computed: what a document printed, with how many digits, and how strong the evidence is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from macros.audit.rule import Example, Rule
from macros.findings import Level
from macros.quantity import QuantityError, parse_formula, parse_number
from macros.records.book import GRADES
from macros.records.claims import Derived

if TYPE_CHECKING:
    from collections.abc import Iterator

    from macros.audit.material import Material
    from macros.audit.scan import Block
    from macros.findings import Finding
    from macros.quantity import Number, Result
    from macros.records.book import Book

SHOWN_DIFFERS = "shown-differs"
"""The finding of loading that this family reports under its own code."""


def _differs(rule: Rule, material: Material) -> Iterator[Finding]:
    for finding in material.bound.findings:
        if finding.rule == SHOWN_DIFFERS:
            yield rule.finding(
                finding.place,
                f"{finding.record}: {finding.found}",
                finding.expected,
                finding.fix or "correct what is shown, or the formula",
                record=finding.record,
            )


def _overstated(rule: Rule, material: Material) -> Iterator[Finding]:
    for record in material.book.of_kind("derived"):
        if not isinstance(record, Derived) or record.shown is None or record.shown.number is None:
            continue
        result = _result(material.book, record)
        shown = parse_number(record.shown.number)
        if result is not None and _claims_too_much(shown, result):
            digits = result.significant_digits
            interval = result.interval
            yield rule.finding(
                record.place,
                f"{record.identifier} shows {record.shown.number}, with {shown.significant_digits} digits, "
                f"where its inputs allow {interval.low:.4g} to {interval.high:.4g}",
                f"at most {digits} digits",
                record=record.identifier,
            )


def _result(book: Book, record: Derived) -> Result | None:
    """Return what the formula gives in the record's unit, or None where it gives nothing."""
    inputs = {
        name: book.quantities[other] for name, other in record.inputs.items() if other in book.quantities
    }
    if record.formula is None or len(inputs) < len(record.inputs):
        return None
    try:
        unit = book.units.parse(record.unit) if record.unit else None
        return parse_formula(record.formula).compute(inputs, book.units).converted_to(unit)
    except QuantityError:
        return None


def _claims_too_much(shown: Number, result: Result) -> bool:
    """Say whether a number's last digit is unknown: more digits than supported, and off by a unit or more."""
    if result.significant_digits is None or shown.significant_digits <= result.significant_digits:
        return False
    unit_of_last_place = shown.interval.high - shown.interval.low
    return result.interval.high - result.interval.low >= 2 * unit_of_last_place


def _stronger(rule: Rule, material: Material) -> Iterator[Finding]:
    yield from _kinds_above_inputs(rule, material)
    yield from _figures_under_other_tags(rule, material)


def _kinds_above_inputs(rule: Rule, material: Material) -> Iterator[Finding]:
    """Yield the records that call themselves measured or sourced and rest on what is assumed."""
    grades = material.book.grades
    for record in material.book.of_kind("measured", "sourced"):
        weak = [name for name in record.foundations() if grades.get(name) == GRADES[-1]]
        if weak and record.superseded_by is None:
            yield rule.finding(
                record.place,
                f"{record.identifier} is {record.kind} and rests on {weak[0]}, which is {GRADES[-1]}",
                f"a kind no stronger than {GRADES[-1]}, or a foundation that is no part of its evidence",
                record=record.identifier,
                cause=weak[0],
            )


_TAGGING = frozenset({"tag", "value", "sentence"})


def _figures_under_other_tags(rule: Rule, material: Material) -> Iterator[Finding]:
    """Yield the figures without a tag of their own whose block shows only tags of stronger records."""
    for page in material.pages:
        blocks = page.blocks if any(call.name == "figure" for call in page.calls) else ()
        for block in blocks:
            if any(call.name == "figure" for call in block.calls):
                yield from _in_block(rule, material, block)


def _in_block(rule: Rule, material: Material, block: Block) -> Iterator[Finding]:
    grades = material.book.grades
    tagged = {name for call in block.calls if call.name in _TAGGING for name in call.identifiers}
    shown = [GRADES.index(grades[name]) for name in tagged if name in grades]
    if not shown:
        return
    for call in block.calls:
        for name in call.identifiers if call.name == "figure" else ():
            if name in grades and name not in tagged and GRADES.index(grades[name]) > max(shown):
                yield rule.finding(
                    call.place,
                    f"the figure of {name}, which is {grades[name]}, stands under a tag that says "
                    f"{GRADES[max(shown)]}",
                    "a tag as weak as the figure",
                    f'{{{{ tag("{name}") }}}} in the same paragraph',
                    record=name,
                )


RULES = (
    Rule(
        code="CB301",
        name="shown-differs",
        level=Level.ERROR,
        summary="A derived record shows another number than its formula gives.",
        why=(
            "A printed result outlives the inputs that it was computed from. The formula is evaluated with "
            "units and intervals; a printed number that lies in none of the possible results is wrong."
        ),
        example=Example('formula: "1 / ratio" with a ratio of 0.67, and shown: 1.7', "shown: 1.5"),
        check=_differs,
    ),
    Rule(
        code="CB302",
        name="precision-overstated",
        level=Level.ERROR,
        summary="A derived record shows digits that its inputs do not support.",
        why=(
            "Digits say how exact a number is. A result printed with more significant digits than the least "
            "exact of its inputs, and whose last digit the inputs leave open by a whole unit or more, "
            "claims a measurement that nobody made."
        ),
        example=Example("shown: 1.4925 for 1 / 0.67", "shown: 1.5"),
        check=_overstated,
    ),
    Rule(
        code="CB303",
        name="tagged-too-strong",
        level=Level.ERROR,
        summary="Something is shown as stronger evidence than the weakest that it rests on.",
        why=(
            "A statement is no stronger than the weakest of what it rests on. A record that says measured "
            "or sourced and rests on an assumption hides it, and so does a figure on a page that borrows "
            "the tag of a stronger one."
        ),
        example=Example(
            '{{ figure("pump.estimate") }} and {{ figure("pump.flow") }} {{ tag("pump.flow") }}',
            '{{ value("pump.estimate") }} and {{ value("pump.flow") }}',
        ),
        check=_stronger,
    ),
)

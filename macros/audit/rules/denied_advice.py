"""Our own examples against our own rules: what they set that is banned, and which gates they miss."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING

from macros.audit.advice import Advice, advice_of
from macros.audit.rule import Example, Rule
from macros.audit.settings import assignments
from macros.audit.usage import uses
from macros.findings import Level, abbreviated
from macros.records.structures import Denial, Gate
from macros.records.text import parse_text
from macros.records.written import Value, is_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from macros.audit.material import Material
    from macros.audit.settings import Assignment
    from macros.findings import Finding
    from macros.records.book import Book
    from macros.records.patterns import Condition, Pattern

UNSET = "unset"
_ENOUGH = 2
"""How many variables a block sets when setting the environment is what it is for."""
_KEY_AND_VALUE = re.compile(r"([\w.]+): (\S+)")


def _denials(book: Book) -> Iterator[tuple[Denial, Pattern]]:
    for record in book.of_kind("denial"):
        if isinstance(record, Denial):
            for pattern in record.patterns:
                yield record, pattern


def _gates(book: Book) -> tuple[Gate, ...]:
    return tuple(record for record in book.of_kind("gate") if isinstance(record, Gate))


def _names(book: Book) -> frozenset[str]:
    """Return every name that a pattern or a gate speaks of."""
    found = {gate.setting.name for gate in _gates(book)}
    for _, pattern in _denials(book):
        found.update((pattern.name, pattern.at_most or "", *(one.name for one in pattern.unless)))
    return frozenset(found - {""})


def _banned(rule: Rule, material: Material) -> Iterator[Finding]:
    denials = tuple(_denials(material.book))
    if not denials:
        return
    yield from _banned_by_gates(rule, material.book, denials)
    code = {pattern.code: denial for denial, pattern in denials if pattern.code}
    for advice in advice_of(material, _names(material.book)):
        for denial, pattern in denials:
            for one in advice.sets:
                if one.name == pattern.name and _is_banned(pattern, one, advice):
                    shown = f"`{one.name}` set to {abbreviated(one.value)}" if one.value else f"`{one.name}`"
                    yield _denied(rule, advice, one.offset, shown, denial)
        for name, offset in uses(advice.text, code.keys()) if advice.sort != "row" else ():
            yield _denied(rule, advice, offset, f"`{name}`", code[name])


def _is_banned(pattern: Pattern, one: Assignment, advice: Advice) -> bool:
    if not pattern.holds(one.value):
        return False
    if pattern.at_most:
        _, other = advice.value_of(pattern.at_most)
        own, limit = _number(one.value), _number(other)
        if own is None or limit is None or own > limit:
            return False
    return not any(_is_met(condition, advice) for condition in pattern.unless)


def _is_met(condition: Condition, advice: Advice) -> bool:
    """Say whether a condition holds in a block, around it, or by a gate that the page shows."""
    is_set, value = advice.value_of(condition.name)
    if is_set:
        return condition.holds(value)
    return advice.is_partial or any(_requires(gate, condition) for gate in advice.shown)


def _requires(gate: Gate, condition: Condition) -> bool:
    return gate.setting.name == condition.name and condition.holds(gate.required.number or gate.required.text)


def _banned_by_gates(rule: Rule, book: Book, denials: Sequence[tuple[Denial, Pattern]]) -> Iterator[Finding]:
    """Yield gates that require what is banned: their settings are shown to be copied."""
    gates = _gates(book)
    for gate in gates:
        value = gate.required.number or gate.required.text
        for denial, pattern in denials:
            is_meant = gate.setting.name == pattern.name and value != UNSET and not pattern.at_most
            excused = any(_requires(other, one) for one in pattern.unless for other in gates)
            if is_meant and pattern.holds(value) and not excused:
                found = f"{gate.identifier} requires `{gate.setting.name}` to be {abbreviated(value)}"
                yield rule.finding(
                    gate.place,
                    f"{found}, which {denial.identifier} bans",
                    _plain(denial.replacement),
                    record=gate.identifier,
                )


def _denied(rule: Rule, advice: Advice, offset: int, shown: str, denial: Denial) -> Finding:
    found = f"{shown}, which {denial.identifier} bans ({denial.title})"
    return rule.finding(advice.locate(offset), found, _plain(denial.replacement), record=denial.identifier)


def _plain(text: str) -> str:
    """Return a record's prose with the ids of the records whose values stand in it."""
    return "".join(f"`{run.text}`" if run.sort == "code" else run.text for run in parse_text(text))


def _unmet(rule: Rule, material: Material) -> Iterator[Finding]:
    gates = _gates(material.book)
    by_name: dict[str, list[Gate]] = {}
    for gate in gates:
        by_name.setdefault(gate.setting.name, []).append(gate)
    for advice in advice_of(material, _names(material.book)) if gates else ():
        for one in advice.sets:
            yield from _contradiction(rule, advice, one, by_name.get(one.name, ()))
        yield from _pods(rule, advice, gates)
        if advice.sort != "row":
            yield from _missing(rule, advice, gates)


def _contradiction(rule: Rule, advice: Advice, one: Assignment, gates: Sequence[Gate]) -> Iterator[Finding]:
    verdicts = [meets(gate.required, one.value) for gate in gates if not _is_choice(gate)]
    if verdicts and all(verdict is False for verdict in verdicts):
        gate = gates[0]
        found = f"`{one.name}` set to {abbreviated(one.value)}, against {gate.identifier} ({gate.title})"
        yield rule.finding(advice.locate(one.offset), found, _wanted(gate.required), record=gate.identifier)


def _is_choice(gate: Gate) -> bool:
    """Say whether a gate names one of several ways to launch: another one is no contradiction."""
    return gate.setting.where == "launch" and gate.required.text is not None


def meets(required: Value, value: str | None) -> bool | None:
    """Say whether a value is the one required; None where that cannot be told."""
    if not value:
        return False if required.text == UNSET else None
    if required.text is not None:
        is_prose = required.unstated or " " in required.text
        return None if is_prose else required.text.casefold() == value.casefold()
    own = _number(value)
    if own is None:
        return False
    low = _number(required.number or required.low or required.at_least)
    high = _number(required.number or required.high or required.at_most)
    return (low is None or own >= low) and (high is None or own <= high)


def _wanted(required: Value) -> str:
    if required.text == UNSET:
        return "the name left unset"
    if required.low and required.high:
        return f"{required.low} to {required.high}"
    if required.at_least or required.at_most:
        return f"at least {required.at_least}" if required.at_least else f"at most {required.at_most}"
    return required.number or required.text or ""


def _number(text: str | None) -> Decimal | None:
    try:
        return Decimal(text) if text and is_number(text) else None
    except InvalidOperation:
        return None


def _pods(rule: Rule, advice: Advice, gates: Iterable[Gate]) -> Iterator[Finding]:
    """Yield keys of a workload that are set, and nowhere in it as a gate requires."""
    for gate in gates if advice.is_workload else ():
        match = _KEY_AND_VALUE.fullmatch(gate.required.text or "") if gate.setting.where == "pod" else None
        found = assignments(advice.text, [match[1]]) if match else ()
        if match and found and all(one.value is not None and one.value != match[2] for one in found):
            shown = (
                f"`{match[1]}` set to {abbreviated(found[0].value)}, against {gate.identifier} ({gate.title})"
            )
            yield rule.finding(advice.locate(found[0].offset), shown, match[0], record=gate.identifier)


def _missing(rule: Rule, advice: Advice, gates: Sequence[Gate]) -> Iterator[Finding]:
    """Yield what a block leaves out of the environment that it is there to set."""
    environment = [gate for gate in gates if gate.setting.where == "environment"]
    purpose = _purpose(advice, gates)
    if not purpose or advice.is_partial:
        return
    needed = [
        gate
        for gate in environment
        if gate.required.text != UNSET and purpose[1] <= frozenset(gate.applies_to)
    ]
    shown = {gate.setting.name for gate in advice.shown}
    left = [
        gate
        for gate in needed
        if not advice.value_of(gate.setting.name)[0] and gate.setting.name not in shown
    ]
    if left:
        names = ", ".join(f"`{gate.setting.name}`" for gate in left)
        found = f"a block for {', '.join(sorted(purpose[1]))} that leaves {names} unset"
        expected = f"what {', '.join(gate.identifier for gate in left)} require"
        yield rule.finding(
            advice.locate(purpose[0].offset),
            found,
            expected,
            "set it there, or on the same page before it",
            record=left[0].identifier,
            level=Level.WARNING,
        )


def _purpose(advice: Advice, gates: Iterable[Gate]) -> tuple[Assignment, frozenset[str]] | None:
    """Return what a block is there to run: what it launches, or what all that it sets applies to.

    A block that sets one variable shows that variable; a file or a block that sets more sets an environment.
    """
    met = [
        (one, gate)
        for one in advice.sets
        for gate in gates
        if gate.setting.name == one.name and gate.setting.where in ("environment", "launch")
    ]
    launched = [
        (one, gate)
        for one, gate in met
        if gate.setting.where == "launch" and gate.applies_to and meets(gate.required, one.value)
    ]
    if launched:
        return launched[0][0], frozenset(launched[0][1].applies_to)
    variables = [(one, gate) for one, gate in met if gate.setting.where == "environment" and gate.applies_to]
    if len({one.name for one, _ in variables}) >= _ENOUGH or (variables and advice.is_workload):
        common = frozenset.intersection(*(frozenset(gate.applies_to) for _, gate in variables))
        return variables[0][0], common
    return None


RULES = (
    Rule(
        code="CB1201",
        name="own-example-sets-what-is-banned",
        level=Level.ERROR,
        summary="A code block, a table, a manifest or a gate of our own sets what the denylist bans.",
        why=(
            "An example is copied before the page around it is read. What a ban looks like stands in its "
            "record under `patterns`; an example of what not to do needs a waiver with its reason."
        ),
        example=Example("export PUMP_GUARD=off, which deny.dry bans", "export PUMP_GUARD=on"),
        check=_banned,
    ),
    Rule(
        code="CB1202",
        name="own-example-misses-a-gate",
        level=Level.ERROR,
        summary="A code block, a table or a manifest of our own contradicts a gate, or leaves one unset.",
        why=(
            "Who copies a block for a framework takes it to be complete. A value against a gate is an error; "
            "a variable that neither the block nor its page sets is a warning."
        ),
        example=Example("PUMP_RATE=2, where env.rate requires 8", "PUMP_RATE=8"),
        check=_unmet,
    ),
)

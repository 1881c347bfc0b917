"""Values and verdicts that no longer follow: what is shown, its digits, its strength, whether it holds."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING

from macros.quantity import Quantity, QuantityError, parse_formula, parse_number
from macros.records.book import GRADES
from macros.records.claims import Derived
from tests.benchmarks.mutations.model import Mutation, Operator, about, at_lines
from tests.benchmarks.mutations.texts import Entry, before_headings, inserted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from random import Random

    from macros.quantity import Truth
    from macros.records.base import Record
    from tests.benchmarks.mutations.ground import Ground

_FLIPPED = {"<=": ">", ">=": "<", "==": "<", ">": "<", "<": ">"}
_SIGN = re.compile(r"<=|>=|==|<|>")


def _entry(ground: Ground, record: Record) -> Entry:
    return Entry(ground.file_of(record), record.key)


def _derived(ground: Ground) -> list[Derived]:
    return [record for record in ground.current("derived") if isinstance(record, Derived)]


def _shuffled(random: Random, found: list[Mutation]) -> Iterator[Mutation]:
    random.shuffle(found)
    yield from found


def _computed(ground: Ground) -> list[tuple[Derived, Decimal, Decimal]]:
    """Return the records with a formula and the bounds of their results."""
    found = []
    for record in _derived(ground):
        quantity = ground.book.quantities.get(record.identifier)
        if record.formula is not None and quantity is not None:
            found.append((record, quantity.number.interval.low, quantity.number.interval.high))
    return found


def _wrong_results(ground: Ground, random: Random) -> Iterator[Mutation]:
    """Print another result than the formula gives, a quarter or more beyond what it can be."""
    found = []
    for record, low, high in _computed(ground):
        for factor in ("0.1", "0.5", "0.75", "1.3", "2", "10"):
            bound = high if Decimal(factor) > 1 else low
            wrong = f"{bound * Decimal(factor):.2g}"
            text = _entry(ground, record).with_field("shown", f"shown: {Decimal(wrong):f}")
            wanted = about("CB301", record.identifier, path=record.path)
            found.append(Mutation("CB301", "result changed", {record.path: text}, wanted, wrong))
    yield from _shuffled(random, found)


def _wrong_formulas(ground: Ground, random: Random) -> Iterator[Mutation]:
    """Change a formula beside a printed result, or an input of it to another one by far."""
    found = []
    for record in _derived(ground):
        if record.formula is None or record.shown is None:
            continue
        wanted = about("CB301", record.identifier, path=record.path)
        for form in ("2 * ({})", "({}) / 3", "({}) * 10", "1 / ({})"):
            text = _entry(ground, record).with_field("formula", f'formula: "{form.format(record.formula)}"')
            found.append(Mutation("CB301", "formula changed", {record.path: text}, wanted, form))
        for other in record.inputs.values():
            target = ground.book.records[other]
            if target.value is not None and target.value.number is not None:
                for factor in ("0.25", "3", "5"):
                    number = Decimal(target.value.number) * Decimal(factor)
                    text = _entry(ground, target).with_field("value", f"value: {number}")
                    wanted = about("CB301", record.identifier)
                    found.append(Mutation("CB301", "input changed", {target.path: text}, wanted, str(number)))
    yield from _shuffled(random, found)


def _overstated(ground: Ground, random: Random) -> Iterator[Mutation]:
    """Print a result that is possible, with more digits than its inputs leave certain."""
    found = []
    for record, low, high in _computed(ground):
        if high <= low:
            continue
        for digits in (1, 2, 3):
            place = (high - low).adjusted() - digits  # the width is ten units of the last digit or more
            for _ in range(3):
                share = Decimal(random.randrange(300, 700)) / 1000
                number = (low + (high - low) * share).quantize(Decimal(1).scaleb(place))
                if number % Decimal(10).scaleb(place) != 0:
                    text = _entry(ground, record).with_field("shown", f"shown: {number:f}")
                    wanted = about("CB302", record.identifier, path=record.path)
                    found.append(
                        Mutation("CB302", "digits added", {record.path: text}, wanted, f"{number:f}")
                    )
    yield from _shuffled(random, found)


def _stronger(ground: Ground, random: Random) -> Iterator[Mutation]:
    """Rest a measurement or a citation on an assumption, or call an assumption by a stronger kind."""
    assumed = [record.identifier for record in ground.current("assumed")]
    found = []
    for record in ground.current("measured", "sourced"):
        above = _above(ground, record.identifier)
        weak = random.choice([name for name in assumed if name not in above])
        names = ", ".join((*record.rests_on, weak))
        text = _entry(ground, record).with_field("rests_on", f"rests_on: [{names}]")
        wanted = about("CB303", record.identifier, path=record.path)
        found.append(Mutation("CB303", "rests on an assumption", {record.path: text}, wanted, weak))
    for record in ground.current("assumed"):
        if record.source and any(ground.book.grades.get(name) == GRADES[-1] for name in record.foundations()):
            text = _entry(ground, record).with_field(
                "kind", f"kind: {random.choice(('measured', 'sourced'))}"
            )
            wanted = about("CB303", record.identifier, path=record.path)
            found.append(Mutation("CB303", "kind raised", {record.path: text}, wanted))
    yield from _shuffled(random, found)


def _above(ground: Ground, identifier: str) -> set[str]:
    """Return the record and everything that rests on it."""
    found = {identifier}
    waiting = [identifier]
    while waiting:
        for name in ground.book.carried_by(waiting.pop()):
            if name not in found:
                found.add(name)
                waiting.append(name)
    return found


def _borrowed_tags(ground: Ground, random: Random) -> Iterator[Mutation]:
    """Show a figure without a tag beside the tag of a stronger record."""
    grades = ground.book.grades
    figures = [name for name in ground.book.quantities if grades.get(name) in GRADES[1:]]
    places = [(page, *spot) for page in ground.guidance for spot in before_headings(page)]
    found = []
    for name in figures:
        grade = GRADES.index(grades[name])
        tags = [other for other, one in grades.items() if GRADES.index(one) < grade and other in ground.book]
        tag = random.choice(tags)
        page, line, offset = random.choice(places)
        words = f'It came to {{{{ figure("{name}") }}}} {{{{ tag("{tag}") }}}}.\n\n'
        wanted = at_lines("CB303", page.shown, line)
        text = inserted(page.text, offset, words)
        found.append(Mutation("CB303", "tag borrowed", {page.shown: text}, wanted, f"{name} {tag}"))
    yield from _shuffled(random, found)


def _truth(ground: Ground, record: Derived, predicate: str, **other: Quantity) -> Truth | None:
    """Return whether a predicate holds of a record's inputs, some of which are others."""
    book = ground.book
    inputs = {name: book.quantities[identifier] for name, identifier in record.inputs.items()} | other
    try:
        return parse_formula(predicate).decide(inputs, book.units)
    except QuantityError:
        return None


def _changed_values(ground: Ground, random: Random, *, fragile: bool) -> Iterator[Mutation]:
    """Change an input so that a verdict is false, or false somewhere within its rounding."""
    code = "CB402" if fragile else "CB401"
    found = []
    for record in _derived(ground):
        for name, identifier in record.inputs.items() if record.holds_if else ():
            target = ground.book.records[identifier]
            field = "required" if target.kind == "gate" else "value"
            value = getattr(target, field)
            if value is None or value.number is None:
                continue
            for written in _candidates(random, value.number):
                number = parse_number(written, exact=target.exact)
                before = ground.book.quantities[identifier]
                truth = _truth(ground, record, record.holds_if or "", **{name: Quantity(number, before.unit)})
                if truth is None or truth.nominal != fragile or (fragile and truth.always is True):
                    continue
                text = _entry(ground, target).with_field(field, f"{field}: {written}")
                wanted = about(code, record.identifier)
                found.append(Mutation(code, "input changed", {target.path: text}, wanted, written))
    yield from _shuffled(random, found)


def _candidates(random: Random, written: str) -> list[str]:
    number = Decimal(written)
    found = [f"{number * Decimal(factor):f}" for factor in ("0.5", "0.8", "1.2", "1.5", "2", "3")]
    found += [str(number + step) for step in (-2, -1, 1, 2) if number + step > 0]
    found += ["0.95", "0.950", "1.05", "1.0", "0.9", "1", "3", "3.0", "0.949", "1.051", "1.00", "1.000"]
    found = [one.rstrip("0").rstrip(".") if "." in one and len(one) > 6 else one for one in found]
    random.shuffle(found)
    return list(dict.fromkeys(found))


def _changed_conditions(ground: Ground, random: Random, *, fragile: bool) -> Iterator[Mutation]:
    """Change a verdict's condition: its sign, or the figure that it compares with."""
    code = "CB402" if fragile else "CB401"
    found = []
    for record in _derived(ground):
        if record.holds_if is None:
            continue
        predicates = [
            record.holds_if[: match.start()] + _FLIPPED[match[0]] + record.holds_if[match.end() :]
            for match in _SIGN.finditer(record.holds_if)
        ]
        for identifier in record.inputs.values():
            nominal = ground.book.quantities[identifier].number.nominal
            predicates += [
                re.sub(r"(?<=[<>=] )\d+(?:\.\d+)?", f"{nominal * Decimal(factor):f}", record.holds_if)
                for factor in ("0.5", "0.99", "0.997", "1", "1.002", "1.2")
            ]
        predicates += [
            re.sub(r"<= band", f"<= {figure}", record.holds_if) for figure in ("0.01", "0.03", "0.032")
        ]
        for predicate in dict.fromkeys(predicates):
            truth = _truth(ground, record, predicate)
            if truth is None or truth.nominal != fragile or (fragile and truth.always is True):
                continue
            text = _entry(ground, record).with_field("holds_if", f'holds_if: "{predicate}"')
            wanted = about(code, record.identifier, path=record.path)
            found.append(Mutation(code, "condition changed", {record.path: text}, wanted, predicate))
    yield from _shuffled(random, found)


def _one_sided(ground: Ground, random: Random) -> Iterator[Mutation]:
    """Let a verdict speak of a framework or an alternative of which nothing below it says a word."""
    found = []
    names = ("SGLang", "vLLM", "TRT-LLM", "UCCL")
    for record in _derived(ground):
        if record.holds_if is None:
            continue
        evidence = _texts_below(ground, record.inputs.values())
        own = " ".join((record.title, record.says, *record.scope.values())).casefold()
        for name in names:
            if name.casefold() in evidence or name.casefold() in own:
                continue
            entry = _entry(ground, record)
            wanted = about("CB403", record.identifier, path=record.path)
            edits = {
                "title": entry.with_field("title", f'title: "{record.title} and {name}"'),
                "says": entry.with_field(
                    "says", f'says: "{_escaped(record.says)} The same holds for {name}."'
                ),
            }
            if "framework" in record.scope and record.scope["framework"] in entry.written("scope"):
                both = f"{record.scope['framework']} and {name}".replace(", version unstated", "")
                old = record.scope["framework"]
                quoted = f'"{old}"' if f'"{old}"' in entry.written("scope") else old
                edits["scope"] = entry.replaced("scope", f"framework: {quoted}", f'framework: "{both}"')
            for field, text in edits.items():
                says = f"{field}: {name}"
                found.append(Mutation("CB403", f"{field} widened", {record.path: text}, wanted, says))
    yield from _shuffled(random, found)


def _dropped_evidence(ground: Ground, random: Random) -> Iterator[Mutation]:
    """Take an input from a verdict that goes on to speak of what that input alone compared."""
    found = []
    for record in _derived(ground):
        parts = (record.holds_if or "").split(" and ")
        for name, identifier in record.inputs.items():
            kept = [part for part in parts if not re.search(rf"\b{name}\b", part)]
            if not kept or len(kept) == len(parts):
                continue
            rest = {key: other for key, other in record.inputs.items() if key != name}
            own = " ".join((record.title, record.says, *record.scope.values())).casefold()
            below = _texts_below(ground, rest.values())
            told = [one for one in ("sglang", "vllm", "trt-llm") if one in own and one not in below]
            if not told or not all(any(re.search(rf"\b{key}\b", part) for part in kept) for key in rest):
                continue
            inputs = ", ".join(f"{key}: {other}" for key, other in rest.items())
            text = _entry(ground, record).with_field("from", f"from: {{{inputs}}}")
            text = Entry(text, record.key).with_field("holds_if", f'holds_if: "{" and ".join(kept)}"')
            read = ", ".join(f'{key}: "{ground.book.reading(other)}"' for key, other in rest.items())
            text = Entry(text, record.key).with_field("read", f"read: {{{read}}}")
            wanted = about("CB403", record.identifier, path=record.path)
            found.append(Mutation("CB403", "evidence dropped", {record.path: text}, wanted, identifier))
    yield from _shuffled(random, found)


def _escaped(text: str) -> str:
    return " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"')


def _texts_below(ground: Ground, inputs: Iterable[str]) -> str:
    found: list[str] = []
    waiting = list(inputs)
    while waiting:
        one = ground.book.records[waiting.pop()]
        found += [one.title, one.says, *one.scope.values()]
        waiting.extend(one.inputs.values() if isinstance(one, Derived) else ())
    return " ".join(found).casefold()


OPERATORS = (
    Operator("CB301", "result changed", _wrong_results),
    Operator("CB301", "formula changed", _wrong_formulas),
    Operator("CB302", "digits added", _overstated),
    Operator("CB303", "rests on an assumption", _stronger),
    Operator("CB303", "tag borrowed", _borrowed_tags),
    Operator("CB401", "input changed", lambda ground, random: _changed_values(ground, random, fragile=False)),
    Operator(
        "CB401",
        "condition changed",
        lambda ground, random: _changed_conditions(ground, random, fragile=False),
    ),
    Operator("CB402", "input changed", lambda ground, random: _changed_values(ground, random, fragile=True)),
    Operator(
        "CB402", "condition changed", lambda ground, random: _changed_conditions(ground, random, fragile=True)
    ),
    Operator("CB403", "widened", _one_sided),
    Operator("CB403", "evidence dropped", _dropped_evidence),
)

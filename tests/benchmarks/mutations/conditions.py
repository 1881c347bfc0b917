"""Figures of different conditions set against each other, in calculations and in charts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from macros.quantity import formula_tree as tree
from macros.quantity import parse_formula
from macros.records.claims import Derived
from macros.records.structures import Dimension
from tests.benchmarks.mutations.model import Mutation, Operator, Wanted, about, at_lines
from tests.benchmarks.mutations.texts import Entry

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from tests.benchmarks.mutations.ground import Ground

_CHART = re.compile(r"^\{\{ comparison\(\[([^\]]*)\].*\}\}$", re.MULTILINE)
_APART = re.compile(r", apart=\[[^\]]*\]")
_OTHERS = {
    "nodes": ("4", "8", "1"),
    "instance": ("p6-b200.48xlarge", "p4d.24xlarge"),
    "model": ("DeepSeek-V3", "Qwen3-235B-A22B"),
    "ep": ("EP32", "EP8"),
    "per": ("port", "GPU"),
    "fabric": ("InfiniBand", "RoCE"),
}


def _unreasoned(ground: Ground, random: Random) -> Iterator[Mutation]:
    """Take away the reason why figures of different conditions may be set against each other."""
    found = []
    for record in ground.current("derived"):
        if isinstance(record, Derived) and record.comparable is not None:
            text = Entry(ground.file_of(record), record.key).without("comparable")
            found.append(Mutation("CB501", "reason dropped", {record.path: text}, _unexcused(record)))
    random.shuffle(found)
    yield from found


def _unexcused(record: Derived) -> Wanted:
    """Return what is wrong without a reason: the calculation, or, where that joins nothing, the charts.

    ``a <= 1 and b <= 1`` sets neither against the other; the reason is given for the charts that draw both.
    """
    joins = any(len(group) > 1 for group in _together(record))
    return about("CB501", *((record.identifier,) if joins else record.inputs.values()))


def _other_conditions(ground: Ground, random: Random) -> Iterator[Mutation]:
    """Change a condition of an input that another input of the same calculation names too."""
    separating = {
        one.key for one in ground.book.of_kind("dimension") if isinstance(one, Dimension) and one.separates
    }
    found = []
    for record in ground.current("derived"):
        if not isinstance(record, Derived) or record.comparable is not None:
            continue
        for group in _together(record):
            members = list(dict.fromkeys(record.inputs[name] for name in group))
            for identifier in members:
                target = ground.book.records[identifier]
                others = [ground.book.records[name] for name in members if name != identifier]
                for dimension in (
                    separating.intersection(*(one.scope for one in (target, *others))) if others else ()
                ):
                    for condition in _OTHERS.get(dimension, ()):
                        text = _with_condition(ground, identifier, dimension, condition)
                        says = f"{identifier} {dimension}: {condition}"
                        wanted = about("CB501", record.identifier)
                        found.append(
                            Mutation("CB501", "condition changed", {target.path: text}, wanted, says)
                        )
    random.shuffle(found)
    yield from found


def _together(record: Derived) -> Iterator[frozenset[str]]:
    """Yield the inputs that one calculation or comparison of a record brings together."""
    for text in (record.formula, record.holds_if):
        root = parse_formula(text).root if text else None
        for part in root.parts if isinstance(root, tree.Connection) else (root,) if root else ():
            yield tree.names_in(part)


def _with_condition(ground: Ground, identifier: str, dimension: str, condition: str) -> str:
    record = ground.book.records[identifier]
    entry = Entry(ground.file_of(record), record.key)
    own = re.sub(r"^  scope:\s*", "", entry.written("scope")).strip("{}\n ")
    kept = [
        f'{name}: "{text}"' for name, text in record.scope.items() if name != dimension and f"{name}:" in own
    ]
    return entry.with_field(
        "scope", f"scope: {{{', '.join((*kept, f'{dimension}: {chr(34)}{condition}{chr(34)}'))}}}"
    )


def _charts(ground: Ground, random: Random) -> Iterator[Mutation]:
    """Draw figures of different baselines on one axis, by taking them from apart or by adding another one."""
    ratios = [
        name for name, one in ground.book.quantities.items() if one.unit is not None and one.unit.text == "×"
    ]
    found = []
    for page in ground.material.pages:
        lines = {call.place.line for call in page.calls if call.name == "comparison"}
        for match in _CHART.finditer(page.text):
            line = page.text.count("\n", 0, match.start()) + 1
            if line not in lines:
                continue
            wanted = at_lines("CB501", page.shown, line)
            joined = _APART.sub("", match[0])
            texts = [joined] if joined != match[0] else []
            texts += [
                match[0].replace(match[1], f'{match[1]}, "{name}"', 1)
                for name in ratios
                if f'"{name}"' not in match[0] and _differs(ground, name, match[1])
            ]
            for written in texts:
                text = page.text[: match.start()] + written + page.text[match.end() :]
                found.append(Mutation("CB501", "chart", {page.shown: text}, wanted, written[:120]))
    random.shuffle(found)
    yield from found


def _differs(ground: Ground, name: str, drawn: str) -> bool:
    """Say whether a record names a condition that one of those drawn names otherwise."""
    one = ground.book.records[name]
    others = [ground.book.records[other] for other in re.findall(r"\"([^\"]+)\"", drawn)]
    return any(
        dimension in other.scope and other.scope[dimension] != condition
        for other in others[:2]
        for dimension, condition in one.scope.items()
    )


OPERATORS = (
    Operator("CB501", "reason dropped", _unreasoned),
    Operator("CB501", "condition changed", _other_conditions),
    Operator("CB501", "chart", _charts),
)

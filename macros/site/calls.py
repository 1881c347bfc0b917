"""Macro calls as they stand in a page's source: arguments that no macro takes, and ids that no record has.

Only what is written out can be judged here; an id that a loop computes is judged when the page is rendered.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from jinja2 import nodes

from macros.findings import Finding, Place, abbreviated, nearest
from macros.site.authoring import signatures, usage

if TYPE_CHECKING:
    import inspect
    from collections.abc import Iterator, Sequence

    from macros.records.binding import Bound

_IDENTIFIERS = frozenset({"identifier", "what", "band", "apart"})
_WITHOUT_IDENTIFIERS = frozenset({"legend"})
_TERM = "term"
OTHERWISE = "otherwise"
"""What every macro takes besides its own arguments."""


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a macro by name, where its name stands, and the text of that line."""

    name: str
    place: Place
    text: str
    node: nodes.Call


def check_call(call: Call, bound: Bound) -> Iterator[Finding]:
    """Yield what is wrong with the arguments of a call."""
    signature = signatures()[call.name]
    try:
        given = _bound_arguments(call.node, signature)
    except TypeError as error:
        yield _finding(call, str(error), usage(call.name))
        return
    if call.name in _WITHOUT_IDENTIFIERS:
        return
    for parameter, node in given.items():
        for identifier in _written_out(node):
            if parameter in _IDENTIFIERS or (call.name == _TERM and parameter == "name"):
                yield from _check_identifier(call, identifier, bound)


def _bound_arguments(node: nodes.Call, signature: inspect.Signature) -> dict[str, nodes.Node]:
    if node.dyn_args is not None or node.dyn_kwargs is not None:
        return {}
    named: dict[str, nodes.Node] = {
        option.key: option.value for option in node.kwargs if option.key != OTHERWISE
    }
    return dict(signature.bind(*node.args, **named).arguments)


def _written_out(node: object) -> Iterator[str]:
    if isinstance(node, nodes.Const) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, nodes.List | nodes.Tuple):
        for item in node.items:
            yield from _written_out(item)


def _check_identifier(call: Call, identifier: str, bound: Bound) -> Iterator[Finding]:
    if bound.knows(identifier):
        return
    is_term = call.name == _TERM
    terms = [record.key for record in bound.book.of_kind(_TERM)] if is_term else []
    if identifier not in terms:
        of_kind = nearest(identifier, terms) or bound.book.suggestion(identifier, (_TERM,))
        fix = of_kind if is_term else bound.suggestion(identifier)
        found = f"no record {abbreviated(identifier)}"
        expected = "the id of a record of kind term" if is_term else "the id of a record"
        yield _finding(_narrowed(call, identifier), found, expected, fix)


def _narrowed(call: Call, identifier: str) -> Call:
    """Return the call placed where it names ``identifier``: a line may hold several calls of one macro."""
    match = re.search(rf"\b{call.name}\s*\([^()]*[\"']{re.escape(identifier)}[\"']", call.text)
    if match is None:
        return call
    return replace(call, place=replace(call.place, column=match.start() + 1))


def _finding(call: Call, found: str, expected: str, fix: str = "") -> Finding:
    return Finding("bad-macro-call", call.place, f"{call.name}: {found}", expected, fix)


def place_of(shown: str, lines: Sequence[str], line: int, word: str) -> Place:
    """Return where ``word`` stands in a line counted from one; the line's begin when it does not."""
    text = lines[line - 1] if 0 < line <= len(lines) else ""
    return Place(shown, line, max(text.find(word), 0) + 1)

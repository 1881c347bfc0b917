"""A YAML text to an outline: what each node says, and from which character to which it stands.

It follows the reader's events and keeps what the reader drops: where a value ends. It knows no record.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

import yaml

from macros.records.reader import MAXIMUM_DEPTH

if TYPE_CHECKING:
    from collections.abc import Iterator

_COMMENT = re.compile(r"#[^\r\n]*")
_HEADER = re.compile(r"[^\r\n]*")
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, slots=True)
class Scalar:
    """A scalar as it reads; ``quoted`` is None where it does not matter how it was written."""

    value: str
    quoted: bool | None = None

    def __eq__(self, other: object) -> bool:
        """Compare the text, and the quotes where both sides care."""
        if not isinstance(other, Scalar) or self.value != other.value:
            return False
        return self.quoted is None or other.quoted is None or self.quoted == other.quoted

    def __hash__(self) -> int:
        return hash(self.value)


@dataclass(frozen=True, slots=True)
class Entry:
    """A key of a mapping and what it holds."""

    key: Node
    node: Node


@dataclass(frozen=True, slots=True)
class Node:
    """A node: from ``start``, as the parser sees it to ``end``, and to ``last``, after its last character.

    ``end`` and ``last`` differ where blank lines or comments follow. ``flow`` is set inside brackets.
    """

    sort: Literal["scalar", "sequence", "mapping"]
    start: int
    end: int
    last: int
    column: int
    flow: bool = False
    value: str = ""
    quoted: bool = False
    items: tuple[Node, ...] = ()
    entries: tuple[Entry, ...] = field(default=())

    def child(self, key: str) -> Node | None:
        """Return what a key holds, or None."""
        return next((entry.node for entry in self.entries if entry.key.value == key), None)

    def data(self) -> object:
        """Return what the node says, without positions."""
        if self.sort == "scalar":
            return Scalar(self.value, self.quoted)
        if self.sort == "sequence":
            return tuple(item.data() for item in self.items)
        return {entry.key.value: entry.node.data() for entry in self.entries}

    def leaves(self) -> Iterator[Node]:
        """Yield every scalar, keys among them, in order."""
        if self.sort == "scalar":
            yield self
        for item in self.items:
            yield from item.leaves()
        for entry in self.entries:
            yield entry.key
            yield from entry.node.leaves()

    def comments(self, text: str) -> Iterator[str]:
        """Yield every comment of the text that this is the outline of."""
        position = 0
        for leaf in self.leaves():
            yield from _COMMENT.findall(text, position, leaf.start)
            if text[leaf.start : leaf.start + 1] in ("|", ">"):
                header = _HEADER.match(text, leaf.start)
                yield from _COMMENT.findall(header[0] if header else "")
            position = leaf.last
        yield from _COMMENT.findall(text, position)


def outline(text: str) -> Node | None:
    """Return the outline of a text without byte order mark, or None where it has no node or is not YAML."""
    try:
        events = iter(yaml.parse(text, Loader=_LOADER))
        for event in events:
            if isinstance(event, yaml.NodeEvent):
                return _node(event, events, text, depth=0, flow=False)
    except (yaml.YAMLError, _TooDeepError):
        return None
    return None


class _TooDeepError(Exception):
    """The text nests deeper than the reader allows."""


def _node(event: Any, events: Iterator[Any], text: str, *, depth: int, flow: bool) -> Node:  # noqa: ANN401 - untyped
    if depth > MAXIMUM_DEPTH + 1:
        raise _TooDeepError
    start, column = event.start_mark.index, event.start_mark.column
    end = event.end_mark.index
    if isinstance(event, yaml.ScalarEvent):
        last = _last(text, start, end) if event.style in ("|", ">") else end
        quoted = not event.implicit[0]
        return Node("scalar", start, end, last, column, flow, event.value, quoted)
    if isinstance(event, yaml.AliasEvent):
        return Node("scalar", start, end, end, column, flow, event.anchor or "")
    inside = flow or bool(event.flow_style)
    items: list[Node] = []
    entries: list[Entry] = []
    for following in events:
        if isinstance(following, yaml.CollectionEndEvent):
            mark: Any = following.end_mark
            end = mark.index
            break
        node = _node(following, events, text, depth=depth + 1, flow=inside)
        if isinstance(event, yaml.MappingStartEvent):
            entries.append(Entry(node, _node(next(events), events, text, depth=depth + 1, flow=inside)))
        else:
            items.append(node)
    below = entries[-1].node if entries else items[-1] if items else None
    last = end if event.flow_style or below is None else below.last
    sort: Literal["sequence", "mapping"] = (
        "mapping" if isinstance(event, yaml.MappingStartEvent) else "sequence"
    )
    return Node(sort, start, end, last, column, inside, items=tuple(items), entries=tuple(entries))


def _last(text: str, start: int, end: int) -> int:
    """Return where the text of a block scalar ends, without the blank lines below it."""
    return start + len(text[start:end].rstrip(" \t\r\n\x85\u2028\u2029"))

"""Lays out a vertical chain of boxes, wide (notes at the side) or narrow (inside).

In the wide form callouts stand in the left margin, each on a leader line that ends
at the edge of its box; in the narrow form they stand inside their box.  This module
must not know templates or where the content comes from.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from macros.render.diagram.model import (
    Callout,
    DiagramError,
    StackDiagram,
    StackNode,
)
from macros.render.diagram.paint import KIND_DASH, LABEL, SMALL, STRONG
from macros.render.diagram.parts import (
    Block,
    Statement,
    arrow,
    block,
    place_statements,
    place_tag,
    statement,
    statements_height,
    tag_width,
)
from macros.render.diagram.shapes import Circle, Drawing, Group, Line, Rect, Shape

if TYPE_CHECKING:
    from macros.render.diagram.metrics import TextMetrics

NOTE_GAP: Final = 2.0
EDGE_HEIGHT: Final = 36.0
EDGE_ROOM: Final = 12.0
CALLOUT_GAP: Final = 14.0
BOX_PADDING: Final = 13.0


def check_stack(diagram: StackDiagram) -> None:
    """Refuse a chain that cannot be drawn.

    Raises:
        DiagramError: no node, a repeated id, or not one edge fewer than nodes.
    """
    ids = [node.id for node in diagram.nodes]
    if not ids:
        raise DiagramError("a stack needs at least one node")
    repeated = sorted({entry for entry in ids if ids.count(entry) > 1})
    if repeated:
        raise DiagramError(f"nodes with the same id: {', '.join(repeated)}")
    if len(diagram.edges) != len(ids) - 1:
        raise DiagramError(
            f"a stack of {len(ids)} nodes ({', '.join(ids)}) needs {len(ids) - 1} edges, "
            f"not {len(diagram.edges)}"
        )


@dataclass(frozen=True)
class _Columns:
    """Where the columns of the wide form begin, and how wide they are."""

    callout: float
    box_left: float
    box_width: float
    notes_left: float
    notes_width: float


def _columns(diagram: StackDiagram, width: float, metrics: TextMetrics) -> _Columns:
    tags = [tag_width(entry.tag, metrics) for node in diagram.nodes for entry in node.callouts]
    has_callouts = bool(tags)
    callout = max(0.24 * width, *tags) if has_callouts else 0.0
    box_left = callout + 0.045 * width if has_callouts else 0.5
    box_width = (0.25 if has_callouts else 0.3) * width
    notes_left = box_left + box_width + 22
    return _Columns(callout, box_left, box_width, notes_left, width - notes_left)


def _callout_height(text: Block) -> float:
    """Return the height of a callout: its text, the leader line, the tag."""
    return text.height + 6 + SMALL.leading


def _leader(callout: Callout, text: Block, y: float, end: float, metrics: TextMetrics) -> Group:
    """Return a callout whose text stands on a line that ends at x = `end`."""
    kind = callout.tag_kind
    level = y + text.height + 2.5
    shapes: list[Shape] = [
        *text.place(0, y, "callout", kind),
        Line(0, level, end, level, "leader", kind, 1.2, KIND_DASH[kind]),
        Circle(end, level, 3, "leader-end", fill=kind),
        place_tag(callout.tag, 0, level + 3.5 + SMALL.leading / 2, metrics),
    ]
    return Group("callout-group", tuple(shapes), href=callout.href)


def _box(node: StackNode, frame: Rect, label: tuple[Shape, ...]) -> Group:
    return Group("node", (frame, *label), href=node.href, node=node.id)


def _wide_node(
    node: StackNode, columns: _Columns, y: float, metrics: TextMetrics
) -> tuple[tuple[Shape, ...], float]:
    """Return the shapes of one row with its top at y, and the row's height."""
    label = block(node.label, columns.box_width - 2 * BOX_PADDING, LABEL, metrics, even=True)
    notes = tuple(statement(note, columns.notes_width, metrics) for note in node.notes)
    callouts = tuple(block(entry.text, max(columns.callout, 1), STRONG, metrics) for entry in node.callouts)
    notes_height = statements_height(notes, NOTE_GAP)
    callouts_height = sum(map(_callout_height, callouts))
    callouts_height += CALLOUT_GAP * max(0, len(callouts) - 1)
    height = max(label.height + 2 * BOX_PADDING, notes_height + 6, callouts_height)
    middle = y + height / 2
    centre = columns.box_left + columns.box_width / 2
    frame = Rect(columns.box_left, y, columns.box_width, height, "box", "card", "soft")
    text = label.place(centre, middle - label.height / 2, "label", "accent" if node.href else "ink", "middle")
    shapes: list[Shape] = [_box(node, frame, text)]
    shapes += place_statements(notes, columns.notes_left, middle - notes_height / 2, NOTE_GAP, "note")
    top = middle - callouts_height / 2
    for callout, entry in zip(node.callouts, callouts, strict=True):
        shapes.append(_leader(callout, entry, top, columns.box_left, metrics))
        top += _callout_height(entry) + CALLOUT_GAP
    return tuple(shapes), height


def _edge(label: Block, x: float, y: float) -> tuple[tuple[Shape, ...], float]:
    """Return an arrow with its label at its right, from y down, and its length."""
    length = max(EDGE_HEIGHT, label.height + 2 * EDGE_ROOM)
    shapes: list[Shape] = [*arrow(x, y, y + length)]
    shapes += label.place(x + 12, y + (length - label.height) / 2 - 1, "edge", "soft")
    return (Group("edge-group", tuple(shapes)),), length


def layout_wide(diagram: StackDiagram, width: float, metrics: TextMetrics) -> Drawing:
    """Return the wide form: callouts at the left, boxes, notes at the right.

    Raises:
        DiagramError: the chain cannot be drawn (see `check_stack`).
    """
    check_stack(diagram)
    columns = _columns(diagram, width, metrics)
    centre = columns.box_left + columns.box_width / 2
    shapes: list[Shape] = []
    y = 1.0
    for index, node in enumerate(diagram.nodes):
        row, height = _wide_node(node, columns, y, metrics)
        shapes += row
        y += height
        if index < len(diagram.edges):
            text = block(diagram.edges[index].label, width - centre - 12, SMALL, metrics)
            edge, length = _edge(text, centre, y)
            shapes += edge
            y += length
    return Drawing(width, y + 1, tuple(shapes))


def _narrow_callout(
    callout: Callout, x: float, y: float, width: float, metrics: TextMetrics
) -> tuple[Group, float]:
    """Return a callout beside a bar from the box's edge, and its height."""
    kind = callout.tag_kind
    text = block(callout.text, width - 14, STRONG, metrics)
    height = text.height + SMALL.leading + 2
    middle = y + height / 2
    shapes: list[Shape] = [
        Line(0.5, middle, x, middle, "leader", kind, 1.2, KIND_DASH[kind]),
        Line(x, y, x, y + height, "leader", kind, 2, KIND_DASH[kind]),
        *text.place(x + 10, y, "callout", kind),
        place_tag(callout.tag, x + 10, y + height - SMALL.leading / 2, metrics),
    ]
    return Group("callout-group", tuple(shapes), href=callout.href), height


def _narrow_node(
    node: StackNode, width: float, y: float, metrics: TextMetrics
) -> tuple[tuple[Shape, ...], float]:
    """Return one box with everything inside, its top at y, and its height."""
    left = BOX_PADDING + 1
    room = width - 2 * left
    label = block(node.label, room, LABEL, metrics)
    notes: tuple[Statement, ...] = tuple(statement(note, room, metrics) for note in node.notes)
    inner = y + 11
    text = label.place(left, inner, "label", "accent" if node.href else "ink")
    inner += label.height
    contents: list[Shape] = []
    if notes:
        inner += 3
        contents += place_statements(notes, left, inner, NOTE_GAP, "note")
        inner += statements_height(notes, NOTE_GAP)
    for callout in node.callouts:
        group, height = _narrow_callout(callout, left, inner + 9, room, metrics)
        contents.append(group)
        inner += 9 + height
    total = inner + 12 - y
    frame = Rect(0.5, y, width - 1, total, "box", "card", "soft")
    return (_box(node, frame, text), *contents), total


def layout_narrow(diagram: StackDiagram, width: float, metrics: TextMetrics) -> Drawing:
    """Return the narrow form: boxes as wide as the drawing, notes and callouts inside.

    Raises:
        DiagramError: the chain cannot be drawn (see `check_stack`).
    """
    check_stack(diagram)
    stem = BOX_PADDING + 11
    shapes: list[Shape] = []
    y = 1.0
    for index, node in enumerate(diagram.nodes):
        box, height = _narrow_node(node, width, y, metrics)
        shapes += box
        y += height
        if index < len(diagram.edges):
            text = block(diagram.edges[index].label, width - stem - 12, SMALL, metrics)
            edge, length = _edge(text, stem, y)
            shapes += edge
            y += length
    return Drawing(width, y + 1, tuple(shapes))

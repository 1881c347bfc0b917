"""Lays out a decision tree as an indented outline with connectors at the left.

A branch indents what it leads to; a question with a single branch does not, so
that a chain stays in one column.  This module must not know templates.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from macros.render.diagram.branching import Grown, grow
from macros.render.diagram.paint import SMALL_STRONG
from macros.render.diagram.parts import arrow, block, footnotes
from macros.render.diagram.shapes import Drawing, Group, Line, Path, Shape, path_data
from macros.render.diagram.treebox import make_box

if TYPE_CHECKING:
    from macros.render.diagram.metrics import TextMetrics
    from macros.render.diagram.model import TreeDiagram

TRUNK: Final = 9.0
"""How far inside a box's left edge the line to its branches begins."""
ANSWER_GAP: Final = 6.0
BRANCH_GAP: Final = 16.0
CHAIN_GAP: Final = 26.0
WIDEST_BOX: Final = 420.0


class _Outline:
    """One outline; shapes are collected from the top down."""

    def __init__(self, width: float, indent: float, metrics: TextMetrics) -> None:
        self.width = width
        self.indent = indent
        self.metrics = metrics
        self.lines: list[Shape] = []
        self.nodes: list[Shape] = []

    def add(self, node: Grown, left: float, top: float) -> float:
        """Add a node and all below it; return the y where they end."""
        box = make_box(node, min(self.width - 1 - left, WIDEST_BOX), self.metrics, centred=False)
        self.nodes.append(box.place(left, top))
        bottom = top + box.height
        if len(node.branches) == 1:
            return self._chain(node, left, bottom)
        trunk = left + TRUNK
        end = bottom
        y = bottom
        for answer, child in node.branches:
            y, end = self._branch(answer, child, trunk, y)
        if node.branches:
            self.lines.append(Line(trunk, bottom, trunk, end, "edge-line", "soft"))
        return y

    def _chain(self, node: Grown, left: float, bottom: float) -> float:
        """Add the only branch of a node under it; return the y where it ends."""
        answer, child = node.branches[0]
        stem = left + TRUNK + 4
        text = block(answer, self.width - stem - 12, SMALL_STRONG, self.metrics)
        length = max(CHAIN_GAP, text.height + 18)
        self.lines += arrow(stem, bottom, bottom + length)
        self.lines += text.place(stem + 12, bottom + (length - text.height) / 2 - 1, "edge", "soft")
        return self.add(child, left, bottom + length)

    def _branch(self, answer: str, child: Grown, trunk: float, y: float) -> tuple[float, float]:
        """Add one branch below y; return where it ends, and where it leaves the trunk."""
        left = trunk + self.indent
        text = block(answer, self.width - left, SMALL_STRONG, self.metrics)
        y += BRANCH_GAP
        self.lines += text.place(left, y, "edge", "ink")
        if text.lines:
            y += text.height + ANSWER_GAP
        joint = y + 20
        head = path_data(
            ("M", (left - 6.5, joint - 3.5)),
            ("L", (left - 0.5, joint)),
            ("L", (left - 6.5, joint + 3.5)),
        )
        self.lines.append(Line(trunk, joint, left - 1, joint, "edge-line", "soft"))
        self.lines.append(Path(head, "edge-head", stroke="soft"))
        return self.add(child, left, y), joint


def layout_outline(diagram: TreeDiagram, width: float, metrics: TextMetrics) -> Drawing:
    """Return the outline of a tree, with its notes below.

    Raises:
        DiagramError: the diagram is not a tree (see `branching.grow`).
    """
    root = grow(diagram)
    outline = _Outline(width, 13.0 if width < 480 else 24.0, metrics)  # noqa: PLR2004
    bottom = outline.add(root, 1, 1)
    notes, end = footnotes(diagram.notes, width, bottom, metrics)
    lines = Group("edge-group", tuple(outline.lines))
    return Drawing(width, end + 2, (lines, *outline.nodes, *notes))

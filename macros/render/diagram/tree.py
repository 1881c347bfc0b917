"""Lays out a decision tree from the top down, each parent centred over its children.

Subtrees are pushed together until their outlines touch, as in E. M. Reingold and
J. S. Tilford, "Tidier drawings of trees" (IEEE Transactions on Software Engineering,
1981).  The boxes are as wide as the drawing allows; a tree with more branches than
fit side by side becomes an outline.  This module must not know templates.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from macros.render.diagram.branching import Grown, grow
from macros.render.diagram.outline import layout_outline
from macros.render.diagram.paint import SMALL
from macros.render.diagram.parts import arrow, block, footnotes
from macros.render.diagram.shapes import Drawing, Group, Line, Shape
from macros.render.diagram.treebox import Box, make_box, narrowest_leaf

if TYPE_CHECKING:
    from collections.abc import Mapping

    from macros.render.diagram.metrics import TextMetrics
    from macros.render.diagram.model import TreeDiagram

SIBLING_GAP: Final = 20.0
WIDEST_BOX: Final = 240.0
NARROWEST_BOX: Final = 136.0
BAR_DROP: Final = 16.0
ANSWER_ROOM: Final = 26.0
PLAIN_DROP: Final = 26.0

Contour = dict[int, tuple[float, float]]
"""By depth, the leftmost and rightmost centre of a subtree, relative to its root."""


@dataclass(frozen=True)
class Spread:
    """A node with the centres of its children relative to its own."""

    node: Grown
    offsets: tuple[float, ...]
    children: tuple[Spread, ...]
    contour: Contour


def spread(node: Grown, pitch: float) -> Spread:
    """Return the tidy placement of a tree whose neighbours are at least `pitch` apart."""
    children = tuple(spread(child, pitch) for _, child in node.branches)
    centres: list[float] = []
    reached: Contour = {}
    for child in children:
        shift = max(
            (
                reached[depth][1] + pitch - left
                for depth, (left, _) in child.contour.items()
                if depth in reached
            ),
            default=0.0,
        )
        centres.append(shift)
        for depth, (left, right) in child.contour.items():
            first = reached[depth][0] if depth in reached else left + shift
            reached[depth] = (first, right + shift)
    middle = (centres[0] + centres[-1]) / 2 if centres else 0.0
    contour = {depth: (left - middle, right - middle) for depth, (left, right) in reached.items()}
    contour[node.depth] = (0.0, 0.0)
    return Spread(node, tuple(centre - middle for centre in centres), children, contour)


def extent(placed: Spread) -> tuple[float, float]:
    """Return the leftmost and rightmost centre of a tree, relative to its root."""
    return (
        min(left for left, _ in placed.contour.values()),
        max(right for _, right in placed.contour.values()),
    )


def _widest_fit(root: Grown, width: float, narrowest: float) -> tuple[Spread, float] | None:
    """Return the placement with the widest boxes that fit, and their width."""
    box = WIDEST_BOX
    while box >= narrowest:
        placed = spread(root, box + SIBLING_GAP)
        left, right = extent(placed)
        if right - left + box <= width - 2:
            return placed, box
        box -= 4
    return None


@dataclass(frozen=True)
class _Levels:
    """By depth: where boxes begin, and where the bar over the next depth lies."""

    tops: Mapping[int, float]
    bars: Mapping[int, float]
    bottom: float


class _Tree:
    """One tree in its wide form."""

    def __init__(self, placed: Spread, box_width: float, metrics: TextMetrics) -> None:
        self.placed = placed
        self.box_width = box_width
        self.metrics = metrics
        self.boxes: dict[int, Box] = {
            id(node): make_box(node, box_width, metrics, centred=True) for node in placed.node.walk()
        }
        self.levels = self._measure_levels()

    def _answer_width(self) -> float:
        return self.box_width / 2 - 8

    def _measure_levels(self) -> _Levels:
        heights: dict[int, float] = defaultdict(float)
        answers: dict[int, float] = defaultdict(float)
        forks: set[int] = set()
        for node in self.placed.node.walk():
            heights[node.depth] = max(heights[node.depth], self.boxes[id(node)].height)
            if len(node.branches) > 1:
                forks.add(node.depth)
            for answer, _ in node.branches:
                text = block(answer, self._answer_width(), SMALL, self.metrics)
                answers[node.depth] = max(answers[node.depth], text.height)
        tops: dict[int, float] = {}
        bars: dict[int, float] = {}
        y = 1.0
        for depth in sorted(heights):
            tops[depth] = y
            y += heights[depth]
            bars[depth] = y + (BAR_DROP if depth in forks else 0)
            if depth + 1 in heights:
                room = answers[depth]
                y = bars[depth] + (room + ANSWER_ROOM if room else PLAIN_DROP)
        return _Levels(tops, bars, y)

    def shapes(self, placed: Spread, centre: float) -> list[Shape]:
        """Return the connectors below a node, then the node, then all below it."""
        node = placed.node
        box = self.boxes[id(node)]
        top = self.levels.tops[node.depth]
        shapes: list[Shape] = []
        if placed.children:
            shapes.append(self._connectors(placed, centre, top + box.height))
        shapes.append(box.place(centre - self.box_width / 2, top))
        for offset, child in zip(placed.offsets, placed.children, strict=True):
            shapes += self.shapes(child, centre + offset)
        return shapes

    def _connectors(self, placed: Spread, centre: float, bottom: float) -> Group:
        bar = self.levels.bars[placed.node.depth]
        next_top = self.levels.tops[placed.node.depth + 1]
        ends = [centre + offset for offset in placed.offsets]
        shapes: list[Shape] = []
        if len(ends) > 1:
            shapes.append(Line(centre, bottom, centre, bar, "edge-line", "soft"))
            shapes.append(Line(ends[0], bar, ends[-1], bar, "edge-line", "soft"))
        start = bar if len(ends) > 1 else bottom
        for end, (answer, _) in zip(ends, placed.node.branches, strict=True):
            shapes += arrow(end, start, next_top)
            text = block(answer, self._answer_width(), SMALL, self.metrics)
            level = bar + (next_top - bar - text.height) / 2 - 1
            shapes += text.place(end + 8, level, "edge", "soft")
        return Group("edge-group", tuple(shapes))


def layout_wide(diagram: TreeDiagram, width: float, metrics: TextMetrics) -> Drawing:
    """Return the tree from the top down, or as an outline where it is too broad for that.

    Raises:
        DiagramError: the diagram is not a tree (see `branching.grow`).
    """
    root = grow(diagram)
    narrowest = max(NARROWEST_BOX, narrowest_leaf(diagram.leaves, metrics))
    fit = _widest_fit(root, width, narrowest)
    if fit is None:
        return layout_outline(diagram, width, metrics)
    placed, box_width = fit
    tree = _Tree(placed, box_width, metrics)
    left, right = extent(placed)
    centre = (width - (left + right)) / 2
    shapes = tree.shapes(placed, centre)
    notes, bottom = footnotes(diagram.notes, width, tree.levels.bottom, metrics)
    return Drawing(width, bottom + 2, (*shapes, *notes))


def layout_narrow(diagram: TreeDiagram, width: float, metrics: TextMetrics) -> Drawing:
    """Return the tree as an indented outline.

    Raises:
        DiagramError: the diagram is not a tree (see `branching.grow`).
    """
    return layout_outline(diagram, width, metrics)

"""The boxes of a decision tree: a question, and a leaf whose border shows its tone.

This module must not know where in a drawing a box stands.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from macros.render.diagram.model import Tag, Tone, TreeLeaf, TreeQuestion
from macros.render.diagram.paint import LABEL, NOTE, SMALL, SMALL_STRONG, TITLE, TONE_COLOUR
from macros.render.diagram.parts import Block, block, place_tag, tag_width
from macros.render.diagram.shapes import Group, Rect, Shape

if TYPE_CHECKING:
    from macros.render.diagram.branching import Grown
    from macros.render.diagram.metrics import TextMetrics

PADDING: Final = 13.0
_TONE_GAP: Final = 2.0
_LINES_GAP: Final = 3.0
_LINE_GAP: Final = 6.0
_TAG_GAP: Final = 6.0


@dataclass(frozen=True)
class QuestionBox:
    """A question with its detail, set to a width."""

    item: TreeQuestion
    width: float
    text: Block
    detail: Block
    centred: bool

    @property
    def height(self) -> float:
        """The height of the box."""
        return self.text.height + self.detail.height + 2 * PADDING - 3

    def place(self, x: float, y: float) -> Group:
        """Return the box with its upper left corner at (x, y)."""
        anchor = "middle" if self.centred else "start"
        start = x + self.width / 2 if self.centred else x + PADDING
        top = y + PADDING - 2
        fill = "accent" if self.item.href else "ink"
        shapes: tuple[Shape, ...] = (
            Rect(x, y, self.width, self.height, "question", "paper", "ink"),
            *self.text.place(start, top, "label", fill, anchor),
            *self.detail.place(start, top + self.text.height, "note", "soft", anchor),
        )
        return Group("node", shapes, href=self.item.href, node=self.item.id)


def _border(tone: Tone, x: float, y: float, width: float, height: float) -> tuple[Rect, ...]:
    """Return the frame of a leaf: solid, dashed or double by its tone."""
    colour = TONE_COLOUR[tone]
    role = f"leaf--{tone}"
    if tone == "clear":
        return (Rect(x, y, width, height, role, "card", colour, 1.5),)
    if tone == "caution":
        return (Rect(x, y, width, height, role, "card", colour, 1.5, "6 3"),)
    return (
        Rect(x, y, width, height, role, "card", colour),
        Rect(x + 3, y + 3, width - 6, height - 6, role, "none", colour, radius=1),
    )


@dataclass(frozen=True)
class LeafBox:
    """A recommendation with tone word, title, lines and tag, set to a width."""

    item: TreeLeaf
    width: float
    tone: Block
    title: Block
    lines: tuple[Block, ...]
    tag: Tag | None
    metrics: TextMetrics

    @property
    def height(self) -> float:
        """The height of the box."""
        height = 2 * PADDING - 3 + self.tone.height + _TONE_GAP + self.title.height
        if self.lines:
            height += _LINES_GAP + sum(line.height for line in self.lines)
            height += _LINE_GAP * (len(self.lines) - 1)
        return height + (_TAG_GAP + SMALL.leading if self.tag else 0)

    def place(self, x: float, y: float) -> Group:
        """Return the box with its upper left corner at (x, y)."""
        left = x + PADDING
        top = y + PADDING - 2
        title_fill = "accent" if self.item.href else "ink"
        shapes: list[Shape] = [*_border(self.item.tone, x, y, self.width, self.height)]
        shapes += self.tone.place(left, top, "tone", TONE_COLOUR[self.item.tone])
        top += self.tone.height + _TONE_GAP
        shapes += self.title.place(left, top, "label", title_fill)
        top += self.title.height + _LINES_GAP
        for line in self.lines:
            shapes += line.place(left, top, "note", "ink")
            top += line.height + _LINE_GAP
        if self.tag:
            middle = y + self.height - PADDING + 1 - SMALL.leading / 2
            shapes.append(place_tag(self.tag, left, middle, self.metrics))
        return Group("node", tuple(shapes), href=self.item.href, node=self.item.id)


Box = QuestionBox | LeafBox


def narrowest_leaf(leaves: tuple[TreeLeaf, ...], metrics: TextMetrics) -> float:
    """Return the width that the widest tag of the leaves needs."""
    tags = [tag_width(leaf.tag, metrics) for leaf in leaves if leaf.tag]
    return max(tags, default=0.0) + 2 * PADDING


def make_box(node: Grown, width: float, metrics: TextMetrics, *, centred: bool) -> Box:
    """Return the box of a node; a centred question sets its text in the middle."""
    room = width - 2 * PADDING
    item = node.item
    if isinstance(item, TreeQuestion):
        return QuestionBox(
            item,
            width,
            block(item.text, room, LABEL, metrics, even=centred),
            block(item.detail, room, NOTE, metrics, even=True),
            centred,
        )
    return LeafBox(
        item,
        width,
        block(item.tone_word, room, SMALL_STRONG, metrics),
        block(item.title, room, TITLE, metrics, even=True),
        tuple(block(line, room, NOTE, metrics, even=True) for line in item.lines if line.strip()),
        item.tag,
        metrics,
    )

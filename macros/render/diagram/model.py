"""What can be drawn: plain frozen values, ready-formatted text and links.

This module says what a stack, a tree and a shared axis consist of.  It must
not know how they are laid out, nor where their content comes from.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["measured", "derived", "assumed", "sourced"]
"""How a statement is known; decides the glyph, the word and the colour of a tag."""

State = Literal["current", "due", "stale", "contested", "superseded"]
"""Whether a statement may still be trusted; `current` prints nothing."""

Tone = Literal["clear", "caution", "conditional"]
"""How firmly a leaf recommends; decides border style and colour."""


class DiagramError(ValueError):
    """A diagram cannot be drawn as described; the message names the parts at fault."""


@dataclass(frozen=True, slots=True)
class Tag:
    """The kind and the state that are printed after a statement."""

    kind: Kind
    state: State = "current"


@dataclass(frozen=True, slots=True)
class Text:
    """A statement beside a drawing, with its link and its tag if it has them."""

    text: str
    href: str = ""
    tag: Tag | None = None


@dataclass(frozen=True, slots=True)
class Callout:
    """A statement in the margin whose leader line ends at the box that it is about."""

    text: str
    tag_kind: Kind
    href: str = ""
    state: State = "current"

    @property
    def tag(self) -> Tag:
        """The tag printed under the leader line."""
        return Tag(self.tag_kind, self.state)


@dataclass(frozen=True, slots=True)
class StackNode:
    """One box of a stack."""

    id: str
    label: str
    notes: tuple[Text, ...] = ()
    callouts: tuple[Callout, ...] = ()
    href: str = ""


@dataclass(frozen=True, slots=True)
class StackEdge:
    """The arrow from a box to the next one; the label may be empty."""

    label: str = ""


@dataclass(frozen=True, slots=True)
class StackDiagram:
    """A vertical chain: one edge fewer than there are nodes.

    `title` is the drawing's accessible name, `description` its long description.
    """

    title: str
    description: str
    nodes: tuple[StackNode, ...]
    edges: tuple[StackEdge, ...] = ()


@dataclass(frozen=True, slots=True)
class TreeBranch:
    """One answer to a question (may be empty) and the id that it leads to."""

    answer: str
    target: str


@dataclass(frozen=True, slots=True)
class TreeQuestion:
    """An inner node of a decision tree."""

    id: str
    text: str
    detail: str
    branches: tuple[TreeBranch, ...]
    href: str = ""


@dataclass(frozen=True, slots=True)
class TreeLeaf:
    """A recommendation: its tone shows as border style, as `tone_word` and as colour."""

    id: str
    title: str
    lines: tuple[str, ...]
    tone: Tone
    tone_word: str
    kind_tag: Kind | None = None
    href: str = ""
    state: State = "current"

    @property
    def tag(self) -> Tag | None:
        """The tag printed at the foot of the leaf, if it has one."""
        return None if self.kind_tag is None else Tag(self.kind_tag, self.state)


@dataclass(frozen=True, slots=True)
class TreeDiagram:
    """A decision tree.  A leaf may be reached by several branches, a question by one."""

    title: str
    description: str
    root: str
    questions: tuple[TreeQuestion, ...]
    leaves: tuple[TreeLeaf, ...]
    notes: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class AxisRow:
    """One value on the shared axis.

    `low` and `high` bound the value (equal to `nominal` where it is exact), in the
    unit of the axis.  `value_text` is the value as it is to be printed.  `filled`
    is False where the row is not comparable with the others (an open mark).
    """

    label: str
    detail: str
    low: float
    nominal: float
    high: float
    kind: Kind
    filled: bool = True
    value_text: str = ""
    href: str = ""
    state: State = "current"

    @property
    def tag(self) -> Tag:
        """The tag printed at the end of the row."""
        return Tag(self.kind, self.state)


@dataclass(frozen=True, slots=True)
class AxisBand:
    """The interval shaded across all rows, in the unit of the axis."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class AxisTick:
    """A labelled position, in the unit of the axis."""

    value: float
    label: str


@dataclass(frozen=True, slots=True)
class AxisDiagram:
    """Rows on one linear axis over `domain`, with a band and a reference line.

    `low_label` and `high_label` say what the two ends mean ("slower", "faster").
    `notes` explain band and marks under the axis.
    """

    title: str
    description: str
    rows: tuple[AxisRow, ...]
    domain: tuple[float, float]
    ticks: tuple[AxisTick, ...]
    band: AxisBand | None = None
    reference: float | None = None
    low_label: str = ""
    high_label: str = ""
    notes: tuple[Text, ...] = ()

"""Draws diagrams as SVG: vertical stacks, decision trees and shared-axis figures.

The room takes plain values (`model`), lays them out with measured text, and
renders them through Jinja templates.  It must not know records, pages, files
other than fonts, or what any diagram is about.
"""

from macros.render.diagram.drawing import (
    PANEL_WIDTHS,
    WIDTHS,
    DrawnDiagram,
    draw_axis,
    draw_stack,
    draw_tree,
    frame,
)
from macros.render.diagram.metrics import TextMetrics
from macros.render.diagram.model import (
    AxisBand,
    AxisDiagram,
    AxisRow,
    AxisTick,
    Callout,
    DiagramError,
    Kind,
    StackDiagram,
    StackEdge,
    StackNode,
    State,
    Tag,
    Text,
    Tone,
    TreeBranch,
    TreeDiagram,
    TreeLeaf,
    TreeQuestion,
)

__all__ = [
    "PANEL_WIDTHS",
    "WIDTHS",
    "AxisBand",
    "AxisDiagram",
    "AxisRow",
    "AxisTick",
    "Callout",
    "DiagramError",
    "DrawnDiagram",
    "Kind",
    "StackDiagram",
    "StackEdge",
    "StackNode",
    "State",
    "Tag",
    "Text",
    "TextMetrics",
    "Tone",
    "TreeBranch",
    "TreeDiagram",
    "TreeLeaf",
    "TreeQuestion",
    "draw_axis",
    "draw_stack",
    "draw_tree",
    "frame",
]

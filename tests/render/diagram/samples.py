"""Diagrams about a water works, and what the tests ask of any drawing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from macros.render.diagram import (
    AxisBand,
    AxisDiagram,
    AxisRow,
    AxisTick,
    Callout,
    StackDiagram,
    StackEdge,
    StackNode,
    Tag,
    Text,
    TextMetrics,
    TreeBranch,
    TreeDiagram,
    TreeLeaf,
    TreeQuestion,
    axis,
    stack,
    tree,
)
from macros.render.diagram.shapes import Drawing, Group, Line, Rect, TextLine

if TYPE_CHECKING:
    from collections.abc import Iterator

PROJECT = Path(__file__).resolve().parents[3]
METRICS = TextMetrics()
HOSTILE = (
    "<script>alert(1)</script>",
    '" onload="alert(1)',
    "]]> <!-- -- --> &amp; <![CDATA[",
    "{{ 7 * 7 }} {% raw %}",
    "مضخة المياه الرئيسية تعمل دون انقطاع منذ الصباح",
    "\u202eabc\u202c שלום עולם",
    "水の流れを測る装置は一日中止まらずに動いている" * 3,
    "👩‍👩‍👧‍👦🏽" * 30,
    "A" * 4000,
    "word " * 800,
    "NAME_OF_A_SETTING_THAT_IS_LONGER_THAN_ANY_COLUMN_OF_A_NARROW_DRAWING=1",
    "\x00\x08\x0b\ufffe\ud800 control",
    "Z\u0335\u0321\u0322" * 200,
    "",
)


def environment() -> Environment:
    """Return an environment over the project's templates, as strict as a page's."""
    loader = FileSystemLoader(PROJECT / "overrides")
    return Environment(loader=loader, autoescape=True, undefined=StrictUndefined)


def stack_of(text: str = "", href: str = "") -> StackDiagram:
    """Return a chain of four; a given text stands in every place of the third node."""
    return StackDiagram(
        text or "From the well to the tap",
        text or "Four stations; the pressure is lost in the filter.",
        (
            StackNode("well", "Well", (Text("forty metres deep"),)),
            StackNode("pump", "Pump"),
            StackNode(
                "filter",
                text or "Sand filter",
                (Text(text or "two beds", href), Text(text or "rinsed daily", tag=Tag("derived"))),
                (
                    Callout(text or "0.4 bar lost", "measured", href, "due"),
                    Callout(text or "less when rinsed", "assumed", href),
                ),
                href,
            ),
            StackNode("tap", "Tap", (Text("polls", tag=Tag("sourced", "contested")),)),
        ),
        (StackEdge("rises"), StackEdge(text), StackEdge("falls")),
    )


def tree_of(text: str = "", href: str = "") -> TreeDiagram:
    """Return a tree of two questions; a given text stands in one leaf and its branch."""
    return TreeDiagram(
        text or "Choose a pump",
        "",
        "start",
        (
            TreeQuestion("start", text or "Pump?", text, (TreeBranch("", "depth"),)),
            TreeQuestion(
                "depth",
                "How deep?",
                "of the water",
                (TreeBranch(text or "shallow", "hand"), TreeBranch("deep", "motor")),
            ),
        ),
        (
            TreeLeaf(
                "hand",
                text or "By hand",
                (text or "no power", "cheap"),
                "conditional",
                text or "Small wells",
                "assumed",
                href,
                "superseded",
            ),
            TreeLeaf("motor", "By motor", ("needs power",), "clear", "Clear use", "sourced"),
        ),
        (Text(text or "Ask first.", href, Tag("measured", "stale")),),
    )


def axis_of(text: str = "", href: str = "") -> AxisDiagram:
    """Return three rows around 1; a given text stands in the first row."""
    return AxisDiagram(
        text or "Flow against the old pump",
        "",
        (
            AxisRow(
                text or "Pump A",
                text or "cold",
                0.6,
                0.7,
                0.8,
                "measured",
                value_text=text or "0.7",
                href=href,
            ),
            AxisRow("Pump B", "warm", 1.0, 1.0, 1.0, "derived", value_text="1.00", state="due"),
            AxisRow("Pump C", "another well", 1.2, 1.2, 1.3, "assumed", filled=False, value_text="1.2"),
        ),
        (0.5, 1.5),
        (AxisTick(0.5, text or "0.5"), AxisTick(1.0, "1.0"), AxisTick(1.5, "1.5")),
        AxisBand(0.95, 1.05),
        1.0,
        text or "less",
        "more",
        (Text(text or "Shaded: no difference.", href, Tag("assumed")),),
    )


def layouts(text: str = "", href: str = "") -> Iterator[tuple[str, Drawing]]:
    """Yield both forms of all three diagrams with their names."""
    for width, form in ((760.0, "wide"), (500.0, "wide"), (300.0, "narrow")):
        for name, module, diagram in (
            ("stack", stack, stack_of(text, href)),
            ("tree", tree, tree_of(text, href)),
            ("axis", axis, axis_of(text, href)),
        ):
            yield (
                f"{name} {form} {width}",
                getattr(module, f"layout_{form}")(diagram, width, METRICS),
            )


def texts(drawing: Drawing) -> list[TextLine]:
    """Return the lines of text of a drawing."""
    return [shape for shape in drawing.flat() if isinstance(shape, TextLine)]


def nodes(drawing: Drawing) -> dict[str, list[Rect]]:
    """Return the frames of a drawing's boxes by the id of the node."""
    found: dict[str, list[Rect]] = {}
    for shape in drawing.flat():
        if isinstance(shape, Group) and shape.role == "node":
            frame = next(part for part in shape.shapes if isinstance(part, Rect))
            found.setdefault(shape.node, []).append(frame)
    return found


Area = tuple[float, float, float, float]


def area(shape: TextLine | Rect | Line) -> Area:
    """Return left, top, right and bottom of a shape; of text, its capitals and descenders."""
    if isinstance(shape, TextLine):
        top, bottom = shape.y - 0.72 * shape.size, shape.y + 0.22 * shape.size
        return shape.left, top, shape.right, bottom
    if isinstance(shape, Line):
        xs, ys = sorted((shape.x1, shape.x2)), sorted((shape.y1, shape.y2))
        return xs[0], ys[0], xs[1], ys[1]
    return shape.x, shape.y, shape.x + shape.width, shape.y + shape.height


def meet(first: Area, second: Area, slack: float = 0.2) -> bool:
    """Return whether two areas share more than their edges."""
    return (
        first[0] < second[2] - slack
        and second[0] < first[2] - slack
        and first[1] < second[3] - slack
        and second[1] < first[3] - slack
    )


def inside(inner: Area, outer: Area, slack: float = 0.2) -> bool:
    """Return whether an area lies within another."""
    return (
        inner[0] >= outer[0] - slack
        and inner[1] >= outer[1] - slack
        and inner[2] <= outer[2] + slack
        and inner[3] <= outer[3] + slack
    )


def faults(drawing: Drawing) -> list[str]:
    """Return what is wrong with a drawing: text outside of it, or over text or a line."""
    view = (0.0, 0.0, drawing.width, drawing.height)
    words = texts(drawing)
    lines = [shape for shape in drawing.flat() if isinstance(shape, Line) and shape.role != "interval"]
    found = [f"outside: {text.text}" for text in words if not inside(area(text), view)]
    found += [f"outside: {line.role}" for line in lines if not inside(area(line), view)]
    for index, text in enumerate(words):
        for other in words[index + 1 :]:
            if meet(area(text), area(other)):
                found.append(f"text on text: {text.text} / {other.text}")
        for line in lines:
            left, top, right, bottom = area(line)
            if meet(area(text), (left - 0.5, top - 0.5, right + 0.5, bottom + 0.5)):
                found.append(f"line through text: {text.text} / {line.role}")
    return found

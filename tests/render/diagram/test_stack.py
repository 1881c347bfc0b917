"""Vertical chains."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from macros.render.diagram import DiagramError, StackEdge, StackNode, draw_stack, stack
from macros.render.diagram.shapes import Circle, Drawing, Group, Line, TextLine

from .samples import METRICS, area, environment, inside, nodes, stack_of, texts


def wide() -> Drawing:
    """Return the wide form of the sample."""
    return stack.layout_wide(stack_of(), 760, METRICS)


def narrow() -> Drawing:
    """Return the narrow form of the sample."""
    return stack.layout_narrow(stack_of(), 300, METRICS)


def test_a_leader_ends_at_the_box_where_the_cost_is_paid() -> None:
    """Each leader's dot lies on the left edge of the box that has the callout."""
    drawing = wide()
    (box,) = nodes(drawing)["filter"]
    dots = [s for s in drawing.flat() if isinstance(s, Circle) and s.role == "leader-end"]
    assert len(dots) == 2
    for dot in dots:
        assert dot.x == pytest.approx(box.x, abs=0.11)
        assert box.y < dot.y < box.y + box.height


def test_a_callout_names_its_kind_and_state_in_words() -> None:
    """Kind and state of a callout are readable without colour, in both forms."""
    for drawing in (wide(), narrow()):
        groups = [
            shape for shape in drawing.flat() if isinstance(shape, Group) and shape.role == "callout-group"
        ]
        words = [
            {s.text for s in Drawing(1, 1, group.shapes).flat() if isinstance(s, TextLine)}
            for group in groups
        ]
        assert {"measured", "review due"} <= words[0]
        assert "assumed" in words[1]


def test_an_assumption_has_a_dashed_leader() -> None:
    """The leader of an assumed cost is dashed, that of a measured one is solid."""
    dashes = {
        shape.stroke: shape.dash
        for shape in wide().flat()
        if isinstance(shape, Line) and shape.role == "leader"
    }
    assert dashes["assumed"]
    assert not dashes["measured"]


def test_notes_stand_at_the_side_or_inside() -> None:
    """A note is right of all boxes in the wide form, and in its box in the narrow one."""
    notes = [text for text in texts(wide()) if text.text == "two beds"]
    boxes = [rect for rects in nodes(wide()).values() for rect in rects]
    assert all(note.left > box.x + box.width for note in notes for box in boxes)
    inner = [text for text in texts(narrow()) if text.text in {"two beds", "0.4 bar lost"}]
    (box,) = nodes(narrow())["filter"]
    assert len(inner) == 2
    assert all(inside(area(text), area(box)) for text in inner)


def test_labels_lie_in_their_boxes_in_order() -> None:
    """From top to bottom the boxes are those of the chain, each around its label."""
    for drawing in (wide(), narrow()):
        found = nodes(drawing)
        assert [*found] == ["well", "pump", "filter", "tap"]
        tops = [rects[0].y for rects in found.values()]
        assert tops == sorted(tops)
        label = next(text for text in texts(drawing) if text.text == "Sand filter")
        assert inside(area(label), area(found["filter"][0]))


def test_without_callouts_there_is_no_margin() -> None:
    """The boxes move to the left edge where nothing stands in the margin."""
    bare = tuple(replace(node, callouts=()) for node in stack_of().nodes)
    drawing = stack.layout_wide(replace(stack_of(), nodes=bare), 760, METRICS)
    assert {rects[0].x for rects in nodes(drawing).values()} == {0.5}


def test_a_box_is_a_link_around_its_text() -> None:
    """A node with an address is an `a` that holds frame and label, and carries its id."""
    drawn = draw_stack(environment(), stack_of("", "page/"), METRICS, "a")
    root = ET.fromstring(drawn.wide)  # noqa: S314 - our own output
    links = [link for link in root.iter("{http://www.w3.org/2000/svg}a") if link.get("data-node") == "filter"]
    assert [link.get("href") for link in links] == ["page/"]
    assert [child.tag.split("}")[1] for child in links[0]] == ["rect", "text"]


@pytest.mark.parametrize("edges", [0, 2, 4])
def test_the_number_of_edges_is_checked(edges: int) -> None:
    """Four boxes need three arrows."""
    with pytest.raises(DiagramError, match="needs 3 edges"):
        stack.layout_wide(replace(stack_of(), edges=(StackEdge(),) * edges), 760, METRICS)


def test_ids_are_checked() -> None:
    """A repeated id is named, and an empty chain refused."""
    twice = (StackNode("pump", "Pump"), StackNode("pump", "Pump"))
    with pytest.raises(DiagramError, match="same id: pump"):
        stack.check_stack(replace(stack_of(), nodes=twice))
    with pytest.raises(DiagramError, match="at least one"):
        stack.check_stack(replace(stack_of(), nodes=(), edges=()))

"""Decision trees."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from macros.render.diagram import (
    DiagramError,
    Tone,
    TreeBranch,
    TreeDiagram,
    TreeLeaf,
    TreeQuestion,
    tree,
)
from macros.render.diagram.shapes import Line, Rect

from .samples import METRICS, area, faults, inside, meet, nodes, texts, tree_of

TONES: tuple[Tone, ...] = ("clear", "caution", "conditional")


@st.composite
def trees(draw: st.DrawFn) -> TreeDiagram:
    """Random trees of one to three branches a question and at most six levels of them."""
    questions: list[TreeQuestion] = []
    leaves: list[TreeLeaf] = []
    words = st.sampled_from(["yes", "no, not yet", "as much as ever it takes to fill the line", ""])

    def grow(depth: int) -> str:
        name = f"n{len(questions) + len(leaves)}-{depth}"
        if depth == 6 or len(questions) > 12 or (depth and draw(st.booleans())):
            tone = draw(st.sampled_from(TONES))
            leaves.append(TreeLeaf(name, "Do " + draw(words), (draw(words),), tone, "a word"))
            return name
        place = len(questions)
        questions.append(TreeQuestion(name, "Is it so?", draw(words), ()))
        count = draw(st.integers(1, 3))
        branches = tuple(TreeBranch(draw(words), grow(depth + 1)) for _ in range(count))
        questions[place] = replace(questions[place], branches=branches)
        return name

    root = grow(0)
    return TreeDiagram("A tree", "", root, tuple(questions), tuple(leaves))


@settings(max_examples=60, deadline=None)
@given(trees())
def test_any_tree_is_drawn_without_a_collision(diagram: TreeDiagram) -> None:
    """Boxes are apart, no connector runs through a box, and all text has its place."""
    for drawing in (
        tree.layout_wide(diagram, 760, METRICS),
        tree.layout_narrow(diagram, 300, METRICS),
    ):
        view = (0.0, 0.0, drawing.width, drawing.height)
        found = nodes(drawing)
        leaves = {leaf.id for leaf in diagram.leaves}
        assert found.keys() == leaves | {question.id for question in diagram.questions}
        boxes = [area(rects[0]) for rects in found.values()]
        lines = [area(shape) for shape in drawing.flat() if isinstance(shape, Line)]
        assert all(inside(box, view) for box in boxes)
        for index, box in enumerate(boxes):
            assert not any(meet(box, other) for other in boxes[index + 1 :])
            assert not any(
                meet(box, (left - 0.5, top, right + 0.5, bottom), 0.6)
                or meet(box, (left, top - 0.5, right, bottom + 0.5), 0.6)
                for left, top, right, bottom in lines
            )
        assert faults(drawing) == []


@settings(max_examples=30, deadline=None)
@given(trees())
def test_children_stand_below_their_question(diagram: TreeDiagram) -> None:
    """In both forms a branch leads downwards."""
    for drawing in (
        tree.layout_wide(diagram, 760, METRICS),
        tree.layout_narrow(diagram, 300, METRICS),
    ):
        found = nodes(drawing)
        for question in diagram.questions:
            parent = found[question.id][0]
            for branch in question.branches:
                assert found[branch.target][0].y > parent.y + parent.height


def test_a_parent_is_centred_over_its_children() -> None:
    """The question stands in the middle between its first and its last branch."""
    found = nodes(tree.layout_wide(tree_of(), 760, METRICS))
    centres = {name: rects[0].x + rects[0].width / 2 for name, rects in found.items()}
    middle = (centres["hand"] + centres["motor"]) / 2
    assert centres["depth"] == pytest.approx(middle, abs=0.2)
    assert centres["start"] == pytest.approx(centres["depth"], abs=0.2)


def test_a_broad_tree_becomes_an_outline() -> None:
    """Nine leaves of one question do not fit side by side in 760 and stand under each other."""
    leaves = tuple(TreeLeaf(f"l{n}", f"Leaf {n}", (), "clear", "clear") for n in range(9))
    branches = tuple(TreeBranch(str(n), f"l{n}") for n in range(9))
    question = TreeQuestion("q", "Which?", "", branches)
    drawing = tree.layout_wide(TreeDiagram("Broad", "", "q", (question,), leaves), 760, METRICS)
    tops = [nodes(drawing)[leaf.id][0].y for leaf in leaves]
    assert tops == sorted(set(tops))
    assert faults(drawing) == []


def test_tone_shows_without_colour() -> None:
    """The three tones differ in their border, and each prints its word."""
    borders = set()
    for tone in TONES:
        leaf = TreeLeaf("leaf", "Title", (), tone, f"word for {tone}")
        question = TreeQuestion("q", "Q?", "", (TreeBranch("", "leaf"),))
        drawing = tree.layout_wide(TreeDiagram("T", "", "q", (question,), (leaf,)), 760, METRICS)
        frames = [
            shape for shape in drawing.flat() if isinstance(shape, Rect) and shape.role == f"leaf--{tone}"
        ]
        borders.add((len(frames), frames[0].dash))
        assert f"word for {tone}" in {text.text for text in texts(drawing)}
    assert len(borders) == 3


def changed(**branches: tuple[str, ...]) -> TreeDiagram:
    """Return the sample with other branches for some questions."""
    sample = tree_of()
    questions = tuple(
        replace(q, branches=tuple(TreeBranch("", target) for target in branches[q.id]))
        if q.id in branches
        else q
        for q in sample.questions
    )
    return replace(sample, questions=questions)


def test_a_cycle_is_named() -> None:
    """A branch back to a question above it is refused with the way round."""
    with pytest.raises(DiagramError, match="cycle: start → depth → start"):
        tree.layout_wide(changed(depth=("hand", "motor", "start")), 760, METRICS)


def test_unreachable_nodes_are_named() -> None:
    """A node that no branch leads to is refused by its id."""
    with pytest.raises(DiagramError, match="not reachable from the root: motor"):
        tree.layout_narrow(changed(depth=("hand",)), 300, METRICS)


def test_unknown_targets_are_named() -> None:
    """A branch into nothing is refused by the id it names."""
    with pytest.raises(DiagramError, match="unknown nodes: spring"):
        tree.layout_wide(changed(depth=("hand", "motor", "spring")), 760, METRICS)


def test_a_question_without_branches_is_named() -> None:
    """A question must lead somewhere."""
    with pytest.raises(DiagramError, match="no branches from: depth"):
        tree.layout_wide(changed(depth=()), 760, METRICS)


def test_a_question_is_reached_once_but_a_leaf_as_often_as_needed() -> None:
    """Two branches to one question are refused; two to one leaf draw it twice."""
    with pytest.raises(DiagramError, match="several branches: depth"):
        tree.layout_wide(changed(start=("depth", "depth")), 760, METRICS)
    drawing = tree.layout_wide(changed(depth=("hand", "motor", "hand")), 760, METRICS)
    assert len(nodes(drawing)["hand"]) == 2


def test_repeated_ids_are_named() -> None:
    """A leaf with the id of another is refused."""
    sample = tree_of()
    with pytest.raises(DiagramError, match="same id: hand"):
        tree.layout_wide(replace(sample, leaves=(*sample.leaves, sample.leaves[0])), 760, METRICS)


def test_seven_branches_in_a_row_are_too_many() -> None:
    """Six are drawn, one more is refused with the way there."""

    def chain(length: int) -> TreeDiagram:
        questions = tuple(
            TreeQuestion(f"q{n}", "Q?", "", (TreeBranch("", f"q{n + 1}"),)) for n in range(length)
        )
        leaf = TreeLeaf(f"q{length}", "End", (), "clear", "clear")
        return TreeDiagram("Chain", "", "q0", questions, (leaf,))

    assert len(nodes(tree.layout_wide(chain(6), 760, METRICS))) == 7
    with pytest.raises(DiagramError, match="deeper than 6"):
        tree.layout_wide(chain(7), 760, METRICS)

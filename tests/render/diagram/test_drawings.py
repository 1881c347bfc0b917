"""What holds for every drawing: sound markup, text in its place, the same each time."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jinja2 import Environment, FileSystemLoader

from macros.render.diagram import (
    DiagramError,
    DrawnDiagram,
    draw_axis,
    draw_stack,
    draw_tree,
    frame,
)
from macros.render.diagram.paint import PALETTE

from .samples import (
    HOSTILE,
    METRICS,
    PROJECT,
    area,
    axis_of,
    environment,
    faults,
    inside,
    layouts,
    nodes,
    stack_of,
    tree_of,
)

SVG = "{http://www.w3.org/2000/svg}"
ENVIRONMENT = environment()
KINDS: tuple[tuple[Any, Any], ...] = (
    (draw_stack, stack_of),
    (draw_tree, tree_of),
    (draw_axis, axis_of),
)


def drawn(text: str = "", href: str = "") -> list[DrawnDiagram]:
    """Return all three diagrams with a text in every kind of place."""
    return [
        draw(ENVIRONMENT, build(text, href), METRICS, f"d{index}")
        for index, (draw, build) in enumerate(KINDS)
    ]


def roots(text: str = "", href: str = "") -> list[ET.Element]:
    """Return both forms of all three diagrams, parsed."""
    return [
        ET.fromstring(svg)  # noqa: S314 - our own output
        for diagram in drawn(text, href)
        for svg in (diagram.wide, diagram.narrow)
    ]


@pytest.mark.parametrize("text", HOSTILE)
def test_any_text_gives_sound_markup(text: str) -> None:
    """Hostile text ends up as text: no element, attribute or event comes out of it."""
    allowed = {"svg", "title", "desc", "g", "a", "rect", "line", "circle", "path", "text"}
    for root in roots(text, "page/?a=1&b=%22"):
        assert {element.tag.removeprefix(SVG) for element in root.iter()} <= allowed
        for element in root.iter():
            assert not [name for name in element.attrib if name.startswith("on") or name == "style"]
            assert "var(" not in "".join(element.attrib.values())


@settings(max_examples=40, deadline=None)
@given(st.text(max_size=120))
def test_random_text_gives_sound_markup(text: str) -> None:
    """Every text that Python can hold gives XML that parses."""
    assert len(roots(text)) == 6


@pytest.mark.parametrize("text", HOSTILE)
def test_any_text_stays_in_its_place(text: str) -> None:
    """No text leaves the view box, lies on other text, or is crossed by a line."""
    if text.startswith("word"):
        text = text[:800]
    for name, drawing in layouts(text[:1200]):
        assert (name, faults(drawing)) == (name, [])


@settings(max_examples=25, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=90))
def test_random_text_stays_in_its_place(text: str) -> None:
    """The same for random text."""
    for name, drawing in layouts(text):
        assert (name, faults(drawing)) == (name, [])


def test_four_thousand_characters_fit() -> None:
    """Even the longest text lies inside the view box of each drawing."""
    for name, drawing in layouts("A" * 4000):
        view = (0.0, 0.0, drawing.width, drawing.height)
        for shape in drawing.flat():
            if shape.form == "text":
                assert inside(area(shape), view), name  # type: ignore[arg-type]


def test_boxes_do_not_meet() -> None:
    """No two boxes of a drawing touch."""
    for name, drawing in layouts():
        frames = [area(rect) for rects in nodes(drawing).values() for rect in rects]
        for index, first in enumerate(frames):
            for second in frames[index + 1 :]:
                apart = first[3] < second[1] or second[3] < first[1]
                assert apart or first[2] < second[0] or second[2] < first[0], name


def test_the_title_comes_first_and_names_the_drawing() -> None:
    """The first child is the title, and the drawing is labelled by it."""
    for root in roots():
        assert root[0].tag == f"{SVG}title"
        assert root.get("aria-labelledby") == root[0].get("id")
        assert root[0].text


def test_an_image_has_no_links_inside() -> None:
    """The role is `img`, but a drawing with links is a group, or they could not be reached."""
    assert {root.get("role") for root in roots()} == {"img"}
    assert {root.get("role") for root in roots("", "page/")} == {"group"}


def test_ids_are_unique_and_prefixed() -> None:
    """All ids of a page with three diagrams differ and begin with their prefix."""
    ids = [found for root in roots() for element in root.iter() if (found := element.get("id"))]
    assert len(ids) == len(set(ids))
    assert all(re.match(r"d[012]-(wide|narrow)-", found) for found in ids)


def test_colours_are_literal() -> None:
    """Every fill and stroke is a colour of the palette, so that paper shows it."""
    for root in roots():
        for element in root.iter():
            for name in ("fill", "stroke"):
                assert element.get(name, "none") in PALETTE.values()


def test_coordinates_have_one_decimal() -> None:
    """No number in the output has more than one decimal."""
    for diagram in drawn():
        for svg in (diagram.wide, diagram.narrow):
            assert not re.search(r"\d\.\d\d", re.sub(r">[^<]*<", "><", svg))


def test_the_output_does_not_depend_on_the_process() -> None:
    """Two processes with different hash seeds write the same bytes."""
    folder = PROJECT / "tests" / "render"
    code = (
        f"import sys; sys.path[:0] = [{str(PROJECT)!r}, {str(folder)!r}]\n"
        "from diagram.test_drawings import drawn\n"
        "print([(d.wide, d.narrow) for d in drawn()])"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
            check=True,
            capture_output=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1


@pytest.mark.parametrize(
    "address", ["javascript:alert(1)", " java\nscript:alert(1)", "data:text/html,x", "vbscript:x"]
)
def test_addresses_that_run_are_refused(address: str) -> None:
    """A link whose scheme a browser would execute is not drawn."""
    with pytest.raises(DiagramError, match="address"):
        drawn("", address)


def test_an_environment_that_does_not_escape_is_refused() -> None:
    """Without autoescaping nothing is drawn."""
    plain = Environment(loader=FileSystemLoader(PROJECT / "overrides"))  # noqa: S701
    with pytest.raises(DiagramError, match="escape"):
        draw_stack(plain, stack_of(), METRICS, "a")


@pytest.mark.parametrize("prefix", ["", "1a", 'a"b', "a b"])
def test_a_prefix_is_an_id(prefix: str) -> None:
    """A prefix that could not begin an id is refused."""
    with pytest.raises(DiagramError, match="prefix"):
        draw_stack(ENVIRONMENT, stack_of(), METRICS, prefix)


def test_the_frame_holds_both_forms() -> None:
    """The frame shows wide and narrow form under classes of the stylesheet."""
    html = frame(ENVIRONMENT, drawn()[0], panel=True)
    sheet = (PROJECT / "overrides/assets/stylesheets/diagram.css").read_text(encoding="utf-8")
    for name in ("cb-diagram--wide", "cb-diagram--narrow", "cb-diagram-frame--panel"):
        assert name in html
        assert f".{name}" in sheet


def test_the_stylesheet_recolours_every_class() -> None:
    """Each colour class that a drawing uses has a rule with the custom property of its name."""
    sheet = (PROJECT / "overrides/assets/stylesheets/diagram.css").read_text(encoding="utf-8")
    used = {
        (use, colour)
        for root in [*roots(), *roots("", "page/")]
        for element in root.iter()
        for use, colour in re.findall(r"cb-diagram__(fill|stroke)--(\w+)", element.get("class", ""))
    }
    assert used
    for use, colour in used:
        assert f".cb-diagram__{use}--{colour} {{ {use}: var(--cb-{colour}); }}" in sheet


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour (WCAG 2.2, "relative luminance")."""
    channels = [int(colour[index : index + 2], 16) / 255 for index in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_text_colours_stand_out() -> None:
    """Every colour of text has a contrast of at least 4.5 to 1 on paper, card and band."""
    grounds = ("paper", "card", "band")
    for name in PALETTE.keys() - {*grounds, "none", "line"}:
        for ground in grounds:
            light, dark = luminance(PALETTE[ground]), luminance(PALETTE[name])
            assert (light + 0.05) / (dark + 0.05) >= 4.5, (name, ground)

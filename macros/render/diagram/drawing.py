"""From a diagram to its SVG: lays out both widths and renders them by template.

All text passes through the environment's autoescaping.  This module must not know
where the diagram's content comes from or on which page it is shown.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeVar

from markupsafe import Markup

from macros.render.diagram import axis, stack, tree
from macros.render.diagram.characters import clean
from macros.render.diagram.model import AxisDiagram, DiagramError, StackDiagram, TreeDiagram
from macros.render.diagram.paint import FONT_FAMILY, PALETTE

if TYPE_CHECKING:
    from jinja2 import Environment, Template

    from macros.render.diagram.metrics import TextMetrics
    from macros.render.diagram.shapes import Drawing

WIDTHS: Final = (760.0, 300.0)
"""The widths of the wide and the narrow form in CSS pixels."""
PANEL_WIDTHS: Final = (500.0, 300.0)
"""The same for a figure that stands in a panel beside text."""
FRAME_TEMPLATE: Final = "components/diagram-frame.html.jinja"
_PREFIX: Final = re.compile(r"[A-Za-z][A-Za-z0-9_\-]*")

Model = TypeVar("Model", StackDiagram, TreeDiagram, AxisDiagram)


@dataclass(frozen=True)
class DrawnDiagram:
    """Both forms of a diagram as SVG elements; a page shows one of them at a time."""

    name: str
    wide: Markup
    narrow: Markup


def _template(environment: Environment, name: str, prefix: str) -> Template:
    """Return the template of a drawing, once it is sure that it escapes its values."""
    if _PREFIX.fullmatch(prefix) is None:
        raise DiagramError(f"not usable as a prefix of ids: {prefix!r}")
    path = f"components/diagram-{name}.svg.jinja"
    escaping = environment.autoescape
    if not (escaping(path) if callable(escaping) else escaping):
        raise DiagramError(f"the environment does not escape values in {path}")
    return environment.get_template(path)


def _render(template: Template, drawing: Drawing, diagram: Model, form: str, prefix: str) -> Markup:
    svg = template.render(
        drawing=drawing,
        form=form,
        prefix=f"{prefix}-{form}",
        title=clean(diagram.title),
        description=clean(diagram.description),
        palette=PALETTE,
        font_family=FONT_FAMILY,
    )
    return Markup(svg)  # noqa: S704 - every value was escaped by the environment


def draw_stack(
    environment: Environment,
    diagram: StackDiagram,
    metrics: TextMetrics,
    prefix: str,
    widths: tuple[float, float] = WIDTHS,
) -> DrawnDiagram:
    """Draw a vertical chain of boxes.

    `prefix` begins every id of the drawing and must be unique on the page; `widths`
    are those of the wide and the narrow form in CSS pixels.

    Raises:
        DiagramError: the chain cannot be drawn, the prefix is no valid id, a link
            has an unsafe scheme, or the environment does not escape values.
    """
    template = _template(environment, "stack", prefix)
    wide = stack.layout_wide(diagram, widths[0], metrics)
    narrow = stack.layout_narrow(diagram, widths[1], metrics)
    return DrawnDiagram(
        "stack",
        _render(template, wide, diagram, "wide", prefix),
        _render(template, narrow, diagram, "narrow", prefix),
    )


def draw_tree(
    environment: Environment,
    diagram: TreeDiagram,
    metrics: TextMetrics,
    prefix: str,
    widths: tuple[float, float] = WIDTHS,
) -> DrawnDiagram:
    """Draw a decision tree: from the top down where wide, as an outline where narrow.

    Arguments are those of `draw_stack`.

    Raises:
        DiagramError: the diagram is not a tree, or as for `draw_stack`.
    """
    template = _template(environment, "tree", prefix)
    wide = tree.layout_wide(diagram, widths[0], metrics)
    narrow = tree.layout_narrow(diagram, widths[1], metrics)
    return DrawnDiagram(
        "tree",
        _render(template, wide, diagram, "wide", prefix),
        _render(template, narrow, diagram, "narrow", prefix),
    )


def draw_axis(
    environment: Environment,
    diagram: AxisDiagram,
    metrics: TextMetrics,
    prefix: str,
    widths: tuple[float, float] = WIDTHS,
) -> DrawnDiagram:
    """Draw values on one shared axis with a band across all rows.

    Arguments are those of `draw_stack`; a panel beside a text takes `PANEL_WIDTHS`.

    Raises:
        DiagramError: a value lies outside of the axis, or as for `draw_stack`.
    """
    template = _template(environment, "axis", prefix)
    wide = axis.layout_wide(diagram, widths[0], metrics)
    narrow = axis.layout_narrow(diagram, widths[1], metrics)
    return DrawnDiagram(
        "axis",
        _render(template, wide, diagram, "wide", prefix),
        _render(template, narrow, diagram, "narrow", prefix),
    )


def frame(environment: Environment, drawn: DrawnDiagram, *, panel: bool = False) -> Markup:
    """Return the element that holds both forms and shows the one that fits its width.

    `panel` says that the wide form was drawn for `PANEL_WIDTHS` and needs less room.
    """
    html = environment.get_template(FRAME_TEMPLATE).render(drawn=drawn, panel=panel)
    return Markup(html)  # noqa: S704 - both forms were escaped when they were drawn

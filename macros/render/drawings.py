"""Records to drawings: what diagrams, trees and shared axes are drawn from, and the list beside each.

The layout itself is the diagram room's; this module only says what is in a picture.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from macros.records.structures import Diagram, Edge, Leaf, Node, Question
from macros.render import diagram as art
from macros.render.components import ComponentError, find, members

if TYPE_CHECKING:
    from markupsafe import Markup

    from macros.records.base import Record
    from macros.render.renderer import PageRenderer
    from macros.render.views import View

NOT_ASKED = "not asked"


def diagram(page: PageRenderer, identifier: str) -> Markup:
    """Draw a diagram from its nodes and edges, or a decision tree from its questions and leaves."""
    record = cast("Diagram", find(page, identifier, "diagram"))
    view = page.view(identifier)
    prefix = _prefix(page, record)
    metrics = art.TextMetrics.load(page.workshop.fonts)
    environment = page.workshop.environment
    try:
        if record.layout == "stack":
            drawn = art.draw_stack(environment, _stack(page, record), metrics, prefix)
            outline = _stack_outline(page, record)
        else:
            drawn = art.draw_tree(environment, _tree(page, record), metrics, prefix)
            outline = page.component("outline-tree", root=_root(page, record), notes=page.views(record.notes))
    except art.DiagramError as error:
        raise ComponentError(f"{identifier}: {error}", "a diagram that can be drawn") from error
    legend = [{"tone": tone, "says": says} for tone, says in record.legend.items()]
    frame = page.component("diagram-frame", drawn=drawn, panel=False)
    return page.component(
        "diagram", record=record, view=view, frame=frame, outline=outline, legend=legend, anchor=prefix
    )


def comparison(
    page: PageRenderer,
    what: object,
    *,
    title: str,
    band: str | None = None,
    less: str = "",
    more: str = "",
    panel: bool = False,
    apart: object = (),
) -> Markup:
    """Draw ratios on one axis around one, with the band within which two things count as equal.

    The records in ``apart`` have another baseline than the rest: their marks are open.
    """
    views = page.views(members(page, what))
    open_marks = frozenset(members(page, apart)) if apart else frozenset()
    rows = tuple(_axis_row(page, view, filled=view.identifier not in open_marks) for view in views)
    width = _ratio(page, band) if band else 0.0
    lowest = min(row.low for row in rows)
    highest = max(row.high for row in rows)
    domain = (_tenth(min(lowest, 1 - width) - 0.1), _tenth(max(highest, 1 + width) + 0.1))
    prefix = _prefix(page, views[0].record)
    model = art.AxisDiagram(
        title=title,
        description="; ".join(f"{row.label}: {row.value_text}, {row.kind}" for row in rows),
        rows=rows,
        domain=domain,
        ticks=_ticks(domain),
        band=art.AxisBand(1 - width, 1 + width) if band else None,
        reference=1.0,
        low_label=less,
        high_label=more,
        notes=(_text(page, band),) if band else (),
    )
    widths = art.PANEL_WIDTHS if panel else art.WIDTHS
    drawn = art.draw_axis(
        page.workshop.environment, model, art.TextMetrics.load(page.workshop.fonts), prefix, widths
    )
    frame = page.component("diagram-frame", drawn=drawn, panel=panel)
    shaded = page.view(band) if band else None
    return page.component("comparison", frame=frame, views=views, band=shaded, caption=title, anchor=prefix)


def answers(page: PageRenderer, identifier: str, caption: str = "") -> Markup:
    """Show every way through a decision tree as a row: the answers given, and the leaf that they lead to."""
    record = cast("Diagram", find(page, identifier, "diagram"))
    questions = [question for question in _of(page, Question, record) if len(question.branches) > 1]
    rows = []
    for given, leaf in _ways(page, _root(page, record), {}):
        cells = [given.get(question.identifier, NOT_ASKED) for question in questions]
        rows.append({"answers": cells, "leaf": page.view(leaf)})
    heads = [question.title for question in questions]
    words = caption or f"{record.title}: every way through the tree"
    return page.component("answers", heads=heads, rows=rows, caption=words, anchor=_prefix(page, record))


def _ways(page: PageRenderer, start: str, given: dict[str, str]) -> list[tuple[dict[str, str], str]]:
    record = page.book.records[start]
    if not isinstance(record, Question):
        return [(given, start)]
    found: list[tuple[dict[str, str], str]] = []
    for branch in record.branches:
        if start not in given:
            found.extend(_ways(page, branch.to, {**given, start: branch.answer}))
    return found


def _of(page: PageRenderer, model: type[Any], record: Diagram) -> list[Any]:
    return [other for other in page.book if isinstance(other, model) and other.diagram == record.identifier]


def _root(page: PageRenderer, record: Diagram) -> str:
    questions = _of(page, Question, record)
    targets = {branch.to for question in questions for branch in question.branches}
    roots = [question.identifier for question in questions if question.identifier not in targets]
    if len(roots) != 1:
        found = f"{len(roots)} questions that no answer leads to"
        raise ComponentError(f"{record.identifier}: {found}", "a tree with one first question")
    return str(roots[0])


def _chain(page: PageRenderer, record: Diagram) -> list[tuple[Node, Edge | None]]:
    nodes = {node.identifier: node for node in _of(page, Node, record)}
    leaving = {edge.start: edge for edge in _of(page, Edge, record)}
    entered = {edge.end for edge in leaving.values()}
    first = [name for name in nodes if name not in entered]
    if len(first) != 1:
        found = f"{record.identifier}: {len(first)} nodes without an edge into them"
        raise ComponentError(found, "a stack with one first node")
    chain: list[tuple[Node, Edge | None]] = []
    name: str | None = first[0]
    while name is not None and len(chain) < len(nodes):
        edge = leaving.get(name)
        chain.append((nodes[name], edge))
        name = edge.end if edge else None
    return chain


def _stack(page: PageRenderer, record: Diagram) -> art.StackDiagram:
    chain = _chain(page, record)
    nodes = tuple(
        art.StackNode(
            id=node.key,
            label=node.title,
            notes=tuple(_text(page, name) for name in node.notes),
            callouts=tuple(_callout(page, name) for name in node.callouts),
            href=page.href(node.identifier),
        )
        for node, _ in chain
    )
    edges = tuple(
        art.StackEdge(page.words(edge, edge.label) if edge.label else "") for _, edge in chain[:-1] if edge
    )
    return art.StackDiagram(record.title, page.words(record, record.says), nodes, edges)


def _stack_outline(page: PageRenderer, record: Diagram) -> Markup:
    steps = [
        {
            "view": page.view(node.identifier),
            "notes": page.views(node.notes),
            "callouts": page.views(node.callouts),
            "edge": page.view(edge.identifier) if edge else None,
        }
        for node, edge in _chain(page, record)
    ]
    return page.component("outline-stack", steps=steps, notes=page.views(record.notes))


def _tree(page: PageRenderer, record: Diagram) -> art.TreeDiagram:
    questions = tuple(
        art.TreeQuestion(
            id=question.identifier,
            text=question.title,
            detail=page.words(question, question.detail) if question.detail else "",
            branches=tuple(
                art.TreeBranch(_label(question, branch.answer), branch.to) for branch in question.branches
            ),
            href=page.href(question.identifier),
        )
        for question in _of(page, Question, record)
    )
    leaves = tuple(_leaf(page, leaf) for leaf in _of(page, Leaf, record))
    notes = tuple(_text(page, name) for name in record.notes)
    description = page.words(record, record.says)
    return art.TreeDiagram(record.title, description, _root(page, record), questions, leaves, notes)


def _label(question: Question, answer: str) -> str:
    return answer if len(question.branches) > 1 else ""


def _leaf(page: PageRenderer, leaf: Leaf) -> art.TreeLeaf:
    view = page.view(leaf.identifier)
    return art.TreeLeaf(
        id=leaf.identifier,
        title=leaf.title,
        lines=tuple(_point(page, name) for name in leaf.points),
        tone=leaf.tone,
        tone_word=leaf.tone,
        kind_tag=cast("Any", view.kind_tag.slug if view.kind_tag else None),
        href=view.href,
        state=cast("Any", view.state or "current"),
    )


def _point(page: PageRenderer, identifier: str) -> str:
    view = page.view(identifier)
    if view.record.brief:
        return page.words(view.record, view.record.brief)
    return f"{view.record.title}: {view.value}" if view.value else view.record.title


def _text(page: PageRenderer, identifier: str) -> art.Text:
    view = page.view(identifier)
    tag = _tag(view)
    return art.Text(_point(page, identifier), view.href, tag if view.value else None)


def _tag(view: View) -> art.Tag | None:
    if view.kind_tag is None:
        return None
    return art.Tag(cast("Any", view.kind_tag.slug), cast("Any", view.state or "current"))


def _callout(page: PageRenderer, identifier: str) -> art.Callout:
    view = page.view(identifier)
    kind = view.kind_tag.slug if view.kind_tag else "sourced"
    return art.Callout(
        _point(page, identifier), cast("Any", kind), view.href, cast("Any", view.state or "current")
    )


def _axis_row(page: PageRenderer, view: View, *, filled: bool) -> art.AxisRow:
    quantity = page.book.quantities.get(view.identifier)
    if quantity is None:
        raise ComponentError(f"{view.identifier}, which has no number", "records with a number")
    number, scope = quantity.number, view.record.scope
    baseline = scope.get("baseline", "unstated")
    return art.AxisRow(
        label=scope.get("framework", view.record.title),
        detail=f"against {baseline}",
        low=float(number.interval.low),
        nominal=float(number.nominal),
        high=float(number.interval.high),
        kind=cast("Any", view.kind_tag.slug if view.kind_tag else "sourced"),
        filled=filled,
        value_text=view.value,
        href=view.href,
        state=cast("Any", view.state or "current"),
    )


def _ratio(page: PageRenderer, identifier: str) -> float:
    """Return a dimensionless quantity as a plain ratio: five per cent is 0.05."""
    quantity = page.book.quantities.get(find(page, identifier).identifier)
    if quantity is None or (quantity.unit is not None and not quantity.unit.is_dimensionless):
        raise ComponentError(f"{identifier}, which is no ratio", "a record with a ratio or a percentage")
    return float(quantity.number.nominal) * float(quantity.unit.scale if quantity.unit else 1)


def _tenth(number: float) -> float:
    return round(number * 10) / 10


def _ticks(domain: tuple[float, float]) -> tuple[art.AxisTick, ...]:
    first, last = round(domain[0] * 10), round(domain[1] * 10)
    step = 2
    return tuple(
        art.AxisTick(tick / 10, f"{tick / 10:.1f}×") for tick in range(first + first % step, last + 1, step)
    )


def _prefix(page: PageRenderer, record: Record) -> str:
    page.drawings += 1
    return f"{record.subject}-{record.key}-{page.drawings}"

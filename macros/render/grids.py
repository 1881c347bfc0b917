"""Figures of many conditions as one table: a row for each set of conditions, a column for each quantity.

Where ``table`` has a record a row, this has a record a cell. Which conditions make the rows and which the
columns, the author says by dimension.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from macros.findings import abbreviated, nearest
from macros.records.kinds import CLAIM_KINDS
from macros.records.written import UNSTATED
from macros.render import components
from macros.render.components import ComponentError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markupsafe import Markup

    from macros.render.renderer import PageRenderer
    from macros.render.views import Tag, View

Conditions = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GridCell:
    """A record's view, its figure in the column's unit, and the tags that not all have."""

    view: View | None
    figure: str = ""
    tags: tuple[Tag, ...] = ()
    caveat: bool = False


@dataclass(frozen=True, slots=True)
class GridRow:
    """A row: its conditions, and a cell for each column."""

    conditions: Conditions
    cells: tuple[GridCell, ...]


def grid(
    page: PageRenderer,
    what: object = None,
    *,
    rows: object,
    across: object,
    caption: str,
    **query: str,
) -> Markup:
    """Show figures as a grid: rows by dimensions with heads, columns by the dimensions in ``across``."""
    if not isinstance(rows, Mapping) or not rows:
        raise ComponentError(f"the rows {abbreviated(rows)}", 'dimensions with heads: {"nodes": "Nodes"}')
    if not isinstance(across, list | tuple) or not across:
        raise ComponentError(f"across={abbreviated(across)}", 'a list of dimensions: ["metric"]')
    _require_dimensions(page, (*rows, *across))
    views = page.views(components.chosen(page, what, query))
    views = [view for view in views if view.record.kind in CLAIM_KINDS]
    placed = _placed(views, tuple(rows), tuple(across))
    columns = tuple(dict.fromkeys(column for _, column in placed))
    common = _common(views)
    units = {column: _unit(placed, column) for column in columns}
    one_caveat = len({view.record.caveat for view in views}) == 1

    def cell(view: View | None, unit: str | None) -> GridCell:
        return _cell(page, view, unit, common, caveat=not one_caveat)

    page.drawings += 1
    return page.component(
        "grid",
        caption=caption,
        heads=tuple(rows.values()),
        columns=[_head(column, units[column]) for column in columns],
        rows=[
            GridRow(row, tuple(cell(placed.get((row, column)), units[column]) for column in columns))
            for row in dict.fromkeys(row for row, _ in placed)
        ],
        common=common,
        caveat=views[0] if one_caveat and views[0].record.caveat else None,
        anchor=f"table-{page.drawings}",
    )


def _require_dimensions(page: PageRenderer, names: Sequence[str]) -> None:
    known = sorted(record.key for record in page.book.of_kind("dimension"))
    for name in names:
        if name not in known:
            raise ComponentError(
                f"the dimension {abbreviated(name)}", "one that has a record", nearest(str(name), known)
            )


def _placed(
    views: Sequence[View], rows: Conditions, across: Conditions
) -> dict[tuple[Conditions, Conditions], View]:
    """Return each view by its row and its column; two in one cell are an error of the author."""
    placed: dict[tuple[Conditions, Conditions], View] = {}
    for view in views:
        scope = view.record.scope
        key = (
            tuple(scope.get(name, UNSTATED) for name in rows),
            tuple(scope.get(name, UNSTATED) for name in across),
        )
        if key in placed:
            found = f"{placed[key].identifier} and {view.identifier} in one cell"
            raise ComponentError(found, "a further dimension in rows or in across, in which they differ")
        placed[key] = view
    return placed


def _common(views: Sequence[View]) -> tuple[Tag, ...]:
    """Return the tags that all have in common, without addresses: they are shown once."""
    if not views:
        return ()
    slugs = set.intersection(*({tag.slug for tag in view.tags} for view in views))
    return tuple(tag for tag in views[0].tags if tag.slug in slugs)


def _unit(placed: Mapping[tuple[Conditions, Conditions], View], column: Conditions) -> str | None:
    """Return the unit of a column's figures, or None where they have several."""
    units = {view.record.unit or "" for (_, at), view in placed.items() if at == column}
    return units.pop() if len(units) == 1 else None


def _head(column: Conditions, unit: str | None) -> Mapping[str, str]:
    return {"words": ", ".join(text for text in column if text != UNSTATED), "unit": unit or ""}


def _cell(
    page: PageRenderer, view: View | None, unit: str | None, common: tuple[Tag, ...], *, caveat: bool
) -> GridCell:
    if view is None:
        return GridCell(None)
    quantity = page.book.quantities.get(view.identifier)
    figure = view.value
    if unit and quantity is not None and quantity.unit is not None:
        figure = f"{'~' if quantity.approximate else ''}{quantity.number.written}"
    shared = {tag.slug for tag in common}
    return GridCell(view, figure, tuple(tag for tag in view.tags if tag.slug not in shared), caveat)

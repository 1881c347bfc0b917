"""Records in a grid: one condition of their scope goes down, another across.

Knows records and their scope; does not know what the conditions mean.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from macros.findings import abbreviated
from macros.render.components import ComponentError, members

if TYPE_CHECKING:
    from markupsafe import Markup

    from macros.render.renderer import PageRenderer
    from macros.render.views import View


def matrix(page: PageRenderer, what: object, *, down: str, across: str, caption: str) -> Markup:
    """Show records as a grid of values by two dimensions of their scope.

    ``what`` is a collection or a list of ids. Rows and columns come in the order in which the records name
    them. Raises ComponentError where a record lacks one of the conditions, or two have both in common.
    """
    cells: dict[tuple[str, str], View] = {}
    for identifier in members(page, what):
        view = page.view(identifier)
        key = (_condition(view, down), _condition(view, across))
        if key in cells:
            raise ComponentError(
                f"{cells[key].identifier} and {identifier} in one cell",
                f"records that differ in {down} or in {across}",
            )
        cells[key] = view
    rows = list(dict.fromkeys(row for row, _ in cells))
    columns = list(dict.fromkeys(column for _, column in cells))
    return page.component(
        "matrix",
        caption=caption,
        corner=page.dimension(down),
        columns=columns,
        rows=[(row, [cells.get((row, column)) for column in columns]) for row in rows],
        anchor=f"matrix-{down}-{across}",
    )


def _condition(view: View, dimension: str) -> str:
    condition = view.record.scope.get(dimension)
    if condition is None:
        found = f"{view.identifier} without the condition {abbreviated(dimension)}"
        raise ComponentError(found, f"{dimension} in the scope of every record")
    return condition

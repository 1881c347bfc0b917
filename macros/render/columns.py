"""What a table's columns show of a record: named columns to cells. Knows records and views, no pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from macros.records.structures import Component, Denial, Gate, Source, Watch
from macros.records.text import literal
from macros.records.written import UNSTATED

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from macros.render.views import View


@dataclass(frozen=True, slots=True)
class Column:
    """A column: what it shows, its head, and whether numbers stand in it."""

    name: str
    head: str
    numeric: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in a cell: plain prose, code, a figure, a link to the record, or its tags."""

    text: str
    sort: str = "prose"
    style: str = ""
    caveat: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A record as a row."""

    view: View
    cells: tuple[Cell, ...]


def _setting(view: View) -> Cell:
    record = view.record
    return Cell(record.setting.name, "code") if isinstance(record, Gate) else Cell(literal(record.title))


def _where(view: View) -> Cell:
    return Cell(view.record.setting.where) if isinstance(view.record, Gate) else Cell("")


def _applies(view: View) -> Cell:
    return Cell(", ".join(view.record.applies_to)) if isinstance(view.record, Gate) else Cell("")


def _failure(view: View) -> Cell:
    record = view.record
    return Cell(record.failure.mode) if isinstance(record, Gate) and record.failure else Cell("unstated")


def _version(view: View) -> Cell:
    record = view.record
    if not isinstance(record, Component):
        return Cell("")
    stated = [text for text in (record.version, record.commit) if text and text != UNSTATED]
    pinned = stated[0] if stated else UNSTATED
    return Cell(pinned, "prose" if pinned == UNSTATED else "code")


def _purpose(view: View) -> Cell:
    return Cell(view.record.role_in_stack or "") if isinstance(view.record, Component) else Cell("")


def _banned(view: View) -> Cell:
    return Cell(view.record.banned) if isinstance(view.record, Denial) else Cell("")


def _replacement(view: View) -> Cell:
    return Cell(view.record.replacement) if isinstance(view.record, Denial) else Cell("")


def _address(view: View) -> Cell:
    return Cell(literal(view.record.address or "")) if isinstance(view.record, Source) else Cell("")


def _source(view: View) -> Cell:
    return Cell(f"{{{view.record.source}}}" if view.record.source else "")


def _trigger(view: View) -> Cell:
    return Cell(view.record.trigger) if isinstance(view.record, Watch) else Cell("")


def _fired(view: View) -> Cell:
    record = view.record
    if not isinstance(record, Watch):
        return Cell("")
    return Cell(literal(record.on.written)) if record.on else Cell("not yet")


CELLS: Mapping[str, Callable[[View], Cell]] = {
    "title": lambda view: Cell(view.record.title, "link"),
    "says": lambda view: Cell(view.record.says, style="cb-prose", caveat=True),
    "value": lambda view: Cell(view.value or "", "figure", "cb-number"),
    "required": lambda view: Cell(view.value, "figure"),
    "setting": _setting,
    "where": _where,
    "applies_to": _applies,
    "failure": _failure,
    "version": _version,
    "purpose": _purpose,
    "banned": _banned,
    "replacement": _replacement,
    "address": _address,
    "source": _source,
    "trigger": _trigger,
    "fired": _fired,
    "tags": lambda _: Cell("", "tags", "cb-tags"),
    "kind": lambda view: Cell(view.record.kind),
    "grade": lambda view: Cell(view.grade),
    "state": lambda view: Cell(view.state),
    "observed": lambda view: Cell(view.observed),
    "note": lambda view: Cell(view.record.note or ""),
    "document_tag": lambda view: Cell(view.record.source_tag or ""),
}
"""Column name to what it shows; ``scope.<dimension>`` is accepted besides."""


def is_column(name: str) -> bool:
    """Say whether a table can show a column of that name."""
    return name in CELLS or name.startswith("scope.")


def build_rows(views: list[View], columns: tuple[Column, ...]) -> tuple[Row, ...]:
    """Return the rows of a table: one a view, one cell a column."""
    return tuple(Row(view, tuple(_cell(view, column.name) for column in columns)) for view in views)


def _cell(view: View, name: str) -> Cell:
    if name.startswith("scope."):
        return Cell(view.record.scope.get(name.removeprefix("scope."), "unstated"))
    return CELLS[name](view)

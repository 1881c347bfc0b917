"""Queries whose answer depends on the day: nothing found is an answer, a word that nothing can be is none."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING

import pytest

from macros.records.binding import open_book
from macros.render import components
from macros.render.components import ComponentError
from macros.render.environment import component_environment
from macros.render.renderer import PageRenderer, Workshop
from macros.state import State, assess
from tests.support.project import ROOT

if TYPE_CHECKING:
    from pathlib import Path

RECORDS = """\
log: {kind: source, title: Log, says: The log.}
flow: {kind: measured, title: Flow, says: The flow., source: pump.log, observed: 2026-03-01}
"""


@pytest.fixture
def page(tmp_path: Path) -> PageRenderer:
    """A page of a book with one current measurement."""
    (tmp_path / "pump.yml").write_text(RECORDS, encoding="utf-8")
    book = open_book(tmp_path, "claims").book
    assessments = assess(book, datetime.date(2026, 3, 2))
    return PageRenderer(Workshop(book, assessments, component_environment(ROOT / "overrides")), "")


@pytest.mark.parametrize("state", [state.value for state in State if state is not State.CURRENT])
def test_a_state_that_no_record_has_is_an_empty_answer(page: PageRenderer, state: str) -> None:
    """A table of a state without records says none and their count is nought: no build fails of good news."""
    assert "none" in components.table(page, state=state, caption="Some state")
    assert components.count(page, state=state).strip() == "0"


@pytest.mark.parametrize(
    "query", [{"state": "expired"}, {"kind": "gate"}, {"kind": "measure", "state": "stale"}]
)
def test_any_other_query_of_nothing_is_refused(page: PageRenderer, query: dict[str, str]) -> None:
    """A state that there is not, and a query that finds nothing on any day, are mistakes."""
    with pytest.raises(ComponentError):
        components.table(page, caption="Nothing", **query)

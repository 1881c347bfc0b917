"""Contradicting figures: found whatever the order, silenced by whichever side declares it, in linear time."""

from __future__ import annotations

import time
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from macros.audit.rules import contradictions, copies_of_records
from macros.audit.run import run_rules
from tests.audit.test_freshness import material
from tests.state.books import book_of, number

VALUES = st.lists(st.integers(1, 30), min_size=1, max_size=8)
MOST = 20_000


def _records(values: list[int], **fields: Any) -> dict[str, Any]:
    return {
        f"r{place}": {
            "kind": "measured",
            "value": number(str(value)),
            "unit": "ms",
            "says": f"Row {place}.",
            **fields,
        }
        for place, value in enumerate(values)
    }


def _found(records: dict[str, Any]) -> set[str]:
    return {
        finding.record for finding in run_rules(contradictions.RULES, material(book_of(**records))).findings
    }


@given(VALUES)
def test_figures_contradict_exactly_if_no_value_is_common(values: list[int]) -> None:
    """Whole numbers, each open by half a unit, contradict exactly if two differ by more than one."""
    assert bool(_found(_records(values))) == (max(values) - min(values) > 1)


@given(VALUES, st.integers(0, 7))
def test_a_condition_that_differs_ends_the_contradiction(values: list[int], place: int) -> None:
    """A record of another scope contradicts none of the others, whatever its value."""
    records = {**_records(values), "d": {"kind": "dimension"}}
    records[f"r{place % len(values)}"]["scope"] = {"d": "elsewhere"}
    assert f"x.r{place % len(values)}" not in _found_with_dimension(records)


def _found_with_dimension(records: dict[str, Any]) -> set[str]:
    # A dimension is known by its key, whatever the file.
    return _found(records)


def test_either_side_may_declare_it() -> None:
    """A conflict that one of the two records declares is declared."""
    for declaring, other in (("r0", "r1"), ("r1", "r0")):
        records = _records([3, 9])
        records[declaring]["conflicts_with"] = (f"x.{other}",)
        assert not _found(records)


def test_many_records_of_one_scope_take_a_moment() -> None:
    """Twenty thousand figures of one subject are compared in less time than all their pairs would take."""
    book = book_of(**_records([place % 97 + 1 for place in range(MOST)]))
    gathered = material(book)
    begin = time.process_time()
    run_rules((*contradictions.RULES, *copies_of_records.RULES), gathered)
    assert time.process_time() - begin < 10  # two hundred million pairs would take minutes

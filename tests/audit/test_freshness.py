"""Staleness as findings: one error a root, a warning for each follower, every cause named."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Any

from hypothesis import given
from hypothesis import strategies as st

from macros.audit.material import Material
from macros.audit.rules import freshness
from macros.audit.run import run_rules
from macros.findings import Level
from macros.records.binding import Bound, Faulty
from macros.state import Sort, State, assess
from tests.state.books import book_of, graphs, number

if TYPE_CHECKING:
    from macros.findings import Finding
    from macros.records.book import Book

DAY = datetime.date(2026, 6, 1)
OLD = {"kind": "measured", "observed": "2020-01-01", "review": "9d"}


def material(book: Book, day: datetime.date = DAY) -> Material:
    """The material of a book without pages."""
    return Material(Bound(book, (), Faulty(frozenset(), frozenset())), day, assess(book, day))


def found(book: Book, day: datetime.date = DAY) -> dict[str, list[Finding]]:
    """The findings of the family, by record."""
    outcome = run_rules(freshness.RULES, material(book, day))
    assert not outcome.failed
    by_record: dict[str, list[Finding]] = {}
    for finding in outcome.findings:
        by_record.setdefault(finding.record, []).append(finding)
    return by_record


@given(graphs(), st.dates(datetime.date(2026, 1, 1), datetime.date(2028, 1, 1)))
def test_a_record_is_found_exactly_if_it_is_stale(records: dict[str, Any], day: datetime.date) -> None:
    """Every stale record has one finding of staleness: an error if the cause is its own, else a warning."""
    book = book_of(**records)
    findings = found(book, day)
    for name, assessment in assess(book, day).items():
        stale = [finding for finding in findings.get(name, []) if finding.rule == "CB201"]
        own = [cause for cause in assessment.causes if cause.sort is Sort.AGE]
        assert bool(stale) == (assessment.state is State.STALE)
        assert [finding.level for finding in stale] == (
            [] if assessment.state is not State.STALE else [Level.ERROR if own else Level.WARNING]
        )


def test_a_long_chain_has_one_error_and_names_its_root() -> None:
    """Of five thousand records that rest on each other the oldest is the error; the rest name it."""
    links: dict[str, dict[str, Any]] = {"r0": OLD}
    for place in range(1, 5000):
        links[f"r{place}"] = {"kind": "sourced", "rests_on": (f"x.r{place - 1}",)}
    findings = found(book_of(**links))
    errors = [name for name, items in findings.items() if items[0].level is Level.ERROR]
    assert errors == ["x.r0"]
    assert len(findings) == 5000
    assert "x.r0: last seen true 2020-01-01" in findings["x.r4999"][0].cause


def test_every_root_is_named_and_long_lists_are_counted() -> None:
    """A record over two old ones names both; one over nine names four and says that there are more."""
    many = {f"m{place}": OLD for place in range(9)}
    book = book_of(
        **many,
        two={"kind": "sourced", "rests_on": ("x.m0", "x.m1")},
        nine={"kind": "sourced", "rests_on": tuple(f"x.{name}" for name in many)},
    )
    findings = found(book)
    assert "x.m0: last seen" in findings["x.two"][0].found
    assert "x.m1: last seen" in findings["x.two"][0].found
    assert "and 5 more" in findings["x.nine"][0].found


def test_a_superseded_record_is_nobodys_task() -> None:
    """What has been replaced is not reported, however old; what still rests on it is told of the new one."""
    book = book_of(
        new={"kind": "measured"},
        old={**OLD, "superseded_by": "x.new"},
        top={"kind": "sourced", "rests_on": ("x.old",)},
    )
    findings = found(book)
    assert sorted(findings) == ["x.top"]
    assert findings["x.top"][0].level is Level.ERROR
    assert "x.new" in findings["x.top"][0].fix


def test_a_change_below_is_an_error_there_and_a_warning_above() -> None:
    """A changed input is an error of its own rule; a record above it is a warning that goes back to it."""
    book = book_of(
        a={"kind": "measured", "value": number("3")},
        d={"kind": "derived", "from": {"a": "x.a"}, "formula": "2 * a", "read": {"a": "2"}},
        e={"kind": "derived", "from": {"d": "x.d"}, "formula": "d + 1", "read": {"d": "6"}},
    )
    findings = found(book)
    assert [(item.rule, item.level) for item in findings["x.d"]] == [("CB203", Level.ERROR)]
    assert [(item.rule, item.level) for item in findings["x.e"]] == [("CB201", Level.WARNING)]
    assert findings["x.e"][0].cause == "x.d: read as 2, now 3: the input x.a"


def test_what_was_never_accepted_is_a_note_only() -> None:
    """A derived record that does not say what it read is tidied, not refused."""
    book = book_of(
        a={"kind": "measured", "value": number("3")},
        d={"kind": "derived", "from": {"a": "x.a"}, "formula": "a"},
    )
    assert [(item.rule, item.level) for item in found(book)["x.d"]] == [("CB203", Level.NOTE)]

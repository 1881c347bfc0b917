"""Causes that no calendar gives: an input that changed, a component that moved, a watch that fired."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from macros.records.claims import Derived
from macros.state import Sort, State, assess
from tests.state.books import book_of, graphs, number

if TYPE_CHECKING:
    from collections.abc import Iterable

    from macros.state import Cause

DAY = datetime.date(2026, 6, 1)
NUMBERS = st.integers(1, 99).map(str)
VERSIONS = st.sampled_from(["1.0", "1.1", "2.0", "unstated"])
DAYS = st.dates(datetime.date(2026, 1, 1), datetime.date(2026, 12, 31))


def _sorts(causes: Iterable[Cause]) -> list[Sort]:
    return [cause.sort for cause in causes]


@given(NUMBERS, NUMBERS)
def test_a_derived_record_is_stale_exactly_if_an_input_is_not_as_read(then: str, now: str) -> None:
    """The value as read and the value now differ, and only then is the record stale; the cause says both."""
    book = book_of(
        a={"kind": "measured", "value": number(now), "unit": "ms"},
        d={
            "kind": "derived",
            "from": {"a": "x.a"},
            "formula": "2 * a",
            "unit": "ms",
            "read": {"a": f"{then} ms"},
        },
    )
    causes = assess(book, DAY)["x.d"].causes
    assert bool(causes) == (then != now)
    for cause in causes:
        assert (cause.sort, cause.state, cause.record) == (Sort.CHANGED_INPUT, State.STALE, "x.a")
        assert f"{then} ms" in cause.says
        assert f"{now} ms" in cause.says


@given(graphs())
def test_a_book_that_was_just_accepted_has_no_changed_input(records: dict[str, dict[str, Any]]) -> None:
    """Whatever the records, those that read the values of the book as it stands have no such cause."""
    book = book_of(**records)
    for record in book:
        if isinstance(record, Derived):
            readings = {name: book.reading(other) for name, other in record.inputs.items()}
            records[record.key]["read"] = {name: text for name, text in readings.items() if text}
    assessments = assess(book_of(**records), DAY)
    assert not [name for name, item in assessments.items() if Sort.CHANGED_INPUT in _sorts(item.causes)]


def test_an_input_that_was_never_read_counts_as_changed() -> None:
    """A record that read only some of its inputs is stale by the others; one that read none is not."""
    book = book_of(
        a={"kind": "measured", "value": number("1")},
        b={"kind": "measured", "value": number("2")},
        some={"kind": "derived", "from": {"a": "x.a", "b": "x.b"}, "formula": "a + b", "read": {"a": "1"}},
        none={"kind": "derived", "from": {"a": "x.a", "b": "x.b"}, "formula": "a + b"},
    )
    assessments = assess(book, DAY)
    assert [cause.record for cause in assessments["x.some"].causes] == ["x.b"]
    assert not assessments["x.none"].causes


@given(VERSIONS, VERSIONS)
def test_a_pin_moves_exactly_between_two_stated_versions(seen: str, now: str) -> None:
    """A record is stale if its component states another version than it; unstated on a side is no move."""
    book = book_of(c={"kind": "component", "version": now}, a={"kind": "measured", "pins": {"x.c": seen}})
    moved = "unstated" not in (seen, now) and seen != now
    assert _sorts(assess(book, DAY)["x.a"].causes) == ([Sort.MOVED_COMPONENT] if moved else [])


@pytest.mark.parametrize(
    ("seen", "component", "moved"),
    [
        ("9c44d34", {"commit": "9c44d34"}, False),
        ("9c44d34", {"commit": "9c44d34aa11bb22cc33dd44ee55ff66aa77bb88c"}, False),
        ("9c44d34aa11bb22cc33dd44ee55ff66aa77bb88c", {"commit": "9c44d34"}, False),
        ("9c44d34", {"commit": "9c44d35"}, True),
        ("9c44d34", {"version": "1.2", "commit": "9c44d34"}, False),
        ("1.2", {"version": "1.2", "commit": "9c44d34"}, False),
        ("1.1", {"version": "1.2", "commit": "9c44d34"}, True),
        ("1.1", {"version": "1.10"}, True),
        ("1.1", {}, False),
    ],
)
def test_a_commit_may_be_shortened(seen: str, component: dict[str, str], *, moved: bool) -> None:
    """A pin may name the version or the commit; a commit is the same if one is the other's beginning."""
    book = book_of(c={"kind": "component", **component}, a={"kind": "measured", "pins": {"x.c": seen}})
    assert _sorts(assess(book, DAY)["x.a"].causes) == ([Sort.MOVED_COMPONENT] if moved else [])


def test_a_list_of_pins_says_nothing_of_versions() -> None:
    """Components without a version seen cannot have moved."""
    book = book_of(c={"kind": "component", "version": "2"}, a={"kind": "measured", "pins": ("x.c",)})
    assert not assess(book, DAY)["x.a"].causes


@given(DAYS, DAYS, DAYS)
def test_a_fired_watch_reopens_until_the_record_is_seen_again(
    fired: datetime.date, seen: datetime.date, today: datetime.date
) -> None:
    """A record is stale exactly if the watch has fired and it was not seen from that day to today."""
    watch = {"kind": "watch", "trigger": "It rains.", "address": "https://example.org/", "reopens": ("x.a",)}
    book = book_of(
        w={**watch, "fired": True, "on": fired.isoformat()},
        a={"kind": "measured", "observed": seen.isoformat(), "review": "9999d"},
        top={"kind": "sourced", "rests_on": ("x.a",), "observed": seen.isoformat(), "review": "9999d"},
    )
    assessments = assess(book, today)
    reopened = fired <= today and not fired <= seen <= today
    assert _sorts(assessments["x.a"].causes) == ([Sort.FIRED_WATCH] if reopened else [])
    assert _sorts(assessments["x.top"].causes) == ([Sort.STALE_INPUT] if reopened else [])


def test_a_watch_that_has_not_fired_reopens_nothing() -> None:
    """Only what has happened is a cause."""
    watch = {"kind": "watch", "trigger": "It rains.", "address": "https://example.org/", "reopens": ("x.a",)}
    assert not assess(book_of(w=watch, a={"kind": "measured"}), DAY)["x.a"].causes


def test_own_causes_come_before_inherited_ones() -> None:
    """A record that is stale itself and by what it rests on names its own causes first."""
    book = book_of(
        c={"kind": "component", "version": "2"},
        old={"kind": "measured", "observed": "2020-01-01", "review": "9d"},
        a={
            "kind": "sourced",
            "rests_on": ("x.old",),
            "pins": {"x.c": "1"},
            "observed": "2020-01-01",
            "review": "9d",
        },
    )
    assert _sorts(assess(book, DAY)["x.a"].causes) == [Sort.MOVED_COMPONENT, Sort.AGE, Sort.STALE_INPUT]


def test_a_chain_of_five_thousand_is_assessed() -> None:
    """A cause at the bottom of a long chain reaches its top, in no deeper a call than in a short one."""
    links: dict[str, dict[str, Any]] = {"r0": {"kind": "measured", "observed": "2020-01-01", "review": "9d"}}
    for place in range(1, 5000):
        links[f"r{place}"] = {"kind": "sourced", "rests_on": (f"x.r{place - 1}",)}
    assessments = assess(book_of(**links), DAY)
    assert _sorts(assessments["x.r4999"].causes) == [Sort.STALE_INPUT]

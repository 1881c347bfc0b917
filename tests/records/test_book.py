"""What a book computes: grades, values, verdicts, and the order of very long chains."""

from __future__ import annotations

import datetime
import time
from pathlib import Path

import pytest
from hypothesis import given

from macros.records.binding import bind
from macros.records.book import GRADES
from macros.records.kinds import CLAIM_KINDS
from macros.records.loader import Loaded
from macros.state import State, assess
from tests.state.books import book_of, graphs, number, record


@given(graphs())
def test_a_derived_record_is_no_stronger_than_what_it_rests_on(records: dict[str, dict[str, object]]) -> None:
    """The grade of a derived record is the weakest among its foundations; a claim's grade is its kind."""
    book = book_of(**records)
    for name, fields in records.items():
        item = book.records[f"x.{name}"]
        grade = GRADES.index(book.grades[f"x.{name}"])
        below = [GRADES.index(book.grades[other]) for other in item.foundations()]
        assert grade == (max(below) if item.kind == "derived" else GRADES.index(str(fields["kind"])))


@given(graphs())
def test_each_record_comes_after_what_it_rests_on(records: dict[str, dict[str, object]]) -> None:
    """The order of computing holds every record once, foundations first."""
    book = book_of(**records)
    assert sorted(book.order) == sorted(book.records)
    place = {name: index for index, name in enumerate(book.order)}
    for item in book:
        assert all(place[other] < place[item.identifier] for other in item.foundations())


@given(graphs())
def test_who_rests_on_whom_is_told_from_both_ends(records: dict[str, dict[str, object]]) -> None:
    """A record carries exactly those that name it as a foundation."""
    book = book_of(**records)
    for item in book:
        carried = {other.identifier for other in book if item.identifier in other.foundations()}
        assert set(book.carried_by(item.identifier)) == carried


@pytest.mark.parametrize(
    ("inputs", "grade"), [(("a", "b"), "sourced"), (("a", "c"), "assumed"), (("a",), "measured")]
)
def test_a_mixture_is_as_weak_as_its_weakest(inputs: tuple[str, ...], grade: str) -> None:
    """Measured is stronger than sourced, sourced stronger than assumed."""
    claims = {
        "a": {"kind": "measured", "value": number("1")},
        "b": {"kind": "sourced", "value": number("2")},
        "c": {"kind": "assumed", "value": number("3")},
    }
    names = {name: f"x.{name}" for name in inputs}
    book = book_of(**claims, d={"kind": "derived", "from": names, "formula": " + ".join(names)})
    assert book.grades["x.d"] == grade


def test_a_chain_of_five_thousand_is_computed_in_time() -> None:
    """Five thousand derived records, each on the one before, are bound and assessed in 3 s, no recursion."""
    first = record("x.r0", kind="measured", value=number("5"), unit="ms", observed="2026-01-01", review="30d")
    records = {"x.log": record("x.log", kind="source"), "x.r0": first}
    for index in range(1, 5001):
        fields = {"kind": "derived", "from": {"a": f"x.r{index - 1}"}, "formula": "a", "unit": "ms"}
        records[f"x.r{index}"] = record(f"x.r{index}", **fields)
    started = time.process_time()
    bound = bind(Loaded(Path("/nowhere"), dict(reversed(records.items())), ()))
    assessments = assess(bound.book, datetime.date(2026, 6, 1))
    assert time.process_time() - started < 3
    assert not bound.findings
    assert bound.book.quantities["x.r5000"].display() == "5\N{NO-BREAK SPACE}ms"
    assert bound.book.grades["x.r5000"] == "measured"
    assert assessments["x.r5000"].state is State.STALE


@pytest.mark.parametrize(
    ("ratio", "fragile"),
    [
        ("1.00", False),  # 0.995 to 1.005 lies within the band
        ("0.95", True),  # 0.945 to 0.955 reaches below 0.95
        ("1.04", False),  # 1.035 to 1.045
        ("1.0", False),  # 0.95 to 1.05 is the band itself
    ],
)
def test_a_verdict_is_fragile_when_it_fails_within_its_interval(ratio: str, *, fragile: bool) -> None:
    """A verdict that holds at the stated value and not over the whole interval is fragile."""
    book = book_of(
        a={"kind": "measured", "value": number(ratio)},
        v={"kind": "derived", "from": {"ratio": "x.a"}, "holds_if": "0.95 <= ratio <= 1.05"},
    )
    assert assess(book, datetime.date(2026, 1, 2))["x.v"].fragile == fragile


def test_a_computed_value_is_shown_with_the_digits_that_it_has() -> None:
    """1 / 0.67 lies between 1.48 and 1.50: it is printed as 1.5 and agrees with a printed 1.5."""
    fields = {"kind": "derived", "from": {"r": "x.a"}, "formula": "1 / r", "unit": "×"}
    book = book_of(
        a={"kind": "measured", "value": number("0.67"), "unit": "×"},
        d=fields,
        e={**fields, "shown": number("1.5")},
    )
    assert book.quantities["x.d"].display() == book.quantities["x.e"].display() == "1.5×"


def test_the_claims_are_the_four_kinds() -> None:
    """A claim is measured, derived, assumed or sourced, and nothing else."""
    assert set(CLAIM_KINDS) == {*GRADES, "derived"}

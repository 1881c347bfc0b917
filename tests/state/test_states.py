"""States and their causes on a day."""

from __future__ import annotations

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from macros.state import DUE_DAYS, State, assess
from tests.state.books import LOG, book_of, graphs

DAYS = st.dates(datetime.date(2025, 12, 1), datetime.date(2028, 1, 1))
AGES = (State.CURRENT, State.DUE, State.STALE)


def _day(text: str) -> datetime.date:
    return datetime.date.fromisoformat(text)


@pytest.mark.parametrize(
    ("as_of", "state"),
    [
        # Observed on 1 January with 90 days: January 31, February 28: day 90 is 1 April; due from 2 March.
        ("2026-01-01", State.CURRENT),
        ("2026-03-01", State.CURRENT),
        ("2026-03-02", State.DUE),
        ("2026-03-31", State.DUE),
        ("2026-04-01", State.STALE),
        ("2030-01-01", State.STALE),
        ("2025-06-01", State.CURRENT),
    ],
)
def test_age_is_counted_in_days(as_of: str, state: State) -> None:
    """A claim is due from thirty days before its review and stale from the day of its review."""
    book = book_of(a={"kind": "measured", "observed": "2026-01-01", "review": "90d"})
    assert assess(book, _day(as_of))["x.a"].state is state


@given(graphs(), DAYS, st.integers(0, 400))
def test_time_only_ages(records: dict[str, dict[str, object]], day: datetime.date, later: int) -> None:
    """With nothing contested or superseded, no record is fresher on a later day than on an earlier one."""
    book = book_of(**records)
    before, after = assess(book, day), assess(book, day + datetime.timedelta(days=later))
    for name, assessment in before.items():
        assert AGES.index(assessment.state) <= AGES.index(after[name].state)


@given(graphs(), DAYS)
def test_staleness_reaches_all_that_rests_on_it(
    records: dict[str, dict[str, object]], day: datetime.date
) -> None:
    """A record is stale exactly if it or one that it rests on, however far below, is stale by age."""
    book = book_of(**records)
    assessments = assess(book, day)
    stale: dict[str, bool] = {}
    for name, fields in records.items():
        own = "observed" in fields and day >= _day(str(fields["observed"])) + datetime.timedelta(
            days=int(str(fields["review"])[:-1])
        )
        stale[f"x.{name}"] = own or any(stale[other] for other in book.records[f"x.{name}"].foundations())
    assert {name: item.state is State.STALE for name, item in assessments.items()} == stale


@given(graphs(), DAYS)
def test_every_state_has_a_cause(records: dict[str, dict[str, object]], day: datetime.date) -> None:
    """A record that is not current names why; one that is current names nothing."""
    for assessment in assess(book_of(**records), day).values():
        assert (assessment.state is State.CURRENT) == (not assessment.causes)
        assert assessment.state in {cause.state for cause in assessment.causes} | {State.CURRENT}


def test_every_stale_input_is_named() -> None:
    """A derived record names each of its stale inputs, and the record is in the cause."""
    old = {"kind": "measured", "observed": "2020-01-01", "review": "30d"}
    book = book_of(
        a=old, b=old, c={"kind": "measured"}, d={"kind": "sourced", "rests_on": ("x.a", "x.b", "x.c")}
    )
    causes = assess(book, _day("2026-02-01"))["x.d"].causes
    assert {cause.record for cause in causes if cause.record} == {"x.a", "x.b"}


def test_a_superseded_record_makes_what_rests_on_it_stale() -> None:
    """Superseded outweighs stale; what rests on a superseded record is stale because of it."""
    book = book_of(
        new={"kind": "measured"},
        old={"kind": "measured", "superseded_by": "x.new", "review": "1d"},
        top={"kind": "sourced", "rests_on": ("x.old",)},
    )
    assessments = assess(book, _day("2026-06-01"))
    assert assessments["x.old"].state is State.SUPERSEDED
    assert {cause.state for cause in assessments["x.old"].causes} == {State.SUPERSEDED, State.STALE}
    assert assessments["x.top"].state is State.STALE
    assert [cause.record for cause in assessments["x.top"].causes] == ["x.old"]
    assert assessments["x.new"].state is State.CURRENT


@pytest.mark.parametrize(
    ("own", "other", "contested"),
    [
        ("measured", "measured", True),
        ("measured", "sourced", False),
        ("measured", "assumed", False),
        ("sourced", "measured", True),
        ("sourced", "assumed", False),
        ("assumed", "assumed", True),
        ("assumed", "measured", True),
    ],
)
def test_only_an_equal_or_better_kind_contests(own: str, other: str, *, contested: bool) -> None:
    """A conflict contests a record if the other one is of equal or better kind, whichever declares it."""
    for declares_own in (True, False):
        one = {"kind": own, **({"conflicts_with": ("x.b",)} if declares_own else {})}
        two = {"kind": other, **({} if declares_own else {"conflicts_with": ("x.a",)})}
        state = assess(book_of(a=one, b=two), _day("2026-01-02"))["x.a"].state
        assert (state is State.CONTESTED) == contested


def test_a_superseded_record_contests_nobody() -> None:
    """What has been replaced does not speak against what replaced it."""
    book = book_of(
        a={"kind": "measured"}, b={"kind": "measured", "conflicts_with": ("x.a",), "superseded_by": "x.a"}
    )
    assert assess(book, _day("2026-01-02"))["x.a"].state is State.CURRENT


def test_the_policy_gives_the_period_and_the_record_overrides_it() -> None:
    """Without a review of its own a record is trusted as long as the policy of its kind says."""
    policy = {"kind": "policy", "periods": {"measured": "10d"}}
    book = book_of(
        p=policy, a={"kind": "measured"}, b={"kind": "measured", "review": "300d"}, c={"kind": "assumed"}
    )
    states = {name: item.state for name, item in assess(book, _day("2026-02-01")).items()}
    assert states == {"x.a": State.STALE, "x.b": State.CURRENT, "x.c": State.CURRENT}


@pytest.mark.parametrize(
    ("observed", "due"),
    [
        ("2026-02", "2026-03-03"),  # a month counts from its first day, thirty days on
        ("2024-02-29", "2024-03-30"),
        ("unstated", "2025-06-01"),  # the source's own date, 2 May 2025, thirty days on
    ],
)
def test_age_counts_from_the_day_that_is_known(observed: str, due: str) -> None:
    """A month counts from its first day; without a date the source's counts."""
    source = {**LOG, "dated": "2025-05-02"}
    book = book_of(s=source, a={"kind": "measured", "observed": observed, "review": "30d", "source": "x.s"})
    assert str(assess(book, _day("2026-01-01"))["x.a"].review_due) == due


def test_sources_without_a_date_ask_the_one_that_they_are_part_of() -> None:
    """The date is looked for along part_of and reported_by; the assessment says where it was found."""
    book = book_of(
        s={**LOG, "part_of": "x.t"},
        t={**LOG, "reported_by": "x.u"},
        u={**LOG, "seen": "2026-03"},
        a={"kind": "measured", "observed": "unstated", "source": "x.s"},
    )
    assessment = assess(book, _day("2026-04-01"))["x.a"]
    assert (str(assessment.observed), assessment.observed_from) == ("2026-03-01", "x.u")


@pytest.mark.parametrize("observed", ["1970-01-01", "2199-12-31"])
def test_the_first_and_the_last_day_are_within_the_calendar(observed: str) -> None:
    """The longest review of the earliest and the latest possible day still gives a day."""
    book = book_of(a={"kind": "measured", "observed": observed, "review": "99999d"})
    for day in (datetime.date.min, datetime.date.max):
        assert assess(book, day)["x.a"].review_due is not None


def test_thirty_days_are_what_the_legend_says() -> None:
    """The legend's words for `due` speak of thirty days."""
    assert DUE_DAYS == 30

"""How a fired watch spreads through any support graph, and what a day before the news knows of it."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Any

from hypothesis import given
from hypothesis import strategies as st

from macros.state import Sort, State, assess
from tests.state.books import book_of, graphs

if TYPE_CHECKING:
    from collections.abc import Mapping

WATCH = {"kind": "watch", "trigger": "It rains.", "address": "https://example.org/", "fired": True}
FIRED = "2026-06-15"
LATER = datetime.date(2026, 7, 1)
DAYS = st.dates(datetime.date(2026, 1, 1), datetime.date(2026, 12, 31))


@st.composite
def _reopened(draw: st.DrawFn) -> dict[str, dict[str, Any]]:
    """Records that nothing but a watch makes stale: no review ends, and none was seen since it fired."""
    records = draw(graphs())
    for fields in records.values():
        if "observed" in fields:
            fields |= {"observed": "2026-01-01", "review": "9999d"}
        else:
            fields["review"] = "9999d"
    names = draw(st.lists(st.sampled_from(sorted(records)), min_size=1, unique=True))
    return {**records, "w": {**WATCH, "on": FIRED, "reopens": tuple(f"x.{name}" for name in names)}}


def _below(records: Mapping[str, Mapping[str, Any]], name: str) -> set[str]:
    """The records that one rests on, by the fields as they were written, over any number of steps."""
    fields = records[name]
    direct = {*fields.get("rests_on", ()), *fields.get("from", {}).values()}
    found = {identifier.removeprefix("x.") for identifier in direct}
    return found.union(*(_below(records, other) for other in found)) if found else set()


@given(_reopened())
def test_a_fired_watch_reaches_exactly_what_rests_on_what_it_reopens(
    records: dict[str, dict[str, Any]],
) -> None:
    """What it reopens is stale by it, all above is stale by inheritance, and nothing else is stale."""
    opened = {identifier.removeprefix("x.") for identifier in records["w"]["reopens"]}
    assessments = assess(book_of(**records), LATER)
    for name in records.keys() - {"w"}:
        sorts = {cause.sort for cause in assessments[f"x.{name}"].causes}
        expected = {Sort.FIRED_WATCH} if name in opened else set()
        if _below(records, name) & opened:
            expected.add(Sort.STALE_INPUT)
        assert sorts == expected
        assert assessments[f"x.{name}"].state is (State.STALE if expected else State.CURRENT)


@given(_reopened(), DAYS)
def test_before_it_fired_a_watch_reaches_nothing(
    records: dict[str, dict[str, Any]], day: datetime.date
) -> None:
    """On a day before the watch fired every record is current, on any later one what it reopens is stale."""
    assessments = assess(book_of(**records), day)
    stale = {name for name, found in assessments.items() if found.state is State.STALE}
    assert bool(stale) == (day >= datetime.date.fromisoformat(FIRED))


def test_a_watch_reaches_leaves_stages_gates_and_intents() -> None:
    """Structures that rest on what was reopened, whatever the field, are stale with it."""
    place = {"where": "environment", "name": "X"}
    book = book_of(
        w={**WATCH, "on": FIRED, "reopens": ("x.a",)},
        a={"kind": "measured", "review": "9999d"},
        tree={"kind": "diagram", "layout": "tree"},
        leaf={"kind": "leaf", "diagram": "x.tree", "tone": "clear", "points": ("x.a",)},
        gate={"kind": "gate", "required": "1", "setting": place, "rests_on": ("x.a",)},
        stage={
            "kind": "stage",
            "lane": "one",
            "status": "works",
            "status_text": "works",
            "gates": ("x.gate",),
        },
        intent={"kind": "intent", "answer": "Yes.", "evidence": ("x.a",)},
    )
    assessments = assess(book, LATER)
    assert {name for name, found in assessments.items() if found.state is State.STALE} == {
        *("x.a", "x.leaf", "x.gate", "x.stage", "x.intent")
    }


@given(DAYS, DAYS)
def test_what_was_seen_after_the_day_replaces_nothing(seen: datetime.date, day: datetime.date) -> None:
    """A record is superseded from the day on which its successor was seen, and not before."""
    book = book_of(
        old={"kind": "sourced", "superseded_by": "x.new", "observed": "2026-01-01", "review": "9999d"},
        new={"kind": "sourced", "observed": seen.isoformat(), "review": "9999d"},
    )
    expected = State.SUPERSEDED if seen <= day else State.CURRENT
    assert assess(book, day)["x.old"].state is expected


@given(DAYS, DAYS)
def test_what_was_seen_after_the_day_contests_nothing(seen: datetime.date, day: datetime.date) -> None:
    """A conflict is one from the day on which the other side was seen; a side has always seen itself."""
    book = book_of(
        old={"kind": "sourced", "observed": "2026-01-01", "review": "9999d"},
        new={
            "kind": "sourced",
            "observed": seen.isoformat(),
            "review": "9999d",
            "conflicts_with": ("x.old",),
        },
    )
    assert (assess(book, day)["x.old"].state is State.CONTESTED) == (seen <= day)


def test_a_successor_without_a_date_has_always_replaced() -> None:
    """Where nobody says when the newer record was seen, the older one is superseded on any day."""
    book = book_of(
        old={"kind": "assumed", "superseded_by": "x.new"},
        new={"kind": "assumed", "observed": "unstated"},
    )
    assert assess(book, datetime.date(2026, 1, 1))["x.old"].state is State.SUPERSEDED

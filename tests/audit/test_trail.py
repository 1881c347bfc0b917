"""A record's trail: complete both ways, each record followed once, and where pages show it."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING

import pytest
from hypothesis import given

from macros.audit.answers import trail_data, trail_text
from macros.audit.material import Material
from macros.audit.showing import Showing
from macros.audit.trail import carried, trail, walk
from macros.records.binding import Bound, Faulty
from macros.state import assess
from tests.audit.pump import DAY, changed, material
from tests.state.books import book_of, graphs, number

if TYPE_CHECKING:
    from pathlib import Path

    from macros.audit.trail import Step


def _of_book(**records: dict[str, object]) -> Material:
    book = book_of(**records)
    return Material(Bound(book, (), Faulty(frozenset(), frozenset())), DAY, assess(book, DAY))


def _reached(steps: tuple[Step, ...]) -> set[str]:
    return {step.record.identifier for step in steps}


def _below(links: dict[str, set[str]], start: str) -> set[str]:
    found: set[str] = set()
    todo = [start]
    while todo:
        for name in links[todo.pop()] - found:
            found.add(name)
            todo.append(name)
    return found


@given(graphs())
def test_the_trail_reaches_all_that_is_below_and_above(records: dict[str, dict[str, object]]) -> None:
    """What a record rests on, and what rests on it, is the closure of the links each way."""
    asked = _of_book(**records)
    down = {record.identifier: set(record.foundations()) for record in asked.book}
    up = {name: {other for other, below in down.items() if name in below} for name in down}
    for name in down:
        answer = trail(asked, name)
        assert _reached(answer.rests_on) == _below(down, name)
        assert _reached(answer.carries) == _below(up, name)
        for steps in (answer.rests_on, answer.carries):
            firsts = [step.record.identifier for step in steps if not step.again]
            assert len(firsts) == len(set(firsts))


def test_a_chain_of_five_thousand_is_followed(tmp_path: Path) -> None:
    """Neither the trail nor its text recurses, and the text stays short."""
    del tmp_path
    records: dict[str, dict[str, object]] = {"r0": {"kind": "measured", "value": number("5")}}
    for index in range(1, 5001):
        records[f"r{index}"] = {"kind": "derived", "from": {"a": f"x.r{index - 1}"}, "formula": "a"}
    asked = _of_book(**records)
    started = time.process_time()
    steps = walk(asked, "x.r0", lambda name: carried(asked.book, name))
    assert [step.depth for step in steps] == list(range(1, 5001))
    text = trail_text(trail(asked, "x.r0"))
    assert time.process_time() - started < 5
    assert len(text.splitlines()) < 100
    assert "... and 4940 more (--format json has them all)" in text


@pytest.fixture
def pump(tmp_path: Path) -> Material:
    return material(tmp_path)


def test_an_answer_names_fields_states_and_causes(tmp_path: Path) -> None:
    """The value, the verdict, the day and its origin, the cause of a state and what is rested on by name."""
    claims = changed(before1="review: 200d", after1="review: 10d")
    answer = trail(material(tmp_path, claims), "pump.good")
    assert (answer.record.value, answer.record.verdict, answer.record.state) == ("", "holds", "stale")
    assert [(cause.says, cause.record) for cause in answer.record.causes] == [
        ("rests on a stale record", "pump.share")
    ]
    assert [(step.relation, step.record.identifier, step.depth) for step in answer.rests_on] == [
        ("share", "pump.share", 1),
        ("flow", "pump.flow", 2),
        ("rated", "pump.rated", 2),
    ]
    assert dict(answer.fields)["holds if"] == "share >= 0.4"


def test_the_sources_are_followed_to_where_they_come_from(pump: Material) -> None:
    """A source that is part of another leads on to it."""
    steps = trail(pump, "pump.flow").sources
    assert [(step.relation, step.record.identifier) for step in steps] == [
        ("source", "pump.log"),
        ("part_of", "pump.maker"),
    ]


def test_texts_that_insert_a_value_stand_beside_it(pump: Material) -> None:
    """A sentence with a placeholder depends on the record, though it does not rest on it."""
    related = {(step.relation, step.record.identifier) for step in trail(pump, "pump.flow").related}
    assert related == {("inserted in the text of", "pump.tip")}


def test_pages_show_a_record_directly_through_another_and_by_query(pump: Material) -> None:
    """The call, its line, and the record through which it is shown; a link shows no member."""
    shown = [(place.path, place.line, place.macro, place.through) for place in trail(pump, "pump.flow").shown]
    assert shown == [("docs/index.md", 3, "value", ""), ("docs/index.md", 5, "points", "pump.all")]
    assert [place.macro for place in Showing(pump).of("pump.share")] == ["table"]
    assert [(place.path, place.macro) for place in Showing(pump).of("pump.good")] == [
        ("docs/index.md", "table"),
        ("docs/other.md", "sentence"),
    ]


def test_the_text_fits_eighty_columns_and_the_data_is_json(pump: Material) -> None:
    """No line is wider than 80 columns, and the same answer goes through JSON unchanged."""
    answer = trail(pump, "pump.share")
    assert max(len(line) for line in trail_text(answer).splitlines()) <= 80
    data = trail_data(answer, "2026-08-01")
    assert json.loads(json.dumps(data)) == data
    assert data["record"]["value"] == "0.500"
    assert data["record"]["says"] == "That is 0.500 of 20.0\N{NO-BREAK SPACE}GB/s."

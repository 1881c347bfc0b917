"""What goes stale if something changes: records, texts, pages and files that repeat a version."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from macros.audit.affected import affected
from macros.audit.answers import affected_data, affected_text
from tests.audit.pump import changed, material

if TYPE_CHECKING:
    from pathlib import Path

    from macros.audit.affected import Affected
    from macros.audit.material import Material


@pytest.fixture
def pump(tmp_path: Path) -> Material:
    return material(tmp_path)


def _stale(answer: Affected) -> set[str]:
    return {step.record.identifier for step in answer.stale}


def test_what_is_computed_from_a_record_goes_stale_with_it(pump: Material) -> None:
    """All that rests on it, directly or not; a text that shows its value is to be worded anew."""
    answer = affected(pump, "pump.flow")
    assert _stale(answer) == {"pump.share", "pump.good"}
    assert [step.record.identifier for step in answer.reworded] == ["pump.tip"]


def test_pages_are_named_with_what_they_show_of_it(pump: Material) -> None:
    """Each call that shows a stale record, with these records."""
    answer = affected(pump, "pump.share")
    assert [(place.path, place.macro, names) for place, names in answer.pages] == [
        ("docs/index.md", "table", ("pump.good", "pump.share")),
        ("docs/other.md", "sentence", ("pump.good",)),
    ]


def test_printed_sections_are_named_for_each_edition(pump: Material) -> None:
    """A section is made of a page: those that show something stale are named, in the edition's order."""
    built = {"Full edition": {"other/": "Other", "": "Front", "more/": "More"}, "Customers'": {"": "Front"}}
    answer = affected(pump, "pump.share", built=built)
    assert answer.sections == (("Full edition", "Other"), ("Full edition", "Front"), ("Customers'", "Front"))
    assert answer.not_checked == ()
    assert "Customers': Front" in affected_text(answer)
    assert affected(pump, "pump.share").not_checked[0][0] == "printed sections"


def test_a_source_takes_what_cites_it_and_its_parts_along(pump: Material) -> None:
    """A source that is part of it, records from either, and all that rests on these."""
    assert _stale(affected(pump, "pump.maker")) == {
        *("pump.log", "pump.flow", "pump.rated", "pump.share", "pump.good", "pump.tip"),
    }


def test_a_component_that_moves_takes_what_was_seen_on_it_along(pump: Material) -> None:
    """Records that pin it and what rests on them, and the texts that repeat the version or the commit."""
    answer = affected(pump, "stack.valve", "1.5.0")
    assert (answer.moved, answer.pinned) == (True, ("1.4.0", "abcdef0"))
    assert _stale(answer) == {"pump.flow", "pump.share", "pump.good"}
    assert [(str(place), text) for place, text in answer.files] == [("docs/other.md:3:11", "1.4.0")]


def test_the_version_that_is_pinned_changes_nothing(pump: Material) -> None:
    """Asked about the version that stands, or its commit, nothing goes stale."""
    for version in ("1.4.0", "abcdef0"):
        answer = affected(pump, "stack.valve", version)
        assert (answer.moved, answer.stale, answer.pages) == (False, (), ())
        assert affected_text(answer) == f"stack.valve is pinned to {version} already: nothing goes stale\n"


def test_what_was_seen_on_the_new_version_already_stays(tmp_path: Path) -> None:
    """A record whose pin states the version asked about does not go stale by it."""
    claims = changed(before1='{stack.valve: "1.4.0"}', after1='{stack.valve: "1.5.0"}')
    assert not affected(material(tmp_path, claims), "stack.valve", "1.5.0").stale


def test_a_watch_that_fires_reopens_its_records(tmp_path: Path) -> None:
    """What the watch names, and what rests on that."""
    claims = changed()
    claims["watch.yml"] = (
        "new: {kind: watch, title: New, says: A new valve., trigger: It is sold., "
        "source: pump.maker, reopens: [pump.rated]}\n"
    )
    assert _stale(affected(material(tmp_path, claims), "watch.new")) == {
        *("pump.rated", "pump.share", "pump.good"),
    }


def test_nothing_depends_on_what_nobody_names(pump: Material) -> None:
    """It is said that nothing goes stale, and what was not looked at."""
    answer = affected(pump, "pump.tip")
    assert not answer.stale
    text = affected_text(answer)
    assert "No record goes stale." in text
    assert "Not checked" in text


def test_the_answer_is_the_same_as_json(pump: Material) -> None:
    """Plain data that goes through JSON unchanged."""
    data = affected_data(affected(pump, "stack.valve", "2"), "2026-08-01")
    assert json.loads(json.dumps(data)) == data
    assert data["files"] == [{"path": "docs/other.md", "line": 3, "column": 11, "text": "1.4.0"}]

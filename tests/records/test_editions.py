"""Editions of a book: what is not for an audience is left out, and what still needs it is found."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from macros.records.binding import open_book
from macros.records.editions import CUSTOMER, FULL, Edition, edition_of

if TYPE_CHECKING:
    from pathlib import Path

SOURCE = "s: {kind: source, title: A source, says: It says so.}\n"
HIDDEN = "{kind: sourced, title: Hidden, says: Hidden., audience: internal, source: x.s, value: 5, unit: ms"
SHOWN = "{kind: sourced, title: Shown, says: Shown., source: x.s"


def _edition(folder: Path, records: str, name: str = CUSTOMER) -> Edition:
    (folder / "x.yml").write_text(SOURCE + records, encoding="utf-8")
    bound = open_book(folder, "claims")
    assert bound.findings == ()
    return edition_of(bound.book, name)


def _problems(edition: Edition) -> list[str]:
    return [f"{finding.place.line}: {finding.record}: {finding.found}" for finding in edition.findings]


def test_an_edition_has_the_records_of_its_audiences(tmp_path: Path) -> None:
    """Customers get what is for all and for them; the full edition has everything."""
    records = f"a: {SHOWN}}}\nb: {SHOWN}, audience: customer}}\nc: {HIDDEN}}}\n"
    assert set(_edition(tmp_path, records).book.records) == {"x.s", "x.a", "x.b"}
    assert set(_edition(tmp_path, records, FULL).book.records) == {"x.s", "x.a", "x.b", "x.c"}


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ("rests_on: [x.h]", "rests_on:"),
        ("caveat: 'It is {x.h}.'", "caveat: a placeholder for"),
        ("scope: {}, history: [{on: 2026-07, says: 'Was {x.h}.'}]", "history: a placeholder for"),
    ],
)
def test_a_need_without_a_substitute_is_found_at_the_record(tmp_path: Path, fields: str, field: str) -> None:
    """A shown record that rests on a hidden one, or names it in any text, is reported where it does."""
    edition = _edition(tmp_path, f"h: {HIDDEN}}}\na: {SHOWN}, {fields}}}\n")
    assert _problems(edition) == [f"3: x.a: {field} 'x.h', which the edition for customers leaves out"]


def test_a_substitute_stands_wherever_the_hidden_record_stood(tmp_path: Path) -> None:
    """Links and placeholders of shown records lead to the substitute, and nothing is found."""
    edition = _edition(
        tmp_path,
        f"h: {HIDDEN}, substitute: x.p}}\np: {SHOWN}}}\n"
        f"a: {SHOWN}, rests_on: [x.h], caveat: 'It is {{ x.h }}.'}}\n"
        f"b: {SHOWN}, superseded_by: x.h}}\n",
    )
    record = edition.book.records["x.a"]
    assert _problems(edition) == []
    assert (record.foundations(), record.caveat) == (("x.p",), "It is {x.p}.")
    assert edition.book.records["x.b"].superseded_by == "x.p"


def test_an_input_needs_a_substitute_of_the_same_value(tmp_path: Path) -> None:
    """A computed value is not said to come from a substitute from which something else would follow."""
    derived = "d: {kind: derived, title: D, says: D., from: {i: x.h}, formula: i * 2, unit: ms}\n"
    hidden = f"h: {HIDDEN}, substitute: x.p}}\n"
    same = _edition(tmp_path, f"{hidden}p: {SHOWN}, value: 5, unit: ms}}\n{derived}")
    assert (_problems(same), dict(same.book.records["x.d"].inputs)) == ([], {"i": "x.p"})
    other = _edition(tmp_path, f"{hidden}p: {SHOWN}, value: 6, unit: ms}}\n{derived}")
    assert _problems(other) == ["4: x.d: from: 'x.p' stands for 'x.h' and has another value"]


def test_a_substitute_is_shown_itself(tmp_path: Path) -> None:
    """A substitute that the edition leaves out too is reported at the record that names it."""
    edition = _edition(tmp_path, f"h: {HIDDEN}, substitute: x.g}}\ng: {HIDDEN}}}\n")
    assert _problems(edition) == ["2: x.h: the substitute 'x.g', which the same edition leaves out"]


def test_a_collection_drops_hidden_members_and_keeps_the_others(tmp_path: Path) -> None:
    """The members that are shown stay in their order; a collection with none left is reported."""
    records = f"h: {HIDDEN}}}\na: {SHOWN}}}\nb: {SHOWN}}}\n"
    some = _edition(
        tmp_path, f"{records}c: {{kind: collection, title: C, says: C., items: [x.b, x.h, x.a]}}\n"
    )
    assert getattr(some.book.records["x.c"], "items", ()) == ("x.b", "x.a")
    assert _problems(some) == []
    none = _edition(tmp_path, f"{records}c: {{kind: collection, title: C, says: C., items: [x.h]}}\n")
    assert _problems(none) == ["5: x.c: items: nothing that the edition for customers shows"]


def test_links_beside_the_support_are_dropped(tmp_path: Path) -> None:
    """A conflict with a hidden record, or its replacement by one, leaves no trace in the shown record."""
    edition = _edition(tmp_path, f"h: {HIDDEN}}}\na: {SHOWN}, conflicts_with: [x.h], superseded_by: x.h}}\n")
    record = edition.book.records["x.a"]
    assert (_problems(edition), record.conflicts_with, record.superseded_by) == ([], (), None)


def test_a_source_that_only_hidden_records_name_is_left_out(tmp_path: Path) -> None:
    """So is what it is part of; one that nobody names stays."""
    records = (
        f"h: {HIDDEN.replace('x.s', 'x.own')}}}\na: {SHOWN}}}\n"
        "own: {kind: source, title: Own, says: Own., part_of: x.above}\n"
        "above: {kind: source, title: Above, says: Above.}\n"
        "free: {kind: source, title: Free, says: Free.}\n"
    )
    assert set(_edition(tmp_path, records).book.records) == {"x.s", "x.a", "x.free"}


def test_a_drawing_goes_on_past_a_hidden_node(tmp_path: Path) -> None:
    """The edge into a hidden node leads to its substitute, and the edge between the two is left out."""
    node = "kind: node, diagram: x.d, says: N."
    edge = "kind: edge, diagram: x.d, title: E, says: E."
    records = (
        "d: {kind: diagram, title: D, says: D., layout: stack}\n"
        f"one: {{{node}, title: One}}\nthree: {{{node}, title: Three}}\n"
        f"two: {{{node}, title: Two, audience: internal, substitute: x.three}}\n"
        f"in: {{{edge}, start: x.one, end: x.two}}\nout: {{{edge}, start: x.two, end: x.three}}\n"
    )
    book = _edition(tmp_path, records).book
    assert set(book.records) == {"x.s", "x.d", "x.one", "x.three", "x.in"}
    assert getattr(book.records["x.in"], "end", "") == "x.three"

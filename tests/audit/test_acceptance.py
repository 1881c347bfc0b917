"""What a record that is accepted is said to have read."""

from __future__ import annotations

import datetime

from hypothesis import given

from macros.audit.acceptance import accepted
from macros.records.binding import open_book
from macros.records.claims import Derived
from macros.state import Sort, assess
from tests.state.books import book_of, graphs, number
from tests.support.project import ROOT


def test_it_reads_every_input_as_it_is_shown() -> None:
    """Each name comes with the value as a page shows it: digits, tilde and unit, in plain spaces."""
    book = book_of(
        a={"kind": "measured", "value": number("14.70"), "unit": "GB/s", "approx": True},
        b={"kind": "measured", "value": number("2.0"), "unit": "%"},
        d={
            "kind": "derived",
            "from": {"rate": "x.a", "share": "x.b"},
            "formula": "rate * share",
            "unit": "GB/s",
        },
    )
    record = book.typed("x.d", Derived)
    assert dict(accepted(record, book)) == {"rate": "~14.70 GB/s", "share": "2.0%"}


@given(graphs())
def test_what_was_accepted_has_not_changed(records: dict[str, dict[str, object]]) -> None:
    """A book that holds what was accepted has no changed input, and accepts the same again."""
    book = book_of(**records)
    for record in book.of_kind("derived"):
        assert isinstance(record, Derived)
        records[record.key]["read"] = dict(accepted(record, book))
    again = book_of(**records)
    for name, assessment in assess(again, datetime.date(2026, 6, 1)).items():
        assert all(cause.sort is not Sort.CHANGED_INPUT for cause in assessment.causes)
        if isinstance(record := again.records[name], Derived):
            assert accepted(record, again) == record.read


def test_every_derived_record_of_the_site_is_accepted() -> None:
    """Each of the site's own derived records says what it read, and its inputs still say so."""
    book = open_book(ROOT / "claims", "claims").book
    for record in book.of_kind("derived"):
        assert isinstance(record, Derived)
        assert record.read == accepted(record, book), record.identifier

"""Small books made of records without files, for properties over many of them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from macros.records.binding import bind
from macros.records.kinds import MODELS
from macros.records.loader import Loaded
from macros.records.written import Plain

if TYPE_CHECKING:
    from collections.abc import Mapping

    from macros.records.base import Record
    from macros.records.book import Book

LOG = {"kind": "source", "title": "Log", "says": "The log."}
CLAIMS = ("measured", "sourced", "assumed")


def record(identifier: str, **fields: Any) -> Record:
    """A record of the given fields; title and sentence are filled in."""
    given = {"title": identifier, "says": "Something.", **fields, "identifier": identifier}
    if fields["kind"] in CLAIMS:
        given = {"source": "x.log", "observed": "2026-01-01", "verify": "Look.", **given}
    return MODELS[fields["kind"]].model_validate(given)


def book_of(**records: Mapping[str, Any]) -> Book:
    """A book of records by key, all in the subject x, with a source x.log; fails when anything is wrong."""
    made = {f"x.{key}": record(f"x.{key}", **fields) for key, fields in {"log": LOG, **records}.items()}
    bound = bind(Loaded(Path("/nowhere"), made, ()))
    assert not bound.findings
    return bound.book


def number(text: str) -> Plain:
    """A value as the reader gives it when it stands without quotes."""
    return Plain(text)


@st.composite
def graphs(draw: st.DrawFn, size: int = 9) -> dict[str, dict[str, Any]]:
    """Records r0, r1, … where each rests on earlier ones only: claims with a date, or a formula."""
    records: dict[str, dict[str, Any]] = {}
    for index in range(draw(st.integers(1, size))):
        below = draw(st.lists(st.sampled_from(sorted(records)), unique=True, max_size=3)) if records else []
        names = [f"x.{name}" for name in below]
        if names and draw(st.booleans()):
            inputs = {f"i{place}": name for place, name in enumerate(names)}
            fields = {"kind": "derived", "from": inputs, "formula": " + ".join(inputs)}
        else:
            day = f"2026-{draw(st.integers(1, 12)):02d}-{draw(st.integers(1, 28)):02d}"
            kind = draw(st.sampled_from(CLAIMS))
            fields = {
                "kind": kind,
                "observed": day,
                "review": f"{draw(st.integers(1, 400))}d",
                "value": number("5"),
            }
            fields["rests_on"] = tuple(names)
        records[f"r{index}"] = fields
    return records

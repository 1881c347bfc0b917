"""Dates under attack: what has not come yet was not seen, in whichever field a file says so."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING

import pytest

from macros.records.binding import open_book
from macros.state import ahead
from tests.support.sites import write_site

if TYPE_CHECKING:
    from pathlib import Path

LATEST = datetime.date(2026, 8, 15)
FIELDS = {
    "observed": "kind: sourced\n  source: pump.log\n  observed: {}",
    "dated": "kind: source\n  dated: {}",
    "seen": "kind: source\n  seen: {}",
    "history": "kind: source\n  history: [{{says: S., on: {}}}]",
    "on": "kind: watch\n  source: pump.log\n  trigger: T.\n  reopens: [pump.log]\n  fired: true\n  on: {}",
}


def _places(folder: Path, field: str, day: str) -> list[str]:
    text = "log: {kind: source, title: Log, says: L.}\npart:\n  title: T\n  says: S.\n  "
    (folder / "pump.yml").write_text(f"{text}{FIELDS[field].format(day)}\n", encoding="utf-8")
    bound = open_book(folder, "claims")
    assert not bound.findings
    findings = ahead(bound.book, LATEST)
    assert {finding.rule for finding in findings} <= {"future-date"}
    return [str(finding.place) for finding in findings]


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("day", ["2026-08-16", "2026-09", "2126-08-15", "2199-12"])
def test_a_date_ahead_is_told_where_it_stands(tmp_path: Path, field: str, day: str) -> None:
    """A day or a month that begins after the latest day is one finding at its place."""
    last = FIELDS[field].splitlines()
    column = last[-1].index("{}") + 1 if field != "history" else last[-1].replace("{{", "{").index("{}") + 1
    assert _places(tmp_path, field, day) == [f"claims/pump.yml:{4 + len(last)}:{column}"]


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("day", ["2026-08-15", "2026-08", "1970-01", "unstated"])
def test_a_date_that_has_come_is_fine(tmp_path: Path, field: str, day: str) -> None:
    """The latest day, its month, any earlier one and no date are no findings."""
    assert _places(tmp_path, field, day) == []


def test_a_build_and_a_check_refuse_a_year_to_come(tmp_path: Path) -> None:
    """A record seen in 2199 ends a build with status 1; for a day as late as that it is fine."""
    claims = {"pump.yml": "log: {kind: source, title: Log, says: L., seen: 2199-01-01}\n"}
    site = write_site(tmp_path, claims=claims)
    outcome = site.build()
    assert outcome.returncode == 1
    assert "claims/pump.yml:1:49: error: seen: 2199-01-01; expected a day that has come" in outcome.stderr
    assert site.build("--as-of", "2199-01-01").returncode == 0

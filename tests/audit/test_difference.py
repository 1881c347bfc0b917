"""What changed in the meaning: found when it changed, silent when only the writing did."""

from __future__ import annotations

import datetime
import json
from typing import TYPE_CHECKING

import pytest

from macros.audit.answers import difference_data, difference_text
from macros.audit.difference import Difference, difference
from macros.audit.snapshot import SnapshotError, read_snapshot, snapshot
from macros.records.binding import Bound, open_book
from tests.audit.pump import CLAIMS, DAY, PUMP, changed

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


def _bound(folder: Path, claims: Mapping[str, str | bytes]) -> Bound:
    folder.mkdir()
    for name, content in claims.items():
        (folder / name).write_bytes(content.encode() if isinstance(content, str) else content)
    return open_book(folder, "claims")


def _difference(folder: Path, claims: Mapping[str, str | bytes], day: datetime.date = DAY) -> Difference:
    """From the pump's records to others."""
    before = snapshot(_bound(folder / "before", CLAIMS), DAY)
    return difference(before, snapshot(_bound(folder / "after", claims), day))


def _changes(answer: Difference) -> dict[str, dict[str, tuple[str, str]]]:
    return {
        record.identifier: {change.field: (change.before, change.after) for change in record.changes}
        for record in answer.changed
    }


def test_a_changed_input_is_followed_to_values_and_verdicts(tmp_path: Path) -> None:
    """5 of 20 is 0.25, below the 0.4 that the verdict asks for; each change names what it follows from."""
    answer = _difference(tmp_path, changed(before1="value: 10.0", after1="value: 5.0"))
    changes = _changes(answer)
    assert changes["pump.flow"] == {"value": ("10.0\N{NO-BREAK SPACE}GB/s", "5.0\N{NO-BREAK SPACE}GB/s")}
    assert changes["pump.share"]["value"] == ("0.500", "0.25")
    assert changes["pump.good"]["verdict"] == ("holds", "broken")
    assert changes["pump.share"]["state"] == ("current", "stale")
    assert changes["pump.share"]["state cause"] == (
        "",
        "read as 10.0 GB/s, now 5.0 GB/s: the input pump.flow",
    )
    because = {record.identifier: record.because for record in answer.changed}
    assert because == {"pump.flow": (), "pump.share": ("pump.flow",), "pump.good": ("pump.share",)}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("value: 10.0\n", "value: 10.0  # ten\n"),
        ("  says: The pump moves {value}.\n", "  says: >-\n    The pump moves\n    {value}.\n"),
        ("  title: Flow\n", '  title: "Flow"\n'),
        ("flow:\n", "# The flow.\n\nflow:\n"),
        ("source: pump.log\n", "source: pump.log\n  document: {lines: [3]}\n"),
    ],
)
def test_another_way_of_writing_is_no_change(tmp_path: Path, before: str, after: str) -> None:
    """Comments, order, quotes, line breaks and places in a document mean nothing."""
    answer = _difference(tmp_path, changed(before1=before, after1=after))
    assert not answer
    assert "Nothing changed in the meaning." in difference_text(answer, "A", "B")


@pytest.mark.parametrize(
    ("before", "after", "field", "values"),
    [
        ("says: It does well.", "says: It does.", "says", ("It does well.", "It does.")),
        ("review: 200d", "review: 100d", "review", ("200d", "100d")),
        ("observed: 2026-03-01", "observed: 2026-03", "observed", ("2026-03-01", "2026-03")),
        ("share >= 0.4", "share >= 0.3", "holds_if", ("share >= 0.4", "share >= 0.3")),
        ('{stack.valve: "1.4.0"}', "[stack.valve]", "pinned.stack.valve", ("1.4.0", "no version")),
        ("items: [pump.flow, pump.tip]", "items: [pump.tip]", "items", ("pump.flow, pump.tip", "pump.tip")),
        ("unit: GB/s\n", "unit: GB/s\n  exact: true\n", "exact", ("", "true")),
        ("verify: Look.", "verify: Look., audience: internal", "audience", ("", "internal")),
    ],
)
def test_a_field_that_changes_is_shown_before_and_after(
    tmp_path: Path, before: str, after: str, field: str, values: tuple[str, str]
) -> None:
    """Conditions, days, periods, links and words, each by its field."""
    changes = _changes(_difference(tmp_path, changed(before1=before, after1=after)))
    assert [fields[field] for fields in changes.values() if field in fields] == [values]


def test_kinds_and_grades_are_compared(tmp_path: Path) -> None:
    """A measurement that becomes a judgement weakens what rests on it."""
    answer = _changes(
        _difference(tmp_path, changed(before1="kind: measured", after1="kind: assumed\n  verify: Look."))
    )
    assert answer["pump.flow"]["kind"] == ("measured", "assumed")
    assert answer["pump.share"]["grade"] == ("sourced", "assumed")


def test_time_alone_makes_records_stale(tmp_path: Path) -> None:
    """Each side is judged on its own day: 200 days after 1 March 2026 is 17 September."""
    changes = _changes(_difference(tmp_path, CLAIMS, datetime.date(2026, 9, 17)))
    assert changes["pump.flow"] == {
        "state": ("current", "stale"),
        "state cause": ("", "last seen true 2026-03-01, to be reviewed by 2026-09-17"),
    }


def test_records_that_come_go_move_and_are_superseded(tmp_path: Path) -> None:
    """Each in its own list; one that only has another id is not new and gone."""
    text = PUMP.replace("tip: {", "hint: {").replace("pump.tip", "pump.hint")
    text = text.replace("source: pump.maker}\nshare", "source: pump.maker, superseded_by: pump.newer}\nshare")
    text = text.partition("good:")[0] + text[text.index("hint:") :]
    text += "newer: {kind: sourced, title: New, says: '{value}.', value: 21, unit: GB/s, source: pump.log}\n"
    answer = _difference(tmp_path, {**CLAIMS, "pump.yml": text})
    assert [entry.identifier for entry in answer.added] == ["pump.newer"]
    assert [entry.identifier for entry in answer.removed] == ["pump.good"]
    assert [(entry.other, entry.identifier) for entry in answer.renamed] == [("pump.tip", "pump.hint")]
    assert [(entry.identifier, entry.other) for entry in answer.superseded] == [("pump.rated", "pump.newer")]


def test_what_could_not_be_loaded_is_neither_new_nor_gone(tmp_path: Path) -> None:
    """A record with a fault, or in a file with one, is said to be not compared."""
    answer = _difference(tmp_path, {**CLAIMS, "stack.yml": "valve: {kind: component, oops: 1}\n"})
    assert not answer.removed
    assert answer.not_compared == ("stack.valve",)
    answer = _difference_of_files(tmp_path, b"\xff")
    assert not answer.removed
    assert answer.not_compared == ("stack.valve",)


def _difference_of_files(folder: Path, stack: bytes) -> Difference:
    below = folder / "unreadable"
    below.mkdir()
    return _difference(below, {**CLAIMS, "stack.yml": stack})


def test_new_entries_of_a_history_are_shown(tmp_path: Path) -> None:
    """What a record newly notes comes with its day."""
    entry = 'review: 200d\n  history: [{"on": 2026-07-01, says: Seen again.}]'
    answer = _difference(tmp_path, changed(before1="review: 200d", after1=entry))
    assert [(record.identifier, record.history) for record in answer.changed] == [
        ("pump.flow", ("2026-07-01: Seen again.",))
    ]


def test_the_data_counts_what_the_text_shows(tmp_path: Path) -> None:
    """The summary of the data, JSON that goes through unchanged, and lines of at most 80 columns."""
    answer = _difference(tmp_path, changed(before1="value: 10.0", after1="value: 5.0"))
    data = difference_data(answer)
    assert json.loads(json.dumps(data)) == data
    assert data["summary"].pop("changed") == 3
    assert set(data["summary"].values()) == {0}
    assert max(map(len, difference_text(answer, "A", "B").splitlines())) <= 80


def test_a_kept_snapshot_compares_as_the_records_do(tmp_path: Path) -> None:
    """Written and read again it says the same, byte for byte, and differs from later records as they do."""
    before = snapshot(_bound(tmp_path / "before", CLAIMS), DAY, "First \N{EM DASH} 1")
    file = tmp_path / "released.json"
    file.write_text(before.data(), encoding="utf-8")
    kept = read_snapshot(file, "claims/released.json")
    assert kept == before
    assert kept.data() == before.data()
    after = snapshot(_bound(tmp_path / "after", changed(before1="value: 10.0", after1="value: 5.0")), DAY)
    assert difference(kept, after) == difference(before, after)
    assert not difference(kept, before)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b'{"format": 1}',
        b'{"format": 2}',
        b"\xff",
        b"[" * 100_000,
        b'{"format": 1, "records": 3}',
    ],
)
def test_a_damaged_snapshot_is_refused_in_a_line(tmp_path: Path, content: bytes) -> None:
    """Whatever stands in the file: one line with its name."""
    file = tmp_path / "released.json"
    file.write_bytes(content)
    with pytest.raises(SnapshotError, match=r"claims/released\.json: ") as refusal:
        read_snapshot(file, "claims/released.json")
    assert "\n" not in str(refusal.value)
    file.unlink()
    with pytest.raises(SnapshotError, match="no such file"):
        read_snapshot(file, "claims/released.json")

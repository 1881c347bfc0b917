"""A baseline: what it has on record stays unreported when lines move, and nothing else does."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from macros.audit.baseline import BaselineError, apply_baseline, read_baseline, write_baseline
from macros.audit.fingerprints import Sources, fingerprints
from macros.audit.inputs import Layout
from macros.audit.run import run_rules
from macros.findings import Finding, Level, Place
from tests.support.audits import material_of, word_rule

if TYPE_CHECKING:
    from pathlib import Path

RULES = [word_rule("CB101", "fault"), word_rule("CB102", "flaw")]


def _found(folder: Path, page: str) -> tuple[list[Finding], list[str]]:
    site = folder / "site"
    material, _ = material_of(site, {"docs/index.md": page})
    findings = list(run_rules(RULES, material).findings)
    layout = Layout(site, site / "claims", site / "docs")
    return findings, fingerprints(findings, Sources(layout, None))


def _open(folder: Path, page: str, noted: tuple[str, ...] = ("CB101", "CB102")) -> list[tuple[str, str, int]]:
    findings, identities = _found(folder, page)
    kept = apply_baseline(findings, identities, read_baseline(folder / "base.json"), "base.json", noted)
    return [(item.rule, item.place.path, item.place.line) for item in kept if not item.waived]


def _record(folder: Path, page: str) -> int:
    return write_baseline(folder / "base.json", *_found(folder, page))


def test_what_is_on_record_stays_unreported_when_lines_move(tmp_path: Path) -> None:
    """Lines above, another indent and other findings around do not change what is known."""
    assert _record(tmp_path, "# Pump\n\nA fault here.\n") == 1
    moved = "# Pump\n\nMore.\n\nEven more.\n\n   A  fault here.\n"
    assert _open(tmp_path, moved) == []


def test_another_line_is_another_finding(tmp_path: Path) -> None:
    """A changed sentence and a second rule in the same line are new; the old entry is noted as unused."""
    _record(tmp_path, "A fault here.\n")
    assert _open(tmp_path, "A fault there.\n") == [("CB101", "docs/index.md", 1), ("CB004", "base.json", 1)]
    assert _open(tmp_path, "A fault here.\n\nA flaw here.\n") == [("CB102", "docs/index.md", 3)]


def test_duplicates_are_counted(tmp_path: Path) -> None:
    """Two equal lines on record cover two, not a third; of one that is left the rest is noted."""
    assert _record(tmp_path, "A fault.\n\nA fault.\n") == 2
    assert _open(tmp_path, "A fault.\n\nA fault.\n\nA fault.\n") == [("CB101", "docs/index.md", 5)]
    findings, identities = _found(tmp_path, "A fault.\n")
    entries = read_baseline(tmp_path / "base.json")
    *_, note = apply_baseline(findings, identities, entries, "base.json", ("CB101",))
    assert (note.rule, note.level) == ("CB004", Level.NOTE)
    assert "expected 1 instead of 2" in note.message


def test_an_entry_of_a_rule_that_did_not_run_is_not_noted(tmp_path: Path) -> None:
    """With CB101 left out, nobody knows whether its entry is still needed."""
    _record(tmp_path, "A fault here.\n")
    assert _open(tmp_path, "Nothing.\n", noted=("CB102",)) == []


def test_a_record_keeps_its_identity_when_its_file_is_renamed(tmp_path: Path) -> None:
    """A finding about a record is known by the record, wherever the line is."""
    (tmp_path / "claims").mkdir()
    layout = Layout(tmp_path, tmp_path / "claims", tmp_path / "docs")
    identities = []
    for name in ("a.yml", "b.yml"):
        (tmp_path / "claims" / name).write_text("x: 1\nflow:\n", encoding="utf-8")
        item = Finding("CB201", Place(f"claims/{name}", 2), "old", record="pump.flow")
        identities += fingerprints([item], Sources(layout, None))
    assert identities[0] == identities[1]


def test_the_audits_own_findings_and_waived_ones_are_not_put_on_record(tmp_path: Path) -> None:
    """A baseline hides no failed rule, wrong waiver or unreadable file."""
    findings = [Finding(f"CB00{number}", Place("a"), "x") for number in range(1, 6)]
    findings.append(Finding("CB101", Place("a"), "x", waived="a reason"))
    identities = [f"{number:032x}" for number in range(6)]
    assert write_baseline(tmp_path / "base.json", findings, identities) == 0
    entry = {"fingerprint": identities[0], "count": 9, "rule": "CB001", "path": "a", "message": "x"}
    document = {"claimbook_baseline": 1, "findings": [entry]}
    (tmp_path / "base.json").write_text(json.dumps(document), encoding="utf-8")
    kept = apply_baseline(findings, identities, read_baseline(tmp_path / "base.json"), "base.json", ())
    assert [item.waived for item in kept] == ["", "", "", "", "", "a reason"]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe",
        b"[]",
        b"{}",
        b'{"claimbook_baseline": 2, "findings": []}',
        b'{"claimbook_baseline": 1}',
        b'{"claimbook_baseline": 1, "findings": [1]}',
        b'{"claimbook_baseline": 1, "findings": [{}]}',
        *(
            b'{"claimbook_baseline": 1, "findings": [{"fingerprint": "a", "rule": "r", "path": "p", '
            b'"message": "m", "count": %b}]}' % count
            for count in (b'"1"', b"0", b"1.5", b"null")
        ),
        b"[" * 100_000,
    ],
)
def test_what_is_no_baseline_is_refused(tmp_path: Path, content: bytes) -> None:
    """Another file, another version and an entry that lacks something are an error with the file's name."""
    (tmp_path / "base.json").write_bytes(content)
    with pytest.raises(BaselineError, match=r"base\.json"):
        read_baseline(tmp_path / "base.json")


def test_a_baseline_that_cannot_be_written_leaves_the_old_one(tmp_path: Path) -> None:
    """The file is written whole or not at all, and nothing else stays in the folder."""
    _record(tmp_path, "A fault.\n")
    before = (tmp_path / "base.json").read_bytes()
    with pytest.raises(BaselineError):
        write_baseline(tmp_path / "missing" / "base.json", *_found(tmp_path, "A fault.\n"))
    with pytest.raises(BaselineError):
        write_baseline(tmp_path / "site", *_found(tmp_path, "A fault.\n"))
    assert (tmp_path / "base.json").read_bytes() == before
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


@given(
    lines=st.lists(st.sampled_from(["A fault.", "A flaw here.", "fault flaw", "Nothing."]), max_size=8),
    inserted=st.lists(st.integers(0, 8), max_size=5),
)
def test_inserted_lines_leave_nothing_open(
    tmp_path_factory: pytest.TempPathFactory, lines: list[str], inserted: list[int]
) -> None:
    """Text put between the lines of any page opens no finding and leaves no entry unused."""
    folder = tmp_path_factory.mktemp("site")
    _record(folder, "\n".join(lines))
    moved: list[Any] = list(lines)
    for index in inserted:
        moved.insert(min(index, len(moved)), "Other words.")
    assert _open(folder, "\n".join(moved)) == []

"""Every labelled folder of records is judged as its label says."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from macros.records.binding import open_book
from macros.records.reader import MAXIMUM_BYTES
from tests.support.corpus import cases, check_findings

if TYPE_CHECKING:
    from pathlib import Path

SOUND = "log:\n  kind: source\n  title: Pump log\n  says: The log of the pump.\n"


@pytest.mark.parametrize("case", cases("records/bad"), ids=lambda case: case.name)
def test_bad_records_are_reported_where_they_stand(case: Path) -> None:
    """A bad folder gives exactly the expected findings: each with file, line, column, rule and words."""
    check_findings(open_book(case / "claims", "claims").findings, case)


@pytest.mark.parametrize("case", cases("records/bad"), ids=lambda case: case.name)
def test_messages_are_in_the_words_of_the_file(case: Path) -> None:
    """No message shows a programming language's notation of the author's text, or an unfilled template."""
    for finding in open_book(case / "claims", "claims").findings:
        for notation in ("('", "{'", "None", "Value(", "{{low", "Input should", "<class"):
            assert notation not in finding.message
        assert "\n" not in finding.message


@pytest.mark.parametrize("case", cases("records/good"), ids=lambda case: case.name)
def test_good_records_are_read_in_silence(case: Path) -> None:
    """A good folder gives records and no finding."""
    bound = open_book(case / "claims", "claims")
    assert not bound.findings
    assert len(bound.book) > 0


def test_words_that_yaml_would_change_stay_as_written() -> None:
    """What YAML 1.1 reads as false, sixty-based, hexadecimal, infinite or a date stays as written."""
    case = next(case for case in cases("records/good") if case.name == "yaml-words")
    book = open_book(case / "claims", "claims").book
    values = [record.value for record in book.of_kind("measured")]
    written = [value.number or value.text for value in values if value is not None]
    assert written == [
        "NO",
        "yes",
        "on",
        "12:30:45",
        "0x1F",
        "1_000",
        ".inf",
        ".nan",
        "0o17",
        "2026-01-01",
        "1e3",
        "0.10",
        "+3",
        "~5",
    ]


def test_a_file_of_fifty_megabytes_is_refused_unread(tmp_path: Path) -> None:
    """A file over the limit is one finding, its size is in the message; the others are read all the same."""
    with (tmp_path / "pump.yml").open("wb") as file:
        file.truncate(50_000_000)
    (tmp_path / "sources.yml").write_text(SOUND, encoding="utf-8")
    bound = open_book(tmp_path, "claims")
    assert [finding.rule for finding in bound.findings] == ["file-size"]
    assert "50.0 MB" in bound.findings[0].message
    assert f"{MAXIMUM_BYTES / 1_000_000:.1f} MB" in bound.findings[0].message
    assert "sources.log" in bound.book


def test_what_is_no_file_is_reported(tmp_path: Path) -> None:
    """A folder, a link to itself, a link to nothing, a pipe and a device named like records are findings."""
    (tmp_path / "folder.yml").mkdir()
    (tmp_path / "loop.yml").symlink_to("loop.yml")
    (tmp_path / "nowhere.yml").symlink_to("missing")
    (tmp_path / "device.yml").symlink_to("/dev/zero")
    os.mkfifo(tmp_path / "pipe.yml")
    (tmp_path / "sources.yml").write_text(SOUND, encoding="utf-8")
    bound = open_book(tmp_path, "claims")
    names = [finding.place.path for finding in bound.findings]
    assert names == [f"claims/{name}.yml" for name in ("device", "folder", "loop", "nowhere", "pipe")]
    assert {finding.rule for finding in bound.findings} == {"file-unreadable"}


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read everything")
def test_a_file_without_permission_is_reported(tmp_path: Path) -> None:
    """A file that may not be read ends as a finding."""
    (tmp_path / "pump.yml").write_text(SOUND, encoding="utf-8")
    (tmp_path / "pump.yml").chmod(0)
    assert [finding.rule for finding in open_book(tmp_path, "claims").findings] == ["file-unreadable"]


@pytest.mark.parametrize("name", ["missing", "empty", "file"])
def test_a_folder_without_records_is_reported(tmp_path: Path, name: str) -> None:
    """A folder that is missing, empty or a file gives one finding at the folder."""
    (tmp_path / "empty").mkdir()
    (tmp_path / "file").write_text("x", encoding="utf-8")
    findings = open_book(tmp_path / name, "claims").findings
    assert [(str(finding.place), finding.rule) for finding in findings] == [("claims:1:1", "no-records")]


def test_one_fault_of_the_defaults_is_one_finding(tmp_path: Path) -> None:
    """A fault that a thousand records inherit is reported once, at the line of the defaults."""
    records = "".join(f"r{number}: {{kind: source, title: T, says: S.}}\n" for number in range(1000))
    (tmp_path / "many.yml").write_text(f"defaults:\n  scope:\n    colour: blue\n{records}", encoding="utf-8")
    findings = open_book(tmp_path, "claims").findings
    assert [str(finding.place) for finding in findings] == ["claims/many.yml:3:5"]


def test_a_long_circle_is_named_in_a_short_message(tmp_path: Path) -> None:
    """A circle of a thousand records is one finding that names its beginning and its end."""
    record = "r{}: {{kind: sourced, title: T, says: S., source: x.s, rests_on: [x.r{}]}}\n"
    circle = "".join(record.format(number, (number + 1) % 1000) for number in range(1000))
    text = "s: {kind: source, title: S, says: S.}\n" + circle
    (tmp_path / "x.yml").write_text(text, encoding="utf-8")
    findings = open_book(tmp_path, "claims").findings
    assert [finding.rule for finding in findings] == ["circular-reference"]
    assert len(findings[0].message) < 250

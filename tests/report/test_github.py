"""Annotations: escaped as the runner unescapes, the weightiest first, ten of a kind, and no other command."""

from __future__ import annotations

from macros.findings import Level
from macros.report.github import as_github
from tests.report.reports import HOSTILE, finding, many, report_of


def test_an_annotation_escapes_its_properties_and_its_message() -> None:
    """In a property % , : and line ends are written in hexadecimal; in the message % and line ends."""
    item = finding(path="docs/a,b:c%.md", found="1%\r\n2, 3: 4", line=7, column=9)
    first = as_github(report_of([item])).split("\n")[0]
    assert first == (
        "::error file=docs/a%2Cb%3Ac%25.md,line=7,col=9,title=CB101 untagged-quantity::1%25%0D%0A2, 3: 4"
    )


def test_levels_are_the_runners_kinds_and_errors_come_first() -> None:
    """A note is a notice; the order is error, warning, note whatever the places are."""
    findings = [
        finding(line=1, level=Level.NOTE),
        finding(line=2, level=Level.WARNING),
        finding(line=3, level=Level.ERROR),
        finding(line=4, waived="a reason"),
    ]
    lines = as_github(report_of(findings)).split("\n")
    assert [line.split(" ")[0] for line in lines[:3]] == ["::error", "::warning", "::notice"]
    assert lines[3] == "1 error, 1 warning, 1 note; 1 waived; 2 rules checked; as of 2026-11-30"


def test_ten_of_a_kind_are_annotated_and_the_rest_is_told() -> None:
    """Of 12 errors and 11 warnings 2 and 1 are left; they are plain lines of the log."""
    report = report_of([*many(12), *many(11, Level.WARNING), *many(3, Level.NOTE)])
    lines = as_github(report).split("\n")
    kinds = [line.split(" ")[0] for line in lines if line.startswith("::")]
    assert (kinds.count("::error"), kinds.count("::warning"), kinds.count("::notice")) == (10, 10, 3)
    told = "not annotated, since a step shows 10 of a kind: 2 more of 12 errors, 1 more of 11 warnings"
    assert told in lines
    assert "docs/index.md:12:1: error: number 12 [CB101]" in lines


def test_nothing_found_in_a_text_becomes_a_command() -> None:
    """A message or a path that looks like a command, of the old form too, starts no other one."""
    hostile = [
        finding(line=number, found=HOSTILE, path="::error::x\n::set-output name=a::b")
        for number in range(1, 15)
    ]
    for line in as_github(report_of(hostile)).split("\n"):
        if line.lstrip().startswith("::"):
            assert line.startswith("::error file=")
            assert line.count("::") >= 2
            assert "\x1b" not in line
        else:
            assert "##[" not in line

"""The report for a terminal: pages, lines with carets, nothing that steers the terminal, no secrets."""

from __future__ import annotations

import click

from macros.findings import Level
from macros.report.terminal import as_terminal
from tests.report.reports import HOSTILE, finding, report_of

LINE = {("docs/index.md", 3): "    It moves 14.7 GB/s there."}


def test_a_finding_stands_below_its_page_with_its_line_and_a_caret_under_what_it_quotes() -> None:
    """The whole form, by hand: page, place, level, rule, message, line without indent, carets, result."""
    item = finding(
        line=3, column=14, found="'14.7 GB/s' comes from no record", record="pump.flow", cause="age"
    )
    text = click.unstyle(as_terminal(report_of([item], lines=LINE), 80))
    assert text.split("\n") == [
        "docs/index.md  1 finding",
        "  3:14    error CB101 untagged-quantity  pump.flow",
        "    '14.7 GB/s' comes from no record",
        "    cause: age",
        "    3 | It moves 14.7 GB/s there.",
        "      |          ^^^^^^^^^",
        "",
        "1 error; 2 rules checked; as of 2026-11-30",
    ]


def test_findings_are_grouped_by_page_and_waived_ones_only_counted() -> None:
    """Two pages have a heading each; what is waived is in the result alone."""
    findings = [finding(), finding(line=2), finding(path="docs/other.md", waived="for a reason")]
    findings.append(finding(path="docs/third.md", level=Level.NOTE))
    text = click.unstyle(as_terminal(report_of(findings), 80))
    assert [line for line in text.split("\n") if line.startswith("docs/")] == [
        "docs/index.md  2 findings",
        "docs/third.md  1 finding",
    ]
    assert text.endswith("2 errors, 1 note; 1 waived; 2 rules checked; as of 2026-11-30")


def test_what_was_not_checked_is_said_with_the_reason() -> None:
    """Rules with the same reason share a line, and the result counts them: no pass."""
    text = as_terminal(
        report_of(not_checked=(("CB102", "nothing is built"), ("CB1001", "nothing is built"))), 80
    )
    assert "not checked, nothing is built: CB102, CB1001" in text
    assert "nothing found; 2 rules checked, 2 not checked; as of" in click.unstyle(text)


def test_a_line_with_a_masked_finding_is_never_shown() -> None:
    """No finding of that line has an excerpt, whichever rule found it; other lines have theirs."""
    findings = [
        finding(line=3),
        finding("CB1101", line=3, found="an address, masked"),
        finding(line=4),
        finding("CB1101", line=5, waived="documented"),
        finding(line=5),
    ]
    lines = {("docs/index.md", number): f"secret {number}" for number in (3, 4, 5)}
    text = as_terminal(report_of(findings, lines=lines), 80)
    assert ("secret 3" in text, "secret 4" in text, "secret 5" in text) == (False, True, False)


def test_nothing_in_a_text_steers_the_terminal() -> None:
    """Control characters of messages, paths and lines are replaced."""
    item = finding(found=HOSTILE, path="docs/\x1b[2Jx.md")
    text = click.unstyle(as_terminal(report_of([item], lines={(item.place.path, 1): "a\x07b\x1b]0;x"}), 80))
    assert not any(ord(character) < 32 and character != "\n" for character in text)


def test_a_long_line_is_shown_about_its_column() -> None:
    """Of a line of 100,000 characters the part at the column is shown, and the line fits the width."""
    line = "a" * 50_000 + " 14.7 GB/s " + "b" * 50_000
    item = finding(column=50_002, found="'14.7 GB/s' found")
    text = click.unstyle(as_terminal(report_of([item], lines={("docs/index.md", 1): line}), 80))
    shown = next(row for row in text.split("\n") if "14.7 GB/s" in row and "|" in row)
    carets = next(row for row in text.split("\n") if "^" in row)
    assert len(shown) <= 80
    assert shown[carets.index("^") : carets.rindex("^") + 1] == "14.7 GB/s"


def test_carets_stand_below_wide_characters() -> None:
    """A character of two columns moves the caret by two."""
    item = finding(column=3, found="'3 GB' found")
    text = click.unstyle(as_terminal(report_of([item], lines={("docs/index.md", 1): "流量3 GB"}), 80))
    assert "    1 | 流量3 GB\n      |     ^^^^\n" in text


def test_a_place_beyond_the_line_or_file_is_no_fault() -> None:
    """A column behind the end, and a line that is not there, leave the finding as it is."""
    item = finding(column=500)
    assert "^" in as_terminal(report_of([item], lines={("docs/index.md", 1): "short"}), 80)
    assert "^" not in as_terminal(report_of([item]), 80)

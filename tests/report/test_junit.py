"""JUnit: well-formed whatever the text, one result a case, counts that are right."""

from __future__ import annotations

from lxml import etree

from macros.findings import Level
from macros.report.junit import as_junit
from tests.report.reports import HOSTILE, finding, report_of


def _parsed(text: str) -> etree._Element:
    return etree.fromstring(text.encode("utf-8"))


def test_every_finding_is_a_case_and_every_clean_rule_passes() -> None:
    """By hand: two failures (the note is below the level), an error, two skipped, one rule that passed."""
    findings = [
        finding(),
        finding(line=2, level=Level.WARNING),
        finding(line=3, level=Level.NOTE),
        finding(line=4, waived="a reason"),
        finding("CB001", line=5, found="the rule CB301 failed"),
    ]
    report = report_of(findings, fail_on=Level.WARNING, not_checked=(("CB1101", "nothing is built"),))
    suites = _parsed(as_junit(report))
    suite = suites[0]
    counts = {name: suite.get(name) for name in ("tests", "failures", "errors", "skipped")}
    assert counts == {"tests": "7", "failures": "2", "errors": "1", "skipped": "2"}
    assert {name: suites.get(name) for name in counts} == counts
    names = [case.get("name") for case in suite]
    assert names[0] == "CB101 untagged-quantity 1:1"
    assert "CB202 due" in names
    assert suite[0].get("classname") == "docs/index.md"
    assert suite[3].find("skipped").get("message") == "waived: a reason"
    assert suite[2].find("system-out").text.endswith("'3 GB' found")


def test_nothing_fails_where_nothing_may() -> None:
    """With --fail-on never all findings pass."""
    suite = _parsed(as_junit(report_of([finding()], fail_on=None)))[0]
    assert suite.get("failures") == "0"


def test_characters_that_xml_cannot_hold_are_replaced() -> None:
    """Control characters, half of a surrogate pair and NUL leave a document that a parser reads."""
    item = finding(found=HOSTILE + "\0\ufffe", path="docs/\x0b<&>.md")
    case = _parsed(as_junit(report_of([item])))[0][0]
    assert case.get("classname") == "docs/\ufffd<&>.md"
    assert "::error::no" in case.find("failure").get("message")

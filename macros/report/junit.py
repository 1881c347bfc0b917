"""The audit's report as JUnit XML: a case a finding, and a case a rule that found nothing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from macros.report.report import RANK

if TYPE_CHECKING:
    from macros.findings import Finding
    from macros.report.report import Report

_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_FAILED = "CB001"


def as_junit(report: Report) -> str:
    """Return one suite; findings below the level that fails a run pass, and say what they found."""
    suite = ET.Element("testsuite", name="claimbook audit")
    for finding in report.findings:
        _add_finding(suite, report, finding)
    found = {finding.rule for finding in report.findings}
    for code in report.checked:
        if code not in found:
            _case(suite, _titled(report, code), "rules")
    for code, why in report.not_checked:
        ET.SubElement(_case(suite, _titled(report, code), "rules"), "skipped", message=_legal(why))
    for name, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        suite.set(name, str(sum(case.find(tag) is not None for case in suite)))
    suite.set("tests", str(len(suite)))
    suites = ET.Element("testsuites", {**suite.attrib, "name": "claimbook"})
    suites.append(suite)
    ET.indent(suites, " ")
    return ET.tostring(suites, encoding="unicode", xml_declaration=False)


def _add_finding(suite: ET.Element, report: Report, finding: Finding) -> None:
    place = finding.place
    case = _case(suite, f"{_titled(report, finding.rule)} {place.line}:{place.column}", place.path)
    says = _legal(f"{place}: {finding.level.value}: {finding.message}")
    if finding.waived:
        ET.SubElement(case, "skipped", message=_legal(f"waived: {finding.waived}"))
    elif finding.rule == _FAILED:
        ET.SubElement(case, "error", message=_legal(finding.found), type=finding.rule).text = says
    elif report.fail_on is not None and RANK[finding.level] <= RANK[report.fail_on]:
        ET.SubElement(case, "failure", message=_legal(finding.found), type=finding.rule).text = says
    else:
        ET.SubElement(case, "system-out").text = says


def _case(suite: ET.Element, name: str, group: str) -> ET.Element:
    return ET.SubElement(suite, "testcase", name=_legal(name), classname=_legal(group))


def _titled(report: Report, rule: str) -> str:
    return f"{rule} {report.name(rule)}".strip()


def _legal(text: str) -> str:
    """Return a text without the characters that no XML document may hold."""
    return _ILLEGAL.sub("\N{REPLACEMENT CHARACTER}", text)

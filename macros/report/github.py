"""The audit's report as commands of GitHub Actions: annotations beside the lines of a pull request."""

from __future__ import annotations

from typing import TYPE_CHECKING

from macros.findings import Level
from macros.report.layout import shown
from macros.report.report import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from macros.findings import Finding
    from macros.report.report import Report

SHOWN = 10
"""How many annotations of a kind GitHub shows of one step; it drops the others without a word."""
_COMMAND = {Level.ERROR: "error", Level.WARNING: "warning", Level.NOTE: "notice"}
_DATA = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_PROPERTY = {**_DATA, ":": "%3A", ",": "%2C"}


def as_github(report: Report) -> str:
    """Return the weightiest findings as annotations, all others as plain lines, and the result."""
    lines = list(_lines(report))
    for why, codes in report.unchecked.items():
        lines.append(_plain(f"not checked, {why}: {', '.join(codes)}"))
    lines.extend(_plain(f"note: {remark}") for remark in report.remarks)
    return "\n".join([*lines, _plain(report.sentence())])


def _lines(report: Report) -> Iterator[str]:
    left: list[str] = []
    rest: list[Finding] = []
    for level in Level:
        findings = [finding for finding in report.weightiest if finding.level is level]
        yield from (_annotation(report, finding) for finding in findings[:SHOWN])
        rest.extend(findings[SHOWN:])
        if len(findings) > SHOWN:
            left.append(f"{len(findings) - SHOWN} more of {counted(len(findings), level.value)}")
    if left:
        yield _plain(f"not annotated, since a step shows {SHOWN} of a kind: {', '.join(left)}")
    for finding in rest:
        yield _plain(f"{finding.place}: {finding.level.value}: {finding.message} [{finding.rule}]")


def _annotation(report: Report, finding: Finding) -> str:
    name = report.name(finding.rule)
    title = f"{finding.rule} {name}" if name else finding.rule
    properties = {
        "file": finding.place.path,
        "line": str(finding.place.line),
        "col": str(finding.place.column),
        "title": title,
    }
    written = ",".join(f"{key}={_escaped(value, _PROPERTY)}" for key, value in properties.items())
    return f"::{_COMMAND[finding.level]} {written}::{_escaped(finding.message, _DATA)}"


def _escaped(text: str, table: dict[str, str]) -> str:
    return "".join(table.get(character) or shown(character) for character in text)


def _plain(text: str) -> str:
    """Return a line that is no command: the runner looks for one at the start, for an old one anywhere."""
    flat = shown(text).replace("##[", "## [")
    return f"| {flat}" if flat.lstrip().startswith("::") else flat

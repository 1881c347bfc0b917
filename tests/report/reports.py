"""A report made by hand for the tests of its formats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from macros.findings import Finding, Level, Place
from macros.report.report import Entry, Report

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

HOSTILE = "100%, a | <b>*x* `y`</b>\r\n::error::no\x1b[31m @you #7 \ud800 ##[error]z"
ENTRIES = {
    "CB101": Entry(
        "CB101", "untagged-quantity", "error", "A figure without a record.", "Why.", "It is 3.", "{{ x }}"
    ),
    "CB202": Entry("CB202", "due", "warning", "Due soon.", "Why.", "old", "new"),
    "CB1101": Entry("CB1101", "address", "error", "An address.", "Why.", "an address", "none"),
}


def finding(  # noqa: PLR0913 - a finding has that many parts
    rule: str = "CB101",
    line: int = 1,
    found: str = "'3 GB' found",
    *,
    level: Level = Level.ERROR,
    path: str = "docs/index.md",
    column: int = 1,
    record: str = "",
    cause: str = "",
    waived: str = "",
) -> Finding:
    """A finding with what a test cares about."""
    return Finding(rule, Place(path, line, column), found, "", "", record, level, cause, waived)


def report_of(
    findings: Sequence[Finding] = (),
    *,
    lines: Mapping[tuple[str, int], str] | None = None,
    fail_on: Level | None = Level.ERROR,
    not_checked: tuple[tuple[str, str], ...] = (),
    failed: tuple[str, ...] = (),
) -> Report:
    """A report of 30 November 2026 whose rules are those of ENTRIES."""
    known = lines or {}
    return Report(
        as_of="2026-11-30",
        findings=tuple(findings),
        fingerprints=tuple(f"{index:032x}" for index, _ in enumerate(findings)),
        entries=ENTRIES,
        checked=("CB101", "CB202"),
        not_checked=not_checked,
        failed=failed,
        line=lambda place: known.get((place.path, place.line)),
        fail_on=fail_on,
        version="0.1.0",
    )


def many(count: int, level: Level = Level.ERROR) -> list[Finding]:
    """So many findings of a level, each in a line of its own."""
    return [finding(line=number, level=level, found=f"number {number}") for number in range(1, count + 1)]

"""The audit's report as JSON, for programs; its form is stable."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from macros.findings import Finding
    from macros.report.report import Report


def as_json(report: Report) -> str:
    """Return every finding, the waived ones with the reason, and a summary."""
    document = {
        "as_of": report.as_of,
        "findings": [_finding(finding) for finding in report.findings],
        "summary": report.summary(),
    }
    return json.dumps(document, indent=1, ensure_ascii=False).encode("utf-8", "replace").decode()


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "rule": finding.rule,
        "level": finding.level.value,
        "message": finding.message,
        "path": finding.place.path,
        "line": finding.place.line,
        "column": finding.place.column,
        "record": finding.record,
        "cause": finding.cause,
        "waived": finding.waived,
    }

"""The report as JSON: its form, by a schema of its own, whatever the findings say."""

from __future__ import annotations

import json
from typing import Any

import jsonschema

from macros.findings import Level
from macros.report.json_report import as_json
from tests.report.reports import HOSTILE, finding, report_of

COUNT = {"type": "integer", "minimum": 0}
TEXTS = {"type": "array", "items": {"type": "string"}}
NAMES = ("rule", "level", "message", "path", "line", "column", "record", "cause", "waived")
SCHEMA: dict[str, Any] = {
    "type": "object",
    "required": ["as_of", "findings", "summary"],
    "additionalProperties": False,
    "properties": {
        "as_of": {"type": "string", "pattern": r"^\d{4}-\d{2}-\d{2}$"},
        "findings": {
            "type": "array",
            "items": {
                "type": "object",
                "required": list(NAMES),
                "additionalProperties": False,
                "properties": {
                    **{name: {"type": "string"} for name in NAMES},
                    "level": {"enum": ["error", "warning", "note"]},
                    "line": {"type": "integer", "minimum": 1},
                    "column": {"type": "integer", "minimum": 1},
                },
            },
        },
        "summary": {
            "type": "object",
            "additionalProperties": False,
            "required": [
                "error",
                "warning",
                "note",
                "waived",
                "failing",
                "rules",
                "checked",
                "not_checked",
                "failed",
                "remarks",
            ],
            "properties": {
                **dict.fromkeys(("error", "warning", "note", "waived", "failing"), COUNT),
                "rules": {"type": "object", "additionalProperties": COUNT},
                "checked": TEXTS,
                "failed": TEXTS,
                "remarks": TEXTS,
                "not_checked": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "required": ["rule", "why"],
                        "additionalProperties": False,
                        "properties": {"rule": {"type": "string"}, "why": {"type": "string"}},
                    },
                },
            },
        },
    },
}


def test_the_form_is_that_of_the_schema() -> None:
    """Findings with everything, with nothing and with hostile text fit the schema and can be encoded."""
    findings = [
        finding(record="pump.flow", cause="age"),
        finding(line=2, found=HOSTILE, level=Level.NOTE),
        finding(line=3, waived="a reason"),
    ]
    text = as_json(report_of(findings, not_checked=(("CB102", "nothing is built"),)))
    document = json.loads(text.encode("utf-8"))
    jsonschema.Draft202012Validator(SCHEMA).validate(document)
    first = document["findings"][0]
    assert (first["path"], first["line"], first["record"], first["cause"]) == (
        "docs/index.md",
        1,
        "pump.flow",
        "age",
    )
    assert [item["waived"] for item in document["findings"]] == ["", "", "a reason"]


def test_the_summary_counts_open_findings_and_says_what_was_not_checked() -> None:
    """Of four findings one is waived; two reach the level that fails the run."""
    findings = [finding(), finding("CB202", 2, level=Level.WARNING), finding(line=3, level=Level.NOTE)]
    findings.append(finding(line=4, waived="a reason"))
    report = report_of(findings, fail_on=Level.WARNING, not_checked=(("CB102", "nothing is built"),))
    summary = json.loads(as_json(report))["summary"]
    assert summary == {
        "error": 1,
        "warning": 1,
        "note": 1,
        "waived": 1,
        "failing": 2,
        "rules": {"CB101": 2, "CB202": 1},
        "checked": ["CB101", "CB202"],
        "not_checked": [{"rule": "CB102", "why": "nothing is built"}],
        "failed": [],
        "remarks": [],
    }

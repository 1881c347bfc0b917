"""The audit's report as SARIF 2.1.0, for code scanning; never larger than GitHub takes.

Its results carry fingerprints that stay when lines move. A finding that is waived is a suppressed result.
"""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from macros.report.explanation import silence
from macros.report.report import RANK, Entry, counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from macros.findings import Finding
    from macros.report.report import Report

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
MAXIMUM_RESULTS = 25_000
MAXIMUM_BYTES = 10_000_000
"""Of the compressed file."""
MAXIMUM_TEXT = 1_000
_BASELINE = "in the baseline"
_FINGERPRINT = "claimbook/v1"
_GITHUB = "primaryLocationLineHash"
"""The one fingerprint that GitHub reads."""


def as_sarif(report: Report) -> str:
    """Return the log; where it holds not all findings, the weightiest are in it and it says so."""
    order = sorted(
        range(len(report.findings)),
        key=lambda index: (bool(report.findings[index].waived), RANK[report.findings[index].level], index),
    )
    count = min(len(order), MAXIMUM_RESULTS)
    while True:
        text = json.dumps(_log(report, order[:count]), indent=1)
        if count == 0 or len(gzip.compress(text.encode(), 6)) < MAXIMUM_BYTES:
            return text
        count //= 2


def _log(report: Report, chosen: Sequence[int]) -> dict[str, Any]:
    rules = _rules(report)
    places = {rule["id"]: index for index, rule in enumerate(rules)}
    seen: dict[str, int] = {}
    results = []
    for index in chosen:
        fingerprint = report.fingerprints[index]
        seen[fingerprint] = seen.get(fingerprint, 0) + 1
        results.append(_result(report.findings[index], f"{fingerprint}:{seen[fingerprint]}", places))
    driver = {"name": "Claimbook", "rules": rules}
    if report.version:
        driver["semanticVersion"] = report.version
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "automationDetails": {"id": "claimbook/audit/"},
        "invocations": [_invocation(report, len(chosen))],
        "results": results,
        "properties": {"asOf": report.as_of},
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _rules(report: Report) -> list[dict[str, Any]]:
    """Return a descriptor of each rule, and one of each fault of loading that was found."""
    rules = [_rule(entry) for entry in report.entries.values()]
    others = dict.fromkeys(finding.rule for finding in report.findings if finding.rule not in report.entries)
    for name in others:
        says = {"text": "A fault of the record files; the message says what is expected."}
        rules.append({"id": name, "shortDescription": says, "fullDescription": says, "help": says})
    return rules


def _rule(entry: Entry) -> dict[str, Any]:
    how = silence(entry.code)
    text = f"{entry.why}\n\nBad: {entry.bad}\n\nGood: {entry.good}\n\n{how}"
    parts = (entry.why, "**Bad**", _fenced(entry.bad), "**Good**", _fenced(entry.good), _fenced(how))
    return {
        "id": entry.code,
        "name": "".join(part.capitalize() for part in entry.name.split("-")),
        "shortDescription": {"text": _short(entry.summary)},
        "fullDescription": {"text": _short(entry.why)},
        "help": {"text": text, "markdown": "\n\n".join(parts)},
        "defaultConfiguration": {"level": entry.level},
        "properties": {"tags": ["claims"]},
    }


def _fenced(text: str) -> str:
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}\n{text}\n{fence}"


def _result(finding: Finding, fingerprint: str, places: dict[str, int]) -> dict[str, Any]:
    region = {"startLine": max(1, finding.place.line), "startColumn": max(1, finding.place.column)}
    location = {
        "artifactLocation": {"uri": _uri(finding.place.path), "uriBaseId": "%SRCROOT%"},
        "region": region,
    }
    result: dict[str, Any] = {
        "ruleId": finding.rule,
        "ruleIndex": places[finding.rule],
        "level": finding.level.value,
        "message": {"text": _short(finding.message)},
        "locations": [{"physicalLocation": location}],
        "partialFingerprints": {_GITHUB: fingerprint, _FINGERPRINT: fingerprint},
    }
    about = {name: value for name, value in (("record", finding.record), ("cause", finding.cause)) if value}
    if about:
        result["properties"] = about
    if finding.waived:
        kind = "external" if finding.waived == _BASELINE else "inSource"
        result["suppressions"] = [
            {"kind": kind, "status": "accepted", "justification": _short(finding.waived)}
        ]
    return result


def _uri(path: str) -> str:
    """Return a path as a relative reference: no scheme, and never above the repository."""
    encoded = quote(path.encode("utf-8", "surrogateescape"), safe="/")
    return f"./{encoded}" if ":" in encoded.split("/", 1)[0] else encoded.lstrip("/")


def _invocation(report: Report, shown: int) -> dict[str, Any]:
    notes = [f"{code} was not checked: {why}" for code, why in report.not_checked]
    notes.extend(report.remarks)
    left = len(report.findings) - shown
    if left:
        notes.append(f"{counted(left, 'finding')} left out: the file would be larger than GitHub takes")
    invocation: dict[str, Any] = {"executionSuccessful": not report.failed}
    if notes:
        invocation["toolExecutionNotifications"] = [
            {"level": "note", "message": {"text": _short(note)}} for note in notes
        ]
    return invocation


def _short(text: str) -> str:
    clean = text.encode("utf-8", "replace").decode()
    return clean if len(clean) <= MAXIMUM_TEXT else f"{clean[: MAXIMUM_TEXT - 1]}…"

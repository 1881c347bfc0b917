"""The site's records against the published artefacts, where they are on this machine."""

from __future__ import annotations

import csv
import json
from typing import TYPE_CHECKING, Any

import pytest

from macros.evidence.proposing import FIGURES, printed
from macros.evidence.runs import read_run
from macros.evidence.stores import open_store
from macros.evidence.summing_up import sentence
from macros.evidence.verifying import HERE, Outcome, verify
from macros.records.binding import open_book
from macros.records.evidence import Artefact
from tests.evidence.published import CHECKED, FOLDER, manifest
from tests.support.project import ROOT

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def published() -> dict[str, Any]:
    """The manifest; the tests are not run where the artefacts are not there, and the run's end says so."""
    found = manifest()
    if found is None:
        CHECKED.append(f"NOT CHECKED: the published artefacts are not in {FOLDER} (set CLAIMBOOK_EVIDENCE)")
        pytest.skip("not checked: the published artefacts are not on this machine")
    return found


@pytest.fixture(scope="module")
def clone(published: dict[str, Any]) -> Path:
    """The folder of the repository's files."""
    return FOLDER / str(published["folder"])


def test_every_record_stands_in_its_artefact(published: dict[str, Any], clone: Path) -> None:
    """Each value that names an artefact is in it, at the precision in which the record is written."""
    book = open_book(ROOT / "claims", "claims").book
    checks = verify(book, {"": open_store(str(clone)), HERE: open_store(str(ROOT))})
    offered = [check for check in checks if check.outcome is not Outcome.NOT_OFFERED]
    CHECKED.append(f"{sentence(checks)}, at commit {published['commit']}")
    assert [check for check in offered if check.outcome is not Outcome.VERIFIED] == []
    assert offered


def test_the_artefacts_are_those_of_the_manifest(published: dict[str, Any]) -> None:
    """Path, commit and digest of every artefact that a record names are those that the manifest lists."""
    listed = {entry["path"]: entry["sha256"] for entry in published["files"]}
    artefacts = open_book(ROOT / "claims", "claims").book.of_kind("artefact")
    theirs = [item for item in artefacts if isinstance(item, Artefact) and item.repository is not None]
    named = {item.file: item.sha256 for item in theirs}
    assert {item.commit for item in theirs} == {published["commit"]}
    assert named.items() <= listed.items()


def test_every_export_has_records(published: dict[str, Any]) -> None:
    """Each AIPerf export in JSON, and each other measurement in JSON, is an artefact of some record."""
    artefacts = open_book(ROOT / "claims", "claims").book.of_kind("artefact")
    named = {item.file for item in artefacts if isinstance(item, Artefact)}
    summaries = {entry["path"] for entry in published["files"] if entry["path"].endswith("_summary.json")}
    exports = {entry["path"] for entry in published["files"] if entry["path"].endswith(".json")} - summaries
    assert exports - named == set()


def test_an_import_gives_the_numbers_that_the_same_run_prints(clone: Path) -> None:
    """What is proposed from the JSON of a run is, digit by digit, what AIPerf printed into its CSV."""
    pairs = [(file, file.with_suffix(".csv")) for file in sorted(clone.rglob("profile_export_aiperf.json"))]
    compared = 0
    for file, table in pairs:
        if not table.is_file():
            continue
        printed_there = _cells(table)
        run = read_run(file)
        for figure in FIGURES:
            head = figure.metric.replace("_", " ")
            column = "Value" if (head, "Value") in printed_there else figure.statistic
            proposed = printed(run.export.metrics[figure.metric], figure.statistic)
            assert proposed == printed_there[head, column], (file, figure.key)
            compared += 1
    assert compared == 9 * len(FIGURES)  # nine runs have both forms


def _cells(table: Path) -> dict[tuple[str, str], str]:
    """Every cell of a CSV of AIPerf, read by the csv module alone: metric in small letters, column, text."""
    found, head = {}, []
    with table.open(encoding="utf-8", newline="") as stream:
        for row in csv.reader(stream):
            if row and row[0] == "Metric":
                head = row
            elif row and head:
                name = row[0].rpartition(" (")[0].lower() or row[0].lower()
                found.update({(name, column): text for column, text in zip(head[1:], row[1:], strict=False)})
    return found


def test_an_import_gives_the_numbers_of_the_campaigns_own_summaries(clone: Path) -> None:
    """Throughput and median time to first token agree with the summary files, at the digits these have."""
    compared = 0
    for summary in sorted(clone.rglob("t[3-8]_*_summary.json")):
        document = json.loads(summary.read_text(encoding="utf-8"))
        cells = document.get("cells") or {cell["cell"]: cell for cell in document["aiperf"]["cells"]}
        for name, cell in cells.items():
            folder = summary.parent.rglob(f"*-{name.partition('_')[0]}_isl120/profile_export_aiperf.json")
            folder = [file for file in folder if _is_of(summary, file)]
            assert len(folder) == 1, (summary, name)
            run = read_run(folder[0])
            throughput = cell.get("agg_tps", cell.get("agg_tok_s"))
            assert float(printed(run.export.metrics["output_token_throughput"], "avg")) == throughput
            first = float(run.export.metrics["time_to_first_token"].statistics["p50"])
            assert round(first, 1) == cell["ttft_p50_ms"]
            assert int(run.conditions["requests"].partition(",")[0]) == cell["requests"]
            compared += 1
    assert compared == 15  # five arms at three concurrencies


def _is_of(summary: Path, file: Path) -> bool:
    """Say whether an export belongs to the arm of a summary: its folder says which where two lie together."""
    return "epnc1" not in summary.name or "epnc1" in str(file)

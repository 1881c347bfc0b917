"""A record's page shows its evidence: artefact, place, commands, and an outcome only while it holds."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

import pytest
from lxml import html

from tests.support.built import BuiltSite
from tests.support.project import run_claimbook
from tests.support.sites import SmallSite, write_site

if TYPE_CHECKING:
    from pathlib import Path

COMMIT = "0123456789abcdef0123456789abcdef01234567"
CONTENT = b'{"p50": 14.68}\n'
RECORDS = """\
repository: {{kind: source, title: Repository, says: Where it lies.,
  address: https://example.org/pumps, dated: 2026-01}}
file: {{kind: artefact, title: File, says: The file., repository: pump.repository, commit: {commit},
  file: results/run.json, sha256: "{digest}"}}
flow: {{kind: measured, title: Flow, says: "It takes {{value}}.", value: {value}, unit: ms,
  source: pump.repository, observed: 2026-11-01, evidence: {{artefact: pump.file, pointer: /p50, unit: ms}}}}
"""


@pytest.fixture
def site(tmp_path: Path) -> SmallSite:
    """A site with one measurement that was verified, and the clone that it was verified against."""
    digest = hashlib.sha256(CONTENT).hexdigest()
    site = write_site(
        tmp_path,
        pages={"index.md": '# Pump\n\n{{ claim("pump.flow") }}\n'},
        claims={"pump.yml": RECORDS.format(commit=COMMIT, digest=digest, value="14.7")},
    )
    site.write("clone/results/run.json", CONTENT)
    kept = run_claimbook(
        "evidence", "verify", "--root", "clone", "--keep", "--as-of", "2026-11-02", folder=tmp_path
    )
    assert kept.returncode == 0, kept.stderr
    return site


def _page(site: SmallSite, identifier: str) -> html.HtmlElement:
    outcome = site.build()
    assert outcome.returncode == 0, outcome.stderr
    built = BuiltSite(site.folder / "dist")
    return html.fromstring(
        (built.pages_folder / "claims" / identifier / "index.html").read_text(encoding="utf-8")
    )


def test_the_page_has_the_artefact_and_the_commands(site: SmallSite) -> None:
    """Clone, check out the commit, verify this record: and the artefact's page has its digest."""
    page = _page(site, "pump.flow")
    assert page.xpath("//pre/code/text()")[0].split("\n")[:3] == [
        "git clone https://example.org/pumps evidence",
        f"git -C evidence checkout {COMMIT}",
        "claimbook evidence verify --root evidence pump.flow",
    ]
    text = " ".join(page.xpath("string(//article)").split())
    assert "File, pointer /p50, in ms" in text
    assert "The value stood there on 2026-11-02: 14.68 ms, to the digits written here." in text
    artefact = html.fromstring(
        (site.folder / "dist/site/claims/pump.file/index.html").read_text(encoding="utf-8")
    )
    shown = " ".join(artefact.xpath("string(//article)").split())
    for part in (COMMIT, hashlib.sha256(CONTENT).hexdigest(), "results/run.json", "Flow, 14.7 ms"):
        assert part in shown


def test_machines_read_the_evidence_too(site: SmallSite) -> None:
    """The list of records has artefact, commit, digest, place and outcome of each."""
    assert site.build().returncode == 0
    document = json.loads((site.folder / "dist/claims.json").read_text(encoding="utf-8"))
    evidence = next(record["evidence"] for record in document["records"] if record["id"] == "pump.flow")
    assert (evidence["file"], evidence["commit"], evidence["reading"]) == (
        "results/run.json",
        COMMIT,
        "pointer: /p50",
    )
    assert (evidence["outcome"], evidence["verified_on"]) == ("verified", "2026-11-02")


def test_an_outcome_goes_with_what_it_was_found_for(site: SmallSite) -> None:
    """Once the value is another, nobody has verified it: the page says so, and shows no old outcome."""
    file = site.folder / "claims" / "pump.yml"
    file.write_text(
        file.read_text(encoding="utf-8").replace("value: 14.7,", "value: 14.6,"), encoding="utf-8"
    )
    text = " ".join(_page(site, "pump.flow").xpath("string(//article)").split())
    assert "No verification of this value is on record." in text
    assert "14.68" not in text

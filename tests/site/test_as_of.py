"""The same commit built as of three days shows three states of one verdict, on its page and in its badge.

The expected states are worked out by hand from the dates in the records.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.project import ROOT, run_claimbook
from tests.support.sites import CONFIGURATION, write_site

if TYPE_CHECKING:
    from pathlib import Path

RECORDS = """\
log: {kind: source, title: Log, says: The log., address: "https://pump.example/", seen: 2026-07}
flow: {kind: measured, title: Flow, says: "It moves {value}.", value: 5, unit: GB/s, source: pump.log,
  observed: 2026-07-01, review: 365d, scope: {fabric: unstated}}
enough:
  kind: derived
  title: Enough
  says: "The flow is enough."
  from: {flow: pump.flow}
  read: {flow: "5 GB/s"}
  holds_if: "flow > flow / 2"
  observed: 2026-10-01
  review: 100d
valve:
  {kind: watch, title: Valve, says: A new valve., trigger: It comes., address: "https://pump.example/valve",
  fired: true, "on": 2026-08-17, source: pump.log, reopens: [pump.enough]}
fabric: {kind: dimension, title: Fabric, says: The fabric.}
"""
PAGE = '# Small\n\n{{ claim("pump.enough") }}\n\n{{ value("pump.flow") }}\n'

# pump.enough: the watch fired on 2026-08-17. On 2026-07-18 it had not; on 2026-09-01 it had, and the look at
# it again of 2026-10-01 was still to come; on 2026-12-31 it had been looked at, and the review of 100 days
# from 2026-10-01 ends on 2027-01-09, which is within thirty days.
SMALL = {"2026-07-18": "current", "2026-09-01": "stale", "2026-12-31": "due"}

# verdict.no-serving-win: watch.efa-gda-backend fired on 2026-08-17, watch.deepep-on-type-5 on 2026-09-16; it
# was decided anew on 2026-09-16 with a review of 120 days, which ends on 2027-01-14.
# verdict.not-accelerator: reopened by the first of these watches, and superseded by
# upstream.serving-comparison-missing, seen on 2026-09-16.
# upstream.no-shipping-gpu-initiated: superseded by upstream.plugin-release, seen on 2026-08-17; before that
# watch.libfabric-counters (2026-06-20) had reopened gdaki.compiles-dies-at-ioctl, on which it rests by way of
# gdaki.dispatch-blocked.
# tree.leaf-throughput and road.stage-shipping rest on no-serving-win and on road.shipping-today, which were
# decided anew on 2026-09-16 and have no review of their own within the year (road.shipping-today is sourced:
# 180 days from 2026-09-16 end in March).
OWN = {
    "verdict.no-serving-win": ("current", "stale", "due"),
    "verdict.not-accelerator": ("current", "stale", "superseded"),
    "verdict.use-for-capacity-or-fit": ("current", "stale", "current"),
    "upstream.no-shipping-gpu-initiated": ("stale", "superseded", "superseded"),
    "tree.leaf-throughput": ("current", "stale", "current"),
    "road.stage-shipping": ("current", "stale", "current"),
}


def _built(folder: Path, config: str, output: Path, day: str) -> dict[str, dict[str, Any]]:
    outcome = run_claimbook(
        "build", "--config", config, "--output", str(output), "--as-of", day, folder=folder
    )
    assert outcome.returncode == 0, outcome.stderr
    return {record["id"]: record for record in json.loads((output / "claims.json").read_text())["records"]}


def _shown(output: Path, identifier: str) -> tuple[str, str]:
    site = output / "site"
    page, badge = site / "claims" / identifier / "index.html", site / "badges" / f"{identifier}.svg"
    return page.read_text(), badge.read_text()


@pytest.mark.parametrize("day", SMALL)
def test_a_small_site_shows_the_state_of_the_day(tmp_path: Path, day: str) -> None:
    """Current before the watch fired, stale after it, due once it was looked at and its review is near."""
    site = write_site(
        tmp_path, claims={"pump.yml": RECORDS}, pages={"index.md": PAGE}, configuration=CONFIGURATION
    )
    records = _built(site.folder, "mkdocs.yml", tmp_path / "out", day)
    assert (records["pump.enough"]["state"], records["pump.flow"]["state"]) == (SMALL[day], "current")
    page, badge = _shown(tmp_path / "out", "pump.enough")
    assert f"{SMALL[day]}, {day}" in badge
    assert ("cb-tag--stale" in page) == (SMALL[day] == "stale")
    assert ("cb-tag--due" in page) == (SMALL[day] == "due")


@pytest.mark.parametrize(("place", "day"), list(enumerate(SMALL)))
def test_our_own_site_shows_three_states_of_one_verdict(tmp_path: Path, place: int, day: str) -> None:
    """The verdict on serving and what rests on it: before anything shipped, after it, and decided anew."""
    records = _built(ROOT, "mkdocs.yml", tmp_path / "out", day)
    found = {name: records[name]["state"] for name in OWN}
    assert found == {name: states[place] for name, states in OWN.items()}
    for name, state in found.items():
        assert f"{state}, {day}" in _shown(tmp_path / "out", name)[1]


def test_the_cause_names_the_watch(tmp_path: Path) -> None:
    """On 1 September the verdict is stale by the watch on the backend, and the leaf by the verdict."""
    records = _built(ROOT, "mkdocs.yml", tmp_path / "out", "2026-09-01")
    causes = {name: [cause["record"] for cause in records[name]["causes"]] for name in OWN}
    assert causes["verdict.no-serving-win"] == ["watch.efa-gda-backend"]
    assert causes["tree.leaf-throughput"] == ["tree.no-throughput-win"]
    assert "verdict.no-serving-win" in [
        cause["record"] for cause in records["tree.no-throughput-win"]["causes"]
    ]

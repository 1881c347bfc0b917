"""What a record's page and its entry for machines say: relations both ways, history, intervals, places."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from lxml import html

from tests.support.built import BuiltSite
from tests.support.sites import DAY, write_site

if TYPE_CHECKING:
    from collections.abc import Mapping

RECORDS = """\
log: {kind: source, title: Log, says: The log., dated: 2026-01}
book: {kind: source, title: Book, says: A book., part_of: pump.log}
valve: {kind: component, title: Valve, says: The valve., version: "2.1"}
site: {kind: dimension, title: Site, says: Where.}
flow:
  kind: measured
  title: Flow
  says: It moves {value}.
  value: 14.7
  unit: GB/s
  source: pump.log
  references: [pump.book]
  pins: [pump.valve]
  observed: 2026-11-01
  review: 365d
  scope: {site: the cellar}
  history:
    - {on: 2026-10-01, says: the pump was changed}
    - {on: 2026-09-01, says: the pump was bought}
  document: {items: [4], lines: [7, 9]}
rival:
  {kind: measured, title: Rival, says: "It moves {value}.", value: 9, unit: GB/s, source: pump.log,
   observed: 2026-11-01, review: 365d, conflicts_with: [pump.flow]}
unseen: {kind: sourced, title: Unseen, says: So it is said., source: pump.log}
older:
  {kind: sourced, title: Older, says: So it was., source: pump.log, observed: 2026-02-01,
   superseded_by: pump.unseen}
least: {kind: assumed, title: Least, says: At least., value: 14, unit: GB/s, exact: true, verify: Look.}
most: {kind: assumed, title: Most, says: At most., value: 14.72, unit: GB/s, exact: true, verify: Look.}
double:
  {kind: derived, title: Double, says: "Twice is {value}.", from: {flow: pump.flow}, formula: 2 * flow,
   unit: GB/s}
wide:
  {kind: derived, title: Wide, says: It is wide., from: {flow: pump.flow, least: pump.least},
   holds_if: flow > least}
narrow:
  {kind: derived, title: Narrow, says: It is narrow., from: {flow: pump.flow, most: pump.most},
   holds_if: flow <= most}
riddle: {kind: discrepancy, title: Riddle, says: Which is it?, handled: kept, concerns: [pump.flow]}
"""
PAGES = {
    "index.md": '# Pump\n\nIt moves {{ value("pump.flow") }}.\n',
    "deep/other.md": '# Other\n\n{{ claim("pump.flow") }}\n\n{{ claim("pump.double") }}\n',
    "sources.md": "# Sources\n\n{{ sources() }}\n",
}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> BuiltSite:
    """The built site of a few records whose relations are known."""
    folder = tmp_path_factory.mktemp("record-pages")
    outcome = write_site(folder, pages=PAGES, claims={"pump.yml": RECORDS}).build()
    assert outcome.returncode == 0, outcome.stderr
    return BuiltSite(folder / "dist")


@pytest.fixture(scope="module")
def entries(built: BuiltSite) -> Mapping[str, Any]:
    """The records for machines, by key."""
    document = json.loads(built.claims_file.read_text(encoding="utf-8"))
    assert document["as_of"] == DAY
    return {record["id"].removeprefix("pump."): record for record in document["records"]}


def _facts(built: BuiltSite, key: str) -> dict[str, html.HtmlElement]:
    tree = html.parse(built.pages_folder / f"claims/pump.{key}/index.html")
    return {
        " ".join(fact.xpath("string(dt)").split()): fact.find("dd")
        for fact in tree.xpath("//dl[contains(@class, 'cb-record__facts')]/div")
    }


def _text(element: html.HtmlElement) -> str:
    return " ".join(element.text_content().split())


def _linked(element: html.HtmlElement) -> list[str]:
    links = element.xpath(".//a[not(contains(@class, 'cb-tag'))]/@href")
    return [link.removeprefix("../../").removeprefix("claims/pump.").rstrip("/") for link in links]


def test_a_page_names_the_pages_that_show_its_record(built: BuiltSite, entries: Mapping[str, Any]) -> None:
    """Shown on: every page with a macro of the record, and for none that there is none."""
    assert sorted(_linked(_facts(built, "flow")["Shown on"])) == ["", "deep/other"]
    assert _linked(_facts(built, "double")["Shown on"]) == ["deep/other"]
    assert _linked(_facts(built, "narrow")["Shown on"]) == []
    assert sorted(entries["flow"]["shown_on"]) == ["./", "deep/other/"]
    assert entries["narrow"]["shown_on"] == []


def test_relations_are_shown_at_both_ends(built: BuiltSite, entries: Mapping[str, Any]) -> None:
    """What rests on a record, what it rests on, and what it conflicts with are linked from both pages."""
    flow, rival, double = (_facts(built, key) for key in ("flow", "rival", "double"))
    assert sorted(_linked(flow["Rests on it"])) == ["double", "narrow", "wide"]
    assert _linked(double["Rests on"]) == ["flow"]
    assert "Rests on" not in flow
    assert _linked(flow["In conflict with"]) == ["rival"]
    assert _linked(rival["In conflict with"]) == ["flow"]
    assert entries["flow"]["conflicts_with"] == ["pump.rival"]
    assert entries["double"]["rests_on"] == ["pump.flow"]
    assert _linked(flow["Open questions"]) == ["riddle"]
    assert _linked(flow["Evidence"]) == ["log", "book"]
    assert _text(flow["Seen with"]) == "Valve 2.1"
    assert _text(flow["Holds for"]) == "Site the cellar"
    assert _text(flow["In the document"]) == "lines 7, 9; item 4 of its inventory"


def test_a_history_is_told_from_its_beginning(built: BuiltSite) -> None:
    """Entries, the day of observation and the day of review stand in their order."""
    days = [_text(item) for item in _facts(built, "flow")["History"].iter("li")]
    assert days == [
        "2026-09-01 the pump was bought",
        "2026-10-01 the pump was changed",
        "2026-11-01 observed",
        "2027-11-01 review due",
    ]
    replaced = _text(_facts(built, "older")["History"])
    assert "superseded by Unseen" in replaced


def test_a_state_has_its_causes(built: BuiltSite, entries: Mapping[str, Any]) -> None:
    """A contested record names its rival, a derived one what makes it so, a replaced one its successor."""
    assert entries["flow"]["state"] == entries["rival"]["state"] == "contested"
    assert _linked(_facts(built, "flow")["State"]) == ["rival"]
    assert [cause["record"] for cause in entries["flow"]["causes"]] == ["pump.rival"]
    assert entries["older"]["state"] == "superseded"
    assert _linked(_facts(built, "older")["State"]) == ["unseen"]


def test_a_computed_record_shows_its_interval(built: BuiltSite, entries: Mapping[str, Any]) -> None:
    """14.7 stands for 14.65 to 14.75, so that twice as much is 29.3 to 29.5."""
    assert "29.3 to 29.5" in _text(_facts(built, "double")["Computed as"])
    value = entries["flow"]["value"]
    assert (value["written"], value["nominal"]) == ("14.7", 14.7)
    assert (value["low"], value["high"], value["exact"]) == (14.65, 14.75, False)
    doubled = entries["double"]["value"]
    assert (doubled["low"], doubled["nominal"], doubled["high"]) == pytest.approx((29.3, 29.4, 29.5))


def test_a_verdict_says_how_far_it_holds(built: BuiltSite, entries: Mapping[str, Any]) -> None:
    """Over 14 holds for all of 14.65 to 14.75; at most 14.72 holds for 14.7 but not for all of it."""
    assert (entries["wide"]["verdict"], entries["narrow"]["verdict"]) == ("holds", "fragile")
    for key, words in (("wide", "The verdict holds."), ("narrow", "not over the whole interval")):
        tree = html.parse(built.pages_folder / f"claims/pump.{key}/index.html")
        assert words in _text(tree.xpath("//*[@class='cb-record__verdict']")[0])
    assert (entries["wide"]["value"], entries["flow"]["verdict"]) == (None, None)


def test_sources_count_their_records(built: BuiltSite) -> None:
    """A source is cited by each record that names it as source or reference, counted once a record."""
    tree = html.parse(built.pages_folder / "sources/index.html")
    cited = {
        article.get("id"): article.xpath("string(.//div[dt = 'Cited by']/dd)").strip()
        for article in tree.xpath("//article[contains(@class, 'cb-source')]")
    }
    assert cited == {"log": "4", "book": "1"}


def test_a_record_says_where_it_is_written(built: BuiltSite, entries: Mapping[str, Any]) -> None:
    """File and line of each record, on its page and for machines."""
    line = RECORDS.splitlines().index("flow:") + 1
    assert entries["flow"]["defined_in"] == {"path": "claims/pump.yml", "line": line}
    assert _text(_facts(built, "flow")["Address"]) == f"pump.flow, defined in claims/pump.yml line {line}"

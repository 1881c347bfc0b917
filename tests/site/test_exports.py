"""What other programs read: table, linked data, feed and badges, each by a reader of its own."""

from __future__ import annotations

import csv
import io
import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from lxml import etree
from pyld import jsonld

from macros.records.kinds import STATEMENT_KINDS
from macros.site.exports.badges import COLOURS
from tests.audit.pump import CLAIMS, PAGES, PUMP
from tests.support.built import ADDRESS, BuiltSite
from tests.support.project import ROOT, run_claimbook
from tests.support.sites import CONFIGURATION, write_site

if TYPE_CHECKING:
    from pathlib import Path

SCHEMA = "https://schema.org/"
PROV = "http://www.w3.org/ns/prov#"
HOSTILE = "<b>&amp; \"quoted\" 'n' =cmd, \u202e \U0001f600 ]]> {}"
CUSTOMER = """\
INHERIT: mkdocs.yml
plugins: {claimbook: {edition: customer, edition_title: Customer edition}}
"""
INTERNAL = """\
secret:
  {kind: assumed, title: zebrafish, says: zebrafish., verify: zebrafish., source: pump.log,
  observed: 2026-07-01, audience: internal, value: "zebrafish"}
"""


def _records(folder: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((folder / "claims.json").read_text())["records"]
    return found


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, BuiltSite]:
    """Both editions of a site that changed since its last release, in a record for internal readers too."""
    folder = tmp_path_factory.mktemp("changed")
    before = PUMP.replace("value: 10.0", "value: 11.0") + INTERNAL.replace('"zebrafish"', '"zebra"')
    site = write_site(folder, claims={**CLAIMS, "pump.yml": before}, pages=PAGES, configuration=CONFIGURATION)
    assert run_claimbook("release", "1.0", "--as-of", "2026-07-15", folder=folder).returncode == 0
    now = PUMP.replace("title: Flow", f"title: {json.dumps(HOSTILE, ensure_ascii=False)}", 1) + INTERNAL
    site.write("claims/pump.yml", now)
    site.write("customer.yml", CUSTOMER)
    built = {}
    for name, config in (("full", "mkdocs.yml"), ("customer", "customer.yml")):
        outcome = run_claimbook(
            *("build", "--config", config, "--output", name, "--as-of", "2026-08-01"),
            folder=folder,
            environment={"CLAIMBOOK_SITE_URL": ADDRESS},
        )
        assert outcome.returncode == 0, outcome.stderr
        built[name] = BuiltSite(folder / name)
    return built


def _full(changed: dict[str, BuiltSite]) -> Path:
    return changed["full"].pages_folder


def test_the_table_holds_what_the_json_holds(changed: dict[str, BuiltSite]) -> None:
    """Read as CSV, each record has its line, with value, state and sentence as they are in claims.json."""
    text = (_full(changed) / "claims.csv").read_bytes().decode()
    rows = list(csv.DictReader(io.StringIO(text, newline=""), strict=True))
    records = _records(_full(changed))
    assert [row["id"] for row in rows] == [record["id"] for record in records]
    for row, record in zip(rows, records, strict=True):
        assert (row["title"], row["says"]) == (record["title"], record["says"])
        assert row["state"] == (record["state"] or "")
        assert row["rests_on"].split() == record["rests_on"]
        value = record["value"] or {}
        assert row["value"] == (value.get("written") or "")
        assert row["low"] == ("" if value.get("low") is None else repr(value["low"]))
    assert text.count("\r\n") == len(rows) + 1


def _expanded(folder: Path) -> dict[str, dict[str, Any]]:
    """The nodes of the linked data by address, expanded by a processor of the standard."""
    document = json.loads((folder / "claims.jsonld").read_text())
    (whole,) = jsonld.expand(document, {"base": f"{ADDRESS}claims.jsonld"})
    assert whole["@type"] == [f"{SCHEMA}Dataset"]
    return {node["@id"]: node for node in whole[f"{SCHEMA}hasPart"]}


def test_the_linked_data_says_what_each_claim_was_derived_from(built_site: BuiltSite) -> None:
    """Of every statement of our own site: type, sentence, state, foundations, source and time."""
    nodes = _expanded(built_site.pages_folder)
    statements = [record for record in _records(built_site.pages_folder) if record["kind"] in STATEMENT_KINDS]
    assert statements
    for record in statements:
        node = nodes[f"{ADDRESS}claims/{record['id']}/"]
        assert set(node["@type"]) == {f"{SCHEMA}Claim", f"{PROV}Entity"}
        assert node[f"{SCHEMA}text"] == [{"@value": record["says"]}]
        assert node[f"{SCHEMA}creativeWorkStatus"] == [{"@value": record["state"]}]
        derived = [part["@id"] for part in node.get(f"{PROV}wasDerivedFrom", [])]
        assert derived == [f"{ADDRESS}claims/{name}/" for name in record["rests_on"]]
        attributed = [part["@id"] for part in node.get(f"{PROV}wasAttributedTo", [])]
        assert attributed == ([f"{ADDRESS}claims/{record['source']}/"] if record["source"] else [])
        assert all(address in nodes for address in attributed)
        times = node.get(f"{PROV}generatedAtTime", [])
        is_day = bool(re.fullmatch(r"\d{4}-\d{2}-\d{2}", record["observed"] or ""))
        assert [time["@value"][:10] for time in times] == ([record["observed"]] if is_day else [])
        assert {time["@type"] for time in times} <= {"http://www.w3.org/2001/XMLSchema#dateTime"}


def test_the_linked_data_becomes_statements(changed: dict[str, BuiltSite]) -> None:
    """A processor makes RDF of it: the hostile title is one literal, and the claim is of the type Claim."""
    document = json.loads((_full(changed) / "claims.jsonld").read_text())
    dataset = jsonld.to_rdf(document, {"base": f"{ADDRESS}claims.jsonld"})
    triples = {
        (triple["subject"]["value"], triple["predicate"]["value"], triple["object"]["value"])
        for triple in dataset["@default"]
    }
    flow = f"{ADDRESS}claims/pump.flow/"
    assert (flow, f"{SCHEMA}name", HOSTILE) in triples
    assert (flow, "http://www.w3.org/1999/02/22-rdf-syntax-ns#type", f"{SCHEMA}Claim") in triples


def test_every_page_leads_to_the_exports(built_site: BuiltSite) -> None:
    """The head of a record's page, and that of any other, links to the linked data and to the feed."""
    for path in ("claims/verdict.no-serving-win/", "", "about/"):
        file = built_site.file_of(path)
        assert file is not None
        head = file.read_text().partition("<body>")[0]
        root = "../" * path.count("/") or ""
        assert f'type="application/ld+json" title="Claims as linked data" href="{root}claims.jsonld"' in head
        assert f'type="application/atom+xml" title="What changed" href="{root}changes.atom"' in head


def _feed(folder: Path) -> etree._Element:
    document = etree.parse(folder / "changes.atom", etree.XMLParser(resolve_entities=False, no_network=True))
    schema = etree.RelaxNG(etree.parse(ROOT / "tests" / "site" / "atom.rng"))
    schema.assertValid(document)
    return document.getroot()


def _entries(feed: etree._Element) -> dict[str, str]:
    space = {"a": "http://www.w3.org/2005/Atom"}
    return {
        str(entry.xpath("string(a:title)", namespaces=space)): str(
            entry.xpath("string(a:summary)", namespaces=space)
        )
        for entry in feed.xpath("a:entry", namespaces=space)
    }


def test_the_feed_tells_what_the_page_on_changes_tells(changed: dict[str, BuiltSite]) -> None:
    """By the schema of Atom it is a feed; the flow went from 11.0 to 10.0, and its title is one text."""
    feed = _feed(_full(changed))
    entries = _entries(feed)
    assert "value: 11.0\u00a0GB/s → 10.0\u00a0GB/s" in entries[HOSTILE]
    assert "zebrafish" in entries
    names = [element.text for element in feed.iter("{http://www.w3.org/2005/Atom}id")]
    assert len(names) == len(set(names))
    days = [element.text or "" for element in feed.iter("{http://www.w3.org/2005/Atom}updated")]
    assert days[0] == max(days[1:])
    assert all("2026-07-15" <= day[:10] <= "2026-08-01" for day in days)


def test_a_feed_without_a_release_is_a_feed(built_site: BuiltSite) -> None:
    """With nothing to compare with there are no entries, and the file is valid all the same."""
    feed = _feed(built_site.pages_folder)
    assert (ROOT / "claims" / "released.json").exists() or not _entries(feed)


def test_nothing_internal_is_in_an_export(changed: dict[str, BuiltSite]) -> None:
    """In no file of the customer edition is a trace of the record that it leaves out, released or not."""
    folder = changed["customer"].pages_folder
    files = [file for file in folder.rglob("*") if file.is_file()]
    assert {"claims.csv", "claims.jsonld", "changes.atom", "pump.flow.svg"} <= {file.name for file in files}
    assert [file.name for file in files if b"zebra" in file.read_bytes()] == []
    assert "value: 11.0\u00a0GB/s → 10.0\u00a0GB/s" in _entries(_feed(folder))[HOSTILE]


def test_each_claim_has_a_badge_that_says_kind_and_state(built_site: BuiltSite) -> None:
    """An SVG, small and without script or style, whose words and colour are those of the record's state."""
    folder = built_site.pages_folder
    for record in _records(folder):
        file = folder / "badges" / f"{record['id']}.svg"
        assert file.exists() == (record["state"] is not None)
        if not file.exists():
            continue
        content = file.read_bytes()
        assert len(content) < 1500
        svg = etree.fromstring(content, etree.XMLParser(resolve_entities=False, no_network=True))
        texts = [element.text for element in svg.iter("{http://www.w3.org/2000/svg}text")]
        assert texts[0].split(",")[0] == record["kind"]
        assert texts[1].startswith(f"{record['state']}, ")
        assert COLOURS[record["state"]] in {element.get("fill") for element in svg.iter()}
        assert record["title"] in (svg.findtext("{http://www.w3.org/2000/svg}title") or "")
        names = {etree.QName(element).localname for element in svg.iter()}
        assert names == {"svg", "title", "rect", "path", "g", "text"}


def test_a_hostile_title_stays_text_in_a_badge(changed: dict[str, BuiltSite]) -> None:
    """Signs of markup are escaped in the element and in the attribute."""
    svg = etree.fromstring((_full(changed) / "badges" / "pump.flow.svg").read_bytes())
    assert (svg.get("aria-label") or "").startswith(HOSTILE)
    assert (svg.findtext("{http://www.w3.org/2000/svg}title") or "").startswith(HOSTILE)


@pytest.mark.parametrize("state", COLOURS)
def test_a_badge_is_readable(state: str) -> None:
    """White on each colour has the contrast of 4.5 that WCAG 2.2 asks of small text (its formula)."""
    channels = [int(COLOURS[state][at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in channels]
    luminance = sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
    assert 1.05 / (luminance + 0.05) >= 4.5


def test_a_file_where_an_export_goes_is_refused(tmp_path: Path) -> None:
    """A file beside the pages that the build would overwrite is a finding with its path."""
    site = write_site(tmp_path, claims={**CLAIMS}, pages=PAGES)
    site.write("docs/claims.csv", "mine\n")
    outcome = site.build()
    assert outcome.returncode == 1
    assert "docs/claims.csv" in outcome.stderr

"""The audit on a page: counts that add up, what is open with its place, and an entry for every rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from lxml import html

from macros.audit.audited import all_rules
from tests.support.sites import write_site

if TYPE_CHECKING:
    from pathlib import Path

CLAIMS = """\
log: {kind: source, title: Log, says: The log., address: "https://pump.example/log", seen: 2026-11-01}
flow: {kind: measured, title: Flow <b>, says: 'The pump moves {value}.', value: 40, source: pump.log,
  observed: 2020-01-01, review: 30d}
guess: {kind: assumed, title: Guess, says: Nobody has looked into the pump., verify: Look into it.}
"""
PAGE = """\
# Audit

The pump moves 40 litres in an hour. {{ value("pump.flow") }} {{ sentence("pump.guess") }}

## Open

{{ audit_findings() }}

## Counts

{{ audit_counts() }}

## Rules

{{ audit_rules() }}
"""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> html.HtmlElement:
    """The built page of a site with a stale record and a figure typed into prose."""
    folder: Path = tmp_path_factory.mktemp("audited")
    site = write_site(folder, pages={"index.md": PAGE}, claims={"pump.yml": CLAIMS})
    outcome = site.build()
    assert outcome.returncode == 0, outcome.stderr
    return html.parse(str(folder / "dist/site/index.html")).getroot()


def _rows(page: html.HtmlElement, caption: str) -> list[list[str]]:
    rows = page.xpath(f"//table[caption[@id='{caption}']]/tbody/tr")
    return [[" ".join(cell.text_content().split()) for cell in row] for row in rows]


def test_what_is_open_is_shown_with_rule_and_place(page: html.HtmlElement) -> None:
    """The figure in prose and the record past its review are listed, each linked to what it is about."""
    rows = _rows(page, "audit-findings")
    typed = next(row for row in rows if row[0] == "CB101")
    assert typed[3].startswith("docs/index.md:3:16")
    stale = next(row for row in rows if row[0] == "CB201")
    assert stale[2].startswith("Flow <b>: ")
    assert "2020-01-31" in stale[2]  # 30 days after the first of January
    assert page.xpath("//a[@href='claims/pump.flow/' and text()='Flow <b>']")


def test_every_finding_leads_to_its_rule(page: html.HtmlElement) -> None:
    """The code of each finding is a link to the entry of that rule on the same page."""
    anchors = {f"#{name}" for name in page.xpath("//section[contains(@class, 'cb-rule')]/@id")}
    links = page.xpath("//table[caption[@id='audit-findings']]//th/a/@href")
    assert links
    assert set(links) <= anchors


def test_every_rule_has_its_entry(page: html.HtmlElement) -> None:
    """The entries are those of the audit, in the order of their numbers."""
    shown = [name.upper() for name in page.xpath("//section[contains(@class, 'cb-rule')]/@id")]
    assert sorted(shown) == sorted(rule.code for rule in all_rules())
    numbers = [int(code.removeprefix("CB")) for code in shown]
    assert numbers == sorted(numbers)


def test_counts_add_up(page: html.HtmlElement) -> None:
    """Two statements: one measured and stale, one assumed and current; the last row is the sum."""
    assert _rows(page, "audit-counts") == [
        ["measured", "1", "1", "0", "0", "0", "0", "1", "0", "0"],
        ["assumed", "1", "0", "0", "1", "1", "0", "0", "0", "0"],
        ["all", "2", "1", "0", "1", "1", "0", "1", "0", "0"],
    ]


def test_what_is_left_to_the_command_is_said(page: html.HtmlElement) -> None:
    """Rules that read the built output are named as not checked, which is no pass."""
    text = " ".join(page.text_content().split())
    assert "Not checked while the site is being built" in text
    assert "CB102" in text.partition("Not checked while")[2].partition("Counts")[0]

"""Printed documents: what is on paper is audited like what is on a page, or said not to be."""

from __future__ import annotations

import datetime
import json
from typing import TYPE_CHECKING

import pytest
from weasyprint import HTML

from macros.audit.gather import gather, layout_of
from macros.audit.rules import RULES
from macros.audit.run import run_rules
from tests.support.sites import write_site

if TYPE_CHECKING:
    from pathlib import Path

    from macros.audit.run import Outcome

DAY = datetime.date(2026, 11, 30)
CLAIMS = """\
log: {kind: source, title: Log, says: The log., address: unstated, seen: 2026-11-01, tool: unstated}
flow: {kind: measured, title: Flow, says: 'The pump moves {value}.', value: 40, source: pump.log,
  observed: 2026-11-01, scope: {}}
secret: {kind: assumed, title: Hidden weakness of the seal, verify: Open it, audience: internal,
  says: The seal of the second pump gives way long before its time.}
"""
PRINT = """\
<html lang="en"><head><title>Pump, {edition}</title>
<meta name="description" content="{edition}, as of"></head>
<body><h1>1.2 Pump</h1><p>The pump moves 40.</p>{text}<p>page 3 of 4</p></body></html>"""


def _audited(folder: Path, text: str, edition: str) -> Outcome:
    site = write_site(folder, claims={"pump.yml": CLAIMS})
    catalogue = json.dumps({"edition": "Customer edition", "records": []})
    site.write("dist/site/index.html", '<html><body><div class="cb-text"><p>Words.</p></div></body></html>')
    site.write("dist/claims.json", json.dumps({"edition": "Full edition", "records": []}))
    site.write("dist/customer/claims.json", catalogue)
    site.write("dist/customer/site/index.html", "<html><body><p>Words.</p></body></html>")
    HTML(string=PRINT.format(text=text, edition=edition)).write_pdf(str(folder / "dist/pump.pdf"))
    material, _ = gather(layout_of(folder / "mkdocs.yml"), DAY, folder / "dist")
    return run_rules(RULES, material)


def _of(outcome: Outcome, *codes: str) -> set[str]:
    return {
        finding.rule
        for finding in outcome.findings
        if finding.rule in codes and "pump.pdf" in str(finding.place)
    }


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("<p>The valve lets 55 l/min pass.</p>", "CB102"),
        ("<p>It took 17 days.</p>", "CB102"),
        ("<p>Call 10.11.12.13 first.</p>", "CB1101"),
        ("<p>Write to somebody@plant.io first.</p>", "CB1106"),
    ],
)
def test_what_only_the_print_says_is_found(tmp_path: Path, text: str, code: str) -> None:
    """A figure that no record or page has, and an address, are found in a document's text."""
    assert code in _of(_audited(tmp_path, text, "Full edition"), "CB102", "CB1101", "CB1106")


def test_what_a_print_says_of_itself_is_no_finding(tmp_path: Path) -> None:
    """A record's value, numbers of sections and pages, and the commit on its own line are let through."""
    outcome = _audited(tmp_path, "<p>0a1b2c3d</p><p>2.10.1</p><p>17</p>", "Full edition")
    assert _of(outcome, "CB102", "CB1101") == set()
    assert not [why for code, why in outcome.not_checked if code in ("CB1101", "CB1301")]


@pytest.mark.parametrize(("edition", "found"), [("Customer edition", {"CB1301"}), ("Full edition", set())])
def test_a_print_belongs_to_the_edition_that_it_names(tmp_path: Path, edition: str, found: set[str]) -> None:
    """The title of an internal record is a leak in the customers' print, and none in the full one."""
    assert _of(_audited(tmp_path, "<p>Hidden weakness of the seal</p>", edition), "CB1301") == found


def test_without_the_programs_the_print_is_said_to_be_unread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nothing can read a PDF the rules say so, and pass nothing."""
    monkeypatch.setattr("macros.audit.printed.shutil.which", lambda _: None)
    outcome = _audited(tmp_path, "<p>Call 10.11.12.13 first.</p>", "Customer edition")
    assert _of(outcome, "CB1101") == set()
    assert any(code == "CB1101" and "not read" in why for code, why in outcome.not_checked)

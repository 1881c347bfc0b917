"""`claimbook charts`: what is out of date is said and drawn; without a browser nothing is half done."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

import pytest

from tests.support.corpus import CORPUS
from tests.support.project import run_claimbook
from tests.support.sites import SmallSite, write_site

if TYPE_CHECKING:
    from pathlib import Path

PAGE = '# Pumps\n\n{{ chart("pump.points") }}\n\n{{ chart("pump.lines") }}\n'
RECORDS = (CORPUS / "records" / "good" / "charts" / "claims" / "pump.yml").read_text(encoding="utf-8")


@pytest.fixture
def site(tmp_path: Path) -> SmallSite:
    """A small site with two charts and no pictures."""
    return write_site(tmp_path, pages={"index.md": PAGE}, claims={"pump.yml": RECORDS})


def test_charts_are_drawn_once_and_again_when_a_figure_changes(site: SmallSite) -> None:
    """All pictures are drawn; then none is out of date; a changed value makes those of its charts so."""
    assert run_claimbook("charts", "--check", folder=site.folder).returncode == 1
    drawn = run_claimbook("charts", folder=site.folder)
    assert drawn.returncode == 0, drawn.stderr
    assert drawn.stdout.splitlines()[-1] == "4 pictures, 4 drawn, 0 removed"
    assert run_claimbook("charts", "--check", folder=site.folder).returncode == 0
    assert site.build().returncode == 0
    site.write("claims/pump.yml", RECORDS.replace("value: 14000", "value: 15000"))
    check = run_claimbook("charts", "--check", folder=site.folder)
    assert check.returncode == 1
    assert "pump.points.wide" in check.stdout
    assert "pump.lines.wide" not in check.stdout
    assert (
        run_claimbook("charts", folder=site.folder).stdout.splitlines()[-1]
        == "4 pictures, 2 drawn, 0 removed"
    )


def test_a_chart_without_its_picture_stops_the_build(site: SmallSite) -> None:
    """A build without the picture of a chart ends with an error that names the chart and the command."""
    outcome = site.build()
    assert outcome.returncode == 1
    assert "claims/pump.yml:" in outcome.stderr + outcome.stdout
    assert "pump.points" in outcome.stderr + outcome.stdout
    assert "claimbook charts" in outcome.stderr + outcome.stdout
    assert not (site.folder / "dist" / "site").exists()


def test_without_a_browser_nothing_is_changed(site: SmallSite, tmp_path: Path) -> None:
    """Where no browser is to be found, it is said in a line with what is out of date, status 2, no file."""
    empty = tmp_path / "empty"
    empty.mkdir()
    outcome = run_claimbook(
        "charts", folder=site.folder, environment={"PATH": str(empty), "BROWSER_PATH": str(empty / "none")}
    )
    if outcome.returncode == 0 and shutil.which("chromium", path=os.defpath):
        pytest.fail("a browser was found although PATH has none")
    assert outcome.returncode == 2
    assert "out of date: pump.points" in outcome.stderr
    assert "Traceback" not in outcome.stderr
    assert not (site.folder / "claims" / "charts").exists()


def test_a_picture_of_no_chart_is_removed(site: SmallSite) -> None:
    """A chart that is gone takes its pictures with it at the next drawing."""
    assert run_claimbook("charts", folder=site.folder).returncode == 0
    site.write("docs/index.md", '# Pumps\n\n{{ chart("pump.points") }}\n')
    site.write("claims/pump.yml", RECORDS[: RECORDS.index("lines:")])
    outcome = run_claimbook("charts", folder=site.folder)
    assert outcome.stdout.splitlines()[-1] == "2 pictures, 0 drawn, 2 removed"


def test_contradicting_options_and_no_site_are_status_2(site: SmallSite, tmp_path: Path) -> None:
    """--check with --all, and a folder without a site, cannot run and say why."""
    both = run_claimbook("charts", "--check", "--all", folder=site.folder)
    assert (both.returncode, "Traceback" in both.stderr) == (2, False)
    empty = tmp_path / "nothing"
    empty.mkdir()
    none = run_claimbook("charts", folder=empty)
    assert (none.returncode, "mkdocs.yml" in none.stderr) == (2, True)

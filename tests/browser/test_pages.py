"""Every page of the built site in a browser: three widths, light and dark, with and without scripts."""

from pathlib import Path

import pytest

from tests.browser.walk import Walk, walk_site
from tests.support.browser import find_browser
from tests.support.built import BuiltSite

HEAVIEST = 250_000  # bytes over the wire, compressed, of one page with all that it loads


@pytest.fixture(scope="module")
def walk(built_site: BuiltSite, site_address: str) -> Walk:
    """One walk through all pages, which every test here reads."""
    return walk_site(site_address, built_site.paths)


def _none(walk: Walk, about: str) -> None:
    remarks = walk.notes[about]
    shown = "\n".join(remarks[:40])
    assert not remarks, f"{len(remarks)} found:\n{shown}"


def test_a_browser_is_there() -> None:
    """The system has a Chromium, without which nothing below means anything."""
    assert Path(find_browser()).is_file()


def test_every_page_is_visited(walk: Walk, built_site: BuiltSite) -> None:
    """The walk leaves out no page that was built."""
    assert sorted(walk.visited) == sorted(built_site.paths)
    assert walk.visited


def test_no_page_scrolls_sideways(walk: Walk) -> None:
    """The document is never wider than the window at 360, 768 and 1440 px."""
    _none(walk, "overflow")


def test_no_page_reports_an_error(walk: Walk) -> None:
    """The console stays empty under a policy that forbids inline scripts and styles."""
    _none(walk, "errors")


def test_no_request_fails(walk: Walk) -> None:
    """Everything a page asks for is there."""
    _none(walk, "requests")


def test_no_request_leaves_the_site(walk: Walk) -> None:
    """No page asks another origin for anything."""
    _none(walk, "origins")


def test_every_page_has_one_first_level_heading(walk: Walk) -> None:
    """A page is about one thing, named by its only first-level heading."""
    _none(walk, "headings")


def test_every_page_follows_the_colour_scheme(walk: Walk) -> None:
    """The paper is light where light is asked for, and dark where dark is."""
    _none(walk, "schemes")


def test_no_page_breaks_accessibility_rules(walk: Walk) -> None:
    """The accessibility checker axe finds nothing serious or critical."""
    _none(walk, "access")


def test_every_page_reads_without_scripts(walk: Walk) -> None:
    """With JavaScript off the heading and the main text are visible."""
    _none(walk, "scriptless")


def test_no_page_is_heavy(walk: Walk) -> None:
    """A page and all that it loads stay under 250 KB over the wire."""
    heavy = {path: weight for path, weight in walk.weights.items() if weight >= HEAVIEST}
    assert not heavy

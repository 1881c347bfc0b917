"""Pages of the built site in a browser: three widths, light and dark, with and without scripts.

All pages that have a text of their own, and a sample of the record pages; `tests/site` checks for every page
what needs no browser.
"""

from pathlib import Path

import pytest

from tests.browser.sample import every_feature, features_of, is_authored, sampled_records
from tests.browser.walk import VIEWS, Walk, walk_site
from tests.support.browser import find_browser
from tests.support.built import BuiltSite
from tests.support.project import ROOT

HEAVIEST = 250_000  # bytes over the wire, compressed, of one page with all that it loads


@pytest.fixture(scope="module")
def walk(built_site: BuiltSite, site_address: str) -> Walk:
    """One walk, which every test here reads."""
    authored = [path for path in built_site.paths if is_authored(path)]
    return walk_site(site_address, [*authored, *sampled_records(built_site)])


def _none(walk: Walk, about: str) -> None:
    remarks = walk.notes[about]
    shown = "\n".join(remarks[:40])
    assert not remarks, f"{len(remarks)} found:\n{shown}"


def test_a_browser_is_there() -> None:
    """The system has a Chromium, without which nothing below means anything."""
    assert Path(find_browser()).is_file()


def test_every_authored_page_is_visited(walk: Walk) -> None:
    """The walk leaves out no page of `docs/`, nor the page for addresses that are not there."""
    sources = sorted((ROOT / "docs").rglob("*.md"))
    addresses = {file.relative_to(ROOT / "docs").with_suffix("").as_posix() + "/" for file in sources}
    expected = {address.removesuffix("index/") for address in addresses} | {"404.html"}
    assert {path for path in walk.visited if is_authored(path)} == expected
    assert len(walk.visited) == len(set(walk.visited))


def test_every_sort_of_record_page_is_visited(walk: Walk, built_site: BuiltSite) -> None:
    """Of record pages there is one of each kind, each state and each combination of tags.

    Besides: the longest in bytes, the one that rests on most, and for each element the one where its longest
    word stands.
    """
    visited = [path for path in walk.visited if not is_authored(path)]
    assert len(visited) >= len(VIEWS)
    seen = {feature for path in visited for feature in features_of(built_site, path)}
    assert seen == every_feature(built_site)
    sizes = {path: (built_site.pages_folder / path / "index.html").stat().st_size for path in visited}
    others = [file.stat().st_size for file in (built_site.pages_folder / "claims").glob("*/index.html")]
    assert max(sizes.values()) == max(others)


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

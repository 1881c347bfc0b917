"""Hostile records in a browser: nothing runs, and no word however long widens a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from macros.site.record_pages import UNPAGED
from tests.browser.walk import FURTHEST, OVERFLOW, WIDTHS
from tests.render.hostile import ATTACK, attack, build_site
from tests.render.whole_book import BASE, whole_book
from tests.support.server import serving

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

LONG = "W" * 90 + "_" + "https://pump.example/" + "m" * 90
ONE_OF_A_KIND = {base["kind"]: key for key, base in BASE.items() if base["kind"] not in UNPAGED}
PATHS = ["", "glossary/", *(f"claims/pump.{key}/" for key in ONE_OF_A_KIND.values())]


def _text(path: str, *, is_markup: bool) -> str:
    return f"{attack(path, is_markup=is_markup)} {LONG}"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a site in which every text is an attack with a word of two hundred letters."""
    with serving(build_site(tmp_path_factory.mktemp("hostile"), whole_book(_text))) as served:
        yield served


@pytest.fixture
def watched(page: Page) -> Page:
    """A page on which a dialog, or an error that a script reports, ends the test."""
    page.on("dialog", lambda dialog: pytest.fail(f"a dialog opened: {dialog.message}"))
    page.on("pageerror", lambda error: pytest.fail(f"a script failed: {error}"))
    return page


def test_no_word_is_too_long_for_a_page(watched: Page, address: str) -> None:
    """A page of every macro, and a page of every kind of record, is never wider than the window."""
    wide = {}
    for path in PATHS:
        watched.goto(address + path)
        for width in WIDTHS:
            watched.set_viewport_size({"width": width, "height": 900})
            if watched.evaluate(OVERFLOW) > 0:
                wide[path, width] = watched.evaluate(FURTHEST)
    assert wide == {}


def test_the_search_shows_words_and_runs_nothing(watched: Page, address: str) -> None:
    """A result shows the record's title as it is written, and no element comes out of it."""
    watched.goto(address)
    watched.get_by_role("button", name="Search").click()
    watched.keyboard.type("impeller", delay=20)
    results = watched.locator(".md-search-result__list")
    expect(results).to_contain_text("impeller/title", timeout=15_000)
    assert f"impeller/title {ATTACK}" in " ".join(results.inner_text().split())
    assert results.locator("img, script, svg[onload], b").count() == 0

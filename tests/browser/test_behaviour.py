"""What the scripts of a page do for its reader: search, copying, contents, menus, colours, the register."""

import re

import pytest
from playwright.sync_api import Page, expect

DESKTOP = {"width": 1440, "height": 900}


@pytest.fixture
def desk(page: Page) -> Page:
    """A page in a wide window whose console errors end the test."""
    page.set_viewport_size(DESKTOP)
    page.on("pageerror", lambda error: pytest.fail(f"the page reports: {error}"))
    return page


def test_search_finds_a_record_and_leads_to_it(desk: Page, site_address: str) -> None:
    """A word typed into the search lists pages that have it, and the first leads to such a page."""
    desk.goto(site_address)
    desk.get_by_role("button", name="Search").click()
    desk.keyboard.type("ep_lock", delay=20)
    result = desk.locator(".md-search-result__item a").first
    expect(result).to_be_visible(timeout=15_000)
    result.click()
    desk.wait_for_load_state()
    expect(desk.locator(".cb-text")).to_contain_text("ep_lock")


def test_search_opens_by_key_and_closes_by_key(desk: Page, site_address: str) -> None:
    """A slash opens the search with the focus in its field; Escape closes it and gives the focus back."""
    desk.goto(site_address)
    desk.keyboard.press("/")
    field = desk.locator("[data-md-component=search-query]")
    expect(field).to_be_focused()
    desk.wait_for_function("document.querySelector('.md-search-result__meta').textContent.length > 0")
    desk.wait_for_load_state("networkidle")
    desk.keyboard.press("Escape")
    expect(field).to_be_hidden()
    expect(desk.get_by_role("button", name="Search")).to_be_focused()


def test_search_is_not_loaded_before_it_is_opened(desk: Page, site_address: str) -> None:
    """Neither the search index nor the script that reads it is part of what a page costs."""
    asked: list[str] = []
    desk.on("request", lambda request: asked.append(request.url))
    desk.goto(site_address, wait_until="networkidle")
    assert asked
    assert [url for url in asked if "search_index" in url or "bundle" in url] == []


def test_code_is_copied_whole(desk: Page, site_address: str) -> None:
    """The button beside a block of code puts the block's lines on the clipboard and says so."""
    desk.context.grant_permissions(["clipboard-read", "clipboard-write"])
    desk.goto(f"{site_address}deploy/")
    block = desk.locator(".cb-code").first
    block.get_by_role("button", name="Copy").click()
    expect(block.locator(".cb-copy")).to_have_text("Copied")
    copied = desk.evaluate("navigator.clipboard.readText()")
    assert copied.splitlines() == block.locator("code").inner_text().splitlines()
    assert re.fullmatch(r"[A-Z_]+=\S+", copied.splitlines()[0])


def test_contents_mark_the_section_that_is_read(desk: Page, site_address: str) -> None:
    """The entry of the section at the window's top, and no other, is marked as the current one."""
    desk.goto(f"{site_address}deploy/")
    headings = desk.locator(".cb-text h2[id]")
    for index in (headings.count() // 2, 1):
        name = headings.nth(index).get_attribute("id")
        desk.evaluate("name => document.getElementById(name).scrollIntoView()", name)
        expect(desk.locator(".cb-toc [aria-current]")).to_have_attribute("href", f"#{name}")


def test_the_register_filters_by_every_field_and_by_text(desk: Page, site_address: str) -> None:
    """Each choice leaves just the rows that state it, stands in the address and comes back from it."""
    desk.goto(f"{site_address}claims/")
    rows = desk.locator(".cb-register tbody tr")
    everything = rows.count()
    for name in ("kind", "state", "subject", "audience"):
        field = desk.locator(f"select[name={name}]")
        for option in field.locator("option").all()[1:]:
            value = option.get_attribute("value")
            field.select_option(value=value)
            shown = desk.locator(".cb-register tbody tr:visible")
            stated = {row.get_attribute(f"data-{name}") for row in shown.all()}
            assert stated <= {value}, (name, value, stated)
        field.select_option(value="")
    desk.locator("input[name=text]").fill("ep_lock")
    found = desk.locator(".cb-register tbody tr:visible").count()
    assert 0 < found < everything
    assert "text=ep_lock" in desk.url
    desk.reload()
    expect(desk.locator(".cb-register tbody tr:visible")).to_have_count(found)
    desk.get_by_role("button", name="Clear").click()
    expect(desk.locator(".cb-register tbody tr:visible")).to_have_count(everything)


def test_the_chosen_colours_stay_on_the_next_page(desk: Page, site_address: str) -> None:
    """The button turns the page dark, and the next page is dark too; a second press forgets the choice."""
    desk.emulate_media(color_scheme="light")
    desk.goto(site_address)
    desk.get_by_role("button", name="Dark colours").click()
    desk.goto(f"{site_address}deploy/")
    paper = "getComputedStyle(document.body).backgroundColor"
    dark = desk.evaluate(paper)
    desk.get_by_role("button", name="Light colours").click()
    light = desk.evaluate(paper)
    assert sum(map(int, re.findall(r"\d+", dark)[:3])) < sum(map(int, re.findall(r"\d+", light)[:3]))


def test_the_menu_on_a_phone_closes_by_key(page: Page, site_address: str) -> None:
    """At 360 px the navigation is behind a button; Escape closes it and leaves the focus on the button."""
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(site_address)
    expect(page.locator(".cb-nav").get_by_role("link", name="Deploy")).to_be_hidden()
    page.locator(".cb-drawer > summary").click()
    expect(page.locator(".cb-nav").get_by_role("link", name="Deploy")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".cb-nav").get_by_role("link", name="Deploy")).to_be_hidden()

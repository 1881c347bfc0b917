"""Links of the built site: every one that stays within it leads somewhere."""

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from lxml import html

from tests.support.built import ADDRESS, BuiltSite

NAMED = ("href", "src", "{http://www.w3.org/1999/xlink}href", "data", "poster")
TOP = {"", "top"}  # these fragments mean the top of a page by definition of HTML


@cache
def _tree(file: Path) -> html.HtmlElement:
    return html.fromstring(file.read_bytes())


@cache
def _anchors(file: Path) -> frozenset[str]:
    if file.suffix != ".html":
        return frozenset()
    return frozenset(_tree(file).xpath("//@id | //a/@name"))


def _links(file: Path) -> Iterator[tuple[str, str]]:
    for element in _tree(file).iter(html.etree.Element):
        for name in NAMED:
            if name in element.attrib:
                yield str(element.tag), element.attrib[name]
        for candidate in element.attrib.get("srcset", "").split(","):
            if candidate.strip():
                yield str(element.tag), candidate.split()[0]


@pytest.fixture(scope="module")
def links(built_site: BuiltSite) -> dict[Path, list[tuple[str, str]]]:
    """Every link of every page: the element's name and the address resolved against the page's."""
    found = defaultdict(list)
    for file in built_site.documents:
        path = file.relative_to(built_site.pages_folder).as_posix().removesuffix("index.html")
        for tag, link in _links(file):
            found[file].append((tag, urljoin(ADDRESS + path, link)))
    return found


def test_there_are_links(links: dict[Path, list[tuple[str, str]]]) -> None:
    """Each page has links at all: the reading of them works."""
    assert links
    assert all(links.values())


def test_every_internal_link_resolves(
    links: dict[Path, list[tuple[str, str]]], built_site: BuiltSite
) -> None:
    """An address within the site is served, and the anchor it names is on that page."""
    broken = set()
    for file, targets in links.items():
        page = file.relative_to(built_site.pages_folder)
        for _, target in targets:
            if not target.startswith(ADDRESS):
                continue
            parts = urlsplit(target)
            served = built_site.file_of(parts.path.removeprefix(urlsplit(ADDRESS).path))
            if served is None:
                broken.add(f"{page}: nothing is served at {target}")
            elif unquote(parts.fragment) not in TOP | _anchors(served):
                broken.add(f"{page}: no #{parts.fragment} at {target}")
    assert not broken, "\n".join(sorted(broken)[:40])


def test_no_link_leaves_the_address_of_the_site_by_accident(
    links: dict[Path, list[tuple[str, str]]], built_site: BuiltSite
) -> None:
    """A link to the site's host that is not under the site's address works only at the root of a host."""
    host = "{0.scheme}://{0.netloc}/".format(urlsplit(ADDRESS))
    strayed = {
        f"{file.relative_to(built_site.pages_folder)}: {target}"
        for file, targets in links.items()
        for _, target in targets
        if target.startswith(host) and not (target + "/").startswith(ADDRESS)
    }
    assert not strayed, "\n".join(sorted(strayed)[:40])


def test_only_links_that_are_followed_by_hand_lead_elsewhere(
    links: dict[Path, list[tuple[str, str]]], built_site: BuiltSite
) -> None:
    """Scripts, styles, pictures and fonts come from the site itself; other hosts are only linked to."""
    foreign = {
        f"{file.relative_to(built_site.pages_folder)}: <{tag}> {target}"
        for file, targets in links.items()
        for tag, target in targets
        if tag != "a" and not target.startswith((ADDRESS, "data:"))
    }
    assert not foreign, "\n".join(sorted(foreign)[:40])


def test_the_sitemap_names_pages_that_are_there(built_site: BuiltSite) -> None:
    """Every entry of the sitemap is a built page, and the front page is among them."""
    assert "" in built_site.sitemap
    assert [path for path in built_site.sitemap if built_site.file_of(path) is None] == []

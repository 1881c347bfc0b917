"""A site whose records hold markup, templates and tricks in every text: all is shown, nothing works."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
from lxml import html

from macros.site.authoring import author_macros
from tests.render.hostile import ATTACK, attack, build_site, every_macro
from tests.render.whole_book import BASE, text_fields, whole_book
from tests.support.built import PRIVATE_USE, BuiltSite

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

COMPUTED = str(7777 * 7)
# An edge and a unit have no page of their own, and a version outweighs a commit.
UNSHOWN = {"pipe/verify", "stroke/verify", "site/verify", "periods/verify", "valve/commit"}
DRAWN = {"band", "colour", "flow"}  # records that stand in a drawing by their brief words


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> BuiltSite:
    """A built site of such records, with a page that calls every macro."""
    return build_site(tmp_path_factory.mktemp("hostile"), whole_book(attack))


def test_the_page_calls_every_macro() -> None:
    """No macro is left out of what follows."""
    source = every_macro() + "glossary("
    assert [name for name in author_macros() if f"{name}(" not in source] == []


def _elements(built: BuiltSite) -> Iterator[tuple[Path, html.HtmlElement]]:
    for file in built.documents:
        for element in html.parse(file).iter(html.etree.Element):
            yield file, element


def test_no_text_becomes_an_element(hostile: BuiltSite) -> None:
    """No element has a handler or a style, and there is no picture, frame or script of another's."""
    for file, element in _elements(hostile):
        assert element.tag not in {"img", "iframe", "object", "embed", "base", "style"}, file
        assert not [name for name in element.attrib if name.startswith("on") or name == "style"], file
        if element.tag == "script":
            assert element.get("id") == "__config" or element.get("src", "").lstrip("./").startswith(
                "assets/"
            ), file


def test_no_address_is_more_than_an_address(hostile: BuiltSite) -> None:
    """Links stay within the site, or lead to the address that a source states."""
    for file, element in _elements(hostile):
        for name in ("href", "src", "action", "formaction", "data", "{http://www.w3.org/1999/xlink}href"):
            link = urlsplit(element.get(name, ""))
            assert link.scheme in {"", "https"}, (file, element.attrib)
            assert link.netloc in {"", "pump.example"}, (file, element.attrib)


def test_no_text_becomes_a_template(hostile: BuiltSite) -> None:
    """Nothing between braces is computed, in no output, and no mark of the build is left."""
    for file in (*hostile.documents, hostile.claims_file, hostile.pages_folder / "search/search_index.json"):
        text = file.read_text(encoding="utf-8")
        assert COMPUTED not in text, file
        assert not PRIVATE_USE.search(text), file


def test_every_text_is_shown_as_it_is_written(hostile: BuiltSite) -> None:
    """Each text of each field stands, whole and unchanged, in the site: in the text, a hint or a drawing."""
    trees = [html.parse(file) for file in hostile.documents]
    texts = [text for tree in trees for text in (tree.find("body").text_content(), *tree.xpath("//@title"))]
    shown = _squeezed("\n".join(texts))
    missing = {path for path in text_fields() if _squeezed(f"{path} {ATTACK}") not in shown}
    assert missing == UNSHOWN | {f"{key}/brief" for key in BASE if key not in DRAWN}


def _squeezed(text: str) -> str:
    """Return a text without white space: a drawing breaks a text into lines."""
    return "".join(text.split())


def test_the_records_for_machines_are_what_was_written(hostile: BuiltSite) -> None:
    """claims.json holds each title, sentence, caveat and condition letter for letter, and nothing escaped."""
    document = json.loads(hostile.claims_file.read_text(encoding="utf-8"))
    assert [record["id"] for record in document["records"]] == [f"pump.{key}" for key in BASE]
    for record in document["records"]:
        key = record["id"].removeprefix("pump.")
        for name in ("title", "says", "caveat"):
            assert record[name] == f"{key}/{name} {ATTACK}"
        assert record["scope"] == {"site": f"{key}/scope {ATTACK}"}
    values = {record["id"]: record["display"] for record in document["records"]}
    assert values["pump.colour"] == f"colour/value {ATTACK}"
    assert values["pump.speed"] == f"speed/required {ATTACK}"


def test_the_search_index_holds_words_and_no_markup(hostile: BuiltSite) -> None:
    """What the search shows of a record, read as HTML as the theme reads it, is its words and no element."""
    index = json.loads((hostile.pages_folder / "search/search_index.json").read_text(encoding="utf-8"))
    entries = {entry["location"]: entry for entry in index["docs"]}
    for file in (hostile.pages_folder / "claims").glob("*/index.html"):
        key = file.parent.name.removeprefix("pump.")
        entry = entries[f"claims/pump.{key}/"]
        for name, words in (("title", f"{key}/title {ATTACK}"), ("text", f"{key}/says {ATTACK}")):
            read = html.fragment_fromstring(entry[name], create_parent=True)
            assert [element.tag for element in read] == []
            assert read.text == words

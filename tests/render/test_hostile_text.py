"""A site whose records hold markup, templates and tricks in every text: all is shown, nothing works."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
from lxml import html

from macros.site.authoring import author_macros
from tests.render.whole_book import BASE, as_file, text_fields, whole_book
from tests.support.built import PRIVATE_USE, BuiltSite
from tests.support.sites import write_site

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

ATTACK = (
    """<script>alert(1)</script> "><img src=x onerror=alert(1)> '><svg/onload=alert(1)> {{ 7777*7 }} """
    "{% raw %} {# gone #} ]]> --> </p></dd></title> &amp; &lt;b&gt; javascript:alert(1) **b** "
    "[l](javascript:alert(1)) \u202e\u2066 \\u003cb\\u003e %s $& \\1"
)
COMPUTED = str(7777 * 7)
# An edge and a unit have no page of their own, and a version outweighs a commit.
UNSHOWN = {"pipe/verify", "stroke/verify", "site/verify", "periods/verify", "valve/commit"}
DRAWN = {"band", "colour", "flow"}  # records that stand in a drawing by their brief words


def _attack(path: str, *, is_markup: bool) -> str:
    text = f"{path} {ATTACK}"
    return text.replace("{", "{{").replace("}", "}}") if is_markup else text


def every_macro() -> str:
    """Return a page that calls every macro, and each macro that takes any record with each record."""
    keys = [f"pump.{key}" for key, base in BASE.items()]
    names = json.dumps(keys)
    return f"""---
title: All
---

# All

{{% for name in {names} %}}
{{{{ value(name) }}}} {{{{ figure(name) }}}} {{{{ tag(name) }}}} {{{{ sentence(name) }}}} {{{{ link(name) }}}}
{{{{ link(name, "words") }}}} `{{{{ plain("pump.flow") }}}}`

{{{{ claim(name) }}}}

{{{{ callout([name], title="One") }}}}
{{% endfor %}}

There are {{{{ count() }}}}, {{{{ count(kind="measured") }}}} of them measured. {{{{ term("impeller") }}}}

{{{{ points({names}) }}}}

{{{{ callout({names}, title="All", tone="warning") }}}}

{{{{ cards(["pump.drain"]) }}}}

{{{{ gates(["pump.speed", "pump.seal"]) }}}}

{{{{ denylist("pump.dry-run") }}}}

{{{{ timeline(["pump.first"]) }}}}

{{{{ settings(["pump.speed"]) }}}}

{{{{ table({names}, caption="All", columns={{"title": "T", "says": "S", "value": "V", "required": "R",
   "setting": "Se", "where": "W", "applies_to": "A", "failure": "F", "version": "Ve", "purpose": "P",
   "banned": "B", "replacement": "Re", "address": "Ad", "tags": "Ta", "kind": "K", "grade": "G",
   "state": "St", "observed": "O", "note": "N", "document_tag": "D", "scope.site": "Site"}}) }}}}

{{{{ table(kind="measured", caption="Measured") }}}}

{{{{ table("pump.all-flows") }}}}

{{{{ register() }}}}

{{{{ sources() }}}}

{{{{ discrepancies() }}}}

{{{{ legend("kind") }}}}

{{{{ legend("state") }}}}

{{{{ diagram("pump.path") }}}}

{{{{ diagram("pump.choice") }}}}

{{{{ comparison(["pump.ratio"], title="Ratio", band="pump.band", less="less", more="more") }}}}

{{{{ answers("pump.choice", caption="Ways") }}}}
"""


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> BuiltSite:
    """A built site of such records, with a page that calls every macro."""
    return build_hostile(tmp_path_factory.mktemp("hostile"), whole_book(_attack))


def build_hostile(folder: Path, records: Mapping[str, Any]) -> BuiltSite:
    """Build a site of records with the page of every macro, and the glossary that terms lead to."""
    pages = {
        "index.md": every_macro(),
        "glossary.md": "# Words\n\n{{ glossary() }}\n",
        "claims.md": "# Claims\n\nx\n",
    }
    site = write_site(folder, pages=pages, claims={"pump.yml": as_file(records)})
    outcome = site.build()
    assert outcome.returncode == 0, outcome.stderr
    return BuiltSite(folder / "dist")


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

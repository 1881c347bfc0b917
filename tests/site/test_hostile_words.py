"""Records under attack of the page: what a record says is never read as markup, a template or a mark."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree, html
from markdown.extensions.toc import slugify

from macros.site.plain_words import guarded, naming, released, unguarded
from tests.support.sites import write_site

if TYPE_CHECKING:
    from pathlib import Path

TITLES = [
    """<script>alert(1)</script>"'><img src=x onerror=alert(1)>&amp;""",
    "{{ 7*191 }}{% raw %}{# x [a](b) **b** `c` | \\\\ ]]> -->",
    *["# x", "- x", "+ x", "1. x", "12) x", "> x", "=== x", ": x", "~~~", "```", "*** x", "    x"],
]
PAGE = """\
# {{ plain("pump.log") }}

Text {{ plain("pump.log") }} and `{{ plain("pump.log") }}`.

```sh
{{ plain("pump.log") }}
```

| a |
|---|
| {{ plain("pump.log") }} |

<p class="probe" title="{{ plain("pump.log") }}">{{ plain("pump.log") }}</p>

[{{ plain("pump.log") }}](index.md)

{{ plain("pump.log") }}

{{ plain("pump.log") | trim }}
"""
PLACES = ["//h1", "(//p/code)[1]", "//td", "//p[@class='probe']", "//p[@class='probe']/@title"]
PLACES += ["//p/a[@href='../']", "(//p)[last() - 1]", "(//p)[last()]", "//pre"]


def test_plain_words_stay_words_wherever_they_stand(tmp_path: Path) -> None:
    """A title of marks, called in a heading, text, code, a table, HTML and a link, is shown as it is."""
    records = {
        f"log-{number}": {"kind": "source", "title": title, "says": "The log."}
        for number, title in enumerate(TITLES)
    }
    pages = {f"page-{number}.md": PAGE.replace("log", f"log-{number}") for number in range(len(TITLES))}
    pages["index.md"] = "# Pump\n\nPages.\n"
    outcome = write_site(tmp_path, pages=pages, claims={"pump.yml": json.dumps(records)}).build()
    assert outcome.returncode == 0, outcome.stdout + outcome.stderr
    for number, title in enumerate(TITLES):
        tree = html.fromstring((tmp_path / f"dist/site/page-{number}/index.html").read_bytes())
        content = etree.ElementTree(tree.xpath("//h1")[0].getparent())
        shown = {place: " ".join(content.xpath(f"string({place})").split()) for place in PLACES}
        assert shown == dict.fromkeys(PLACES, " ".join(title.split()))
        assert not tree.xpath("//img[@src='x'] | //@onerror | //script[not(@src) and not(@type)]")
    for file in (tmp_path / "dist").rglob("*.*"):
        if file.suffix in (".html", ".json", ".xml"):
            text = file.read_text(encoding="utf-8")
            assert "1337" not in text, file
            assert not [mark for mark in text if "\ue000" <= mark <= "\uf8ff"], file


@given(st.text())
def test_guarded_words_come_back(words: str) -> None:
    """Any words, guarded and brought back, are the same words on one line."""
    plain = "".join(mark for mark in words if not "\ue100" <= mark <= "\ue17f")
    back = unguarded(guarded(plain))
    assert "\n" not in back
    assert back.split() == plain.split()
    printed = f"é{_printable(plain)}"
    assert html.fromstring(f"<p>{released(guarded(printed))}</p>").text_content().split() == printed.split()


def _printable(text: str) -> str:
    return "".join(mark for mark in text if mark.isprintable() and not 0xD800 <= ord(mark) <= 0xDFFF)


def test_anchors_are_made_from_the_words() -> None:
    """A heading's anchor is what it would be if the words stood in the page: hyphens and underscores stay."""
    assert naming(slugify)(guarded("2026-07-17 of A_B *c*"), "-") == "2026-07-17-of-a_b-c"


def test_plain_words_can_be_compared() -> None:
    """A condition in a page compares words as they are written, whatever marks they hold."""
    words = guarded("- A_B <c> {d}")
    assert words == "- A_B <c> {d}"
    assert not words != "- A_B <c> {d}"  # noqa: SIM202 - the operator that is tested
    assert words != "- A_B"
    assert {"- A_B <c> {d}": 1}[words] == 1


@pytest.mark.parametrize("field", ["scope", "history", "title", "role_in_stack"])
@pytest.mark.parametrize("text", ["{7}", "{", "{{{x}", "{pump.none}"])
def test_braces_in_any_text_are_shown_or_told(tmp_path: Path, field: str, text: str) -> None:
    """A stray brace or placeholder is a finding where placeholders count, and plain text elsewhere."""
    record: dict[str, object] = {"kind": "component", "title": "Pump", "says": "A pump."}
    record |= {
        "scope": {"scope": {"place": text}},
        "history": {"history": [{"on": "2026-01-01", "says": text}]},
    }.get(field, {field: text})
    claims = {"place": {"kind": "dimension", "title": "Place", "says": "Where."}, "part": record}
    page = '# Pump\n\n{{ table(["pump.part"], caption="Parts", columns={"setting": "A", "purpose": "B"}) }}\n'
    site = write_site(tmp_path, pages={"index.md": page}, claims={"pump.yml": json.dumps(claims)})
    outcome = site.build()
    assert outcome.returncode == (0 if field == "title" else 1), outcome.stderr
    if field != "title":
        assert "claims/pump.yml:1:" in outcome.stderr


def test_a_page_may_not_hold_what_stands_in_for_marks(tmp_path: Path) -> None:
    """A private-use character of the build's own in a page is a finding with its line and column."""
    site = write_site(tmp_path, pages={"index.md": "# Page\n\nab\ue13cc\n"}, claims={})
    site.write("claims/pump.yml", "log: {kind: source, title: Log, says: The log.}\n")
    outcome = site.build()
    assert outcome.returncode == 1
    assert "docs/index.md:3:3: error: a private-use character" in outcome.stderr

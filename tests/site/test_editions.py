"""What an author writes for one edition and what the build of another says of it."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from tests.support.project import run_claimbook

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.support.sites import SmallSite

CUSTOMER = """\
INHERIT: mkdocs.yml
plugins: {claimbook: {edition: customer, edition_title: Edition for them}}
"""
CLAIMS = """\
s: {kind: source, title: A source, says: It says so.}
shown: {kind: sourced, title: Shown, says: All may know., source: x.s}
hidden: {kind: sourced, title: Hidden, says: Few may know., source: x.s, audience: internal}
word: {kind: term, title: Word, says: It means that., audience: internal}
list: {kind: collection, title: List, says: Some., items: [x.hidden], audience: internal}
"""
INTERNAL_PAGE = "---\ntitle: Within\naudience: internal\n---\n\n# Within\n\nText.\n"


@pytest.fixture
def site(small_site: Callable[..., SmallSite]) -> SmallSite:
    """A site of a shown and an internal page, with both configurations."""
    made = small_site(
        pages={"index.md": "# Start\n\nText.\n", "within.md": INTERNAL_PAGE}, claims={"x.yml": CLAIMS}
    )
    made.write("mkdocs.customer.yml", CUSTOMER)
    return made


def _customer(site: SmallSite, page: str) -> tuple[str, str]:
    """Return what the build of the customer edition says, and the text of its first page."""
    site.write("docs/index.md", page)
    outcome = site.build("--config", "mkdocs.customer.yml")
    index = site.folder / "dist" / "site" / "index.html"
    text = index.read_text(encoding="utf-8") if outcome.returncode == 0 else ""
    return outcome.stdout + outcome.stderr, " ".join(re.sub(r"<[^<>]*>", " ", text).split())


@pytest.mark.parametrize("link", ["[away](within.md)", '<a href="within/">away</a>', "[away](within.md#a)"])
def test_a_link_to_a_page_that_is_left_out_ends_the_build(site: SmallSite, link: str) -> None:
    """The message names the page that has the link, and its line."""
    said, _ = _customer(site, f"---\ntitle: Start\n---\n\n# Start\n\nText {link}.\n")
    assert re.search(r"docs/index\.md:7:\d+: error: a link to 'within", said), said
    assert "which" not in said.partition("link-left-out")[2]


def test_a_link_to_a_record_that_is_left_out_ends_the_build(site: SmallSite) -> None:
    """An address that is written out is found as one that a macro makes."""
    said, _ = _customer(site, '# Start\n\n<a href="claims/x.hidden/">away</a>\n')
    assert "docs/index.md:3:10: error: a link to 'claims/x.hidden/', a record that the customer" in said


@pytest.mark.parametrize(
    "call",
    [
        'value("x.hidden")',
        'link("x.hidden", "words")',
        'sentence("x.hidden")',
        'term("word")',
        'plain("x.hidden")',
        'claim("x.hidden")',
        'points("x.list")',
        'points(["x.shown", "x.hidden"])',
        'callout(["x.hidden"], title="Box")',
        'table(["x.hidden"], caption="Rows")',
    ],
)
def test_a_macro_asked_for_a_hidden_record_needs_other_words(site: SmallSite, call: str) -> None:
    """Without ``otherwise`` it is an error at page and line; with it the words stand there instead."""
    said, _ = _customer(site, f"# Start\n\nText.\n\n{{{{ {call} }}}}\n")
    assert re.search(
        r"docs/index\.md:5:4: error: \w+: the record '[\w.]+', which the customer edition", said
    ), said
    instead = call.removesuffix(")") + ', otherwise="a < b")'
    said, text = _customer(site, f"# Start\n\nText.\n\n{{{{ {instead} }}}}\n")
    assert "Text. a &lt; b" in text, said
    assert site.build().returncode == 0


def test_empty_other_words_leave_nothing(site: SmallSite) -> None:
    """A block whose ``otherwise`` is empty is left out with its paragraph."""
    _, text = _customer(site, '# Start\n\nBefore.\n\n{{ points(["x.hidden"], otherwise="") }}\n\nAfter.\n')
    assert "Before. After." in text


@pytest.mark.parametrize(
    ("text", "line", "found"),
    [
        ("::: internal\n\nText.\n", 3, "a block that does not end"),
        ("::: internal\n::: internal\n:::\n", 3, "a block that does not end"),
        ("Text.\n\n:::\n", 5, "the end of a block that does not begin"),
        ("::: intern\nText.\n:::\n", 3, "a block for 'intern'"),
        ("- ::: internal\n", 3, "a mark within a line"),
        ("Text. <!-- begun\n\nText.\n", 3, "a comment that does not end"),
    ],
)
@pytest.mark.parametrize("configuration", ["mkdocs.yml", "mkdocs.customer.yml"])
def test_marks_that_do_not_fit_end_the_build_of_every_edition(
    site: SmallSite, configuration: str, text: str, line: int, found: str
) -> None:
    """A block or a comment that is not closed, or a mark that is no mark, is found with its line."""
    site.write("docs/index.md", f"# Start\n\n{text}")
    outcome = site.build("--config", configuration)
    assert outcome.returncode == 1
    assert f"docs/index.md:{line}:" in outcome.stderr
    assert found in outcome.stderr


def test_marks_and_comments_in_code_are_text(site: SmallSite) -> None:
    """Between fences and backticks both are shown as they are, in every edition."""
    code = "```text\n::: internal\n<!-- kept -->\n:::\n```"
    _, text = _customer(site, f"# Start\n\n{code}\n\nSay `::: internal` or `<!-- this -->`.\n")
    assert "::: internal &lt;!-- kept --&gt; :::" in text
    assert "Say ::: internal or &lt;!-- this --&gt; ." in text


def test_an_audience_that_there_is_not_ends_the_build(site: SmallSite) -> None:
    """A mistyped audience in front matter would publish the page: it is found with its line."""
    said, _ = _customer(site, "---\ntitle: Start\naudience: intern\n---\n\n# Start\n\nText.\n")
    assert "docs/index.md:3:1: error: audience: 'intern'; expected one of all, customer, internal" in said


def test_a_place_in_a_page_is_the_same_after_a_block(site: SmallSite) -> None:
    """A call below comments and blocks that are left out is reported on its own line."""
    page = "# Start\n\n<!-- one\ntwo -->\n\n::: internal\nText.\n:::\n\n{{ value('x.hidden') }}\n"
    said, _ = _customer(site, page)
    assert "docs/index.md:10:4: error: value:" in said


def test_an_edition_says_its_name_and_day(site: SmallSite) -> None:
    """Header, footer and the list of records name the edition and the day of its states."""
    _, text = _customer(site, "# Start\n\nText.\n")
    assert text.count("Edition for them, as of 2026-11-30") == 1
    assert text.count("Edition for them, every state computed as of 2026-11-30") == 1
    claims = json.loads((site.folder / "dist" / "claims.json").read_text(encoding="utf-8"))
    assert (claims["edition"], claims["edition_name"]) == ("Edition for them", "customer")


@pytest.mark.parametrize("call", ["changes()", "audit_findings()"])
def test_what_tells_of_all_records_is_for_the_full_edition(site: SmallSite, call: str) -> None:
    """A list of changes or of findings names every record: another edition refuses it."""
    said, _ = _customer(site, f"# Start\n\n{{{{ {call} }}}}\n")
    assert "docs/index.md:3:4: error:" in said
    assert "what the customer edition does not show" in said


def test_a_file_that_no_shown_page_names_stays_out(site: SmallSite) -> None:
    """A picture of an internal page is not published; that of a shown page is."""
    for name in ("seen.png", "unseen.png"):
        site.write(f"docs/{name}", b"picture")
    site.write("docs/within.md", INTERNAL_PAGE + "\n![A picture](unseen.png)\n")
    _customer(site, "# Start\n\n![A picture](seen.png)\n")
    published: Path = site.folder / "dist" / "site"
    assert ((published / "seen.png").exists(), (published / "unseen.png").exists()) == (True, False)
    assert site.build().returncode == 0
    assert (published / "unseen.png").exists()


def test_the_check_of_an_edition_finds_what_its_build_finds(site: SmallSite) -> None:
    """``claimbook check`` with the edition's configuration reports its links and its needs."""
    site.write("claims/y.yml", "a: {kind: sourced, title: A, says: A., source: x.s, rests_on: [x.hidden]}\n")
    site.write("docs/index.md", "# Start\n\n[away](within.md)\n")
    outcome = run_claimbook("check", "--config", "mkdocs.customer.yml", folder=site.folder)
    assert outcome.returncode == 1
    assert "claims/y.yml:1:" in outcome.stdout
    assert "rests_on: 'x.hidden', which the edition for customers leaves out" in outcome.stdout
    assert "link-left-out" in outcome.stdout

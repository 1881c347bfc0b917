"""Built pages are read as a second net: what stands there besides components, with its place in the file."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from macros.audit.markup import passages_of
from macros.audit.material import Artefact
from macros.audit.rules import quantities
from macros.audit.run import run_rules
from tests.audit.pump import material

if TYPE_CHECKING:
    from pathlib import Path

BUILT = {rule.code: rule for rule in quantities.RULES}["CB102"]
PIECES = st.sampled_from(
    [
        *(
            "<p>",
            "</p>",
            '<div class="cb-text">',
            "</div>",
            '<span class="cb-value">',
            "</span>",
            "<b>",
            "</b>",
        ),
        *(
            "<svg>",
            "<text>",
            "</text>",
            "</svg>",
            "<code>",
            "</code>",
            "<br>",
            "<img alt='3 ms'>",
            "&nbsp;",
            "&#8;",
        ),
        *(
            "&",
            "<",
            ">",
            "14 ms",
            "\n",
            "<!--",
            "-->",
            "</main>",
            '<a class="cb-tag">',
            "</a>",
            "<h1 title='a'>",
        ),
    ]
)


def page(text: str) -> str:
    """A built page with this as its text."""
    return (
        f'<html><body><p>9 ms</p><main><div class="cb-text">\n{text}\n</div></main><p>9 ms</p></body></html>'
    )


def words(text: str) -> list[tuple[str, bool, str]]:
    """The passages of a page of this text: sort, whether of a component, and words."""
    return [(part.sort, part.component, " ".join(part.text.split())) for part in passages_of(page(text))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<p>a <b>b</b>c</p><p>d</p>", [("text", False, "a b c"), ("text", False, "d")]),
        ('<p>a <span class="cb-value">3 ms</span> b</p>', [("text", False, "a b")]),
        ('<p class="cb-lede">3 ms</p>', [("text", False, "3 ms")]),
        ("<p>3&nbsp;ms &lt; &#52;</p>", [("text", False, "3 ms < 4")]),
        ("<p>a <code>3 ms</code></p><pre>4 ms</pre><script>5</script>", [("text", False, "a")]),
        (
            '<div class="cb-table"><table><caption>a</caption><tr><td>3</td></tr></table></div>',
            [("caption", True, "a")],
        ),
        (
            "<table><caption>a</caption><tr><td>b</td><td>c</td></tr></table>",
            [("caption", False, "a"), ("text", False, "b"), ("text", False, "c")],
        ),
        ('<img src="3.png" alt="a">', [("attribute", False, "a")]),
        ('<svg class="cb-diagram"><path d="M3 4"/><text>a</text></svg>', [("drawing", True, "a")]),
        ('<svg><text class="cb-diagram__tick-label">3</text></svg>', []),
        ("<h2>a</h2>", [("heading", False, "a")]),
        ('<aside class="cb-callout" aria-label="a"><p>b</p></aside>', [("attribute", True, "a")]),
    ],
)
def test_an_author_s_words_are_read(text: str, expected: list[tuple[str, bool, str]]) -> None:
    """Text, captions, labels and drawn words are read; components, code and what is around are not."""
    assert words(text) == expected


@given(st.lists(PIECES, max_size=30).map("".join))
def test_any_markup_is_read(text: str) -> None:
    """Of any markup the first word of a passage is placed where it stands in the file."""
    built = page(text)
    lines = built.split("\n")
    for part in passages_of(built):
        first = len(part.text) - len(part.text.lstrip())
        spot = part.place("p.html", first)
        assert lines[spot.line - 1][spot.column - 1] in (part.text[first], "&")


def found(folder: Path, text: str, address: str = "index.html") -> list[str]:
    """What the second net finds on one built page."""
    made = replace(material(folder), outputs=(Artefact(address, f"dist/site/{address}", text),))
    outcome = run_rules([BUILT], made)
    assert (outcome.failed, outcome.not_checked) == ((), ())
    return [f"{item.place.line}:{item.place.column} {item.found}" for item in outcome.findings]


def test_a_place_is_exact_behind_characters_and_line_ends(tmp_path: Path) -> None:
    """Behind named characters, tags and line ends a quantity is placed where it stands."""
    text = page("<p>a &amp; &lt; b\n<b>c</b> &eacute; 14&nbsp;ms\nd 3 GB</p>")
    places = [
        (number, line.find("14&") + 1 or line.find("3 GB") + 1)
        for number, line in enumerate(text.split("\n"), 1)
    ]
    expected = [f"{number}:{column}" for number, column in places if column]
    assert [item.split(" ")[0] for item in found(tmp_path, text)] == expected


def test_what_the_source_tells_is_not_told_twice(tmp_path: Path) -> None:
    """A quantity that the page's source has is the first net's; another on the same page is the second's."""
    made = material(tmp_path, pages={"index.md": "# P\n\nIt takes 14 ms.\n"})
    built = Artefact("index.html", "dist/site/index.html", page("<p>It takes 14 ms, 15 ms.</p>"))
    outcome = run_rules([BUILT], replace(made, outputs=(built,)))
    assert ["'15 ms'" in item.found for item in outcome.findings] == [True]


def test_a_page_of_a_record_is_all_record(tmp_path: Path) -> None:
    """What stands on a record's own page comes from the record."""
    assert (
        found(tmp_path, page('<article class="cb-record"><p>3 ms</p></article>'), "claims/x.y/index.html")
        == []
    )


def test_the_text_of_a_document_is_read_where_there_is_one(tmp_path: Path) -> None:
    """Of a PDF's text what no record says is found; without its text nothing is said of it."""
    text = "The pump moves 10.0 GB/s.\nIt weighs 77 kg.\n"
    assert [item.split(" ")[0] for item in found(tmp_path / "a", text, "guide.pdf")] == ["2:11"]
    assert found(tmp_path / "b", "", "guide.pdf") == []


def test_without_a_build_nothing_is_said(tmp_path: Path) -> None:
    """Where nothing is built the rule is not checked, which is no pass."""
    outcome = run_rules([BUILT], material(tmp_path))
    assert [code for code, _ in outcome.not_checked] == ["CB102"]


@pytest.mark.parametrize(
    "part", ["<p>", "<b>a", "</b>", "<a class=", "&", "<!--", '<svg class="cb-glyph">', "<td>3 ms"]
)
def test_reading_takes_time_in_proportion(part: str) -> None:
    """Sixteen times as much of what is never closed takes less than a hundred times as long."""

    def seconds(times: int) -> float:
        built = page(part * times)
        started = time.process_time()
        passages_of(built)
        return time.process_time() - started

    seconds(10)
    assert seconds(8_000) < 100 * max(seconds(500), 0.01)

"""A page's source is cut into blocks, and what is no prose is masked without moving anything."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from macros.audit.masking import BOUNDARY, prose_of
from macros.audit.quantities import recogniser_of
from macros.audit.scan import Page, Text
from tests.support.labelled import labelled_texts

SOURCES = sorted({text.text for text in labelled_texts()})
PIECES = st.sampled_from(
    [
        *(
            "`",
            "```\n",
            "{{ ",
            " }}",
            "{% raw %}",
            "{% endraw %}",
            "<!--",
            "-->",
            "<b ",
            ">",
            '"',
            "'",
            "[",
            "](",
        ),
        *(
            "|",
            "\n",
            "\r\n",
            "\r",
            "---\n",
            "    ",
            "- ",
            "1. ",
            "> ",
            "!!! note ",
            "&nbsp;",
            "14 ms",
            "a",
            ")",
        ),
        *("<code>", "~~~\n", "title: ", "</code>", "{: .a }"),
    ]
)


def kept(text: str) -> list[str]:
    """What is left of a text's words."""
    return prose_of(text).replace(BOUNDARY, " ").split()


@given(st.lists(PIECES, max_size=30).map("".join))
def test_masking_moves_nothing(text: str) -> None:
    """Of any text the prose is as long, its lines end where the text's do, and all else is kept or blank."""
    prose = prose_of(text)
    assert len(prose) == len(text)
    breaks = [place for place, character in enumerate(text) if character in "\r\n"]
    assert [place for place, character in enumerate(prose) if character in "\r\n"] == breaks


@given(st.lists(PIECES, max_size=30).map("".join))
def test_blocks_cover_the_file_in_order(text: str) -> None:
    """The blocks of any text follow each other, leave out blank lines only, and hold the page's prose."""
    page = Page("page.md", text)
    numbers = [line.number for block in page.blocks for line in block.lines]
    assert numbers == sorted(set(numbers))
    left = [line for number, line in enumerate(page.lines, 1) if number not in numbers]
    assert not any(line.strip() for line in left)
    for block in page.blocks:
        assert block.text == page.prose[block.start : block.start + len(block.text)]
        assert page.place(block.start).line == block.lines[0].number


@pytest.mark.parametrize("ending", ["\r\n", "\r"])
def test_line_ends_change_no_place(ending: str) -> None:
    """With other line ends the same quantities are found, at the same lines and columns."""

    def places(text: str) -> list[tuple[int, int]]:
        page = Page("page.md", text)
        found = [(block, item) for block in page.blocks for item in recogniser_of().find(block.text)]
        spots = [page.place(block.start + item.start) for block, item in found]
        return [(spot.line, spot.column) for spot in spots]

    for text in SOURCES:
        assert places(text.replace("\n", ending)) == places(text), text


def test_a_place_counts_lines_as_editors_do() -> None:
    """A line feed, a carriage return or both end a line; a form feed or a line separator does not."""
    text = Text("a.md", "a\r\nb\rc\nd\x0ce\u2028f")
    assert text.lines == ("a", "b", "c", "d\x0ce\u2028f")
    assert str(text.place(text.text.index("b"))) == "a.md:2:1"
    assert str(text.place(text.text.index("c"))) == "a.md:3:1"
    assert str(text.place(text.text.index("f"))) == "a.md:4:5"
    assert str(text.place(len(text.text))) == "a.md:4:6"
    assert str(Text("b.md", "").place(0)) == "b.md:1:1"


def test_front_matter_is_prose_where_readers_see_it() -> None:
    """Title and description are kept, over several lines too; other keys and comments are blank."""
    text = (
        "---\ntitle: One\norder: 7\ndescription: >-\n  two\n  three\n"
        "hide: [toc] # eight\nTitle: four\n# nine\n  ten\n---\nend\n"
    )
    assert kept(text) == ["One", "two", "three", "four", "end"]


def test_a_rule_in_the_text_is_no_front_matter() -> None:
    """Dashes that nothing closes, or that stand further down, begin no front matter."""
    assert kept("---\ntitle: 3\n") == ["---", "title:", "3"]
    assert "order:" in kept("a\n\n---\norder: 3\n---\n")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a `b` c", ["a", "c"]),
        ("a ``b ` c`` d", ["a", "d"]),
        ("a `b\nc` d", ["a", "d"]),
        ("a ` b\n\nc ` d", ["a", "`", "b", "c", "`", "d"]),
        ("```yaml\na: 3\n```\nb", ["b"]),
        ("~~~\na\n```\nb\n~~~\nc", ["c"]),
        ("````\n```\na\n```\n````\nb", ["b"]),
        ("a\n\n    b\n\nc", ["a", "c"]),
        ("- a\n\n    b\n\nc", ["a", "b", "c"]),
        ("!!! note\n    a\n\n    b\n", ["a", "b"]),
        ("a <!-- b\nc --> d", ["a", "d"]),
        ("<!-- a\n\nb --> c", ["c"]),
        ('<img src="3.png" alt="a 4" width="5">', ["a", "4"]),
        ("<a\n  data-x='3'\n  title='b'>c</a>", ["b", "c"]),
        ("<pre>3\n4</pre> a <code>5</code>", ["a"]),
        ("![a](3.png) [b](4.md 'c') [d][5] e[^6]", ["a", "b", "c'", "d", "e"]),
        ("https://example.org/3 <https://example.org/4> a@b.example c", ["c"]),
        ("# a {: .b3 #c4 }", ["a"]),
        ("1. a\n2) b\n- c\n> d\n: e", ["a", "b", "c", "d", "e"]),
        ("**a** _b_ ~~c~~ d_e", ["a", "b", "c", "d_e"]),
        ("{{ value('a.b') }} c {% if d %} {# e #}", ["c"]),
        ("{% raw %}{{ value('a.b', 3) }} c{% endraw %}", ["c"]),
        ("a &lt; b &times; c &bogus; d", ["a", "<", "b", "×", "c", "&bogus;", "d"]),
    ],
)
def test_what_no_reader_reads_is_blank(text: str, words: list[str]) -> None:
    """Code, comments, tags, targets, addresses, attributes, marks and templates are blank; words are kept."""
    assert [word.strip("'") for word in kept(text)] == [word.strip("'") for word in words]


def test_words_given_to_a_macro_are_prose() -> None:
    """Strings of a call are kept, each between boundaries; ids are not, and a number is no id."""
    prose = prose_of("{{ table('a.b-c', caption='Of 3', columns={'x.y': '0.67'}) }}")
    assert [part.strip() for part in prose.split(BOUNDARY) if part.strip()] == ["Of 3", "0.67"]


def test_cells_are_parted_and_ordinals_blank() -> None:
    """What only numbers the rows of a table is blank, below a head that says so and not below another."""
    table = "| # | Step | Nodes |\n|---|---|---|\n| 1 | 2 | 3 |\n| 10. | a | 4 |\n"
    assert re.findall(r"\d+", prose_of(table)) == ["3", "4"]


def test_blocks_are_of_their_sort() -> None:
    """Headings, paragraphs, items, rows, quotes, notes, definitions, code and markup are told apart."""
    text = (
        "---\ntitle: t\n---\n# h\np\np\n\n- i\n- j\n  k\n\n| a | b |\n|---|---|\n| c | d |\n\n"
        "> q\n\n!!! note\n    n\n\nt\n: d\n\n"
        "```\nc\n\nc\n```\n<dl>\n<dt>a</dt>\n<dd>b\nc</dd>\n</dl>\n"
    )
    sorts = [(block.sort, len(block.lines)) for block in Page("p.md", text).blocks]
    assert sorts == [
        ("front matter", 3),
        ("heading", 1),
        ("paragraph", 2),
        ("item", 1),
        ("item", 2),
        *[("row", 1)] * 3,
        ("quote", 1),
        ("admonition", 2),
        ("paragraph", 1),
        ("definition", 1),
        ("code", 5),
        ("html", 1),
        ("html", 1),
        ("html", 3),
    ]


def test_calls_are_those_that_are_made() -> None:
    """A call in code is made, one in a raw part, a comment or front matter is not; its ids are kept apart."""
    text = (
        "---\ntitle: '{{ a() }}'\n---\n`{{ plain('x.one') }}` <!-- {{ b('x.two') }} -->"
        " {% raw %}{{ c('x.three') }}{% endraw %}\n{{ table(['x.four', \"x.five\"],\n"
        "  columns={'title': 'In (brackets)', 'scope.nodes': '0.67'}, caption='a}b') }}\n"
    )
    calls = Page("p.md", text).calls
    assert [call.name for call in calls] == ["plain", "table"]
    assert calls[0].identifiers == ("x.one",)
    assert calls[1].identifiers == ("x.four", "x.five", "scope.nodes")
    assert [(call.place.line, call.place.column) for call in calls] == [(4, 2), (5, 1)]


def test_a_page_says_what_it_is() -> None:
    """The settings of front matter are read; what is no mapping, or no YAML, sets nothing."""
    assert Page("a.md", "---\nclaimbook: {about_site: true}\n---\n").settings == {"about_site": True}
    for front in ("claimbook: 3", "claimbook: [", "- claimbook", "title: claimbook"):
        assert Page("a.md", f"---\n{front}\n---\n").settings == {}


UNCLOSED = '` `` <a <!-- {{ {%raw%} [ ![ " <pre> & | ```\n ](a( {{x("'
NUMBERS = "1: 3. one 1- 2to a= 2026- 9c44d3 1,000, a.1- 3and"


@pytest.mark.parametrize(
    "part", [*UNCLOSED.split(" "), *NUMBERS.split(" "), "2 to ", "Section 3, ", "between 3 and "]
)
def test_time_is_in_proportion_to_the_text(part: str) -> None:
    """Sixteen times as much of what is never closed takes less than a hundred times as long."""

    def seconds(times: int) -> float:
        page = Page("page.md", part * times)
        started = time.process_time()
        for block in page.blocks:
            recogniser_of().find(block.text)
        return time.process_time() - started

    seconds(10)
    assert seconds(16_000) < 100 * max(seconds(1_000), 0.01)

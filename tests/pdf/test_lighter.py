"""What makes printing quick changes nothing that is printed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import weasyprint
from hypothesis import given
from hypothesis import strategies as st

from macros.pdf import slim_styles
from macros.pdf.edition import read_edition
from macros.pdf.fonts import fonts_for, places_of
from macros.pdf.glyph_font import glyph_font
from macros.pdf.lightening import lighten
from macros.pdf.pressing import PressedPage, counted_once
from macros.pdf.trees import parsed, parsed_as_html, text_of
from macros.pdf.widths import shares
from tests.support.project import ROOT

if TYPE_CHECKING:
    from pathlib import Path
    from xml.etree import ElementTree as ET

    from tests.support.built import BuiltSite

THEME = ROOT / "overrides"
DOCUMENT = """<html lang="en"><head><title>A title</title></head><body><h1>One</h1>
<ul><li>first <i>part</i></ul>
<ol><li>counted</ol><details><summary>More</summary>text</details><p>Before<br>after.
<table><tr><th>A<td>B</table>
<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><title>A circle</title>
<circle r="4"/></svg><h2 style="break-before:page">Two</h2></body></html>"""


def _flat(tree: ET.Element) -> list[object]:
    found: list[object] = []
    for part in tree.iter():
        attributes = {name: value for name, value in part.attrib.items() if "xmlns" not in name}
        found.append((part.tag, attributes, part.text or "", part.tail or ""))
    return found


def _alike(markup: str) -> bool:
    return _flat(parsed(markup)) == _flat(parsed_as_html(markup))


def test_both_parsers_read_the_same_of_every_page(built_site: BuiltSite) -> None:
    """The quick parser gives the tree of the parser for HTML, for every page of the real site."""
    pages = read_edition(built_site.folder).pages
    assert len(pages) > 5
    assert [page.address for page in pages if not _alike(page.markup)] == []


@pytest.mark.parametrize(
    "markup",
    [
        "<p>one<p>two",
        "<p>a<div>b</div></p>",
        "<table><tr><td>x</td></tr></table>",
        "<div/>after",
        "<pre>\nfirst</pre>",
        "<B>loud</B>",
        "<p hidden class=a>&nbsp;&amp;&lt;&hellip;</p>",
        "<math><mi>x</mi></math>",
        '<svg viewBox="0 0 1 1"><use href="#a"/></svg>',
        "<img src=a alt=''>",
        "<ul><li>a<li>b</ul>",
        "a < b & c",
    ],
)
def test_both_parsers_read_the_same_of_what_authors_write(markup: str) -> None:
    """Elements left open, attributes without a value and blocks in paragraphs are read as HTML reads them."""
    assert _alike(markup)


def test_styles_left_out_and_counts_kept_change_no_byte() -> None:
    """Without idle styles and with page references counted once a file has the same bytes."""
    usual = weasyprint.HTML(string=DOCUMENT).write_pdf(pdf_variant="pdf/ua-1", uncompressed_pdf=True)
    document = slim_styles.PrintedHTML(string=DOCUMENT).render(pdf_variant="pdf/ua-1")
    with counted_once():
        quick = document.copy([PressedPage(page) for page in document.pages]).write_pdf(
            pdf_variant="pdf/ua-1", uncompressed_pdf=True
        )
    assert quick == usual


def test_a_lightened_text_says_the_same() -> None:
    """Wrappers and short words' places to break go; words, links, ids and long words' places stay."""
    text = parsed(
        '<div class="cb-a"><div><p>one <span class="x">two</span> <code>a<wbr>b</code>'
        ' <span id="k">three</span>'
        f'<a href="#">four</a> <code>{"x" * 20}<wbr>{"y" * 20}</code></p></div></div>'
    )
    before = text_of(text)
    lighten(text, {"cb-a"})
    assert text_of(text) == before
    assert [part.tag for part in text.iter()] == ["body", "div", "p", "code", "span", "a", "code", "wbr"]


@given(st.lists(st.tuples(st.floats(0, 300), st.floats(0, 5000)), min_size=1, max_size=9))
def test_columns_share_the_whole_width(columns: list[tuple[float, float]]) -> None:
    """The shares add up to 1, and no column gets less than an empty one beside eight of longest words.

    That is 2 letters of padding by 2 + 8 × (24 + 2) letters.
    """
    found = shares([word for word, _ in columns], [max(word, cell) for word, cell in columns])
    assert sum(found) == pytest.approx(1)
    assert all(share >= 2 / 210 - 1e-9 for share in found)


def test_a_column_of_prose_is_wider_than_one_of_numbers() -> None:
    """Six letters at most and sixty words in a cell: the second takes most of the width."""
    number, prose = shares([6, 12], [6, 400])
    assert prose > 4 * number


def test_every_glyph_of_the_theme_is_drawn(built_site: BuiltSite, tmp_path: Path) -> None:
    """Each has a sign of its own and an outline within its square, at the sign."""
    from fontTools.ttLib import TTFont  # noqa: PLC0415 - only here

    glyphs = read_edition(built_site.folder).glyphs
    assert len({glyph.sign for glyph in glyphs.values()}) == len(glyphs) > 15
    (tmp_path / "glyphs.ttf").write_bytes(glyph_font(glyphs))
    with TTFont(tmp_path / "glyphs.ttf") as font:
        signs = font.getBestCmap()
        for name, glyph in glyphs.items():
            assert signs[ord(glyph.sign)] == name
            outline = font["glyf"][name]
            assert outline.numberOfContours > 0
            assert -200 <= min(outline.xMin, outline.yMin) < max(outline.xMax, outline.yMax) <= 1250
    assert glyph_font(glyphs) == (tmp_path / "glyphs.ttf").read_bytes()


def test_fonts_are_loaded_only_for_signs_that_need_them() -> None:
    """Latin letters need no further font, an arrow needs one, and a Chinese sign has none."""
    assert fonts_for(set("abc \u00a0"), THEME).further == ()
    assert len(fonts_for({"a", "\u2192"}, THEME).further) == 1
    assert fonts_for({"\u6f22"}, THEME).missing == ("\u6f22",)


def test_a_sign_is_found_in_pages_and_records(tmp_path: Path) -> None:
    """Every line that has it is named with its column; one that is nowhere is said all the same."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/a.md").write_text("# One\n\nb \u6f22 c\n", encoding="utf-8")
    lines = places_of(["\u5b57", "\u6f22"], [tmp_path / "docs"], tmp_path)
    assert lines[0].startswith("docs/a.md:3:3: found \u6f22 (U+6F22, ")
    assert len(lines) == 2

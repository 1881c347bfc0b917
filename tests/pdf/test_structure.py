"""The structure of the real document, as a program that reads it aloud or walks its links needs it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pikepdf
import pytest

from macros.pdf.document import compose
from macros.pdf.edition import read_edition
from tests.support.project import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.pdf.reading import Paper
    from tests.support.built import BuiltSite


@pytest.fixture(scope="module")
def opened(guide: Paper) -> Iterator[pikepdf.Pdf]:
    """The document, open."""
    with pikepdf.open(guide.file) as pdf:
        yield pdf


def _kids(element: pikepdf.Object) -> list[Any]:
    kids = element.get("/K", pikepdf.Array())
    return list(kids) if isinstance(kids, pikepdf.Array) else [kids]


def _tree(
    element: pikepdf.Object, above: tuple[str, ...] = ()
) -> Iterator[tuple[pikepdf.Object, tuple[str, ...]]]:
    """Every element of the structure below one, with the kinds of those above it."""
    for kid in _kids(element):
        if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
            yield kid, above
            yield from _tree(kid, (*above, str(kid.S)))


def test_the_file_is_sound(opened: pikepdf.Pdf) -> None:
    """The checker of qpdf has nothing to say about syntax, references and streams."""
    assert opened.check_pdf_syntax() == []


def test_it_is_tagged_in_a_language_under_a_title(opened: pikepdf.Pdf) -> None:
    """It is marked as tagged, says its language, and a viewer shows its title rather than its file name."""
    assert bool(opened.Root.MarkInfo.Marked)
    assert str(opened.Root.Lang) == "en"
    assert bool(opened.Root.ViewerPreferences.DisplayDocTitle)
    with opened.open_metadata() as metadata:
        assert metadata["pdfuaid:part"] == "1"
        assert metadata["dc:title"] == "DeepEP on EFA, Full edition"


def test_every_kind_of_element_is_one_of_the_standard(opened: pikepdf.Pdf) -> None:
    """No element has a kind that a reading program does not know (ISO 32000-1, 14.8.4)."""
    standard = {
        *(
            "/Document",
            "/Part",
            "/Art",
            "/Sect",
            "/Div",
            "/BlockQuote",
            "/Caption",
            "/NonStruct",
            "/P",
            "/H1",
        ),
        *(
            "/H2",
            "/H3",
            "/H4",
            "/L",
            "/LI",
            "/Lbl",
            "/LBody",
            "/Table",
            "/TR",
            "/TH",
            "/TD",
            "/THead",
            "/TBody",
        ),
        *("/TFoot", "/Span", "/Link", "/Figure", "/Code", "/Quote", "/Note", "/Reference"),
    }
    assert {str(element.S) for element, _ in _tree(opened.Root.StructTreeRoot)} <= standard


def test_tables_have_heads_and_rows_of_cells(opened: pikepdf.Pdf) -> None:
    """Every row stands in a table and holds heads and cells alone."""
    rows = [(row, above) for row, above in _tree(opened.Root.StructTreeRoot) if str(row.S) == "/TR"]
    assert len(rows) > 100
    for row, above in rows:
        assert "/Table" in above
        assert {str(kid.S) for kid in _kids(row)} <= {"/TH", "/TD"}


def test_no_row_of_a_table_is_cut(opened: pikepdf.Pdf, built_site: BuiltSite) -> None:
    """There are as many rows on paper as are written: one that goes on overleaf would be two."""
    composed = compose(read_edition(built_site.folder), ROOT / "overrides", commit="", page_size="A4")
    written = sum(len(body) for text in composed.texts.values() for body in text.iter("tbody"))
    written += composed.html.count("<tr>") - composed.html.count("<thead>")
    printed = [
        row
        for row, above in _tree(opened.Root.StructTreeRoot)
        if str(row.S) == "/TR" and above[-1] == "/TBody"
    ]
    assert len(printed) - written in (0, 1)  # the cover has a row for the commit where there is one


def test_every_figure_says_what_it_shows(opened: pikepdf.Pdf) -> None:
    """Each figure has an alternative text of more than a title."""
    figures = [element for element, _ in _tree(opened.Root.StructTreeRoot) if str(element.S) == "/Figure"]
    assert len(figures) >= 4
    assert all(len(str(figure.get("/Alt", ""))) > 40 for figure in figures)


def test_every_link_and_bookmark_leads_somewhere(opened: pikepdf.Pdf) -> None:
    """Each link goes to a place of the document or to an https address; each bookmark to a page."""
    names = _names(opened.Root.Names.Dests)
    links = [
        note for page in opened.pages for note in page.get("/Annots", []) if str(note.Subtype) == "/Link"
    ]
    assert len(links) > 500
    for link in links:
        if "/Dest" in link:
            assert str(link.Dest) in names
        else:
            assert str(link.A.URI).startswith("https://")
    with opened.open_outline() as outline:
        places = list(_destinations(outline.root))
    pages = {page.obj.objgen for page in opened.pages}
    assert len(places) > 50
    assert all(place.objgen in pages for place in places)


def _names(tree: pikepdf.Object) -> set[str]:
    own = {str(name) for name in list(tree.get("/Names", []))[::2]}
    return own.union(*(_names(kid) for kid in tree.get("/Kids", [])))


def _destinations(items: list[pikepdf.OutlineItem]) -> Iterator[pikepdf.Object]:
    for item in items:
        assert item.title.strip()
        yield item.destination[0]
        yield from _destinations(item.children)


def test_every_link_is_an_element_of_the_structure(opened: pikepdf.Pdf) -> None:
    """Each annotation of a link belongs to an element, so that it is read where it stands."""
    for page in opened.pages:
        for note in page.get("/Annots", []):
            assert "/StructParent" in note

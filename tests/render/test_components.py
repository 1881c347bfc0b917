"""Components from records: which kinds each takes, what it shows, tags, queries, digits as written."""

from __future__ import annotations

import datetime
import functools
from typing import TYPE_CHECKING, Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html

from macros.records.binding import open_book
from macros.records.kinds import CLAIM_KINDS, MODELS, STATEMENT_KINDS
from macros.records.structures import Stage
from macros.render import components, drawings
from macros.render.components import ComponentError
from macros.render.environment import component_environment
from macros.render.renderer import PageRenderer, Workshop
from macros.site.authoring import author_macros
from macros.state import State, assess
from tests.render.whole_book import BASE, as_file, whole_book
from tests.support.project import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from macros.render.diagram import AxisDiagram

DAY = datetime.date(2026, 5, 20)  # 80 days after the first of March: a review of 90 days is due in ten
OF_ANY_RECORD = ("value", "figure", "tag", "sentence", "link", "claim")
OF_ANY_RECORDS = ("points",)
OF_ONE_KIND = {
    "cards": "intent",
    "gates": "gate",
    "denylist": "denial",
    "timeline": "stage",
    "settings": "gate",
    "term": "term",
    "diagram": "diagram",
}
OF_ALL_RECORDS = ("register", "glossary", "sources", "discrepancies", "legend", "count")
AUDIT = ("audit_counts", "audit_findings", "audit_rules")
IN_TESTS_OF_THEIR_OWN = (
    *("callout", "table", "grid", "chart", "plain", "comparison", "answers", "changes"),
    *AUDIT,
)


def _words(path: str, *, is_markup: bool) -> str:
    del is_markup
    return path.replace("/", " ")


def page_of(folder: Path, records: str) -> PageRenderer:
    """A renderer for a page at the root of a site with these records."""
    (folder / "pump.yml").write_text(records, encoding="utf-8")
    bound = open_book(folder, "claims")
    assert not bound.findings, bound.findings
    environment = component_environment(ROOT / "overrides")
    return PageRenderer(Workshop(bound.book, assess(bound.book, DAY), environment), "")


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> PageRenderer:
    """A page of the book that has a record of every kind."""
    return page_of(tmp_path_factory.mktemp("claims"), as_file(whole_book(_words)))


def _macro(name: str) -> Callable[..., Any]:
    return getattr(components, name, None) or getattr(drawings, name)


def _read(markup: str) -> html.HtmlElement:
    return html.fragment_fromstring(markup, create_parent=True)


def _text(markup: str) -> str:
    return " ".join(_read(markup).text_content().split())


def test_every_macro_is_tested() -> None:
    """Each macro that authors can call is in one of the lists here, and every kind has a record."""
    tested = {*OF_ANY_RECORD, *OF_ANY_RECORDS, *OF_ONE_KIND, *OF_ALL_RECORDS, *IN_TESTS_OF_THEIR_OWN}
    assert tested == set(author_macros())
    assert {base["kind"] for base in BASE.values()} == set(MODELS)


@pytest.mark.parametrize("key", BASE)
@pytest.mark.parametrize("name", OF_ANY_RECORD)
def test_what_takes_any_record_shows_any_kind(page: PageRenderer, name: str, key: str) -> None:
    """A value is the value or else the title, a sentence the sentence, a link leads to the record's page."""
    view = page.peek(f"pump.{key}")
    shown = _macro(name)(page, f"pump.{key}")
    text = _text(shown)
    expected = {
        "value": view.value or f"{key} title",
        "figure": view.value or f"{key} title",
        "tag": view.kind_tag.word if view.kind_tag else "",
        "sentence": f"{key} says",
        "claim": f"{key} says",
        "link": f"{key} title",
    }[name]
    assert text.startswith(" ".join(expected.split()))
    if name in {"figure", "link"}:
        assert _read(shown).xpath("string(//a/@href)") == f"claims/pump.{key}/"
    if name in {"value", "sentence", "claim"}:
        assert f"{key} caveat" in text


@pytest.mark.parametrize("key", BASE)
def test_what_takes_a_list_shows_any_kind(page: PageRenderer, key: str) -> None:
    """Bullets, boxes and tables show a record of any kind by its sentence or title."""
    name = f"pump.{key}"
    assert f"{key} says" in _text(components.points(page, [name]))
    box = _text(components.callout(page, [name], title="Mind", tone="warning"))
    assert box.startswith(f"Mind {key} says")
    assert f"{key} title" in _text(components.table(page, [name], caption="One"))
    assert components.plain(page, name) == (page.peek(name).value or f"{key} title")


@pytest.mark.parametrize("key", BASE)
@pytest.mark.parametrize(("name", "kind"), OF_ONE_KIND.items())
def test_what_takes_one_kind_refuses_the_others(page: PageRenderer, name: str, kind: str, key: str) -> None:
    """Gates, bans, stages, cards, words and diagrams take their own kind; for another they name it."""
    macro = _macro(name)
    if name == "settings" and key == "seal":
        macro = functools.partial(macro, where="pod")
    if BASE[key]["kind"] == kind:
        word = "setting name" if name == "settings" else "title"
        assert f"{key} {word}" in _text(macro(page, f"pump.{key}"))
    elif BASE[key]["kind"] == "collection" and name not in {"term", "diagram"}:
        with pytest.raises(ComponentError, match=r"pump\.flow"):
            macro(page, f"pump.{key}")
    else:
        with pytest.raises(ComponentError) as caught:
            macro(page, f"pump.{key}")
        assert caught.value.expected == f"the id of a record of kind {kind}"
        assert BASE[key]["kind"] in caught.value.found


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("register", set(STATEMENT_KINDS)),
        ("glossary", {"term"}),
        ("sources", {"source"}),
        ("discrepancies", {"discrepancy"}),
    ],
)
def test_what_shows_all_of_a_kind_leaves_none_out(page: PageRenderer, name: str, kinds: set[str]) -> None:
    """Register, glossary, sources and discrepancies show each of their records once, and no other."""
    tree = _read(_macro(name)(page))
    entries = {
        "register": "//tbody/tr/th",
        "glossary": "//dt/dfn",
        "sources": "//article/h3",
        "discrepancies": "//li[@id]//b",
    }[name]
    titles = [" ".join(entry.text_content().split()) for entry in tree.xpath(entries)]
    expected = [key for key, base in BASE.items() if base["kind"] in kinds]
    assert len(titles) == len(expected)
    assert all(any(title.startswith(f"{key} title") for title in titles) for key in expected)


def test_a_legend_counts_every_statement_once(page: PageRenderer) -> None:
    """The four kinds of claim, and the states, with as many records as there are."""
    for what in ("kind", "state"):
        rows = _read(components.legend(page, what)).xpath("//tbody/tr")
        counted = {row.xpath("string(th)").strip(): int(row.xpath("string(td[last()])")) for row in rows}
        expected = [
            page.peek(record.identifier).record.kind if what == "kind" else page.peek(record.identifier).state
            for record in page.book.statements()
        ]
        assert counted == {name: expected.count(name) for name in counted}
    assert sum(counted.values()) == len(page.book.statements())
    assert counted["superseded"] == 1
    assert counted["due"] > 0


def test_a_gate_is_a_line_to_copy(page: PageRenderer) -> None:
    """A gate of the environment is NAME=value, one of another place a name and a value."""
    assert _text(components.settings(page, ["pump.speed"])) == "speed setting name=speed required"
    assert _text(components.settings(page, ["pump.seal"], where="pod")) == "seal setting name 3"
    with pytest.raises(ComponentError):
        components.settings(page, ["pump.seal"])


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({"kind": "measured"}, ["flow", "rival", "colour", "ratio"]),
        ({"kind": "measured", "state": "contested"}, ["flow", "rival"]),
        ({"subject": "pump", "kind": "assumed"}, ["band"]),
        ({"state": "superseded"}, ["older"]),
        ({"grade": "assumed", "kind": "derived"}, ["tie"]),
        ({"audience": "all", "kind": "denial"}, ["dry-run"]),
    ],
    ids=str,
)
def test_a_query_finds_the_records_that_meet_all_of_it(
    page: PageRenderer, query: dict[str, str], expected: list[str]
) -> None:
    """A table of a query has a row a record, in the order of the records; a count gives their number."""
    tree = _read(components.table(page, caption="Found", columns={"title": "T", "kind": "K"}, **query))
    assert [cell.text_content().strip() for cell in tree.xpath("//tbody//th")] == [
        f"{key} title" for key in expected
    ]
    assert tree.xpath("string(//caption)") == "Found"
    assert [head.text for head in tree.xpath("//thead//th")] == ["T", "K"]
    assert _text(components.count(page, **query)) == str(len(expected))


def test_a_count_without_a_query_is_of_all_statements(page: PageRenderer) -> None:
    """Structures such as terms and sources are no statements."""
    statements = [base for base in BASE.values() if base["kind"] in STATEMENT_KINDS]
    assert _text(components.count(page)) == str(len(statements))


def test_a_comparison_is_a_drawing_and_its_list(page: PageRenderer) -> None:
    """Both forms of the drawing and the list show the ratio as written and the band."""
    tree = _read(drawings.comparison(page, ["pump.ratio"], title="Ratios", band="pump.band"))
    for drawing in tree.xpath("//*[local-name() = 'svg'][contains(@class, 'cb-diagram')]"):
        assert "1.49×" in "".join(drawing.itertext())
    assert len(tree.xpath("//ul/li")) == 2
    with pytest.raises(ComponentError, match="colour"):
        drawings.comparison(page, ["pump.colour"], title="Colours")


def test_a_comparison_is_drawn_from_the_numbers(page: PageRenderer, monkeypatch: pytest.MonkeyPatch) -> None:
    """1.49 is drawn from 1.485 to 1.495, a band of 5% from 0.95 to 1.05, and a record set apart is open."""
    drawn: list[AxisDiagram] = []
    draw = drawings.art.draw_axis

    def noting(environment: Any, model: AxisDiagram, *rest: Any) -> object:  # noqa: ANN401 - passed on
        drawn.append(model)
        return draw(environment, model, *rest)

    monkeypatch.setattr(drawings.art, "draw_axis", noting)
    drawings.comparison(page, ["pump.ratio"], title="Ratios", band="pump.band", less="slower", more="faster")
    drawings.comparison(page, ["pump.ratio"], title="Ratios", apart=["pump.ratio"])
    first, second = drawn
    (row,) = first.rows
    assert (row.low, row.nominal, row.high) == (1.485, 1.49, 1.495)
    assert (row.value_text, row.kind, row.href, row.filled) == (
        "1.49×",
        "measured",
        "claims/pump.ratio/",
        True,
    )
    assert first.band is not None
    assert (first.band.low, first.band.high) == pytest.approx((0.95, 1.05))
    assert (first.low_label, first.high_label, first.reference) == ("slower", "faster", 1)
    assert first.domain[0] <= 0.95
    assert first.domain[1] >= 1.495
    assert (second.band, second.rows[0].filled) == (None, False)


def test_a_glossary_is_in_alphabetical_order(tmp_path: Path) -> None:
    """Words are sorted without regard to capitals, whatever the order of the records."""
    words = ["valve", "Impeller", "bearing", "Axle", "axis"]
    records = "".join(
        f"t{number}: {{kind: term, title: {word}, says: S.}}\n" for number, word in enumerate(words)
    )
    tree = _read(components.glossary(page_of(tmp_path, records)))
    assert [entry.text for entry in tree.xpath("//dfn")] == ["axis", "Axle", "bearing", "Impeller", "valve"]


def test_answers_are_every_way_through_a_tree(page: PageRenderer) -> None:
    """A tree of one question with two answers has two rows, each ending at its leaf."""
    rows = _read(drawings.answers(page, "pump.choice")).xpath("//tbody/tr")
    leaves = [" ".join(row.xpath("string(td[1])").split()) for row in rows]
    assert leaves == ["pump-it title", "leave-it title"]
    assert [row.xpath("string(th)") for row in rows] == ["wet branches 0 answer", "wet branches 1 answer"]


@pytest.mark.parametrize("key", BASE)
def test_a_tag_is_a_word_and_a_glyph(page: PageRenderer, key: str) -> None:
    """No tag speaks by colour alone: each has a word and one glyph; a claim has a tag."""
    view = page.peek(f"pump.{key}")
    tags = _tags(page, key)
    assert [" ".join(tag.text_content().split()) for tag in tags] == [tag.word for tag in view.tags]
    assert all(tag.word.strip() for tag in view.tags)
    assert [len(tag.xpath(".//use")) for tag in tags] == [1] * len(tags)
    assert tags or BASE[key]["kind"] not in CLAIM_KINDS


def test_every_glyph_is_drawn(page: PageRenderer) -> None:
    """Each glyph that a tag or a status names is in the page's sprite."""
    sprite = (ROOT / "overrides/glyphs/sprite.svg.jinja").read_text(encoding="utf-8")
    drawn = set(html.fromstring(f"<div>{sprite}</div>").xpath("//symbol/@id"))
    named = {use.lstrip("#") for key in BASE for tag in _tags(page, key) for use in tag.xpath(".//use/@href")}
    states = {f"cb-glyph-{state.value}" for state in State}
    statuses = {f"cb-glyph-{status}" for status in get_args(Stage.model_fields["status"].annotation)}
    assert (named | states | statuses) - drawn == set()


def _tags(page: PageRenderer, key: str) -> list[html.HtmlElement]:
    found: list[html.HtmlElement] = _read(components.tag(page, f"pump.{key}")).xpath(
        "//*[contains(@class, 'cb-tag--')]"
    )
    return found


@pytest.mark.parametrize(
    ("value", "unit", "shown"),
    [
        ("14.70", "GB/s", "14.70 GB/s"),
        ("0.10", "", "0.10"),
        ("+14.7", "ms/token", "+14.7 ms/token"),
        ("19", "µs", "19 µs"),
        ("19.0", "µs", "19.0 µs"),
        ("0.97", "×", "0.97×"),
        ("5", '"%"', "5%"),
        ("{low: 8.0, high: 11}", "GB/s", "8.0 to 11 GB/s"),
        ("{at_least: 3.20}", "GB/s", "≥ 3.20 GB/s"),
        ("{at_most: 100}", "µs", "≤ 100 µs"),
        ("1.49, approx: true", "×", "~1.49×"),
        ("'1.50'", "", "1.50"),
    ],
)
def test_a_value_keeps_its_digits(tmp_path: Path, value: str, unit: str, shown: str) -> None:
    """No digit is added or dropped, wherever a value stands: in a line, a table, the register, words."""
    unit_field = f", unit: {unit}" if unit else ""
    page = page_of(
        tmp_path,
        "log: {kind: source, title: Log, says: The log.}\n"
        "token: {kind: unit, title: Token, says: A token., symbol: token, plural: tokens}\n"
        "flow: {kind: measured, title: Flow, says: 'It is {value}.', source: pump.log, observed: unstated, "
        f"value: {value}{unit_field}}}\n",
    )
    expected = " ".join(shown.split())
    assert " ".join(components.plain(page, "pump.flow").split()) == expected
    assert _text(components.value(page, "pump.flow")).startswith(f"{expected} measured")
    assert _text(components.figure(page, "pump.flow")) == expected
    assert _text(components.sentence(page, "pump.flow")).startswith(f"It is {expected}.")
    table = _read(components.table(page, ["pump.flow"], caption="All", columns={"title": "T", "value": "V"}))
    assert " ".join(table.xpath("string(//tbody//td)").split()) == expected
    register = _read(components.register(page))
    assert " ".join(register.xpath("string(//tbody//td[1])").split()) == expected


WRITTEN = st.text(st.characters(exclude_categories=["Cc", "Cs"], exclude_characters="`"))
MARKS = st.text("<>&\"'/!?;#={}b1- ", min_size=3)


@given(WRITTEN | MARKS)
def test_any_text_of_a_record_stays_text(page: PageRenderer, text: str) -> None:
    """Whatever a record says, the markup made of it has no element and reads as it was written."""
    read = _read(page.text(page.book.records["pump.flow"], text.replace("{", "{{").replace("}", "}}")))
    assert [element.tag for element in read] == []
    assert (read.text or "") == text


def test_what_stands_in_backticks_is_code(page: PageRenderer) -> None:
    """Backticks give code, braces a value, and what is in code is not read further."""
    record = page.book.records["pump.flow"]
    read = _read(page.text(record, "Set `<b>{{x}}</b>` to {value} or {pump.band}."))
    assert [(element.tag, element.text_content()) for element in read] == [
        ("code", "<b>{{x}}</b>"),
        ("span", "14.7\u00a0GB/s"),
        ("span", "5%"),
    ]
    assert " ".join(read.text_content().split()) == "Set <b>{{x}}</b> to 14.7 GB/s or 5%."


STATES = """\
defaults: {kind: assumed, says: So it is., verify: Look., observed: 2026-01-01, review: 30d}
rival: {title: Rival, value: 1}
other: {title: Other, value: 2, conflicts_with: [pump.rival]}
older: {title: Older, value: 3, superseded_by: pump.newer}
newer: {title: Newer, value: 4, observed: 2026-05-01}
"""


def test_every_state_of_a_record_has_its_tag(tmp_path: Path) -> None:
    """A claim that is contested, or replaced, and past its review shows both, wherever its tags stand."""
    page = page_of(tmp_path, STATES)
    for key, words in (
        ("rival", {"assumed", "contested", "stale"}),
        ("other", {"assumed", "contested", "stale"}),
        ("older", {"assumed", "superseded", "stale"}),
        ("newer", {"assumed", "review due 2026-05-31"}),
    ):
        assert {tag.text_content().strip() for tag in _tags(page, key)} == words
        row = _read(components.register(page)).xpath(f"//tr[@data-id='pump.{key}']")[0]
        tags = row.xpath(".//*[contains(@class, 'cb-tag--')]")
        assert {tag.text_content().strip() for tag in tags} == words
        sentence = _text(components.sentence(page, f"pump.{key}"))
        assert all(word in sentence for word in words)

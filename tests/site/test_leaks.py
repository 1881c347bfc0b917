"""Nothing internal is in the customer edition: every byte of it is searched, unpacked and decoded."""

from __future__ import annotations

import gzip
import html
import json
import re
from collections import Counter
from typing import TYPE_CHECKING

import pytest
import yaml
from pypdf.generic import StreamObject

from macros.records.binding import open_book
from macros.records.kinds import MODELS
from tests.pdf.reading import Paper
from tests.support.built import ADDRESS
from tests.support.planted import (
    HIDDEN_PAGE,
    HIDDEN_RECORDS,
    NAVIGATION,
    PAGE,
    REGISTER,
    REPLACED,
    SHOWN_RECORDS,
    SOURCES,
    UNPUBLISHED,
    internal,
    marker,
    markers,
    planted,
)
from tests.support.project import ROOT, run_claimbook
from tests.support.sites import CONFIGURATION, DAY, SmallSite, write_site

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Iterator
    from pathlib import Path

    from macros.records.base import Record
    from macros.records.book import Book

ADDRESSES = {"CLAIMBOOK_SITE_URL": ADDRESS, "CLAIMBOOK_CUSTOMER_SITE_URL": ADDRESS}
"""With an address the build writes a sitemap."""
CUSTOMER = """\
INHERIT: mkdocs.yml
plugins: {claimbook: {edition: customer, edition_title: Customer edition}}
"""
RUN = 8
AROUND = 200
"""How many characters before and after a value tell what it is the value of."""
_WORD = re.compile(r"[^\W_]+(?:[.'\u2019-][^\W_]+)*")


def _contents(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield every file of a folder with its path, and once more what is packed in it."""
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            name, content = file.relative_to(folder).as_posix(), file.read_bytes()
            yield name, name.encode() + b"\n" + content
            if content.startswith(b"\x1f\x8b"):
                yield f"{name} (unpacked)", gzip.decompress(content)
            if name.endswith(".pdf"):
                yield f"{name} (text)", Paper(file).text.encode()
                yield f"{name} (objects)", _objects(Paper(file))


def _objects(paper: Paper) -> bytes:
    """Return every object of a PDF, its strings decoded and its streams unpacked."""
    count = int(paper.reader.trailer["/Size"])
    objects = [paper.reader.get_object(number) for number in range(1, count)]
    streams = [each.get_data() for each in objects if isinstance(each, StreamObject)]
    return b"\n".join([*(str(each).encode("utf-8", "replace") for each in objects), *streams])


def _customer(output: Path) -> Iterator[tuple[str, bytes]]:
    """Yield everything that customers get: the built edition and its print."""
    yield from _contents(output / "customer")
    yield from _contents(output.parent / "print")


def _decoded(content: bytes) -> str:
    """Return bytes as text in small letters, without tags, entities, escapes and odd spaces."""
    text = content.decode("utf-8", "replace")
    text = re.sub(r"\\u([0-9a-fA-F]{4})", lambda match: chr(int(match[1], 16)), text)
    text = html.unescape(html.unescape(re.sub(r"<[^<>]*>", lambda match: f" {match[0][1:-1]} ", text)))
    return " ".join(text.split()).casefold()


def _built(configuration: Path, output: Path, *, folder: Path) -> None:
    outcome = run_claimbook(
        "build",
        *("--config", configuration, "--output", output, "--as-of", DAY),
        folder=folder,
        environment=ADDRESSES,
    )
    assert outcome.returncode == 0, outcome.stdout + outcome.stderr


def _print(output: Path, *, folder: Path) -> None:
    target = output.parent / "print"
    target.mkdir()
    outcome = run_claimbook(
        *("pdf", "--built", output / "customer", "--output", target / "guide.pdf", "--as-of", DAY),
        folder=folder,
        environment=ADDRESSES,
        seconds=300,
    )
    assert outcome.returncode == 0, outcome.stdout + outcome.stderr


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The output folder of our own site: the full edition, and the customer edition in its folder."""
    output = tmp_path_factory.mktemp("real") / "dist"
    _built(ROOT / "mkdocs.yml", output, folder=ROOT)
    _built(ROOT / "mkdocs.customer.yml", output / "customer", folder=ROOT)
    _print(output, folder=ROOT)
    return output


def _planted_site(folder: Path) -> SmallSite:
    site = write_site(
        folder,
        pages={"index.md": planted(PAGE), "all.md": REGISTER},
        claims={
            "hidden.yml": internal(HIDDEN_RECORDS) + planted(REPLACED),
            "shown.yml": SHOWN_RECORDS,
            "sources.yml": planted(SOURCES),
        },
        configuration=CONFIGURATION.replace("nav: null\n", planted(NAVIGATION)),
    )
    site.write("mkdocs.customer.yml", CUSTOMER)
    site.write(f"docs/{marker('file')}/{marker('page')}.md", planted(HIDDEN_PAGE))
    site.write(f"docs/{marker('picture')}.png", marker("picture-metadata"))
    return site


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The output folder of the site with markers, both editions."""
    folder = tmp_path_factory.mktemp("planted")
    _planted_site(folder)
    drawn = run_claimbook("charts", folder=folder)
    assert drawn.returncode == 0, drawn.stdout + drawn.stderr
    _built(folder / "mkdocs.yml", folder / "dist", folder=folder)
    _built(folder / "mkdocs.customer.yml", folder / "dist" / "customer", folder=folder)
    _print(folder / "dist", folder=folder)
    return folder / "dist"


def test_every_text_field_of_every_kind_is_planted() -> None:
    """The planted records have one of each kind that readers see, and each of its text fields is marked."""
    records = yaml.safe_load(planted(HIDDEN_RECORDS))
    kinds = {record["kind"]: record for record in reversed(records.values())}
    assert set(MODELS) - set(kinds) == {"policy"}  # says for how long others may be trusted, and has no page
    missing = [
        f"{kind}.{field}"
        for kind, record in kinds.items()
        for field in ("title", *MODELS[kind].text_fields)
        if "zq" not in str(record.get(field, ""))
    ]
    assert missing == []


def test_no_marker_is_in_the_customer_edition(small: Path) -> None:
    """No word of an internal record, page, block, comment, file name or navigation is in any byte."""
    wanted = {**markers(), marker("picture-metadata"): "picture-metadata", "7319.25": "value"}
    found = {
        f"{place}: {name}"
        for name, content in _customer(small)
        for word, place in wanted.items()
        if word in _decoded(content) or word.encode() in content
    }
    assert found == set()
    names = {name for name, _ in _customer(small)}
    assert "site/index.html" in names
    assert "site/sitemap.xml" in names
    printed = {name: content for name, content in _customer(small) if name.startswith("guide.pdf")}
    assert b"It stands beside enough" in printed["guide.pdf (text)"]
    assert b"Customer edition" in printed["guide.pdf (objects)"]
    assert not [name for name in names if "hidden." in name]
    assert not [name for name, content in _customer(small) if b"hidden." in content]


def test_the_full_edition_shows_what_the_customer_edition_leaves_out(small: Path) -> None:
    """The markers are found where they belong, so that not finding one says something."""
    text = "\n".join(_decoded(content) for name, content in _contents(small) if "customer/" not in name)
    missing = {place for word, place in markers().items() if word not in text}
    unshown = {place for place in missing if not place.endswith(("-brief", "-verify", "-caveat", "-note"))}
    assert unshown >= UNPUBLISHED
    assert unshown - UNPUBLISHED <= UNSHOWN


UNSHOWN = {
    "component-commit",
    "denial-banned-value",
    "denial-pattern",
    "derived-comparable",
    "measured-waive",
    "unit-plural",
    "unit-symbol",
}
"""What only the source of a record has."""


def test_comments_are_in_no_edition(small: Path) -> None:
    """What a comment of a page says is published for nobody."""
    words = [marker(place) for place in UNPUBLISHED]
    found = [(name, word) for name, content in _contents(small) for word in words if word.encode() in content]
    assert found == []
    assert not [name for name, content in _contents(small) if name.endswith(".html") and b"<!--" in content]


def test_what_is_around_a_block_stays(small: Path) -> None:
    """Text before, between and after blocks and comments is in the customer edition, as are substitutes."""
    page = (small / "customer" / "site" / "index.html").read_text(encoding="utf-8")
    text = " ".join(re.sub(r"<[^<>]*>", "", page).split()).casefold()
    for words in (
        "before the block. after the comment.",
        "an item",
        "another item",
        "shown again: a judgement, 7 in all",
        "it stands beside enough",
        "all that was read",
    ):
        assert words in text, words


def test_a_state_is_not_made_better_by_what_is_hidden(small: Path) -> None:
    """A statement that a hidden record contests, replaces or reopens has the same state in both editions."""
    states = [
        {
            record["id"]: record["state"]
            for record in json.loads((folder / "claims.json").read_text())["records"]
        }
        for folder in (small, small / "customer")
    ]
    assert states[0] == {**states[0], **states[1]}
    assert states[1]["shown.contested"] == "contested"
    assert states[1]["shown.superseded"] == "superseded"
    assert states[1]["shown.reopened"] == "stale"


def _hidden(book: Book) -> list[Record]:
    return [record for record in book if record.audience == "internal"]


def _runs(text: str) -> Iterator[str]:
    words = [word.casefold() for word in _WORD.findall(text)]
    for start in range(max(1, len(words) - RUN + 1)):
        yield " ".join(words[start : start + RUN])


def test_our_customer_edition_has_nothing_of_an_internal_record(real: Path) -> None:
    """No id, title, distinctive eight words or value in context of any internal record is in any byte."""
    book = open_book(ROOT / "claims").book
    hidden = _hidden(book)
    assert hidden
    said = " | ".join(
        " ".join(_WORD.findall(text)).casefold()
        for record in book
        if record.audience != "internal"
        for text in (record.title, *(text for _, text in record.texts()))
    )
    needles = {
        run: record.identifier
        for record in hidden
        for text in (record.title, *(text for _, text in record.texts()))
        for run in _runs(text)
        if run.count(" ") >= 2 and run not in said
    }
    assert len(needles) > len(hidden)
    lengths = Counter(run.count(" ") + 1 for run in needles)
    found = []
    for name, content in _customer(real):
        text = _decoded(content)
        found += [(name, record.identifier) for record in hidden if record.identifier in text]
        words = [word.casefold() for word in _WORD.findall(text)]
        for length in lengths:
            runs = {" ".join(words[start : start + length]) for start in range(len(words) - length + 1)}
            found += [(name, needles[run], run) for run in runs & needles.keys()]
        for record in hidden:
            found += [(name, record.identifier, value) for value in _values_in(text, book, record)]
    assert found == []


def _values_in(text: str, book: Book, record: Record) -> Iterator[str]:
    """Yield the value of a hidden record where words of its title stand around it."""
    value = book.reading(record.identifier).casefold()
    telling = [word.casefold() for word in _WORD.findall(record.title) if len(word) > 4]
    if not value or value in {
        book.reading(other.identifier).casefold() for other in book if other is not record
    }:
        return
    for match in re.finditer(re.escape(value), text):
        around = text[max(0, match.start() - AROUND) : match.end() + AROUND]
        if any(word in around for word in telling):
            yield value


def test_our_customer_edition_passes_the_audit(real: Path) -> None:
    """The rule about internal records is checked, and finds nothing."""
    outcome = _audited(real)
    assert outcome.returncode == 0, outcome.stdout
    report = json.loads(outcome.stdout)
    assert report["findings"] == []
    assert "CB1301" not in json.dumps(report.get("unchecked", []))


@pytest.mark.parametrize("form", ["id", "title", "text"])
def test_the_audit_finds_a_planted_leak(real: Path, form: str) -> None:
    """An id, a title or a sentence of an internal record, put into a page, ends the audit with a finding."""
    record = next(one for one in _hidden(open_book(ROOT / "claims").book) if one.kind == "discrepancy")
    words = {"id": record.identifier, "title": record.title, "text": record.says}[form]
    page = real / "customer" / "site" / "about" / "index.html"
    before = page.read_text(encoding="utf-8")
    page.write_text(before.replace("</main>", f"<p>{html.escape(words)}</p></main>"), encoding="utf-8")
    try:
        outcome = _audited(real)
    finally:
        page.write_text(before, encoding="utf-8")
    assert outcome.returncode == 1
    found = json.loads(outcome.stdout)["findings"]
    assert [(item["rule"], item["record"]) for item in found] == [("CB1301", record.identifier)]


def _audited(output: Path) -> subprocess.CompletedProcess[str]:
    return run_claimbook(
        *("audit", "--output", output, "--only", "CB1301", "--format", "json", "--no-cache", "--as-of", DAY)
    )


def test_the_customer_edition_is_the_same_bytes_again(real: Path, tmp_path: Path) -> None:
    """Two builds of the edition differ in no byte."""
    _built(ROOT / "mkdocs.customer.yml", tmp_path, folder=ROOT)
    assert dict(_contents(tmp_path)) == dict(_contents(real / "customer"))

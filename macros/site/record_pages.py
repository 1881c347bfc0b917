"""One page a record, made from the theme's page once and filled for each record.

Rendering the theme for ten thousand records would take minutes. All record pages lie equally deep and differ
in title, text and address only: the theme renders one page with marks in it, and each record replaces them.
"""

from __future__ import annotations

import multiprocessing
import re
import threading
from html import escape
from typing import TYPE_CHECKING, Any

from macros.quantity import parse_formula
from macros.records.charts import Chart
from macros.records.claims import Derived
from macros.records.evidence import Artefact
from macros.records.structures import Collection, Component, Denial, Diagram, Gate, Intent, Stage, Watch
from macros.render import charting, components, drawings
from macros.render.renderer import PageRenderer
from macros.render.views import AUDIENCE_WORDS
from macros.site.evidence_facts import evidence_of, read_from
from macros.site.kept import bodies

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from markupsafe import Markup

    from macros.records.base import Record
    from macros.records.book import Book
    from macros.render.views import View
    from macros.site.desk import Desk, PageDesk

SHELL_NAME = "cbrecordname"
SHELL_ADDRESS = f"claims/{SHELL_NAME}.md"
SHELL_TITLE = "cbrecordtitle"
SHELL_TEXT = "cbrecordtext"
SHELL_DESCRIPTION = "cbrecorddescription"
ROOT = "../../"

_BODY = f"<p>{SHELL_TEXT}</p>"
_MARKS = re.compile(f"({SHELL_NAME}|{SHELL_TITLE}|{SHELL_DESCRIPTION}|{_BODY})")
RESERVED = re.compile(f"{SHELL_NAME}|{SHELL_TITLE}|{SHELL_DESCRIPTION}|{SHELL_TEXT}")

_INDENTATION = re.compile(r"\n\s+")
SPLIT_FROM = 2000
"""From how many records on two processes write their pages."""

UNPAGED = frozenset({"unit", "dimension", "policy", "edge"})
"""Kinds whose records are vocabulary or parts of a drawing: nobody links to a page of theirs."""

_VERDICTS = {
    "holds": "holds",
    "fragile": "holds, but not over the whole interval of its inputs",
    "broken": "no longer holds",
}
_PLACES = {
    "inline": "number or sentence itself",
    "block": "paragraph or card that holds it",
    "heading": "heading above it",
    "prose": "text, in words",
}


class Shell:
    """The theme's page around the marks, cut once."""

    def __init__(self, html: str) -> None:
        """Cut the rendered page at its marks; raise ValueError when the theme dropped the text's mark."""
        if _BODY not in html:
            message = "the theme's page does not show its content"
            raise ValueError(message)
        self.pieces = tuple(_MARKS.split(_INDENTATION.sub("\n", html)))

    def filled(self, record: Record, body: str, description: str) -> str:
        """Return the page of one record."""
        texts = {
            _BODY: body,
            SHELL_TITLE: escape(record.title),
            SHELL_NAME: record.identifier,
            SHELL_DESCRIPTION: escape(description),
        }
        return "".join([texts.get(piece, piece) for piece in self.pieces])


def paged(book: Book) -> list[Record]:
    """Return the records that get a page."""
    return [record for record in book if record.kind not in UNPAGED]


def addresses(book: Book) -> dict[str, str]:
    """Return where the build writes what no page is, and what that is."""
    pages = {
        f"claims/{record.identifier}/index.html": f"{record.identifier}'s page" for record in paged(book)
    }
    shell = f"claims/{SHELL_NAME}/index.html"
    return {**pages, shell: "a page of the build", "claims.json": "the list of all records"}


def write_pages(desk: Desk, shell_html: str, site: Path) -> int:
    """Write every record's page below ``site`` and return how many there are.

    A large book uses two processes. Raises RuntimeError when the second process fails.
    """
    shell = Shell(shell_html)
    records = paged(desk.workshop.book)
    if len(records) < SPLIT_FROM or not _may_fork():
        _write(desk, shell, records, site)
        return len(records)
    second = multiprocessing.get_context("fork").Process(
        target=_write, args=(desk, shell, records[1::2], site)
    )
    second.start()
    _write(desk, shell, records[::2], site)
    second.join()
    if second.exitcode != 0:
        message = "the second process that writes record pages failed; its message stands above"
        raise RuntimeError(message)
    return len(records)


def _may_fork() -> bool:
    return "fork" in multiprocessing.get_all_start_methods() and threading.active_count() == 1


def _write(desk: Desk, shell: Shell, records: Sequence[Record], site: Path) -> None:
    page = PageRenderer(desk.workshop, ROOT)
    folder = site / "claims"
    folder.mkdir(parents=True, exist_ok=True)
    kept = bodies()
    for record in records:
        html = shell.filled(record, _body(desk, page, record, kept), page.words(record, record.says))
        target = folder / record.identifier
        target.mkdir(exist_ok=True)
        (target / "index.html").write_bytes(html.encode())


def _body(desk: Desk, page: PageRenderer, record: Record, kept: dict[str, tuple[object, str]] | None) -> str:
    """Return the text of a record's page; it depends on the records and on the pages that show it."""
    name = record.identifier
    placements = tuple((place.url, place.title) for place in desk.placements.get(name, ()))
    if kept is not None and kept.get(name, (None, ""))[0] == placements:
        return kept[name][1]
    body = str(page.component("record", **_context(desk, page, page.peek(name))))
    if kept is not None:
        kept[name] = (placements, body)
    return body


def _context(desk: Desk, page: PageRenderer, view: View) -> dict[str, Any]:
    book, record = page.book, view.record
    return {
        "view": view,
        "details": _details(page, record),
        "status": record.status_text if isinstance(record, Stage) else "",
        "scope": [{"name": page.dimension(name), "text": text} for name, text in record.scope.items()],
        "formula": _formula(page, record),
        "evidence": evidence_of(page, record),
        "source": page.peek(record.source) if record.source in book and record.source else None,
        "references": page.related(record.references),
        "pins": page.related(record.pins),
        "conflicts": page.related(book.contested_by(record.identifier)),
        "foundations": page.related(record.foundations()),
        "carried": page.related(_with_page(book, book.carried_by(record.identifier))),
        "members": page.related(_with_page(book, record.items)) if isinstance(record, Collection) else [],
        "placements": _placements(desk.placements.get(record.identifier, [])),
        "open_questions": page.related(book.concerning(record.identifier)),
        "audience": AUDIENCE_WORDS[record.audience],
        "history": _history(page, record, view),
        "verdicts": _VERDICTS,
        "tag_places": _PLACES,
    }


def _with_page(book: Book, identifiers: Sequence[str]) -> list[str]:
    return [identifier for identifier in identifiers if book.records[identifier].kind not in UNPAGED]


def _placements(pages: Sequence[PageDesk]) -> list[Mapping[str, str]]:
    return [{"url": page.url, "title": page.title} for page in pages]


def _details(page: PageRenderer, record: Record) -> Markup | None:
    match record:
        case Gate() | Denial() | Stage() | Intent() | Watch():
            return page.component(f"{record.kind}-facts", view=page.peek(record.identifier))
        case Artefact():
            read = read_from(page, record)
            return page.component("artefact-facts", view=page.peek(record.identifier), read=read)
        case Diagram():
            return drawings.diagram(page, record.identifier)
        case Chart():
            return charting.chart(page, record.identifier)
        case Component():
            columns = {"title": "Component", "version": "Pinned", "purpose": "What it does"}
            return components.table(page, [record.identifier], columns=columns, caption="What is pinned")
    return None


def _formula(page: PageRenderer, record: Record) -> Mapping[str, Any] | None:
    if not isinstance(record, Derived):
        return None
    quantity = page.book.quantities.get(record.identifier)
    interval = ""
    if quantity is not None and quantity.number.interval.low != quantity.number.interval.high:
        interval = f"{quantity.number.interval.low:.4g} to {quantity.number.interval.high:.4g}"
    formula = parse_formula(record.formula) if record.formula else None
    return {
        "mathml": page.mathml(formula) if formula else "",
        "predicate": parse_formula(record.holds_if).readable() if record.holds_if else "",
        "inputs": [
            {"name": name, "view": page.peek(identifier)} for name, identifier in record.inputs.items()
        ],
        "interval": interval,
        "shown": record.shown.number if record.shown else "",
    }


def _history(page: PageRenderer, record: Record, view: View) -> list[Mapping[str, object]]:
    entries: list[Mapping[str, object]] = []
    if record.observed is not None and not record.observed.unstated:
        entries.append({"on": record.observed.written, "says": "observed"})
    assessment = page.workshop.assessments.get(record.identifier)
    if (
        assessment is not None
        and assessment.observed is not None
        and assessment.observed_from != record.identifier
    ):
        source = page.peek(assessment.observed_from).record.title
        entries.append(
            {
                "on": assessment.observed.isoformat(),
                "says": f"seen no later than this, the latest date of {source}",
            }
        )
    entries.extend(
        {"on": entry.on.written, "says": page.text(record, entry.says)} for entry in record.history
    )
    if record.superseded_by is not None:
        entries.append({"on": "", "says": f"superseded by {page.peek(record.superseded_by).record.title}"})
    if view.review_due:
        entries.append({"on": view.review_due, "says": "review due"})
    return sorted(entries, key=lambda entry: str(entry["on"]))

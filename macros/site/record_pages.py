"""What the page of a record shows: its facts, what it rests on, where it is shown, its history.

Knows records and the templates; how the pages become files is the affair of ``record_files``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from markupsafe import Markup

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
    from collections.abc import Iterable, Mapping, Sequence

    from macros.records.base import Record
    from macros.records.book import Book
    from macros.render.renderer import Workshop
    from macros.render.views import View

ROOT = "../../"
UNPAGED = frozenset({"unit", "dimension", "policy", "edge"})
"""Kinds whose records are vocabulary or parts of a drawing: nobody links to a page of theirs."""

Placement = tuple[str, str]
"""The address and the title of a page that shows a record."""

_PLACEMENTS = Markup("<!--placements-->")
"""Where the template leaves out the pages that show the record; no record's text can hold markup."""

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


def paged(book: Book) -> list[Record]:
    """Return the records that get a page."""
    return [record for record in book if record.kind not in UNPAGED]


class RecordPages:
    """Makes the texts of record pages, which all lie equally deep."""

    def __init__(self, workshop: Workshop) -> None:
        """Begin with what earlier builds of a preview left."""
        self.workshop = workshop
        self._placements: dict[tuple[Placement, ...], str] = {}
        self._kept = bodies()

    def description(self, record: Record) -> str:
        """Return a record's sentence in plain words."""
        return PageRenderer(self.workshop, ROOT).words(record, record.says)

    def body(self, record: Record) -> str:
        """Return the text of a record's page but for the pages that show it; it depends on records alone."""
        if self._kept is not None and record.identifier in self._kept:
            return self._kept[record.identifier]
        page = PageRenderer(self.workshop, ROOT)
        body = str(page.component("record", **_context(page, page.peek(record.identifier))))
        if self._kept is not None:
            self._kept[record.identifier] = body
        return body

    def placed(self, body: str, placements: Iterable[Placement]) -> str:
        """Return the text with the pages that show the record."""
        key = tuple(placements)
        if key not in self._placements:
            places = [{"url": url, "title": title} for url, title in key]
            page = PageRenderer(self.workshop, ROOT)
            self._placements[key] = str(page.component("placements", placements=places))
        return body.replace(_PLACEMENTS, self._placements[key])


def _context(page: PageRenderer, view: View) -> dict[str, Any]:
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
        "placements": _PLACEMENTS,
        "open_questions": page.related(book.concerning(record.identifier)),
        "audience": AUDIENCE_WORDS[record.audience],
        "history": _history(page, record, view),
        "verdicts": _VERDICTS,
        "tag_places": _PLACES,
    }


def _with_page(book: Book, identifiers: Sequence[str]) -> list[str]:
    return [identifier for identifier in identifiers if book.records[identifier].kind not in UNPAGED]


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

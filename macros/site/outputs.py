"""What machines read: every record, resolved, as JSON; and the record pages in the search index."""

from __future__ import annotations

import json
from html import escape
from typing import TYPE_CHECKING, Any

from macros.records.claims import Measured
from macros.records.evidence import Artefact
from macros.records.structures import Gate
from macros.site.plain_words import released

if TYPE_CHECKING:
    from collections.abc import Iterable
    from decimal import Decimal
    from pathlib import Path

    from mkdocs.structure.pages import Page

    from macros.records.base import Record
    from macros.render.renderer import PageRenderer
    from macros.site.desk import Desk


def in_reading_order(pages: Iterable[Page]) -> list[dict[str, str]]:
    """Return the pages of the navigation: address, name there, the section above them or nothing."""
    return [
        {
            "address": page.url,
            "title": released(str(page.title or "")),
            "section": released(str(page.parent.title)) if page.parent is not None else "",
        }
        for page in pages
    ]


def claims_json(
    desk: Desk,
    page: PageRenderer,
    *,
    as_of: str,
    edition: str,
    version: str,
    site: str,
    pages: list[dict[str, str]],
) -> str:
    """Return every record as JSON text: value, grade, state, source, audience, where it is shown."""
    names = {"edition": edition, "edition_name": desk.workshop.edition}
    head = json.dumps(
        {"as_of": as_of, **names, "version": version, "site": site, "pages": pages}, ensure_ascii=False
    )
    lines = (json.dumps(_resolved(desk, page, record), ensure_ascii=False) for record in desk.workshop.book)
    body = ",\n".join(lines)
    return f'{head[:-1]}, "records": [\n{body}\n]}}\n'


def _resolved(desk: Desk, page: PageRenderer, record: Record) -> dict[str, Any]:
    view = page.peek(record.identifier)
    return {
        "id": record.identifier,
        "kind": record.kind,
        "title": record.title,
        "says": page.words(record, record.says),
        "display": view.value or None,
        "value": _value(page, record),
        "unit": record.unit,
        "approximate": record.approx,
        "role": record.role,
        "grade": view.grade or None,
        "state": view.state or None,
        "causes": [
            {"state": cause.state, "says": cause.says, "record": cause.record or None}
            for cause in view.causes
        ],
        "verdict": view.verdict or None,
        "scope": {name: page.words(record, condition) for name, condition in record.scope.items()},
        "source": record.source,
        "attribution": record.attribution if record.source else None,
        "evidence": _evidence(page, record),
        "references": list(record.references),
        "observed": record.observed.written if record.observed else None,
        "review_due": view.review_due or None,
        "audience": record.audience,
        "source_tag": record.source_tag,
        "document": {"items": list(record.document.items), "lines": list(record.document.lines)}
        if record.document
        else None,
        "rests_on": list(record.foundations()),
        "conflicts_with": list(page.book.contested_by(record.identifier)),
        "superseded_by": record.superseded_by,
        "caveat": page.words(record, record.caveat) if record.caveat else None,
        "shown_on": [placed.url or "./" for placed in desk.placements.get(record.identifier, [])],
        "defined_in": {"path": record.path, "line": record.line},
    }


def _evidence(page: PageRenderer, record: Record) -> dict[str, Any] | None:
    """Return the artefact of a measurement, the way to its value there, and what verifying it last gave."""
    if not isinstance(record, Measured) or record.evidence is None:
        return None
    artefact = page.book.typed(record.evidence.artefact, Artefact)
    kept = page.workshop.verified.get(record.identifier)
    return {
        "artefact": artefact.identifier,
        "repository": artefact.repository,
        "commit": artefact.commit,
        "file": artefact.file,
        "sha256": artefact.sha256,
        "reading": record.evidence.reading,
        "outcome": kept.outcome if kept else None,
        "verified_on": kept.on if kept else None,
    }


def _value(page: PageRenderer, record: Record) -> dict[str, Any] | None:
    quantity = page.book.quantities.get(record.identifier)
    if quantity is not None:
        number = quantity.number
        return {
            "written": number.written,
            "nominal": _number(number.nominal),
            "low": _number(number.interval.low),
            "high": _number(number.interval.high),
            "exact": number.is_exact,
        }
    value = record.required if isinstance(record, Gate) and record.value is None else record.value
    return {"written": value.text} if value is not None else None


def _number(number: Decimal) -> float | None:
    return float(number) if number.is_finite() else None


def extend_search(index: Path, page: PageRenderer, records: Iterable[Record]) -> None:
    """Add the record pages to the search index that the theme's plugin wrote."""
    if not index.is_file():
        return
    document = json.loads(index.read_text(encoding="utf-8"))
    document["docs"].extend(
        {
            "location": f"claims/{record.identifier}/",
            "title": escape(record.title),  # the theme reads both as HTML
            "text": escape(page.words(record, record.says)),
        }
        for record in records
    )
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    index.write_text(released(text), encoding="utf-8")  # no escape of HTML is a mark in JSON

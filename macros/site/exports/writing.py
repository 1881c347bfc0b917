"""All exports of an edition, written beside its ``claims.json`` by one call."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from macros.site.exports.badges import badge_address, write_badges
from macros.site.exports.feed import feed
from macros.site.exports.linked import linked_data
from macros.site.exports.table import as_table

if TYPE_CHECKING:
    import datetime
    from pathlib import Path

    from macros.records.book import Book
    from macros.render.renderer import Workshop

NAMES = ("claims.csv", "claims.jsonld", "changes.atom")
"""The files beside the pages; each claim has a badge in a folder of theirs."""


def addresses(book: Book) -> dict[str, str]:
    """Return where exports lie, and what each of them is: nothing else may be published there."""
    badges = {badge_address(record.identifier): "a badge" for record in book.statements()}
    return {**dict.fromkeys(NAMES, "an export of all records"), **badges}


def write_exports(
    folder: Path,
    claims: str,
    workshop: Workshop,
    *,
    day: datetime.date,
    language: str,
    site_url: str,
) -> None:
    """Write the exports below ``folder``; ``claims`` is the text of the edition's ``claims.json``."""
    catalogue = json.loads(claims)
    records = catalogue["records"]
    texts = {
        "claims.csv": as_table(records),
        "claims.jsonld": linked_data(catalogue, workshop.book),
        "changes.atom": feed(workshop, catalogue, day, language=language, site_url=site_url),
    }
    for name in NAMES:
        (folder / name).write_text(texts[name], encoding="utf-8", newline="")
    write_badges(folder, records, catalogue["as_of"], workshop.environment)

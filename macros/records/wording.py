"""A record in plain words: its value as it is printed, and its texts with every placeholder filled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from macros.records.structures import Component, Gate
from macros.records.text import OWN_VALUE, parse_text
from macros.records.written import UNSTATED

if TYPE_CHECKING:
    from macros.records.base import Record
    from macros.records.book import Book


def value_text(book: Book, record: Record) -> str:
    """Return the value as it is printed, with its unit; text values as written; empty when there is none."""
    quantity = book.quantities.get(record.identifier)
    if quantity is not None:
        return quantity.display()
    value = record.value
    if value is None and isinstance(record, Gate):
        value = record.required
    return (value.text or "") if value is not None else ""


def standing_text(book: Book, record: Record) -> str:
    """Return what a record stands at: its value, or for a component its pinned version and commit."""
    if record.value is None and isinstance(record, Component) and record.identifier not in book.quantities:
        stated = [part for part in (record.version, record.commit) if part and part != UNSTATED]
        return ", ".join(stated) or (UNSTATED if record.version or record.commit else "")
    return value_text(book, record)


def words(book: Book, record: Record, text: str) -> str:
    """Return a record's prose as plain words; a placeholder for an unknown record stays as written."""
    parts = []
    for run in parse_text(text):
        if run.sort != "value":
            parts.append(run.text)
        elif run.text == OWN_VALUE:
            parts.append(standing_text(book, record))
        else:
            target = book.get(run.text)
            parts.append(standing_text(book, target) or target.title if target else f"{{{run.text}}}")
    return "".join(parts)


def verdict_text(book: Book, record: Record) -> str:
    """Return whether a verdict holds, is fragile or is broken; empty where the record is no verdict."""
    outcome = book.outcomes.get(record.identifier)
    if outcome is None or outcome.truth is None:
        return ""
    if not outcome.truth.nominal:
        return "broken"
    return "holds" if outcome.truth.always is True else "fragile"

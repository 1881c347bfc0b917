"""A badge for each claim, an SVG that another site can embed: its kind, its state, the day.

The template is rendered once for each pair of kind and state; a badge then takes its title's text alone.
"""

from __future__ import annotations

import os
from html import escape
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from macros.site.exports.xml_text import printable
from macros.state import State

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    import jinja2

FOLDER = "badges"
MARK = "cbbadgetitle"
COLOURS: Mapping[str, str] = MappingProxyType(
    {
        State.CURRENT: "#1f6b3a",
        State.DUE: "#7a5200",
        State.STALE: "#a3390c",
        State.CONTESTED: "#7b2f83",
        State.SUPERSEDED: "#5a6470",
    }
)
"""Each has a contrast of at least 4.5 to white; the word says the same as the colour."""


def badge_address(identifier: str) -> str:
    """Return where the badge of a claim lies, from the site's root."""
    return f"{FOLDER}/{identifier}.svg"


def write_badges(
    folder: Path, records: Iterable[Mapping[str, Any]], as_of: str, environment: jinja2.Environment
) -> None:
    """Write the badge of each claim, all into one folder: a file in a folder of its own takes longer."""
    (folder / FOLDER).mkdir(exist_ok=True)
    template = environment.get_template("exports/badge.svg.jinja")
    drawn: dict[tuple[str, str], tuple[str, ...]] = {}
    for record in records:
        state = record["state"]
        if state is None:
            continue
        key = (_kind(record), state)
        if key not in drawn:
            words = f"{state}, {as_of}"
            svg = template.render(kind=key[0], words=words, colour=COLOURS[state], mark=MARK)
            drawn[key] = tuple(svg.strip().split(MARK))
        title = escape(printable(_title(record, as_of)))
        _write(f"{folder}/{badge_address(record['id'])}", title.join(drawn[key]).encode())


def _write(path: str, content: bytes) -> None:
    """Write a file without the layers of ``open``: they cost more than ten thousand small files do."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666)
    try:
        os.write(handle, content)
    finally:
        os.close(handle)


def _kind(record: Mapping[str, Any]) -> str:
    """Return the kind, and beside it the weakest kind that it rests on where that is another."""
    kind, grade = record["kind"], record["grade"]
    return kind if grade in (None, kind) or (kind, grade) == ("derived", "measured") else f"{kind}, {grade}"


def _title(record: Mapping[str, Any], as_of: str) -> str:
    shown = f": {record['display']}" if record["display"] else ""
    return f"{record['title']}{shown} ({_kind(record)}, {record['state']} on {as_of})"

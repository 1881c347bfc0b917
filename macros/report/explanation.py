"""The entry of a rule: what it finds, why, an example of bad and good, how to silence it."""

from __future__ import annotations

import json
import textwrap
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from macros.report.report import Entry

_OWN = "CB00"
"""The findings of the audit about itself."""
_DAY = "YYYY-MM-DD"


def silence(code: str) -> str:
    """Return how a finding of a rule is silenced."""
    if code.startswith(_OWN):
        return "It cannot be silenced: it is about the audit itself."
    return (
        "To let a finding stand for a while, write at the end of its line or above it "
        f'<!-- claimbook: allow {code} "reason" until {_DAY} --> '
        f'(in YAML, Python, TOML and shell: # claimbook: allow {code} "reason" until {_DAY}), '
        f"or in the record waive: [{{rule: {code}, reason: …, until: {_DAY}}}]."
    )


def as_explanation(entries: Iterable[Entry], width: int = 100) -> str:
    """Return the entries as text with styles."""
    return "\n\n".join("\n".join(_lines(entry, width)) for entry in entries)


def _lines(entry: Entry, width: int) -> Iterator[str]:
    yield f"{click.style(f'{entry.code} {entry.name}', bold=True)}  {entry.level}"
    yield from textwrap.wrap(entry.summary, width)
    for title, text in (("Why", entry.why), ("Bad", entry.bad), ("Good", entry.good)):
        yield ""
        yield click.style(title, bold=True)
        yield from _body(text, width, keep=title != "Why")
    yield ""
    yield click.style("Silence", bold=True)
    yield from _body(silence(entry.code), width)


def _body(text: str, width: int, *, keep: bool = False) -> Iterator[str]:
    for line in text.splitlines():
        if keep:
            yield f"  {line}"
        else:
            yield from textwrap.wrap(
                line,
                width,
                initial_indent="  ",
                subsequent_indent="  ",
                break_long_words=False,
                break_on_hyphens=False,
            )


def as_explanation_json(entries: Iterable[Entry]) -> str:
    """Return the entries as a JSON list."""
    documents = [
        {
            "code": entry.code,
            "name": entry.name,
            "level": entry.level,
            "summary": entry.summary,
            "why": entry.why,
            "bad": entry.bad,
            "good": entry.good,
            "silence": silence(entry.code),
        }
        for entry in entries
    ]
    return json.dumps(documents, indent=1, ensure_ascii=False)

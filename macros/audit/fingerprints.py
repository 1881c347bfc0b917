"""What makes two findings the same one from run to run: rule, record or file, and the words of the line.

The number of the line takes no part, so that text may move; the file's name does.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import TYPE_CHECKING

from macros.records.files import read_text

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from macros.audit.inputs import Layout
    from macros.findings import Finding, Place

_LONG = 400
_AROUND = 60
_HELD_FILES = 64
_MAXIMUM_BYTES = 64 * 1024 * 1024
_DIGITS = 32


class Sources:
    """The lines of the files that findings name, read when they are asked for."""

    def __init__(self, layout: Layout, output: Path | None) -> None:
        self._layout = layout
        self._output = output.resolve() if output is not None else None
        self._read = lru_cache(maxsize=_HELD_FILES)(self._lines)

    def line(self, place: Place) -> str | None:
        """Return the line of a place as it is written, or None where there is none."""
        lines = self._read(place.path)
        return lines[place.line - 1] if 0 < place.line <= len(lines) else None

    def shown_line(self, place: Place) -> str | None:
        """Return the line of a place as it may be printed: with what must not be published hidden."""
        from macros.audit.sensitive import masked_line  # noqa: PLC0415 - not needed where nothing is printed

        line = self.line(place)
        return None if line is None else masked_line(line)

    def _lines(self, shown: str) -> list[str]:
        text, _ = read_text(self._file(shown), shown, _MAXIMUM_BYTES)
        return text.split("\n")

    def _file(self, shown: str) -> Path:
        if self._output is not None and shown.startswith(f"{self._output.name}/"):
            return self._output.parent / shown
        return self._layout.root / shown


def fingerprints(findings: Iterable[Finding], sources: Sources) -> list[str]:
    """Return the identity of each finding, in their order; equal ones are told apart by their count alone."""
    return [_fingerprint(finding, sources.line(finding.place)) for finding in findings]


def _fingerprint(finding: Finding, line: str | None) -> str:
    words = _words(line, finding.place.column) if line is not None else _without_figures(finding.found)
    about = finding.record or finding.place.path
    identity = f"{finding.rule}\0{about}\0{words}"
    return hashlib.sha256(identity.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]


def _words(line: str, column: int) -> str:
    """Return a line's words; of a long line, such as one of a built page, those about the column."""
    if len(line) > _LONG:
        line = line[max(0, column - 1 - _AROUND) : column - 1 + _AROUND]
    return " ".join(line.split())


def _without_figures(text: str) -> str:
    return "".join("0" if character.isdigit() else character for character in text)

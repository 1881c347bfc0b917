"""The small markup of a record's prose: ``{placeholder}`` for a value and backticks for code.

Parsing only; what a placeholder shows is for the rendering floor. Doubled braces stand for themselves.
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from typing import Literal

_TOKEN = re.compile(r"\{\{|\}\}|\{([^{}\n]*)\}|`([^`\n]+)`|[{}]")
OWN_VALUE = "value"


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of prose: words, code, a value of a record, or a brace that belongs to nothing."""

    sort: Literal["words", "code", "value", "stray"]
    text: str
    column: int


@functools.lru_cache(maxsize=65536)
def parse_text(text: str) -> tuple[Run, ...]:
    """Split prose into runs; a value run's text is the identifier, or ``value`` for the record's own."""
    runs: list[Run] = []
    words = ""
    start = end = 0
    for match in _TOKEN.finditer(text):
        words += text[end : match.start()]
        end = match.end()
        token = match[0]
        if token in ("{{", "}}"):
            words += token[0]
            continue
        if words:
            runs.append(Run("words", words, start + 1))
            words = ""
        start = end
        runs.append(_run(match))
    words += text[end:]
    if words:
        runs.append(Run("words", words, start + 1))
    return tuple(runs)


def _run(match: re.Match[str]) -> Run:
    column = match.start() + 1
    if match[1] is not None:
        return Run("value", match[1].strip(), column)
    if match[2] is not None:
        return Run("code", match[2], column)
    return Run("stray", match[0], column)


def literal(text: str) -> str:
    """Return text without markup of its own as prose that shows it as it is."""
    return text.replace("{", "{{").replace("}", "}}")


def placeholders(text: str) -> tuple[Run, ...]:
    """Return the value runs of a text."""
    if "{" not in text:
        return ()
    return tuple(run for run in parse_text(text) if run.sort == "value")

"""The audit's report for people at a terminal: by page, each finding with its line and a caret."""

from __future__ import annotations

import itertools
import re
import shutil
import textwrap
import unicodedata
from typing import TYPE_CHECKING

import click

from macros.findings import Level
from macros.report.layout import shown
from macros.report.report import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from macros.findings import Finding
    from macros.report.report import Report

_COLOUR = {Level.ERROR: "red", Level.WARNING: "yellow", Level.NOTE: "cyan"}
_INDENT = "    "
_BEFORE = 24
"""How much of a long line stands before the column."""
_LONGEST_MARK = 60
_NARROWEST, _USUAL, _WIDEST = 60, 100, 120
_QUOTED = re.compile(r"'([^']+)'")
_WORD = re.compile(r"[\w.-]+")
_WIDE = frozenset("WF")


def as_terminal(report: Report, width: int = 0) -> str:
    """Return the report as text with styles; whoever prints it takes these out where they do not belong.

    Without a width it is that of the terminal, within what reads well.
    """
    width = width or min(_WIDEST, max(_NARROWEST, shutil.get_terminal_size((_USUAL, 24)).columns))
    lines: list[str] = []
    for path, group in itertools.groupby(report.open, key=lambda finding: finding.place.path):
        lines.extend(_page(report, path, list(group), width))
    for why, codes in report.unchecked.items():
        lines.extend(_wrapped(f"not checked, {why}: {', '.join(codes)}", width, "", "  "))
    for remark in report.remarks:
        lines.extend(_wrapped(f"note: {remark}", width, "", "  "))
    return "\n".join([*lines, _result(report)])


def _result(report: Report) -> str:
    weightiest = next((level for level in Level if report.counts[level]), None)
    if report.failed:
        weightiest = Level.ERROR
    return click.style(report.sentence(), bold=True, fg=_COLOUR[weightiest] if weightiest else "green")


def _page(report: Report, path: str, findings: list[Finding], width: int) -> Iterator[str]:
    yield f"{click.style(shown(path), bold=True)}  {counted(len(findings), 'finding')}"
    for finding in findings:
        place = f"{finding.place.line}:{finding.place.column}"
        level = click.style(finding.level.value, fg=_COLOUR[finding.level], bold=True)
        name = report.name(finding.rule)
        record = f"  {click.style(shown(finding.record), dim=True)}" if finding.record else ""
        yield f"  {place:<8}{level} {finding.rule}{' ' + name if name else ''}{record}"
        yield from _wrapped(finding.message, width, _INDENT, _INDENT)
        if finding.cause:
            yield from _wrapped(f"cause: {finding.cause}", width, _INDENT, _INDENT)
        yield from _excerpt(report, finding, width)
    yield ""


def _wrapped(text: str, width: int, first: str, following: str) -> Iterable[str]:
    return textwrap.wrap(
        shown(text),
        width,
        initial_indent=first,
        subsequent_indent=following,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _excerpt(report: Report, finding: Finding, width: int) -> Iterator[str]:
    line = report.excerpt(finding)
    if line is None:
        return
    margin = f"{_INDENT}{finding.place.line} "
    text, start = _window(line, finding.place.column - 1, width - len(margin) - 2)
    mark = _marked(finding, text[start:])
    bar = click.style("|", fg="blue")
    carets = " " * _cells(text[:start]) + "^" * max(1, _cells(mark))
    yield f"{margin}{bar} {text}".rstrip()
    yield f"{' ' * len(margin)}{bar} {click.style(carets, fg=_COLOUR[finding.level])}"


def _window(line: str, column: int, width: int) -> tuple[str, int]:
    """Return as much of a line as fits, without its indent, and where the column is in it."""
    column = min(max(column, 0), len(line))
    begin = min(len(line) - len(line.lstrip()), column)
    if column - begin > width - _BEFORE:
        begin = column - _BEFORE
    text = shown(line[begin : begin + width + 1])
    if line[:begin].strip():
        text = f"…{text[1:]}"
    return (text if len(text) <= width else f"{text[: width - 1]}…"), column - begin


def _marked(finding: Finding, text: str) -> str:
    """Return what of the text at the column the finding is about: what its message quotes, or a word."""
    for quoted in _QUOTED.findall(finding.found):
        if text.startswith(quoted):
            return str(quoted)[:_LONGEST_MARK]
    word = _WORD.match(text)
    return word[0][:_LONGEST_MARK] if word else ""


def _cells(text: str) -> int:
    """Return how many columns of a terminal a text takes."""
    return sum(
        0 if unicodedata.combining(character) else 1 + (unicodedata.east_asian_width(character) in _WIDE)
        for character in text
    )

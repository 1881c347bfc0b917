"""The audit's report as Markdown, for the summary of a workflow's step or the text of an issue."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from macros.report.layout import shown
from macros.report.report import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from macros.findings import Finding
    from macros.report.report import Report

MAXIMUM_BYTES = 60_000
"""An issue takes 65,536 characters, the summary of a step 1 MiB: nobody reads more than an issue holds."""
_SPECIAL = frozenset("&<>|`*_[]\\#@!~$:")


def as_markdown(report: Report) -> str:
    """Return the result, a table by rule and one of the findings, the weightiest first."""
    lines = ["## Claim audit", "", f"**{_escaped(report.sentence())}**", ""]
    for why, codes in report.unchecked.items():
        lines += [_escaped(f"Not checked, {why}: {', '.join(codes)}"), ""]
    for remark in report.remarks:
        lines += [_escaped(f"Note: {remark}"), ""]
    if report.open:
        lines += [*_by_rule(report), ""]
    text = "\n".join([*lines, ""]) if report.open else "\n".join(lines)
    return text + _table(report, MAXIMUM_BYTES - len(text.encode("utf-8", "replace")))


def _by_rule(report: Report) -> Iterator[str]:
    yield "| Findings | Rule | What it finds |"
    yield "|---:|---|---|"
    for rule, count in Counter(finding.rule for finding in report.open).most_common():
        entry = report.entries.get(rule)
        says = entry.summary if entry else "a fault of the record files"
        name = f"{rule} {entry.name}" if entry else rule
        yield f"| {count} | {_escaped(name)} | {_escaped(says)} |"


def _table(report: Report, room: int) -> str:
    """Return the rows that fit, and how many do not."""
    if not report.open:
        return ""
    head = "| Level | Place | Rule | Message |\n|---|---|---|---|\n"
    note = f"\n{counted(len(report.open), 'finding')} more than this text holds.\n"
    room -= len(head) + len(note)
    rows: list[str] = []
    for finding in report.weightiest:
        row = _row(finding)
        room -= len(row.encode())
        if room < 0:
            left = counted(len(report.open) - len(rows), "finding")
            return f"{head}{''.join(rows)}\n{left} more than this text holds.\n"
        rows.append(row)
    return head + "".join(rows)


def _row(finding: Finding) -> str:
    cells = (finding.level.value, str(finding.place), finding.rule, finding.message)
    return f"| {' | '.join(_escaped(cell) for cell in cells)} |\n"


def _escaped(text: str) -> str:
    """Return a text that is text in Markdown, HTML and a table's cell, and mentions nobody."""
    return "".join(
        f"&#{ord(character)};" if character in _SPECIAL else character
        for character in shown(text).encode("utf-8", "replace").decode()
    )

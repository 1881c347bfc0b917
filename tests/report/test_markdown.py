"""The step summary: text that stays text, tables that stay tables, and a size that GitHub takes."""

from __future__ import annotations

import html
import re

import markdown

from macros.findings import Level
from macros.report.markdown import MAXIMUM_BYTES, as_markdown
from tests.report.reports import HOSTILE, finding, many, report_of


def test_hostile_text_is_shown_as_it_is_written() -> None:
    """Rendered, a message gives its own characters and no element, link or mention."""
    item = finding(found="a | <b>*x* _y_ `z`</b> [l](http://h.example) @you #7 :100: ~~s~~ \\ & c")
    text = as_markdown(report_of([item]))
    rendered = markdown.markdown(text, extensions=["tables"])
    cells = re.findall(r"<td[^>]*>(.*?)</td>", rendered, re.DOTALL)
    assert item.message in [html.unescape(cell) for cell in cells]
    for mark in ("@you", "#7 ", ":100:", "~~", "http://"):
        assert mark not in text


def test_every_row_has_its_cells_whatever_the_text() -> None:
    """Line ends, control characters and bars do not break a table."""
    text = as_markdown(report_of([finding(found=HOSTILE), finding(line=2)]))
    text.encode("utf-8")
    rows = [line for line in text.split("\n") if line.startswith("| error")]
    assert [row.count("|") for row in rows] == [5, 5]
    assert "\x1b" not in text


def test_the_weightiest_come_first_and_what_does_not_fit_is_counted() -> None:
    """Of 20,001 findings the error is there, the text is below the limit, and shown and left make 20,001."""
    findings = [*many(20_000, Level.NOTE), finding(line=30_000, found="the error")]
    text = as_markdown(report_of(findings))
    assert len(text.encode()) <= MAXIMUM_BYTES < 65_536
    rows = [line for line in text.split("\n") if re.match(r"\| (error|note) ", line)]
    assert "the error" in rows[0]
    left = re.search(r"^(\d+) findings more than this text holds\.$", text, re.MULTILINE)
    assert left is not None
    assert int(left[1]) + len(rows) == 20_001


def test_nothing_found_is_said_with_what_was_not_checked() -> None:
    """A clean result is no table, and names the rules that could not be checked."""
    text = as_markdown(report_of(not_checked=(("CB102", "nothing is built"),)))
    assert "nothing found; 2 rules checked, 1 not checked" in text
    assert "Not checked, nothing is built&#58; CB102" in text
    assert "|---" not in text

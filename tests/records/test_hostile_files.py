"""Record files under attack: what would take memory, or be shown as nothing, is refused where it stands."""

from __future__ import annotations

import resource
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from macros.records.base import LONGEST_IDENTIFIER
from macros.records.binding import open_book
from macros.records.reader import MAXIMUM_BYTES, MAXIMUM_ITEMS
from tests.support.project import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from macros.findings import Finding

LIMIT = 400 * 1024 * 1024
BOMBS = {
    "items": (b"a: [", b"x,", b"]"),
    "lists": (b"a: [", b"[x],", b"]"),
    "fields": (b"a: {", b"k%d: ,", b"}"),
    "keys below defaults": (b"defaults: {scope: {", b"k%d: x,", b"}}"),
    "open lists": (b"a: ", b"[", b""),
    "open mappings": (b"a: ", b"{", b""),
    "dashes": (b"", b"- ", b""),
    "questions": (b"", b"? ", b""),
    "anchors": (b"a: [", b"&k%d x,", b"]"),
    "text": (b'a: {kind: source, title: T, says: "', b"x", b'"}'),
    "comment": (b"a: {kind: source, title: '', says: ''}\n#", b"x", b""),
}


def _bomb(name: str) -> bytes:
    start, item, end = BOMBS[name]
    count = (MAXIMUM_BYTES - 1000) // (len(item) + (4 if b"%d" in item else 0))
    items = b"".join(item % number for number in range(count)) if b"%d" in item else item * count
    return (start + items + end)[:MAXIMUM_BYTES]


def _findings(folder: Path, content: bytes | str) -> tuple[Finding, ...]:
    (folder / "pump.yml").write_bytes(content if isinstance(content, bytes) else content.encode())
    return open_book(folder, "claims").findings


@pytest.mark.parametrize("name", BOMBS)
def test_a_file_at_the_limit_takes_little_memory(tmp_path: Path, name: str) -> None:
    """A file as large as one may be, full of one thing, ends in findings within 400 MiB and a minute."""
    (tmp_path / "pump.yml").write_bytes(_bomb(name))
    script = (
        "import sys, pathlib; from macros.records.binding import open_book; "
        "print(len(open_book(pathlib.Path(sys.argv[1]), 'claims').findings))"
    )

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (LIMIT, LIMIT))
        resource.setrlimit(resource.RLIMIT_CPU, (60, 60))

    outcome = subprocess.run(
        [sys.executable, "-c", script, tmp_path],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=limited,
    )
    assert outcome.returncode == 0, outcome.stderr
    assert int(outcome.stdout) > 0


def test_a_list_and_a_record_have_an_end(tmp_path: Path) -> None:
    """A list or a record may have so many entries, one more is refused there; a file has no such end."""
    full = ", ".join(["x"] * MAXIMUM_ITEMS)
    rules = [finding.rule for finding in _findings(tmp_path, f"a: {{kind: source, title: [{full}]}}\n")]
    assert "yaml-length" not in rules
    last = _findings(tmp_path, f"a: {{kind: source, title: [{full},\n x]}}\n")[0]
    assert (last.rule, str(last.place)) == ("yaml-length", "claims/pump.yml:2:2")
    many = "".join(
        f"k{number}: {{kind: source, title: T, says: S.}}\n" for number in range(MAXIMUM_ITEMS + 1)
    )
    assert not _findings(tmp_path, many)


@pytest.mark.parametrize(
    "code", ["0", "8", "b", "1b", "7f", "85", "9f", "e000", "e001", "e13c", "f8ff", "ffff"]
)
@pytest.mark.parametrize("field", ["title", "says", "note", "version"])
def test_no_text_holds_what_no_page_shows(tmp_path: Path, code: str, field: str) -> None:
    """A control or private-use character that an escape brings into a text is reported with its place."""
    record = {"kind": "component", "title": "T", "says": "S.", field: f"a\\u{code:0>4}b"}
    text = "a:\n" + "".join(f'  {name}: "{value}"\n' for name, value in record.items())
    line = 2 + list(record).index(field)
    findings = _findings(tmp_path, text)
    places = [str(finding.place) for finding in findings if finding.rule == "bad-character"]
    assert places == [f"claims/pump.yml:{line}:{len(field) + 5}"]
    assert f"U+{int(code, 16):04X}" in findings[0].message


def test_line_breaks_and_tabs_are_text(tmp_path: Path) -> None:
    """A text may hold line breaks, tabs, and letters of any script."""
    text = 'a: {kind: source, title: "ЖЩ\\u00a0ש\\U0001F600", says: "one\\n\\ttwo\\u2028"}\n'
    assert not _findings(tmp_path, text)


@pytest.mark.parametrize("length", [LONGEST_IDENTIFIER, LONGEST_IDENTIFIER + 1, 255, 5000])
def test_an_id_is_as_long_as_an_address_may_be(tmp_path: Path, length: int) -> None:
    """A record whose id is longer than a reference may be is told at its name, not when its page is made."""
    key = "k" * (length - len("pump."))
    findings = _findings(tmp_path, f"? {key}\n: {{kind: source, title: T, says: S.}}\n")
    told = [(finding.rule, str(finding.place)) for finding in findings]
    assert told == ([("bad-name", "claims/pump.yml:1:3")] if length > LONGEST_IDENTIFIER else [])

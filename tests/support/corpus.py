"""The labelled inputs of `tests/corpus`: folders of files, and for bad ones what must be said of them.

`expected.txt` has a line a finding: `path:line:column rule words`, in the order in which findings are shown.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from macros.findings import Finding

CORPUS = Path(__file__).resolve().parents[1] / "corpus"
_LINE = re.compile(r"(?P<place>.+?:\d+:\d+) (?P<rule>[A-Za-z0-9-]+)(?: (?P<words>.*))?")


@dataclass(frozen=True)
class Expected:
    """A finding that an input must give: its place, its rule, and words of its message."""

    place: str
    rule: str
    words: str


def cases(name: str) -> list[Path]:
    """The folders of `tests/corpus/<name>`, each a case."""
    found = sorted(path for path in (CORPUS / name).iterdir() if path.is_dir())
    assert found, f"no case below {name}"
    return found


def expected_of(case: Path) -> list[Expected]:
    """What the case's `expected.txt` says."""
    lines = (case / "expected.txt").read_text(encoding="utf-8").splitlines()
    matches = [_LINE.fullmatch(line) for line in lines]
    assert all(matches), f"{case}/expected.txt has a line that is no expectation"
    return [Expected(match["place"], match["rule"], match["words"] or "") for match in matches if match]


def check_findings(findings: Iterable[Finding], case: Path) -> None:
    """Fail unless the findings are those expected: all of them, no other, each at its place, in words."""
    expected = expected_of(case)
    left = list(findings)
    for item in expected:
        found = [
            finding
            for finding in left
            if str(finding.place) == item.place
            and finding.rule == item.rule
            and item.words in finding.message
        ]
        shown = "\n".join(f"{finding.place} {finding.rule} {finding.message}" for finding in left)
        assert found, f"expected {item}, left:\n{shown}"
        left.remove(found[0])
    assert not left, (
        f"not expected: {[(str(finding.place), finding.rule, finding.message) for finding in left]}"
    )

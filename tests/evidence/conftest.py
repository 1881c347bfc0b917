"""Records about a small artefact, in a test's own folders."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import pytest

from macros.records.binding import open_book

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from macros.records.book import Book

ARTEFACT = b'{"phases": {"dispatch": {"p50": 14.68}, "combine": {"p50": 0.0189}}, "host": "one"}\n'
DIGEST = hashlib.sha256(ARTEFACT).hexdigest()
VOCABULARY = """\
repository: {kind: source, title: Repository, says: Where it lies., address: https://example.org/evidence}
file: {kind: artefact, title: File, says: The file., repository: run.repository, commit: unstated,
       file: results/run.json, sha256: "%s"}
"""


@pytest.fixture
def book_of(tmp_path: Path) -> Callable[..., Book]:
    """Make a book of the artefact's record and further records of the file run.yml."""

    def make(records: str, digest: str = DIGEST) -> Book:
        folder = tmp_path / "claims"
        folder.mkdir(exist_ok=True)
        (folder / "run.yml").write_text(VOCABULARY % digest + records, encoding="utf-8")
        bound = open_book(folder, "claims")
        assert not bound.findings, [f"{finding.place} {finding.message}" for finding in bound.findings]
        return bound.book

    return make


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A clone of the repository: the artefact where its record says."""
    file = tmp_path / "clone" / "results" / "run.json"
    file.parent.mkdir(parents=True)
    file.write_bytes(ARTEFACT)
    return tmp_path / "clone"

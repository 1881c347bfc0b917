"""A kept outcome holds for the record, evidence and artefact that it was found for, and for nothing else."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from macros.evidence.kept import FILE, read_kept, written
from macros.evidence.stores import open_store
from macros.evidence.verifying import verify
from macros.records.book import Book
from tests.evidence.test_verifying import RECORDS

if TYPE_CHECKING:
    from pathlib import Path

Books = Callable[..., Book]
DAY = datetime.date(2026, 7, 20)


@pytest.fixture
def folder(book_of: Books, root: Path, tmp_path: Path) -> Path:
    """A folder with the outcome of verifying the sample."""
    book = book_of(RECORDS)
    text = written(book, verify(book, {"": open_store(str(root))}), DAY)
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    return tmp_path


def test_outcomes_come_back(book_of: Books, folder: Path) -> None:
    """What agreed and what differed is kept with its value and day; what came to no outcome is not."""
    kept = read_kept(book_of(RECORDS), folder)
    assert {name.removeprefix("run."): (one.outcome, one.read, one.on) for name, one in kept.items()} == {
        "agreeing": ("verified", "14.68 ms", "2026-07-20"),
        "in-seconds": ("verified", "18.9 ms", "2026-07-20"),
        "named": ("verified", "one", "2026-07-20"),
        "differing": ("differs", "14.68 ms", "2026-07-20"),
    }


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("value: 14.7, unit: ms", "value: 14.70, unit: ms"),
        ("value: 14.7, unit: ms", "value: 14.7, unit: s"),
        ("pointer: /phases/dispatch/p50", "pointer: /phases/combine/p50"),
    ],
)
def test_a_changed_record_has_none(book_of: Books, folder: Path, old: str, new: str) -> None:
    """Another value, unit or place: the outcome was not found for that and is not shown with it."""
    changed = book_of(
        RECORDS.replace(old, new, 1).replace("p50, unit: ms}", "p50, unit: s}", new.endswith("unit: s"))
    )
    assert "run.agreeing" not in read_kept(changed, folder)
    assert "run.named" in read_kept(changed, folder)


def test_a_changed_artefact_has_none(book_of: Books, folder: Path) -> None:
    """Another digest of the artefact takes the outcome of everything that is read from it."""
    assert read_kept(book_of(RECORDS, digest="ab" * 32), folder) == {}


@pytest.mark.parametrize("text", ["", "[]", "{", '{"records": 3}', '{"records": {"run.named": 3}}'])
def test_an_unsound_file_keeps_nothing(book_of: Books, tmp_path: Path, text: str) -> None:
    """A file that is none of ours shows nothing as verified, and ends no build."""
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    assert read_kept(book_of(RECORDS), tmp_path) == {}


def test_the_same_outcome_is_the_same_file(book_of: Books, root: Path, folder: Path) -> None:
    """Verifying again on the same day gives the same bytes."""
    book = book_of(RECORDS)
    again = written(book, verify(book, {"": open_store(str(root))}), DAY)
    assert (folder / FILE).read_text(encoding="utf-8") == again

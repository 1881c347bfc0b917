"""Each record is told what became of it: verified, different, changed, missing, unreadable, not offered."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from macros.evidence.stores import open_store
from macros.evidence.summing_up import as_json, as_text
from macros.evidence.verifying import Outcome, verify
from macros.records.book import Book
from tests.evidence.conftest import DIGEST

if TYPE_CHECKING:
    from pathlib import Path

Books = Callable[..., Book]
RECORDS = """\
agreeing: {kind: measured, title: A, says: "{value}", value: 14.7, unit: ms, source: run.repository,
  observed: unstated, evidence: {artefact: run.file, pointer: /phases/dispatch/p50, unit: ms}}
in-seconds: {kind: measured, title: B, says: "{value}", value: 18.9, unit: ms, source: run.repository,
  observed: unstated, evidence: {artefact: run.file, pointer: /phases/combine/p50, unit: s}}
named: {kind: measured, title: C, says: "{value}", value: one, source: run.repository,
  observed: unstated, evidence: {artefact: run.file, pointer: /host}}
differing: {kind: measured, title: D, says: "{value}", value: 14.6, unit: ms, source: run.repository,
  observed: unstated, evidence: {artefact: run.file, pointer: /phases/dispatch/p50, unit: ms}}
lost: {kind: measured, title: E, says: "{value}", value: 14.7, unit: ms, source: run.repository,
  observed: unstated, evidence: {artefact: run.file, pointer: /phases/cached/p50, unit: ms}}
silent: {kind: measured, title: F, says: "{value}", value: 14.7, unit: ms, source: run.repository,
  observed: unstated}
"""


def _outcomes(book: Book, root: Path | str, *names: str) -> dict[str, Outcome]:
    checks = verify(book, {"": open_store(str(root))}, names)
    return {check.record.removeprefix("run."): check.outcome for check in checks}


def test_every_outcome_is_told_apart(book_of: Books, root: Path) -> None:
    """14.68 is 14.7 and not 14.6; 0.0189 s is 18.9 ms; a text is itself; what is not there is unreadable."""
    assert _outcomes(book_of(RECORDS), root) == {
        "agreeing": Outcome.VERIFIED,
        "in-seconds": Outcome.VERIFIED,
        "named": Outcome.VERIFIED,
        "differing": Outcome.DIFFERS,
        "lost": Outcome.UNREADABLE,
        "silent": Outcome.NOT_OFFERED,
    }


def test_another_digest_is_a_changed_artefact(book_of: Books, root: Path) -> None:
    """No value is read from a file whose digest is another one, even where the value would agree."""
    (root / "results" / "run.json").write_bytes(b'{"phases": {"dispatch": {"p50": 14.68}}}')
    checks = verify(book_of(RECORDS), {"": open_store(str(root))}, ["run.agreeing"])
    assert [check.outcome for check in checks] == [Outcome.CHANGED]
    assert DIGEST in checks[0].why
    assert checks[0].read == ""


def test_a_missing_artefact_is_told(book_of: Books, root: Path) -> None:
    """A root without the file is told as missing, a repository without a root as not checked."""
    (root / "results" / "run.json").unlink()
    assert _outcomes(book_of(RECORDS), root, "run.agreeing") == {"agreeing": Outcome.MISSING}
    other = verify(book_of(RECORDS), {"run.other": open_store(str(root))}, ["run.agreeing"])
    assert [check.outcome for check in other] == [Outcome.NOT_CHECKED]
    assert "run.repository" in other[0].why


def test_a_root_of_a_repository_is_that_of_its_source(book_of: Books, root: Path, tmp_path: Path) -> None:
    """With several roots, a repository's own one is used before the common one."""
    empty = tmp_path / "empty"
    empty.mkdir()
    stores = {"": open_store(str(empty)), "run.repository": open_store(str(root))}
    assert [check.outcome for check in verify(book_of(RECORDS), stores, ["run.agreeing"])] == [
        Outcome.VERIFIED
    ]


def test_both_values_are_reported(book_of: Books, root: Path) -> None:
    """A difference names what the record says and what the artefact says; the counts add up."""
    checks = verify(book_of(RECORDS), {"": open_store(str(root))})
    text = as_text(checks, named=False)
    assert "differs: run.differing: the record says 14.6 ms, the artefact 14.68 ms" in text
    assert "unreadable: run.lost: no cached at /phases; expected one of dispatch, combine" in text
    assert text.endswith("3 verified, 1 differs, 1 unreadable, 1 not offered\n")
    document = json.loads(as_json(checks))
    assert document["summary"]["verified"] == 3
    assert sum(document["summary"].values()) == len(document["checks"]) == 6
    assert {check["record"]: check["read"] for check in document["checks"]}["run.in-seconds"] == "18.9 ms"


@pytest.mark.parametrize("records", ["", "only: {kind: assumed, title: O, says: Perhaps., verify: Look.}\n"])
def test_nothing_measured_is_said(book_of: Books, root: Path, records: str) -> None:
    """A book without a measurement gives no check, and words for that."""
    checks = verify(book_of(records), {"": open_store(str(root))})
    assert checks == []
    assert as_text(checks, named=False) == "no measured record\n"

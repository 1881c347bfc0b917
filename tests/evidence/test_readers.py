"""Every artefact of `tests/corpus/evidence` is read, or refused, as its line in `expected.txt` says."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

import duckdb
import pytest

from macros.evidence.errors import EvidenceError
from macros.evidence.verifying import ArtefactReader
from macros.records.evidence import Evidence
from tests.support.corpus import CORPUS

if TYPE_CHECKING:
    from pathlib import Path

FOLDER = CORPUS / "evidence"


def _lines(name: str) -> list[tuple[Path, str, str]]:
    """The files of good or bad, each with a way of reading and what it gives."""
    text = (FOLDER / name / "expected.txt").read_text(encoding="utf-8")
    found = [line.split(" | ") for line in text.splitlines()]
    assert found
    return [(FOLDER / name / file, way, gives) for file, way, gives in found]


def _evidence(way: str) -> Evidence:
    name, _, place = way.partition(" ")
    if name != "cell":
        return Evidence.model_validate({"artefact": "run.file", name: place})
    row, column = place.split(" > ")
    return Evidence.model_validate({"artefact": "run.file", "cell": {"row": row, "column": column}})


@pytest.mark.parametrize(("file", "way", "gives"), _lines("good"))
def test_a_good_artefact_gives_its_value(file: Path, way: str, gives: str) -> None:
    """What a reader returns is the value that stands there, digit by digit, with the file's unit."""
    reading = ArtefactReader(file).value(_evidence(way))
    value, _, unit = gives.partition(" ")
    assert reading.value == (Decimal(value) if value[0].isdigit() else value)
    assert (reading.unit or "") == unit


@pytest.mark.parametrize(("file", "way", "words"), _lines("bad"))
def test_a_bad_artefact_gives_an_error_and_no_value(file: Path, way: str, words: str) -> None:
    """What cannot be read is refused in a line that names what was found, without a path of this machine."""
    with pytest.raises(EvidenceError) as caught:
        ArtefactReader(file).value(_evidence(way))
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    assert str(file.parent) not in str(caught.value)


def test_every_file_of_the_corpus_is_read() -> None:
    """No file of the corpus lies there without a line of its own, save those of other tests."""
    for name, elsewhere in (("good", {"slow-run.json"}), ("bad", {"no-request.json"})):
        named = {file.name for file, _, _ in _lines(name)}
        there = {file.name for file in (FOLDER / name).iterdir()} - {"expected.txt"}
        assert there - named == elsewhere


def test_parquet_is_read_by_a_query(tmp_path: Path) -> None:
    """A Parquet file gives what was written into it: of 0 to 999, the median is 499.5."""
    file = tmp_path / "it's.parquet"
    with duckdb.connect() as connection:
        quoted = str(file).replace("'", "''")
        connection.execute(f"COPY (SELECT i AS latency FROM range(1000) t(i)) TO '{quoted}' (FORMAT parquet)")  # noqa: S608
    reading = ArtefactReader(file).value(_evidence("query SELECT median(latency) FROM artefact"))
    assert reading.value == Decimal("499.5")

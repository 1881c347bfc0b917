"""The mechanism campaign in the repository: its figures follow from its raw data, on any machine."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import math
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from macros.evidence.stores import open_store
from macros.evidence.verifying import HERE, Outcome, verify
from macros.records.binding import open_book
from macros.records.evidence import Artefact
from tests.support.project import ROOT

if TYPE_CHECKING:
    from pathlib import Path
    from types import ModuleType

CAMPAIGN = ROOT / "claims" / "campaigns" / "h200-mechanism"
RESULTS = CAMPAIGN / "results"
MOST_BYTES = 5_000_000


def _program(file: Path) -> ModuleType:
    specification = importlib.util.spec_from_file_location(f"campaign_{file.stem}", file)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    sys.modules[specification.name] = module  # where its dataclasses look their names up
    specification.loader.exec_module(module)
    return module


analyse = _program(CAMPAIGN / "analyse.py")
pack = _program(CAMPAIGN / "harness" / "pack.py")


def test_every_figure_follows_from_the_raw_data() -> None:
    """The analysis of the raw data gives the kept summary, byte for byte, with Python alone."""
    command = [sys.executable, "-I", "-S", str(CAMPAIGN / "analyse.py"), str(RESULTS)]
    outcome = subprocess.run(command, capture_output=True, check=True, timeout=120)
    assert outcome.stdout == (RESULTS / "summary.json").read_bytes()


def test_the_manifest_has_the_digest_of_every_file() -> None:
    """All results but the manifest are listed, with the bytes and digest that they have; they are small."""
    entries = json.loads((RESULTS / "manifest.json").read_text(encoding="utf-8"))["files"]
    files = {file.name: file.read_bytes() for file in RESULTS.iterdir() if file.name != "manifest.json"}
    listed = {entry["file"]: (entry["bytes"], entry["sha256"]) for entry in entries}
    assert listed == {name: (len(data), hashlib.sha256(data).hexdigest()) for name, data in files.items()}
    assert sum(map(len, files.values())) <= MOST_BYTES


def test_every_record_of_the_campaign_stands_in_its_summary() -> None:
    """From the repository itself, without a root, each value read from an artefact here is verified."""
    book = open_book(ROOT / "claims", "claims").book
    checks = verify(book, {HERE: open_store(str(ROOT))})
    here = {
        record.identifier
        for record in book.of_kind("measured")
        if getattr(record, "evidence", None) is not None
        and book.typed(record.evidence.artefact, Artefact).repository is None  # type: ignore[attr-defined]
    }
    assert len(here) >= 300  # a figure for each way, lock, size, number of threads, layers and tokens shown
    wrong = [check for check in checks if check.record in here and check.outcome is not Outcome.VERIFIED]
    assert wrong == []


def test_every_record_says_that_no_network_took_part() -> None:
    """Each measurement of the campaign has the missing network, the one host and the devices in its scope."""
    book = open_book(ROOT / "claims", "claims").book
    for record in book.of_kind("measured"):
        if getattr(record, "source", None) == "mechanism.campaign":
            assert "no network" in record.scope["fabric"], record.identifier
            assert record.scope["nodes"] == "1"
            assert record.scope["devices"] == "2 H200"


@given(st.lists(st.integers(0, 10**9), min_size=1), st.integers(1, 100))
def test_a_percentile_is_the_nearest_rank(values: list[int], share: int) -> None:
    """It is one of the values; so many lie at or below it, and without it there would be too few."""
    found = analyse.percentile(values, share)
    assert found in values
    assert sum(value <= found for value in values) * 100 >= share * len(values)
    assert sum(value < found for value in values) * 100 < share * len(values)


def test_a_percentile_of_nothing_is_an_error() -> None:
    """No values have no percentile."""
    with pytest.raises(ValueError, match="no values"):
        analyse.percentile([], 50)


@given(st.floats(-100, 100), st.floats(-100, 100))
def test_a_line_through_points_on_a_line_is_that_line(slope: float, height: float) -> None:
    """Of points on a line, slope and intercept are the line's and the interval is the slope."""
    found = analyse.line([(x, height + slope * x) for x in (1.0, 2.0, 4.0, 8.0, 16.0)])
    for name, expected in (("slope", slope), ("low", slope), ("high", slope), ("intercept", height)):
        assert math.isclose(found[name], expected, rel_tol=1e-6, abs_tol=1e-6)


def test_a_slope_has_the_interval_of_students_t() -> None:
    """By hand: through (1,1) (2,3) (3,2) (4,4) (5,5) it is 0.9, the half-width 3.182446 · √(1.9 / 3 / 10)."""
    found = analyse.line([(1, 1), (2, 3), (3, 2), (4, 4), (5, 5)])
    half = 3.182446 * math.sqrt(1.9 / 3 / 10)
    assert (found["slope"], found["low"], found["high"]) == pytest.approx((0.9, 0.9 - half, 0.9 + half))


@pytest.mark.parametrize("points", [[(1.0, 1.0)] * 5, [(float(x), 1.0) for x in range(4)]])
def test_a_line_through_too_little_is_an_error(points: list[tuple[float, float]]) -> None:
    """Points at one place, and too few of them, have no slope."""
    with pytest.raises(ValueError, match="points"):
        analyse.line(points)


@pytest.mark.parametrize(
    ("ratios", "expected"),
    [
        ({1: 1.2, 2: 0.9, 4: 1.1, 8: 0.9, 16: 0.8}, 8),
        ({1: 0.9, 2: 0.8}, 1),
        ({1: 0.9, 2: 1.0}, 0),
        ({1: 1.5, 2: 1.2}, 0),
    ],
)
def test_the_crossover_is_where_it_stays_faster(ratios: dict[int, float], expected: int) -> None:
    """A single fast point before a slow one is none; zero says that the last is not faster."""
    assert analyse.faster_from(ratios) == expected


@pytest.mark.parametrize(
    ("stem", "expected"),
    [
        ("hop-proxied-pair-pinned-0", ("proxied-pair", "pinned", "0")),
        ("hop-proxied-free-2", ("proxied", "free", "2")),
        ("hop-direct-same-gpu-1", ("direct-same-gpu", "none", "1")),
    ],
)
def test_a_file_of_hops_says_what_it_is(stem: str, expected: tuple[str, str, str]) -> None:
    """Way, whether the thread was pinned, and repetition are in the name of a raw file."""
    assert pack.hop_name(stem) == expected


def test_packing_gives_the_same_bytes_and_all_that_there_is(tmp_path: Path) -> None:
    """Raw hops become a table, row by row; packed twice they are the same bytes; the manifest lists files."""
    raw = tmp_path / "raw"
    raw.mkdir()
    (raw / "hop-callback-0.u32").write_bytes((7).to_bytes(4, "little") + (300).to_bytes(4, "little"))
    assert pack.hop_table(raw) == "way,thread,repetition,ns\ncallback,none,0,7\ncallback,none,0,300\n"
    assert pack.packed("text") == pack.packed("text")
    out: Any = tmp_path / "out"
    out.mkdir()
    (out / "a.txt").write_text("a", encoding="utf-8")
    assert json.loads(pack.manifest(out))["files"] == [
        {"file": "a.txt", "bytes": 1, "sha256": hashlib.sha256(b"a").hexdigest()}
    ]

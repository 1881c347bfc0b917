"""Record pages as files: the same from one process as from two, and no process outlives a build."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from tests.support.sites import DAY, write_site

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.sites import SmallSite

RECORDS = 250  # more than the processes take at once
ONE_PROCESS, TWO_PROCESSES = "10**9", "1"
LONGEST = 10.0  # seconds until a process that was left alone has ended
FAILING_SECOND = """
from macros.site.record_pages import RecordPages
first, body = os.getpid(), RecordPages.body
def failing(self, record):
    if os.getpid() != first:
        raise OSError("no room")
    return body(self, record)
RecordPages.body = failing
"""
KILLED_FIRST = """
import signal
def killed(self, frame):
    os.kill(os.getpid(), signal.SIGKILL)
record_files.RecordFiles.write = killed
"""


def _site(folder: Path, *, text: str = "") -> SmallSite:
    records = ["log: {kind: source, title: Log, says: The log., dated: 2026-01}"]
    for number in range(RECORDS):
        relation = f", rests_on: [pump.flow-{number - 1}]" if number else ""
        records.append(
            f"flow-{number}: {{kind: sourced, title: Flow {number}, says: 'It moves {{value}}.',"
            f" value: {number}, unit: GB/s, source: pump.log{relation}}}"
        )
    pages = {"index.md": f'# Pump\n\nIt moves {{{{ value("pump.flow-7") }}}}, not less.\n\n{text}\n'}
    return write_site(folder, pages=pages, claims={"pump.yml": "\n".join(records) + "\n"})


def _build(site: SmallSite, split_from: str, before: str = "") -> subprocess.CompletedProcess[str]:
    """Build in a session of its own, so that what it leaves behind can be counted."""
    code = (
        f"import os\nfrom macros.site import record_files\nrecord_files.SPLIT_FROM = {split_from}\n"
        f"{before}\nfrom macros.cli import main\nmain(['build', '--as-of', '{DAY}'])\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=site.folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        said, complaint = process.communicate(timeout=60)
    assert _is_gone(process.pid), "a process outlived the build"
    return subprocess.CompletedProcess([], process.returncode, said, complaint)


def _is_gone(session: int) -> bool:
    until = time.monotonic() + LONGEST
    while time.monotonic() < until:
        try:
            os.killpg(session, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


def _files(folder: Path) -> dict[str, bytes]:
    found = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


def test_two_processes_write_what_one_writes(tmp_path: Path) -> None:
    """A site's files are the same bytes, whether its record pages came from one process or from two."""
    site = _site(tmp_path)
    assert _build(site, ONE_PROCESS).returncode == 0
    alone = _files(tmp_path / "dist")
    assert _build(site, TWO_PROCESSES).returncode == 0
    assert _files(tmp_path / "dist") == alone
    assert sum(name.startswith("site/claims/pump.flow-") for name in alone) == RECORDS


@pytest.mark.parametrize("split_from", [ONE_PROCESS, TWO_PROCESSES])
def test_a_failed_build_leaves_no_process_and_the_old_output(tmp_path: Path, split_from: str) -> None:
    """A page with an unknown id ends the build with its place, and what worked ahead ends with it."""
    assert _build(_site(tmp_path), split_from).returncode == 0
    before = _files(tmp_path / "dist")
    outcome = _build(_site(tmp_path, text='{{ value("pump.flo-7") }}'), split_from)
    assert outcome.returncode == 1
    assert "docs/index.md:5:4: error" in outcome.stderr + outcome.stdout
    assert _files(tmp_path / "dist") == before


def test_a_second_process_that_fails_fails_the_build(tmp_path: Path) -> None:
    """A site that lacks what the second process should have written is never put in the old one's place."""
    site = _site(tmp_path)
    assert _build(site, TWO_PROCESSES).returncode == 0
    before = _files(tmp_path / "dist")
    outcome = _build(site, TWO_PROCESSES, FAILING_SECOND)
    assert outcome.returncode == 2
    assert "the second process that writes record pages failed" in outcome.stderr
    assert _files(tmp_path / "dist") == before


def test_the_second_process_ends_with_the_first(tmp_path: Path) -> None:
    """A build that is killed takes the process that works for it along."""
    assert _build(_site(tmp_path), TWO_PROCESSES, KILLED_FIRST).returncode == -9


def test_the_search_reads_words_and_no_tags_of_records(tmp_path: Path) -> None:
    """The index of a page has its values and its words; the word of a tag would match every page."""
    site = _site(tmp_path)
    assert site.build().returncode == 0
    index = json.loads((tmp_path / "dist/site/search/search_index.json").read_text(encoding="utf-8"))
    texts = {entry["location"]: entry["text"] for entry in index["docs"]}
    assert texts[""] == "<p>It moves 7\N{NO-BREAK SPACE}GB/s, not less.</p>"
    assert "sourced" in (tmp_path / "dist/site/index.html").read_text(encoding="utf-8")

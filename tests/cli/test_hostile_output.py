"""Outputs under attack: what no build made stays, half a build leaves nothing, one build at a time."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from macros.site import output_folder
from macros.site.output_folder import OutputError, building_in, exchange
from tests.support.project import COMMAND, run_claimbook
from tests.support.sites import DAY, SmallSite, write_site

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

RECORDS = '{"as_of": "2026-01-01", "records": []}'


@pytest.fixture
def site(tmp_path: Path) -> SmallSite:
    """A site of one page without records to show."""
    return write_site(
        tmp_path / "project", claims={"pump.yml": "log: {kind: source, title: Log, says: The log.}\n"}
    )


def _contents(folder: Path) -> dict[str, bytes]:
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


@pytest.mark.parametrize(
    "taken",
    [
        "out/site/thesis.txt",
        "out/site",
        "out/claims.json",
        "out/claims.json/thesis.txt",
        "out/site/claims.json",
    ],
)
def test_what_no_build_made_is_never_replaced(site: SmallSite, taken: str) -> None:
    """A build that would replace somebody's file or folder ends with status 2 and touches nothing."""
    site.write(taken, "my only copy")
    before = _contents(site.folder)
    outcome = site.build("--output", "out")
    assert (outcome.returncode, _contents(site.folder)) == (2, before), outcome.stderr
    assert "out/site" in outcome.stderr or "out/claims.json" in outcome.stderr
    assert "no build made" in outcome.stderr


@pytest.mark.parametrize("name", [".building", ".replaced", ".claims.json", ".building-x"])
def test_a_name_that_a_build_may_use_is_followed_nowhere(site: SmallSite, name: str) -> None:
    """A link beside the output, whatever its name, keeps what it leads to."""
    site.write("treasure/thesis.txt", "my only copy")
    (site.folder / "dist").mkdir()
    (site.folder / "dist" / name).symlink_to(site.folder / "treasure")
    assert site.build().returncode == 0
    assert (site.folder / "treasure" / "thesis.txt").read_text(encoding="utf-8") == "my only copy"


@pytest.mark.parametrize("output", [".", "", "a folder/é\n\"b'", "deep/er/still"])
def test_any_folder_may_be_the_output(site: SmallSite, output: str) -> None:
    """An output may be the project itself or have any name; a second build replaces the first."""
    for _ in range(2):
        outcome = site.build("--output", output)
        assert outcome.returncode == 0, outcome.stderr
    names = {path.name for path in (site.folder / output).iterdir()}
    assert {"site", "claims.json"} <= names
    assert not {name for name in names if name.startswith(".")}


def test_a_failed_build_leaves_no_folder(site: SmallSite) -> None:
    """A build with findings into a new folder leaves no trace of it."""
    site.write("docs/index.md", '# Page\n\n{{ value("pump.none") }}\n')
    assert site.build("--output", "new").returncode == 1
    assert not (site.folder / "new").exists()


def test_two_builds_never_share_an_output(site: SmallSite) -> None:
    """While one build has the output, another ends with status 2 and changes nothing."""
    assert site.build().returncode == 0
    before = _contents(site.folder / "dist")
    descriptor = os.open(site.folder / "dist", os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        outcome = site.build()
    finally:
        os.close(descriptor)
    assert (outcome.returncode, _contents(site.folder / "dist")) == (2, before)
    assert "another build" in outcome.stderr


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=lambda it: it.name)
def test_a_build_that_is_told_to_end_leaves_the_old_output(site: SmallSite, number: signal.Signals) -> None:
    """A signal during a build: the old output stays, nothing else does; status 128 and the number."""
    assert site.build().returncode == 0
    before = _contents(site.folder / "dist")
    site.write("docs/index.md", "# Page\n\n{% for i in range(10 ** 12) %}{% endfor %}\n")
    # Where the tests themselves run in the background, signals are ignored, and a child inherits that.
    command = ["/usr/bin/env", "--default-signal=INT,TERM,HUP", COMMAND, "build", "--as-of", DAY]
    process = subprocess.Popen(command, cwd=site.folder, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 60
    while len(list((site.folder / "dist").iterdir())) < 3 and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(0.5)
    process.send_signal(number)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 128 + number, errors
    assert "Traceback" not in errors
    assert _contents(site.folder / "dist") == before
    assert sorted(path.name for path in (site.folder / "dist").iterdir()) == ["claims.json", "site"]


@contextmanager
def _built(output: Path) -> Iterator[Path]:
    with building_in(output) as folder:
        (folder / "site").mkdir()
        (folder / "site" / "claims.json").write_text(RECORDS, encoding="utf-8")
        (folder / "claims.json").write_text(RECORDS, encoding="utf-8")
        yield folder


def test_an_exchange_is_whole_or_none(tmp_path: Path) -> None:
    """Where the second half of an exchange fails, the first half is taken back."""
    with _built(tmp_path) as folder:
        exchange(folder, tmp_path)
    (tmp_path / "site" / "old.txt").write_text("old", encoding="utf-8")
    before = _contents(tmp_path)
    with _built(tmp_path) as folder:
        (folder / "claims.json").unlink()
        with pytest.raises(FileNotFoundError):
            exchange(folder, tmp_path)
    assert _contents(tmp_path) == before


def test_a_build_that_was_killed_is_cleaned_up_after(tmp_path: Path) -> None:
    """What a killed build left goes with the next one, and an old output that it had set aside comes back."""
    left = tmp_path / f"{output_folder._PREFIX}killed"
    (left / "old").mkdir(parents=True)
    (left / "old" / "claims.json").write_text(RECORDS, encoding="utf-8")
    with building_in(tmp_path):
        assert not left.exists()
    assert _contents(tmp_path) == {"site/claims.json": RECORDS.encode()}


def test_an_output_that_is_a_file_is_told(tmp_path: Path) -> None:
    """A file in the output's place is refused as such."""
    (tmp_path / "out").write_text("x", encoding="utf-8")
    with pytest.raises(OutputError, match="found a file"), building_in(tmp_path / "out"):
        pass


@pytest.mark.parametrize("epoch", ["nonsense", "1e9", "99999999999999", "999999999999", "1 2", "٣"])
def test_a_wrong_epoch_is_told_even_with_a_day(site: SmallSite, epoch: str) -> None:
    """SOURCE_DATE_EPOCH that is no number of seconds ends a build with status 2, though a day is given."""
    outcome = run_claimbook(
        "build", "--as-of", DAY, folder=site.folder, environment={"SOURCE_DATE_EPOCH": epoch}
    )
    assert outcome.returncode == 2
    assert "SOURCE_DATE_EPOCH: found" in outcome.stderr
    assert "Traceback" not in outcome.stderr


def test_an_error_that_nothing_foresaw_is_one_line(site: SmallSite) -> None:
    """An error in somebody's hook ends with status 2 and one line, and in full where that is asked for."""
    site.write("hook.py", "def on_pre_build(config):\n    raise RuntimeError('first\\nsecond')\n")
    site.write("mkdocs.yml", (site.folder / "mkdocs.yml").read_text(encoding="utf-8") + "hooks: [hook.py]\n")
    outcome = site.build()
    assert outcome.returncode == 2
    assert "RuntimeError: first second" in outcome.stderr
    assert "Traceback" not in outcome.stderr
    told = run_claimbook("build", "--as-of", DAY, folder=site.folder, environment={"CLAIMBOOK_DEBUG": "1"})
    assert "Traceback" in told.stderr

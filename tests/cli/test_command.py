"""The `claimbook` command: exit statuses, messages, and that nothing ends in a traceback."""

from __future__ import annotations

import json
import os
import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.support.project import COMMAND, ROOT, run_claimbook
from tests.support.sites import SmallSite, write_site

if TYPE_CHECKING:
    from pathlib import Path

RECORDS = """\
log: {kind: source, title: Pump log, says: The log of the pump.}
flow:
  {kind: measured, title: Flow, says: 'The pump moves {value}.', value: 14.7, unit: GB/s, source: pump.log,
  observed: 2026-03-01}
"""
PAGE = '# Pump\n\nIt moves {{ value("pump.flow") }}.\n'
NO_GIT = {"GIT_DIR": "/nonexistent", "SOURCE_DATE_EPOCH": "", "CLAIMBOOK_AS_OF": ""}


@pytest.fixture
def site(tmp_path: Path) -> SmallSite:
    """A site of one page and two records."""
    return write_site(tmp_path, pages={"index.md": PAGE}, claims={"pump.yml": RECORDS})


def _run(site: SmallSite, *arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    outcome = run_claimbook(*arguments, folder=site.folder, environment={**NO_GIT, **environment})
    assert "Traceback" not in outcome.stdout + outcome.stderr
    return outcome


def test_a_build_says_what_it_made(site: SmallSite) -> None:
    """Status 0, a summary with counts and day, and where to open the result."""
    outcome = _run(site, "build", "--as-of", "2026-08-01")
    assert outcome.returncode == 0, outcome.stderr
    assert "1 pages, 2 record pages, states as of 2026-08-01" in outcome.stdout
    assert "dist/site/index.html" in outcome.stdout
    assert sorted(path.name for path in (site.folder / "dist").iterdir()) == ["claims.json", "site"]


def test_a_check_writes_nothing(site: SmallSite) -> None:
    """Status 0, what was checked, and no file more than before; it asks for no day."""
    before = sorted(site.folder.rglob("*"))
    outcome = _run(site, "check")
    assert (outcome.returncode, outcome.stdout) == (0, "2 records and 1 pages: nothing found\n")
    assert sorted(site.folder.rglob("*")) == before


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["unknown"],
        ["build", "--unknown"],
        ["build", "extra"],
        ["build", "--config"],
        ["build", "--config", "missing.yml"],
        ["check", "--config", "missing.yml"],
        ["check", "--config", "docs"],
        ["check", "--unknown"],
        ["check", "--as-of", "2026-08-01"],
        ["check", "extra"],
        ["serve", "--config", "missing.yml"],
        ["serve", "--address", "nonsense"],
        ["build", "--config", "broken.yml", "--as-of", "2026-08-01"],
        ["check", "--config", "broken.yml"],
        ["build", "--config", "binary.yml", "--as-of", "2026-08-01"],
        ["build", "--config", "without.yml", "--as-of", "2026-08-01"],
        ["check", "--config", "without.yml"],
        ["build", "--as-of", "nonsense"],
        ["build", "--as-of", "2026-02-30"],
        ["build", "--as-of", "20260801"],
        ["build", "--as-of", "2026-W01-1"],
        ["build"],  # no git, so no day
        ["build", "--as-of", "2026-08-01", "--output", "mkdocs.yml"],
        ["build", "--as-of", "2026-08-01", "--output", "mkdocs.yml/dist"],
        ["build", "--as-of", "2026-08-01", "--output", "/proc/claimbook"],
        ["schema", "--claims", "missing"],
        ["schema", "--output", "missing/schema.json"],
        ["schema", "--output", "/dev/full"],
    ],
    ids=" ".join,
)
def test_what_cannot_be_run_ends_with_status_two(site: SmallSite, arguments: list[str]) -> None:
    """Wrong options, a broken configuration, a day or an output that cannot be: status 2 and a reason."""
    site.write("broken.yml", "site_name: [")
    site.write("binary.yml", b"\xff\xfe\0")
    site.write("without.yml", "site_name: x\nplugins: []\n")
    outcome = _run(site, *arguments)
    assert outcome.returncode == 2
    assert outcome.stderr.strip()
    assert not (site.folder / "dist" / "site").exists()


@pytest.mark.parametrize("command", [["build"], ["check"], ["serve"]], ids=lambda command: command[0])
def test_an_empty_folder_is_told_what_is_missing(tmp_path: Path, command: list[str]) -> None:
    """Without a configuration one line names the file that is expected, and nothing is written."""
    outcome = _run(SmallSite(tmp_path), *command)
    assert (outcome.returncode, outcome.stdout) == (2, "")
    assert "mkdocs.yml" in outcome.stderr
    assert len(outcome.stderr.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write everywhere")
def test_an_output_that_may_not_be_written_is_one_line(site: SmallSite) -> None:
    """A folder without the right to write in it: status 2, its name, and no trace in it."""
    folder = site.folder / "mine"
    folder.mkdir(mode=0o555)
    outcome = _run(site, "build", "--as-of", "2026-08-01", "--output", "mine")
    assert outcome.returncode == 2
    assert "mine" in outcome.stderr
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("state", ["missing", "empty", "a file"])
@pytest.mark.parametrize(
    "command", [["build", "--as-of", "2026-08-01"], ["check"]], ids=lambda command: command[0]
)
def test_missing_records_are_one_finding(site: SmallSite, state: str, command: list[str]) -> None:
    """Without records the folder is reported, and not every id that a page names."""
    (site.folder / "claims" / "pump.yml").unlink()
    if state != "empty":
        (site.folder / "claims").rmdir()
    if state == "a file":
        site.write("claims", "x")
    outcome = _run(site, *command)
    assert outcome.returncode == 1
    assert "claims:1:1: error:" in outcome.stdout + outcome.stderr
    assert "1 problem" in outcome.stderr


@pytest.mark.parametrize("variable", ["CLAIMBOOK_AS_OF", "SOURCE_DATE_EPOCH"])
@pytest.mark.parametrize("value", ["99999999999999999999", "nonsense"])
def test_an_impossible_day_of_the_environment_is_reported(site: SmallSite, variable: str, value: str) -> None:
    """A day in the environment that is none ends with status 2."""
    assert _run(site, "build", **{variable: value}).returncode == 2


def test_the_day_comes_from_the_option_then_the_epoch(site: SmallSite) -> None:
    """1700000000 s after 1970 is 14 November 2023; an option outweighs it."""
    assert "as of 2023-11-14" in _run(site, "build", SOURCE_DATE_EPOCH="1700000000").stdout
    outcome = _run(site, "build", "--as-of", "2026-08-01", SOURCE_DATE_EPOCH="1700000000")
    assert "as of 2026-08-01" in outcome.stdout


def test_the_day_of_the_last_commit_is_the_default(site: SmallSite) -> None:
    """In a git checkout the day is that of the last commit, in UTC."""
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org", "-C", str(site.folder)]
    stamp = {"GIT_COMMITTER_DATE": "2026-05-04T23:30:00+0000", "GIT_AUTHOR_DATE": "2026-01-01T00:00:00+0000"}
    clean = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    for command in (["init", "-q"], ["commit", "-q", "--allow-empty", "-m", "x"]):
        subprocess.run([*git, *command], check=True, env={**clean, **stamp})
    outcome = run_claimbook(
        "build", folder=site.folder, environment={"SOURCE_DATE_EPOCH": "", "CLAIMBOOK_AS_OF": ""}
    )
    assert "as of 2026-05-04" in outcome.stdout


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
@pytest.mark.parametrize(
    "command", [["check"], ["build", "--as-of", "2026-08-01"], ["schema", "--output", "-"]]
)
def test_a_closed_stream_is_no_accident(site: SmallSite, stream: str, command: list[str]) -> None:
    """With one stream closed the command ends without a traceback."""
    closing = "1>&-" if stream == "stdout" else "2>&-"
    line = ["bash", "-c", f'exec "$0" "$@" {closing}', str(COMMAND), *command]
    outcome = subprocess.run(line, cwd=site.folder, capture_output=True, text=True, timeout=60, check=False)
    assert "Traceback" not in outcome.stdout + outcome.stderr
    assert outcome.returncode in (0, 1)


def test_a_reader_that_stops_reading_is_no_accident(site: SmallSite) -> None:
    """Printing into a pipe that closes early gives no traceback."""
    line = ["bash", "-c", '"$0" schema --output - | head -c 10', str(COMMAND)]
    outcome = subprocess.run(line, cwd=site.folder, capture_output=True, text=True, timeout=60, check=False)
    assert outcome.stdout == '{\n  "$sche'
    assert "Traceback" not in outcome.stderr


def test_the_schema_is_written_once_and_checked(site: SmallSite) -> None:
    """The file is JSON, a second run changes nothing, and a check tells a stale file with status 1."""
    assert _run(site, "schema", "--check").returncode == 1
    assert _run(site, "schema").stdout == "claims/record.schema.json: written\n"
    file = site.folder / "claims" / "record.schema.json"
    assert json.loads(file.read_text(encoding="utf-8"))["title"]
    assert _run(site, "schema").stdout == "claims/record.schema.json: unchanged\n"
    assert _run(site, "schema", "--check").returncode == 0
    file.write_text("{}", encoding="utf-8")
    assert _run(site, "schema", "--check").returncode == 1
    assert file.read_text(encoding="utf-8") == "{}"


def test_help_and_version_are_given() -> None:
    """Every command explains itself with status 0."""
    for arguments in (
        ["--help"],
        ["--version"],
        ["build", "-h"],
        ["check", "-h"],
        ["serve", "-h"],
        ["schema", "-h"],
    ):
        assert run_claimbook(*arguments, folder=ROOT).returncode == 0


@pytest.mark.parametrize("output", ["docs", "docs/out", "claims", "claims/a/b"])
def test_an_output_is_not_put_among_what_is_read(site: SmallSite, output: str) -> None:
    """A folder that the build reads, or one inside it, is refused as an output, and nothing is left in it."""
    before = sorted(site.folder.rglob("*"))
    outcome = run_claimbook("build", "--as-of", "2026-08-01", "--output", output, folder=site.folder)
    assert outcome.returncode == 2
    assert "which the build reads" in outcome.stderr or "within the 'docs_dir'" in outcome.stderr
    assert sorted(site.folder.rglob("*")) == before

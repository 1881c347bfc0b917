"""The commands that ask about records and edit them: their answers, statuses and refusals."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import time
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from macros.audit.affected import affected
from macros.audit.answers import affected_text, trail_text
from macros.audit.gather import gather, layout_of
from macros.audit.trail import trail
from macros.cli import main
from tests.audit.pump import CLAIMS, DAY, PAGES, PUMP
from tests.benchmarks.generate import generate_site
from tests.support.project import run_claimbook
from tests.support.sites import SmallSite, write_site

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_WHO = ("GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL")
IDENTITY = {**dict.fromkeys(_WHO, "pump@example.org"), "GIT_CONFIG_GLOBAL": os.devnull}


def _git(folder: Path, *arguments: str, day: str = "2026-08-01") -> None:
    dates = {f"GIT_{role}_DATE": f"{day}T12:00:00Z" for role in ("AUTHOR", "COMMITTER")}
    subprocess.run(
        ["git", "-C", str(folder), *arguments],  # noqa: S607 - git by its name
        check=True,
        capture_output=True,
        env={**os.environ, **IDENTITY, **dates},
    )


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> SmallSite:
    """A site in a git checkout whose path has spaces and more: two commits, the first of them ``old``."""
    folder = tmp_path_factory.mktemp("asking") / "a site, 'new' & old"
    folder.mkdir()
    site = write_site(folder, claims=CLAIMS, pages=PAGES)
    _git(folder, "init", "--quiet")
    _git(folder, "add", ".")
    _git(folder, "commit", "--quiet", "--message", "First", day="2026-07-01")
    _git(folder, "tag", "old")
    site.write("claims/pump.yml", PUMP.replace("value: 10.0", "value: 11.0"))
    _git(folder, "commit", "--quiet", "--all", "--message", "Second")
    return site


@pytest.fixture
def site(kept: SmallSite, tmp_path: Path) -> SmallSite:
    """A copy of the site, to be changed."""
    return SmallSite(shutil.copytree(kept.folder, tmp_path / kept.folder.name))


@pytest.fixture
def _handlers() -> Iterator[None]:
    """The command takes over signals; a test that runs it in this process gives them back."""
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = [signal.getsignal(number) for number in numbers]
    yield
    for number, handler in zip(numbers, before, strict=True):
        signal.signal(number, handler)


def _run(site: SmallSite, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    outcome = run_claimbook(
        *arguments, folder=site.folder, environment={"SOURCE_DATE_EPOCH": "", **environment}
    )
    assert "Traceback" not in outcome.stdout + outcome.stderr
    return outcome


def _files(site: SmallSite) -> dict[str, bytes]:
    return {
        path.relative_to(site.folder).as_posix(): path.read_bytes()
        for path in sorted(site.folder.rglob("*"))
        if path.is_file() and ".git" not in path.parts
    }


@pytest.mark.parametrize(
    ("arguments", "keys"),
    [
        (["show", "pump.flow"], {"as_of", "record", "rests_on", "sources", "carries", "related", "shown"}),
        (
            ["affected", "valve@2.0"],
            {"record", "stale", "reworded", "pages", "sections", "files", "not_checked"},
        ),
        (["diff", "old"], {"from", "to", "added", "removed", "changed", "not_compared", "summary"}),
        (["diff", "old", "HEAD"], {"from", "to", "changed"}),
    ],
)
def test_asking_answers_in_text_and_json_and_changes_nothing(
    kept: SmallSite, arguments: list[str], keys: set[str]
) -> None:
    """Status 0 both ways, lines of at most 80 columns, and neither a file nor the checkout is touched."""
    before = _files(kept)
    text = _run(kept, *arguments)
    data = _run(kept, *arguments, "--format", "json")
    assert (text.returncode, text.stderr, data.returncode) == (0, "", 0)
    assert max(map(len, text.stdout.splitlines())) <= 80
    assert keys <= json.loads(data.stdout).keys()
    assert _files(kept) == before
    status = subprocess.run(
        ["git", "-C", str(kept.folder), "status", "--porcelain"],  # noqa: S607 - git by its name
        capture_output=True,
        check=True,
    )
    assert status.stdout == b""


def test_a_difference_says_on_which_days_the_sides_are_judged(kept: SmallSite) -> None:
    """A commit on its own day, the working tree on that of the last commit or of --as-of."""
    sides = json.loads(_run(kept, "diff", "old", "--format", "json").stdout)
    assert (sides["from"]["as_of"], sides["to"]["as_of"]) == ("2026-07-01", "2026-08-01")
    later = json.loads(_run(kept, "diff", "old", "--format", "json", "--as-of", "2026-12-31").stdout)
    assert later["to"]["as_of"] == "2026-12-31"


def test_a_stream_without_signs_gets_plain_letters(kept: SmallSite) -> None:
    """Where the stream takes ASCII alone, values are written in it."""
    outcome = _run(kept, "show", "pump.flow", PYTHONIOENCODING="ascii")
    assert outcome.returncode == 0
    assert outcome.stdout.isascii()
    assert "The pump moves 11.0 GB/s." in outcome.stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["show", "pump.flwo"], "no record 'pump.flwo'; did you mean 'pump.flow'?"),
        (["show", "flow"], "did you mean 'pump.flow'?"),
        (["show", "qqq"], "no record 'qqq'; expected the id of a record, subject.name"),
        (["affected", "stack.valv@2"], "did you mean 'stack.valve'?"),
        (["affected", "valve@"], "found no version after @"),
        (["affected", "pump.flow@2"], "pump.flow is a measured, which has no version"),
        (["diff", "nope"], "'nope': no such commit here"),
        (["diff", "--", "-x"], "no name of a commit"),
        (["diff", "old", "nope"], "'nope': no such commit here"),
        (["diff", "old", "HEAD", "--as-of", "2026-08-01"], "expected no second REV"),
        (["diff"], "claims/released.json: no such file"),
        (["release", " "], "expected the release's name"),
        (["diff", "old", "--as-of", "soon"], "--as-of: found 'soon'"),
        (["show", "pump.flow", "--config", "none.yml"], "none.yml: no such file"),
        (["accept"], "found neither an id nor --all"),
        (["accept", "pump.share", "--all"], "or both"),
        (["accept", "--all"], "found no reason"),
        (["accept", "--all", "--reason", " "], "found no reason"),
        (["accept", "pump.flow"], "pump.flow is measured; expected a derived record"),
        (["verify", "pump.flow", "--on", "2026-13-01", "--source", "pump.log"], "--on: found '2026-13-01'"),
        (["verify", "pump.flow", "--on", "unstated", "--source", "pump.log"], "expected a day that has been"),
        (
            ["verify", "pump.flow", "--on", "2199-01-01", "--source", "pump.log"],
            "expected a day that has been",
        ),
        (["verify", "pump.flow", "--on", "2026-02-01", "--source", "pump.log"], "seen true later than that"),
        (["verify", "pump.flow", "--on", "2026-07-01", "--source", "pump.lgo"], "did you mean 'pump.log'"),
        (["verify", "pump.flow", "--on", "2026-07-01", "--source", "pump.flow"], "expected a source record"),
        (
            ["verify", "pump.share", "--on", "2026-07-01", "--source", "pump.log"],
            "claimbook accept pump.share",
        ),
        (["verify", "pump.log", "--on", "2026-07-01", "--source", "pump.log"], "pump.log is a source"),
        (["new", "mesured", "--file", "pump", "--key", "x"], "did you mean 'measured'?"),
        (["new", "measured", "--file", "pump", "--key", "flow"], "there is a record 'flow' already"),
        (["new", "measured", "--file", "pump"], "Missing option '--key'"),
        (["show"], "Missing argument 'ID'"),
        (["show", "pump.flow", "--format", "xml"], "'xml' is not one of"),
    ],
)
@pytest.mark.usefixtures("_handlers")
def test_what_cannot_be_asked_ends_with_status_two(
    kept: SmallSite, monkeypatch: pytest.MonkeyPatch, arguments: list[str], says: str
) -> None:
    """One clear line, status 2, and nothing written."""
    monkeypatch.chdir(kept.folder)
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    before = _files(kept)
    outcome = CliRunner().invoke(main, arguments)
    assert (outcome.exit_code, outcome.stdout) == (2, "")
    assert says in outcome.stderr
    assert "Usage:" in outcome.stderr or outcome.stderr.count("\n") == 1
    assert _files(kept) == before


def test_without_git_there_is_no_revision(site: SmallSite, tmp_path: Path) -> None:
    """A copy that is no checkout, a machine without git, a commit without records: one line each."""
    shutil.rmtree(site.folder / ".git")
    ceiling = {"GIT_CEILING_DIRECTORIES": str(tmp_path)}
    outcome = _run(site, "diff", "HEAD", **ceiling)
    assert (outcome.returncode, outcome.stderr.count("\n")) == (2, 1)
    assert "no git checkout" in outcome.stderr
    outcome = _run(site, "diff", "HEAD", PATH="/nonexistent")
    assert (outcome.returncode, outcome.stderr.count("\n")) == (2, 1)
    assert "git cannot be started" in outcome.stderr
    _git(site.folder, "init", "--quiet")
    _git(site.folder, "add", "docs")
    _git(site.folder, "commit", "--quiet", "--message", "Pages only")
    outcome = _run(site, "diff", "HEAD")
    assert (outcome.returncode, outcome.stderr) == (2, "claimbook: HEAD: has no folder claims/\n")


def test_what_does_not_load_is_named_and_the_rest_answered(site: SmallSite) -> None:
    """Faults at the revision or now: which records, on the side, and the sound ones are compared."""
    site.write("claims/stack.yml", "valve: {kind: component, oops: 1}\n")
    outcome = _run(site, "diff", "old")
    assert outcome.returncode == 0
    assert "stack.valve" in outcome.stderr
    assert "Not compared" in outcome.stdout
    assert "pump.flow" in outcome.stdout
    outcome = _run(site, "show", "stack.valve")
    assert (outcome.returncode, outcome.stdout) == (1, "")
    assert "unknown field 'oops'" in outcome.stderr


def test_a_record_seen_true_again_takes_day_source_and_history(site: SmallSite) -> None:
    """Three fields of the one record change, what was known before goes into the history, all else stays."""
    arguments = (
        "verify",
        "pump.flow",
        "--on",
        "2026-07-31",
        "--source",
        "pump.maker",
        "--note",
        "Read: 10 #1.",
    )
    before = _files(site)
    dry = _run(site, *arguments, "--dry-run")
    assert (dry.returncode, _files(site)) == (0, before)
    outcome = _run(site, *arguments)
    assert outcome.returncode == 0, outcome.stderr
    says = "Read: 10 #1. Before: pump.log, observed 2026-03-01."
    text = before["claims/pump.yml"].decode()
    own = text[text.index("flow:\n") : text.index("rated:")]
    new = own.replace("source: pump.log", "source: pump.maker").replace("2026-03-01", "2026-07-31")
    new += f'  history:\n    - {{"on": 2026-07-31, says: "{says}"}}\n'
    after = _files(site)
    assert after["claims/pump.yml"].decode() == text.replace(own, new)
    assert {**after, "claims/pump.yml": b""} == {**before, "claims/pump.yml": b""}
    patched = subprocess.run(
        ["git", "-C", str(site.folder), "apply", "--check", "--reverse", "-"],  # noqa: S607 - git by its name
        input=dry.stdout.encode(),
        check=False,
    )
    assert patched.returncode == 0


def test_accepting_shows_before_and_after_and_records_it(site: SmallSite) -> None:
    """The inputs are written as they are now; after that there is nothing left to accept."""
    outcome = _run(site, "accept", "pump.share", "--reason", "Read again")
    assert outcome.returncode == 0, outcome.stderr
    assert "pump.share  flow: 10.0 GB/s -> 11.0 GB/s" in outcome.stdout
    assert "pump.share  rated: 20.0 GB/s (unchanged)" in outcome.stdout
    text = (site.folder / "claims/pump.yml").read_text(encoding="utf-8")
    assert '  read: {flow: 11.0 GB/s, rated: "20.0 GB/s"}\n' in text
    again = _run(site, "accept", "pump.share")
    assert again.stdout == "nothing to accept: every input is as it was read\n"
    assert (site.folder / "claims/pump.yml").read_text(encoding="utf-8") == text


def test_all_that_changed_is_accepted_with_a_reason(site: SmallSite) -> None:
    """Every derived record whose inputs are not what was read, each with the reason in its history."""
    outcome = _run(site, "accept", "--all", "--reason", "New pump", "--format", "json")
    assert outcome.returncode == 0, outcome.stderr
    answer = json.loads(outcome.stdout)
    assert {reading["record"] for reading in answer["readings"]} == {"pump.share", "pump.good"}
    assert answer["written"] is True
    text = (site.folder / "claims/pump.yml").read_text(encoding="utf-8")
    assert text.count('says: "Inputs accepted: New pump"') == 2
    assert _run(site, "check").returncode == 0


def test_a_file_with_findings_is_not_edited(site: SmallSite) -> None:
    """What is wrong is said first: mend it, then edit."""
    site.write("claims/pump.yml", PUMP + "bad: {kind: source, title: Bad, says: Bad., oops: 1}\n")
    before = _files(site)
    for arguments in (
        ["verify", "pump.flow", "--on", "2026-07-01", "--source", "pump.log"],
        ["accept", "--all", "--reason", "Why not"],
        ["accept", "pump.bad"],
    ):
        outcome = _run(site, *arguments)
        assert (outcome.returncode, outcome.stderr.count("\n")) == (2, 1), outcome.stderr
        assert "oops" in outcome.stderr
    assert _files(site) == before


def test_a_release_is_what_later_records_are_compared_with(site: SmallSite) -> None:
    """What the records said is kept in a file beside them; without a change the file stays the same."""
    outcome = _run(site, "release", "2026.8")
    assert (outcome.returncode, outcome.stderr) == (0, "")
    kept = (site.folder / "claims/released.json").read_bytes()
    assert _run(site, "diff").stdout.endswith("Nothing changed in the meaning.\n")
    assert _run(site, "release", "2026.8").returncode == 0
    assert (site.folder / "claims/released.json").read_bytes() == kept
    site.write("claims/pump.yml", PUMP.replace("value: 10.0", "value: 12.0"))
    answer = json.loads(_run(site, "diff", "--format", "json").stdout)
    assert answer["from"] == {"name": "2026.8", "as_of": "2026-08-01"}
    assert [change["id"] for change in answer["changed"]] == ["pump.flow", "pump.share"]
    site.write("claims/pump.yml", PUMP.replace("share >= 0.4", "share >= 0.9"))
    outcome = _run(site, "release", "2026.9")
    assert (outcome.returncode, outcome.stdout) == (2, "")
    assert "a release holds sound records only" in outcome.stderr


def test_a_new_record_is_there_to_fill_in(site: SmallSite) -> None:
    """It stands at the end of the file, and the check names its empty fields, each with its line."""
    outcome = _run(site, "new", "measured", "--file", "pump", "--key", "pressure")
    assert outcome.returncode == 0, outcome.stderr
    text = (site.folder / "claims/pump.yml").read_text(encoding="utf-8")
    assert text.startswith(PUMP.replace("value: 10.0", "value: 11.0"))
    checked = _run(site, "check")
    assert checked.returncode == 1
    for field in ("title", "says", "source"):
        line = text[: text.index(f"  {field}:  #")].count("\n") + 1
        assert f"claims/pump.yml:{line}:" in checked.stdout


def test_ten_thousand_records_answer_as_fast_as_they_load(tmp_path: Path) -> None:
    """A trail and what is affected, as text, take less of the processor than reading the records does."""
    layout = layout_of(
        generate_site(tmp_path, records=10_000, pages=100, quotations=5_000).folder / "mkdocs.yml"
    )
    started = time.process_time()
    material, _ = gather(layout, DAY)
    loaded = time.process_time()
    texts = [
        trail_text(trail(material, "subject-0050.record-05003")),
        affected_text(affected(material, "sources.run")),
    ]
    assert time.process_time() - loaded < loaded - started
    assert "first: subject-0050.record-05002" in texts[0]
    assert "Stale: 9000 records" in texts[1]

"""`claimbook audit` and `claimbook explain`: statuses, options, and what goes where."""

from __future__ import annotations

import json
import os
import pty
import subprocess
from typing import TYPE_CHECKING

import pytest
from lxml import etree

from macros.audit.audited import all_rules
from tests.support.audits import RECORDS, commit
from tests.support.project import COMMAND, run_claimbook
from tests.support.sites import SmallSite, write_site

if TYPE_CHECKING:
    from pathlib import Path

DAY = ("--as-of", "2026-11-30")
LONELY = "lonely: {kind: source, title: Lonely log, says: A log that nobody cites.}\n"
NOBODY = "nobody cites pump.lonely"
ONLY = ("--only", "CB1002")
"""The one rule of these tests: a note about a source that nobody cites."""
NO_GIT = {"GIT_DIR": "/nonexistent", "SOURCE_DATE_EPOCH": "", "CLAIMBOOK_AS_OF": ""}


@pytest.fixture
def site(tmp_path: Path) -> SmallSite:
    """A site with one note to find."""
    return write_site(
        tmp_path, pages={"index.md": "# Pump\n\nText.\n"}, claims={"pump.yml": RECORDS + LONELY}
    )


def _audit(site: SmallSite, *arguments: str | Path, day: bool = True) -> subprocess.CompletedProcess[str]:
    given = (*DAY, *arguments) if day else arguments
    outcome = run_claimbook("audit", *given, folder=site.folder, environment=NO_GIT)
    assert "Traceback" not in outcome.stdout + outcome.stderr
    return outcome


@pytest.mark.parametrize(("level", "status"), [("error", 0), ("warning", 0), ("note", 1), ("never", 0)])
def test_the_status_depends_on_the_level_to_fail_on(site: SmallSite, level: str, status: int) -> None:
    """A note ends the command with status 1 only where notes fail a run; it is shown all the same."""
    outcome = _audit(site, *ONLY, "--fail-on", level)
    assert (outcome.returncode, NOBODY in outcome.stdout) == (status, True)


def test_a_clean_site_ends_with_status_nought(site: SmallSite) -> None:
    """Nothing found is said, with the day."""
    site.write("claims/pump.yml", RECORDS)
    outcome = _audit(site, *ONLY, "--fail-on", "note")
    assert (outcome.returncode, outcome.stdout) == (0, "nothing found; 1 rule checked; as of 2026-11-30\n")


def test_an_error_of_loading_fails_the_audit(site: SmallSite) -> None:
    """A record with a fault is reported whichever rules are asked for."""
    site.write("claims/pump.yml", RECORDS.replace("unit: GB/s", "unitt: GB/s"))
    outcome = _audit(site, *ONLY)
    assert (outcome.returncode, "unknown-field" in outcome.stdout) == (1, True)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--config", "missing.yml"],
        ["--config", "broken.yml"],
        ["--as-of", "2026-02-30"],
        ["--format", "pdf"],
        ["--fail-on", "fatal"],
        ["--only", "CB9999"],
        ["--skip", "nonsense"],
        ["--changed", "missing"],
        ["--baseline", "missing.json"],
        ["--baseline", "mkdocs.yml"],
        ["--write-baseline", "missing/base.json"],
        ["--report-file", "missing/report.txt"],
        ["--report-file", "docs"],
        ["extra"],
    ],
    ids=" ".join,
)
def test_what_cannot_be_run_ends_with_status_two(site: SmallSite, arguments: list[str]) -> None:
    """A reason on the error stream, and nothing on the other."""
    site.write("broken.yml", "site_name: [")
    outcome = _audit(site, *arguments)
    assert (outcome.returncode, outcome.stdout) == (2, "")
    assert outcome.stderr.strip()


def test_an_unknown_rule_is_answered_with_the_nearest(site: SmallSite) -> None:
    """A wrong digit and a wrong word lead to the code and the name that are meant; case does not matter."""
    assert "did you mean 'CB1002'?" in _audit(site, "--only", "CB10002").stderr
    assert _audit(site, "--only", "cb1002").returncode == 0
    assert NOBODY in _audit(site, "--only", "source-without-citation").stdout


def test_without_a_day_and_without_git_the_audit_cannot_run(site: SmallSite) -> None:
    """The message asks for the day."""
    outcome = _audit(site, day=False)
    assert (outcome.returncode, "--as-of" in outcome.stderr) == (2, True)


def test_skip_leaves_a_rule_out(site: SmallSite) -> None:
    """A rule that is skipped finds nothing and is not among those checked."""
    outcome = _audit(site, "--skip", "CB1002", "--format", "json")
    document = json.loads(outcome.stdout)
    assert "CB1002" not in document["summary"]["checked"]
    assert NOBODY not in outcome.stdout


@pytest.mark.parametrize("form", ["text", "json", "sarif", "junit", "github", "markdown"])
def test_every_format_goes_to_the_output_or_to_a_file(site: SmallSite, form: str) -> None:
    """The file holds what the output would, and the output then holds the result alone."""
    printed = _audit(site, *ONLY, "--format", form)
    assert NOBODY in printed.stdout
    written = _audit(site, *ONLY, "--format", form, "--report-file", "report.out")
    assert (site.folder / "report.out").read_text(encoding="utf-8") == printed.stdout
    assert written.stdout == "1 note; 1 rule checked; as of 2026-11-30; written to report.out\n"
    if form in ("json", "sarif"):
        json.loads(printed.stdout)
    if form == "junit":
        etree.fromstring(printed.stdout.encode())


def test_what_is_not_built_is_not_checked(site: SmallSite) -> None:
    """Without a build the rules that read it are named with the reason, and after one they are checked."""
    before = _audit(site, "--only", "CB1001")
    assert "not checked, nothing is built: run claimbook build first: CB1001" in before.stdout
    assert "0 rules checked, 1 not checked" in before.stdout
    assert site.build().returncode == 0
    after = _audit(site, "--only", "CB1001")
    assert ("not checked" in after.stdout, "CB1001" in after.stdout) == (False, True)


def test_an_outdated_build_is_told(site: SmallSite) -> None:
    """A page that changed after the build is a remark beside the result."""
    assert site.build().returncode == 0
    assert "changed after the output was built" not in _audit(site, *ONLY).stdout
    site.write("docs/index.md", "# Pump\n\nMore.\n")
    said = " ".join(_audit(site, *ONLY).stdout.split())  # in one line, however wide the paper
    assert "changed after the output was built; run claimbook build" in said


def test_a_baseline_hides_what_was_there_before(site: SmallSite) -> None:
    """Written once, it hides the old finding, not a new one; writing it fails no run."""
    written = _audit(site, *ONLY, "--fail-on", "note", "--write-baseline", "base.json")
    assert (written.returncode, written.stderr) == (0, "base.json: 1 finding on record\n")
    again = _audit(site, *ONLY, "--fail-on", "note", "--baseline", "base.json")
    assert (again.returncode, "1 waived" in again.stdout) == (0, True)
    site.write("claims/pump.yml", RECORDS + LONELY + LONELY.replace("lonely", "second"))
    later = _audit(site, *ONLY, "--fail-on", "note", "--baseline", "base.json")
    assert (later.returncode, NOBODY in later.stdout, "pump.second" in later.stdout) == (1, False, True)
    site.write("claims/pump.yml", RECORDS)
    unused = _audit(site, *ONLY, "--baseline", "base.json")
    assert "an entry of the baseline that matches nothing" in unused.stdout


def test_only_what_changed_is_reported(site: SmallSite) -> None:
    """Against a revision an old finding is silent, and one in a changed record is not."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    start = commit(site.folder)

    def changed() -> str:
        outcome = subprocess.run(
            [COMMAND, "audit", *DAY, *ONLY, "--changed", start],
            cwd=site.folder,
            env=clean,
            capture_output=True,
            text=True,
            check=False,
        )
        assert outcome.returncode == 0, outcome.stderr
        return outcome.stdout

    assert "nothing found" in changed()
    site.write("claims/pump.yml", RECORDS + LONELY + LONELY.replace("lonely", "second"))
    assert (NOBODY in changed(), "pump.second" in changed()) == (False, True)


def test_the_cache_is_left_out_on_demand(site: SmallSite) -> None:
    """`--no-cache` leaves no folder; without it the answer of a second run is the same."""
    first = _audit(site, *ONLY, "--no-cache")
    assert not (site.folder / ".cache").exists()
    assert _audit(site, *ONLY).stdout == _audit(site, *ONLY).stdout == first.stdout
    assert (site.folder / ".cache/claimbook").is_dir()


def _in_terminal(site: SmallSite, **environment: str) -> str:
    """What the audit shows at a terminal."""
    main, other = pty.openpty()
    process = subprocess.Popen(
        [COMMAND, "audit", *DAY, *ONLY],
        cwd=site.folder,
        env={**os.environ, **NO_GIT, "TERM": "xterm", **environment},
        stdout=other,
        stderr=other,
        stdin=subprocess.DEVNULL,
    )
    os.close(other)
    shown = b""
    while True:
        try:
            part = os.read(main, 65536)
        except OSError:
            break
        if not part:
            break
        shown += part
    process.wait(30)
    os.close(main)
    return shown.decode()


def test_colours_are_for_terminals_alone(site: SmallSite) -> None:
    """A terminal gets styles unless NO_COLOR is set; a pipe gets none."""
    assert "\x1b[" in _in_terminal(site)
    assert "\x1b[" not in _in_terminal(site, NO_COLOR="1")
    assert "\x1b[" not in _audit(site, *ONLY).stdout


def test_output_that_cannot_show_a_sign_shows_another(site: SmallSite) -> None:
    """With an ASCII stream every format ends as it should."""
    site.write("claims/pump.yml", RECORDS + LONELY.replace("Lonely log", "Längere Liste → ∞"))
    for form in ("text", "json", "sarif", "junit", "github", "markdown"):
        outcome = run_claimbook(
            "audit",
            *DAY,
            "--format",
            form,
            folder=site.folder,
            environment={**NO_GIT, "PYTHONIOENCODING": "ascii"},
        )
        assert "Traceback" not in outcome.stderr
        assert outcome.returncode in (0, 1), outcome.stderr


def test_a_failed_rule_is_named_and_the_status_is_two(site: SmallSite) -> None:
    """A rule that raises is CB001 in the report; the others have run, and the run is no success."""
    breaking = (
        "import dataclasses, sys\n"
        "import macros.audit.rules as family\n"
        "def broken(rule, material): raise RuntimeError('on purpose')\n"
        "family.RULES = tuple(dataclasses.replace(rule, check=broken) if rule.code == 'CB1001' else rule"
        " for rule in family.RULES)\n"
        "from macros.audit.rule import Rule\n"
        "family.RULES = tuple(dataclasses.replace(rule, needs=()) for rule in family.RULES if rule.code in"
        " ('CB1001', 'CB1002'))\n"
        "from macros.cli import main\n"
        "main(sys.argv[1:])\n"
    )
    outcome = subprocess.run(
        [COMMAND.with_name("python"), "-c", breaking, "audit", *DAY],
        cwd=site.folder,
        env={**os.environ, **NO_GIT},
        capture_output=True,
        text=True,
        check=False,
    )
    assert outcome.returncode == 2
    assert "the rule CB1001 (record-shown-nowhere) failed: RuntimeError: on purpose" in outcome.stdout
    assert NOBODY in outcome.stdout


def test_every_rule_is_explained(site: SmallSite) -> None:
    """By code, by name and all at once; why, bad and good are there, and how to silence where it may be."""
    one = run_claimbook("explain", "cb1002", folder=site.folder)
    assert one.returncode == 0
    assert one.stdout == run_claimbook("explain", "source-without-citation", folder=site.folder).stdout
    for part in ("CB1002 source-without-citation", "Why", "Bad", "Good", "claimbook: allow"):
        assert part in one.stdout
    listed = json.loads(run_claimbook("explain", "--all", "--format", "json", folder=site.folder).stdout)
    assert [entry["code"] for entry in listed] == [rule.code for rule in all_rules()]
    assert all(all(isinstance(text, str) and text for text in entry.values()) for entry in listed)
    assert set(listed[0]) == {"code", "name", "level", "summary", "why", "bad", "good", "silence"}
    for entry in listed:
        assert ("cannot be silenced" in entry["silence"]) == entry["code"].startswith("CB00")


@pytest.mark.parametrize("arguments", [[], ["CB9999"], ["CB101", "--all"], ["CB101", "CB102"]], ids=" ".join)
def test_an_explanation_of_nothing_ends_with_status_two(site: SmallSite, arguments: list[str]) -> None:
    """No rule, an unknown one, one and all together: a reason, and status 2."""
    outcome = run_claimbook("explain", *arguments, folder=site.folder)
    assert (outcome.returncode, bool(outcome.stderr.strip())) == (2, True)


def test_the_codes_and_names_of_rules_are_each_used_once() -> None:
    """A code or a name leads to one rule, and the codes are in order of their numbers."""
    rules = all_rules()
    assert len({rule.code for rule in rules}) == len({rule.name for rule in rules}) == len(rules)

"""Watches against clones and notes: what shows, what does not, what cannot be told; and a firing in YAML."""

from __future__ import annotations

import difflib
import json
import os
import subprocess
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from macros.audit.looking import LookError, UndecidedError, is_no_earlier, look
from macros.records.structures import Sign
from tests.support.project import run_claimbook
from tests.support.sites import SmallSite, write_site

if TYPE_CHECKING:
    from pathlib import Path

_WHO = ("GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL")
IDENTITY = {**dict.fromkeys(_WHO, "pump@example.org"), "GIT_CONFIG_GLOBAL": os.devnull}
RECORDS = """\
# The pump.
log: {kind: source, title: Log, says: The log., address: "https://pump.example/", seen: 2026-07}
tip: {kind: assumed, title: Tip, says: Open it., verify: Look., source: pump.log, observed: 2026-07-01}

valve:
  kind: watch  # looked at on Mondays
  title: Valve
  says: "A new valve would open the tip again."
  trigger: "The valve comes."
  address: https://pump.example/valve
  repository: pump/valve
  signs:
    - {tag: v2.0}
    - {text: new valve, path: notes}
  reopens: [pump.tip]  # one so far

pipe:
  kind: watch
  title: Pipe
  says: "A wider pipe."
  trigger: "The pipe comes."
  address: https://pump.example/pipe
  repository: pump/pipe
  signs: [{pattern: "(?i)wider +pipe"}]
  fired: true
  "on": 2026-06
  source: pump.log
  reopens: [pump.tip]

odd:
  {kind: watch, title: Odd, says: Odd., trigger: Odd., address: "https://pump.example/", reopens: [pump.tip]}
"""


def _git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(
        ["git", "-C", str(folder), *arguments],  # noqa: S607 - git by its name
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, **IDENTITY},
    )
    return done.stdout.strip()


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clone with a file of notes, a binary file, two commits and a tag; its path has spaces and more."""
    folder = tmp_path_factory.mktemp("clones") / "a clone, 'new' & old"
    (folder / "notes").mkdir(parents=True)
    (folder / "notes" / "two\twords.md").write_text("# Notes\n\nThere is a new valve.\n")
    (folder / "binary").write_bytes(b"\0new pipe\0")
    _git(folder, "init", "--quiet")
    _git(folder, "add", ".")
    _git(folder, "commit", "--quiet", "--message", "First")
    _git(folder, "tag", "v1.9.3")
    _git(folder, "commit", "--quiet", "--allow-empty", "--message", "Second")
    (folder / "uncommitted").write_text("a leak\n")
    return folder


NUMBERS = st.lists(st.integers(0, 60), min_size=2, max_size=4)


@given(NUMBERS, NUMBERS)
def test_a_release_is_no_earlier_by_its_numbers(one: list[int], other: list[int]) -> None:
    """Tags are compared number by number, so that v1.10 comes after v1.9."""
    tags = [f"v{'.'.join(map(str, numbers))}" for numbers in (one, other)]
    assert is_no_earlier(*tags) == (one >= other)


@pytest.mark.parametrize(
    ("tag", "than", "fits"),
    [
        ("v2.31.2-1", "v2.31.2-1", True),
        ("v2.31.2-2", "v2.31.2-1", True),
        ("v2.31.1-9", "v2.31.2-1", False),
        ("v1.21.0-rc1", "v1.21.0", False),
        ("v1.21.0-aws", "v1.21.0", False),
        ("1.21.0", "v1.21.0", False),
        ("efa-3.3.0", "v1.0", False),
        ("nightly", "nightly", True),
        ("nightly-2", "nightly", False),
    ],
)
def test_words_after_the_numbers_make_no_release(tag: str, than: str, *, fits: bool) -> None:
    """A candidate, another's tag or another name is not the release that is waited for."""
    assert is_no_earlier(tag, than) is fits


@pytest.mark.parametrize(
    ("notes", "sign", "line"),
    [
        ("# Notes\n\n## v1.21.1 (2026-08-19)\n", {"tag": "v1.21.0"}, 3),
        ("## 1.21.0\n", {"tag": "v1.21.0"}, 1),
        ("1.21.0\n", {"tag": "v1.21.0"}, 1),
        ("[v1.22.0](https://example.org/)\n", {"tag": "v1.21.0"}, 1),
        (f"{'a' * 40}\trefs/tags/v1.21.0\n", {"tag": "v1.21.0"}, 1),
        ("## v1.20.9 (2026-08-19)\n", {"tag": "v1.21.0"}, None),
        ("## v1.21.0-rc2\n", {"tag": "v1.21.0"}, None),
        ("It needs NCCL v2.31.2-1 or later.\n", {"tag": "v1.21.0"}, None),
        ("2.5 times as fast\n", {"tag": "v1.21.0"}, None),
        ("* 2026-08-17: a day\n2. a point\n", {"tag": "v1.21.0"}, None),
        ("x\nA completion  counter\n", {"pattern": "completion +counter"}, 2),
        ("x\nA Completion counter\n", {"text": "completion counter"}, None),
        ("merge 5a4ba9b28cc of the year\n", {"commit": "5a4ba9b28"}, 1),
        ("merge f5a4ba9b28\n", {"commit": "5a4ba9b28"}, None),
        ("", {"text": "x"}, None),
    ],
)
def test_notes_show_a_sign_or_do_not(
    tmp_path: Path, notes: str, sign: dict[str, str], line: int | None
) -> None:
    """A release counts where notes or a list of tags begin a line with it, and not where they mention it."""
    file = tmp_path / "notes.md"
    file.write_text(notes)
    hit = look(file, [Sign.model_validate(sign)])
    assert (hit.place if hit else None) == (f"{file}:{line}" if line else None)


@pytest.mark.parametrize(
    ("sign", "place"),
    [
        ({"tag": "v1.9"}, "v1.9.3"),
        ({"tag": "v2.0"}, None),
        ({"text": "new valve"}, "notes/two\twords.md:3"),
        ({"text": "new valve", "path": "notes"}, "notes/two\twords.md:3"),
        ({"text": "new valve", "path": "elsewhere"}, None),
        ({"text": "new pipe"}, None),
        ({"text": "a leak"}, None),
        ({"pattern": "^There.*valve[.]$"}, "notes/two\twords.md:3"),
        ({"pattern": "--help"}, None),
        ({"text": "--open-files-in-pager=id"}, None),
        ({"commit": "0123456789"}, None),
    ],
)
def test_a_clone_shows_a_sign_or_does_not(clone: Path, sign: dict[str, str], place: str | None) -> None:
    """Tags, the last commit's text files and its history count; neither binary files nor the working tree."""
    hit = look(clone, [Sign.model_validate(sign)])
    shown = hit.place.removeprefix(f"{clone}/") if hit else None
    assert shown == place


def test_a_commit_shows_in_the_history(clone: Path) -> None:
    """The name of a commit, or its beginning, is found among those before the last one."""
    first = _git(clone, "rev-list", "--max-parents=0", "HEAD")
    assert look(clone, [Sign(commit=first[:9])]) is not None


def test_a_shallow_clone_and_one_without_tags_cannot_tell(clone: Path, tmp_path: Path) -> None:
    """What is not in the clone is not held to be absent upstream; another sign may still show."""
    shallow = tmp_path / "shallow"
    _git(tmp_path, "clone", "--quiet", "--depth", "1", "--no-tags", f"file://{clone}", str(shallow))
    first = _git(clone, "rev-list", "--max-parents=0", "HEAD")
    for sign in (Sign(commit=first), Sign(tag="v1.9")):
        with pytest.raises(UndecidedError):
            look(shallow, [sign])
    assert look(shallow, [Sign(tag="v1.9"), Sign(text="new valve")]) is not None


def test_what_is_no_clone_and_no_text_is_refused(clone: Path, tmp_path: Path) -> None:
    """A folder, a folder inside a clone, an empty clone, a binary file: each is an error that names it."""
    (tmp_path / "empty").mkdir()
    _git(tmp_path / "empty", "init", "--quiet")
    (tmp_path / "folder").mkdir()
    (tmp_path / "binary").write_bytes(b"\xff\xfe\0\0")
    for place in (clone / "notes", tmp_path / "empty", tmp_path / "folder", tmp_path / "binary"):
        with pytest.raises(LookError, match=place.name):
            look(place, [Sign(text="x")])


@pytest.fixture
def site(tmp_path: Path) -> SmallSite:
    """A site with three watches: one that waits, one that has fired, one without signs."""
    (tmp_path / "site").mkdir()
    return write_site(tmp_path / "site", claims={"pump.yml": RECORDS})


def _run(site: SmallSite, *arguments: str) -> subprocess.CompletedProcess[str]:
    outcome = run_claimbook("watch", *arguments, folder=site.folder)
    assert "Traceback" not in outcome.stdout + outcome.stderr
    return outcome


def test_a_check_says_what_came_of_each_watch(site: SmallSite, clone: Path) -> None:
    """Fired, with status 1 where the record does not know; not fired; not checked, with the reason."""
    notes = site.folder / "pipe.txt"
    notes.write_text("Nothing new.\n")
    given_places = ("--in", f"pump/valve={clone}", "--in", f"pump.pipe={notes}")
    outcome = _run(site, "check", *given_places, "--format", "json")
    assert outcome.returncode == 1
    found = {each["watch"]: each for each in json.loads(outcome.stdout)["watches"]}
    assert {name: each["outcome"] for name, each in found.items()} == {
        "pump.valve": "fired",
        "pump.pipe": "not fired",
        "pump.odd": "not checked",
    }
    assert found["pump.valve"]["place"] == f"{clone}/notes/two\twords.md:3"
    assert found["pump.valve"]["says"] == "There is a new valve."
    text = _run(site, "check", *given_places)
    assert text.returncode == 1
    assert "claimbook watch fire pump.valve --on DATE --source SOURCE_ID" in text.stdout
    assert "pump.pipe: not fired here, although its record says so" in text.stdout
    assert "3 watches: 1 fired, 1 not fired, 1 not checked" in text.stdout


def test_a_firing_that_is_on_record_is_no_finding(site: SmallSite) -> None:
    """Status 0 where nothing was given, and where the record knows; control characters are not printed."""
    assert _run(site, "check").returncode == 0
    notes = site.folder / "pipe.txt"
    notes.write_text("A wider   pipe \x1b[31m\n")
    outcome = _run(site, "check", "pump.pipe", "--in", f"pump/pipe={notes}")
    assert (outcome.returncode, "\x1b" in outcome.stdout) == (0, False)
    assert "fired, as recorded for 2026-06" in outcome.stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["check", "--in", "pump/valve"], "expected NAME=PATH"),
        (["check", "--in", "pump/valve=nowhere"], "nowhere: no such file or folder"),
        (["check", "--in", "pump/vlave=mkdocs.yml"], "did you mean 'pump/valve'?"),
        (["check", "--in", "pump/valve=docs"], "no clone"),
        (["check", "pump.vlave"], "did you mean 'pump.valve'?"),
        (["check", "pump.tip"], "pump.tip is assumed; expected a watch"),
        (["fire", "pump.tip", "--on", "2026-08-01", "--source", "pump.log"], "expected a watch"),
        (
            ["fire", "pump.pipe", "--on", "2026-08-01", "--source", "pump.log"],
            "fired already, on 2026-06",
        ),
        (["fire", "pump.valve", "--on", "2026-13-01", "--source", "pump.log"], "2026-13-01"),
        (["fire", "pump.valve", "--on", "2199-01-01", "--source", "pump.log"], "a day that has been"),
        (["fire", "pump.valve", "--on", "2026-08-01", "--source", "pump.lgo"], "did you mean 'pump.log'?"),
        (["fire", "pump.valve", "--on", "2026-08-01", "--source", "pump.tip"], "expected a source record"),
    ],
)
def test_what_cannot_be_done_is_said(site: SmallSite, arguments: list[str], says: str) -> None:
    """Status 2 and one line that says what was found and what is expected; no file is touched."""
    before = (site.folder / "claims" / "pump.yml").read_bytes()
    outcome = _run(site, *arguments)
    assert outcome.returncode == 2
    assert says in outcome.stderr
    assert (site.folder / "claims" / "pump.yml").read_bytes() == before


def test_a_firing_is_written_and_all_else_stays(site: SmallSite) -> None:
    """The lines of the firing are added, each other line and comment is as it was, and the tip is stale."""
    file = site.folder / "claims" / "pump.yml"
    before = file.read_text().splitlines()
    shown = _run(site, "fire", "pump.valve", "--on", "2026-08-01", "--source", "pump.log", "--dry-run")
    assert file.read_text().splitlines() == before
    assert "+  fired: true" in shown.stdout
    firing = ("fire", "pump.valve", "--on", "2026-08-01", "--source", "pump.log", "--note", "It came.")
    outcome = _run(site, *firing)
    assert outcome.returncode == 0, outcome.stderr
    after = file.read_text().splitlines()
    changed = [line for line in difflib.ndiff(before, after) if line[:2] in ("+ ", "- ")]
    assert changed == [
        "+   fired: true",
        '+   "on": 2026-08-01',
        "+   source: pump.log",
        "+   history:",
        '+     - {"on": 2026-08-01, says: "It came."}',
    ]
    states = json.loads(_run_show(site).stdout)
    assert "stale" in json.dumps(states)


def _run_show(site: SmallSite) -> subprocess.CompletedProcess[str]:
    return run_claimbook("show", "pump.tip", "--format", "json", "--as-of", "2026-09-01", folder=site.folder)


@pytest.mark.parametrize(
    ("sign", "says"),
    [
        ("{}", "one of text, pattern, tag and commit"),
        ("{text: a, tag: b}", "one of text, pattern, tag and commit"),
        ("{tag: v1, path: src}", "no path"),
        ("{pattern: '(['}", "a regular expression"),
        ("{commit: main}", "7 to 40 hexadecimal digits"),
    ],
)
def test_a_sign_that_can_show_nothing_is_refused(tmp_path: Path, sign: str, says: str) -> None:
    """Whoever writes a record hears at its check what a sign lacks, with its place."""
    broken = RECORDS.replace("{tag: v2.0}", sign)
    site = write_site(tmp_path, claims={"pump.yml": broken})
    outcome = run_claimbook("check", folder=site.folder)
    assert outcome.returncode == 1
    assert says in outcome.stdout + outcome.stderr
    assert "claims/pump.yml:" in outcome.stdout + outcome.stderr

"""The cache: what it gives is what a run would find, and whatever is wrong with it is made anew."""

from __future__ import annotations

import datetime
import json
import os
import shutil
from typing import TYPE_CHECKING

import pytest

from macros.audit import audited as module
from macros.audit import cache as cache_module
from macros.audit.audited import Choice, audit_site
from macros.audit.cache import KEPT, Cache, key_of
from tests.support.audits import DAY, RECORDS, commit, write_files

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from macros.audit.audited import Audited
    from macros.audit.inputs import Layout

CHOICE = Choice(DAY)
BUILT = {"dist/site/index.html": "<p>x</p>\n", "dist/claims.json": '{"records": []}'}


@pytest.fixture
def layout(tmp_path: Path) -> Layout:
    """A built site in a repository."""
    files = {
        "claims/pump.yml": RECORDS,
        "docs/index.md": "# Pump\n",
        "README.md": "Text.\n",
        ".gitignore": "dist\n",
    }
    layout = write_files(tmp_path / "site", {**files, **BUILT})
    commit(layout.root)
    return layout


class Runs:
    """Counts the runs that were needed."""

    def __init__(self, layout: Layout, monkeypatch: pytest.MonkeyPatch) -> None:
        self.layout, self.cache = layout, layout.root / ".cache/claimbook"
        self.count = 0
        run = module._run

        def counted(*arguments: object) -> Audited:
            self.count += 1
            return run(*arguments)  # type: ignore[arg-type]

        monkeypatch.setattr(module, "_run", counted)

    def audit(self, choice: Choice = CHOICE) -> Audited:
        return audit_site(self.layout, self.layout.root / "dist", choice, self.cache)


@pytest.fixture
def runs(layout: Layout, monkeypatch: pytest.MonkeyPatch) -> Runs:
    """The site with the first run done and counted."""
    runs = Runs(layout, monkeypatch)
    runs.audit()
    return runs


def test_an_unchanged_site_is_not_audited_again(runs: Runs) -> None:
    """The second answer is the first one, without a run, and the folder keeps itself out of git."""
    assert (runs.audit(), runs.count) == (runs.audit(), 1)
    assert (runs.cache / ".gitignore").read_text(encoding="utf-8") == "*\n"


@pytest.mark.parametrize(
    "change",
    [
        lambda root: (root / "claims/pump.yml").write_text(RECORDS + "\n", encoding="utf-8"),
        lambda root: (root / "claims/other.yaml").write_text("x: 1\n", encoding="utf-8"),
        lambda root: (root / "docs/index.md").write_text("# Pumps\n", encoding="utf-8"),
        lambda root: (root / "docs/index.md").rename(root / "docs/home.md"),
        lambda root: (root / "README.md").write_text("Words\n", encoding="utf-8"),
        lambda root: (root / "dist/site/index.html").write_text("<p>y</p>\n", encoding="utf-8"),
        lambda root: (root / "dist/claims.json").write_text("{}", encoding="utf-8"),
        lambda root: (root / "dist/site/new.html").write_text("", encoding="utf-8"),
        lambda root: shutil.rmtree(root / "dist"),
    ],
    ids=[
        "record",
        "record file",
        "page",
        "page name",
        "file",
        "artefact",
        "catalogue",
        "new artefact",
        "no build",
    ],
)
def test_whatever_changes_is_audited_again(runs: Runs, change: Callable[[Path], object]) -> None:
    """A record, a page, its name, another file, the output or its absence: a second run."""
    change(runs.layout.root)
    runs.audit()
    assert runs.count == 2


def test_a_change_that_keeps_size_and_time_is_seen(runs: Runs) -> None:
    """Contents decide: a file with the same length and the same dates is another file."""
    page = runs.layout.root / "docs/index.md"
    status = page.stat()
    page.write_text("# Pimp\n", encoding="utf-8")
    os.utime(page, ns=(status.st_atime_ns, status.st_mtime_ns))
    runs.audit()
    assert runs.count == 2


@pytest.mark.parametrize(
    "choice",
    [Choice(DAY + datetime.timedelta(days=1)), Choice(DAY, only=("CB1002",)), Choice(DAY, skip=("CB1002",))],
)
def test_another_question_is_another_run(runs: Runs, choice: Choice) -> None:
    """The day and the rules asked for are part of the key."""
    runs.audit(choice)
    assert runs.count == 2


@pytest.mark.parametrize("what", ["_code", "_packages"])
def test_nothing_is_trusted_across_a_version(runs: Runs, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    """Other code of the engine or another package installed: a new run."""
    monkeypatch.setattr(cache_module, what, lambda: "another")
    runs.audit()
    assert runs.count == 2


def test_nothing_is_trusted_across_a_python(runs: Runs, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another Python: a new run."""
    monkeypatch.setattr(cache_module.sys, "version", "3.99")
    runs.audit()
    assert runs.count == 2


@pytest.mark.parametrize(
    "spoil",
    [
        lambda _: b"",
        lambda raw: raw[: len(raw) // 2],
        lambda raw: raw[:-1],
        lambda raw: raw.replace(b"CB1002", b"CB1003", 1),
        lambda raw: b"\xff" + raw,
        lambda raw: raw.split(b"\n", 1)[1],
        lambda _: b"{}\n{}",
        lambda _: b"[" * 100_000,
        lambda _: b"\x80\x04\x95.",
    ],
    ids=["empty", "half", "cut", "altered", "no text", "no header", "other JSON", "deep", "pickle"],
)
def test_a_spoiled_file_is_made_anew(runs: Runs, spoil: Callable[[bytes], bytes]) -> None:
    """Empty, cut, altered, foreign: no error, one more run, and a sound file afterwards."""
    first = runs.audit()
    (file,) = runs.cache.glob("*.json")
    file.write_bytes(spoil(file.read_bytes()))
    assert runs.audit() == first
    runs.audit()
    assert runs.count == 2


def test_a_result_of_another_form_is_made_anew(runs: Runs) -> None:
    """A sound file whose content is no result of ours is not believed."""
    (file,) = runs.cache.glob("*.json")
    Cache(runs.cache).put(file.stem, {"findings": [["CB101"]]})
    runs.audit()
    assert runs.count == 2


def test_a_file_under_another_name_is_not_believed(tmp_path: Path) -> None:
    """The key stands in the file too: a copy under another key is foreign."""
    cache = Cache(tmp_path)
    cache.put("a" * 64, {"x": 1})
    shutil.copy(tmp_path / f"{'a' * 64}.json", tmp_path / f"{'b' * 64}.json")
    assert (cache.get("a" * 64), cache.get("b" * 64)) == ({"x": 1}, None)


@pytest.mark.parametrize("state", ["a file", "a folder in its place", "a broken link"])
def test_a_cache_that_cannot_be_written_is_no_fault(runs: Runs, state: str) -> None:
    """The audit gives its answer all the same."""
    first = runs.audit()
    shutil.rmtree(runs.cache)
    if state == "a file":
        runs.cache.write_text("x", encoding="utf-8")
    elif state == "a broken link":
        runs.cache.symlink_to(runs.layout.root / "nowhere" / "else")
    else:
        key = next(iter(json.dumps(first.counts)))
        (runs.cache / f"{key}.json").mkdir(parents=True)
    assert runs.audit() == first


def test_a_failed_rule_is_never_remembered(runs: Runs, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run with CB001 is run again, since its fault may lie outside what the key holds."""
    run = module._run
    monkeypatch.setattr(module, "_run", lambda *given: module.replace(run(*given), failed=("CB101",)))
    choice = Choice(DAY, only=("CB1002",))
    runs.audit(choice)
    runs.audit(choice)
    assert runs.count == 3


def test_a_file_that_changes_during_the_run_leaves_no_result(
    runs: Runs, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was read may be neither the old nor the new content, so nothing is stored."""
    run = module._run

    def changing(*given: object) -> Audited:
        found = run(*given)  # type: ignore[arg-type]
        (runs.layout.root / "docs/index.md").write_text(f"# Pump {runs.count}\n", encoding="utf-8")
        return found

    monkeypatch.setattr(module, "_run", changing)
    choice = Choice(DAY, only=("CB1002",))
    runs.audit(choice)
    (runs.layout.root / "docs/index.md").write_text("# Pump\n", encoding="utf-8")
    runs.audit(choice)
    assert runs.count == 3


def test_few_results_stay(tmp_path: Path) -> None:
    """Of many results the newest remain, and no half-written file."""
    cache = Cache(tmp_path)
    for number in range(KEPT + 5):
        cache.put(f"{number:064x}", {"x": number})
        os.utime(tmp_path / f"{number:064x}.json", (number, number))
    cache.put("f" * 64, {"x": 0})
    assert len(list(tmp_path.glob("*.json"))) == KEPT
    assert [path.name for path in tmp_path.iterdir() if path.suffix != ".json"] == [".gitignore"]


def test_the_parts_of_a_key_cannot_run_together() -> None:
    """`ab` and `c` are another key than `a` and `bc`."""
    assert key_of(["ab", "c"]) != key_of(["a", "bc"])

"""What differs from a revision: pages, records, what rests on them, what is built from them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from macros.audit.changed import RevisionUnknownError, changes_since, only_changed, touched_records
from macros.audit.gather import gather
from macros.audit.inputs import list_inputs
from macros.findings import Finding, Place
from tests.support.audits import DAY, commit, git, write_files

if TYPE_CHECKING:
    from pathlib import Path

    from macros.audit.inputs import Layout
    from macros.audit.material import Material

CLAIMS = """\
log: {kind: source, title: Log, says: A log.}
first: {kind: measured, title: A, says: A., value: 1, unit: ms, source: pump.log, observed: 2026-03-01}
second: {kind: measured, title: B, says: B., value: 2, unit: ms, source: pump.log, observed: 2026-03-01}
sum: {kind: derived, title: C, says: C., unit: ms, from: {a: pump.first}, formula: a + a}
twice: {kind: derived, title: D, says: D., unit: ms, from: {a: pump.sum}, formula: a + a}
other: {kind: derived, title: E, says: E., unit: ms, from: {a: pump.second}, formula: a + a}
"""
PAGES = {"docs/index.md": "# Pump\n\nText.\n", "docs/other.md": '# Other\n\n{{ value("pump.twice") }}\n'}


@pytest.fixture
def layout(tmp_path: Path) -> Layout:
    """A repository with one commit."""
    layout = write_files(tmp_path, {"claims/pump.yml": CLAIMS, "README.md": "Text.\n", **PAGES})
    commit(tmp_path)
    return layout


def _material(layout: Layout, output: Path | None = None) -> Material:
    return gather(layout, DAY, inputs=list_inputs(layout, output))[0]


def _touched(layout: Layout, revision: str = "HEAD") -> set[str]:
    return set(touched_records(changes_since(layout, revision), _material(layout)))


def _edit(layout: Layout, name: str, old: str, new: str) -> None:
    file = layout.root / name
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def test_nothing_differs_from_the_commit_itself(layout: Layout) -> None:
    """An unchanged tree has no changed file and no touched record."""
    assert (changes_since(layout, "HEAD").files, _touched(layout)) == (frozenset(), set())


def test_a_changed_record_touches_what_rests_on_it(layout: Layout) -> None:
    """A figure that changes touches the sum and what is computed from the sum, and no neighbour."""
    _edit(layout, "claims/pump.yml", "value: 1", "value: 3")
    assert _touched(layout) == {"pump.first", "pump.sum", "pump.twice"}


def test_a_source_touches_the_records_that_name_it(layout: Layout) -> None:
    """A changed source touches each record that cites it, and what rests on those."""
    _edit(layout, "claims/pump.yml", "A log.", "Another log.")
    names = {"log", "first", "second", "sum", "twice", "other"}
    assert _touched(layout) == {f"pump.{name}" for name in names}


def test_a_record_that_is_gone_touches_what_rested_on_it(layout: Layout) -> None:
    """The record has no line any more; what named it is touched."""
    line = next(line for line in CLAIMS.splitlines() if line.startswith("second"))
    _edit(layout, "claims/pump.yml", f"{line}\n", "")
    assert {"pump.second", "pump.other"} <= _touched(layout)
    assert "pump.sum" not in _touched(layout)


def test_changed_defaults_touch_every_record_of_the_file(layout: Layout) -> None:
    """What all records of a file share is part of each."""
    _edit(layout, "claims/pump.yml", "log: {", "defaults: {audience: all}\nlog: {")
    assert _touched(layout) >= {"pump.log", "pump.first", "pump.second", "pump.other"}


def test_files_are_those_of_commits_of_the_tree_and_new_ones(layout: Layout) -> None:
    """Committed since, edited, staged, renamed under the new name, not known to git; not what is ignored."""
    start = git(layout.root, "rev-parse", "HEAD")
    write_files(layout.root, {"docs/a,b ü.md": "x\n", ".gitignore": "*.tmp\n"})
    commit(layout.root)
    git(layout.root, "mv", "docs/index.md", "docs/renamed.md")
    write_files(layout.root, {"docs/new.md": "x\n", "x.tmp": "x\n"})
    _edit(layout, "README.md", "Text.", "Words.")
    assert changes_since(layout, start).files == {
        ".gitignore",
        "README.md",
        "docs/a,b ü.md",
        "docs/index.md",
        "docs/new.md",
        "docs/renamed.md",
    }


def test_what_came_to_the_other_branch_meanwhile_is_no_change_here(layout: Layout) -> None:
    """The comparison starts where the branch left the other one, as a pull request does."""
    git(layout.root, "switch", "-q", "-c", "topic")
    _edit(layout, "docs/index.md", "Text.", "Words.")
    commit(layout.root)
    git(layout.root, "switch", "-q", "main")
    _edit(layout, "README.md", "Text.", "Words.")
    commit(layout.root)
    git(layout.root, "switch", "-q", "topic")
    assert changes_since(layout, "main").files == {"docs/index.md"}


@pytest.mark.parametrize(
    "revision", ["missing", "", "HEAD~9", "--output=x", "HEAD:docs", "-p", "0" * 40, "a\nb"]
)
def test_a_revision_that_is_none_is_refused(layout: Layout, revision: str) -> None:
    """No commit of that name, an option in its place, a file: an error, and nothing is written."""
    with pytest.raises(RevisionUnknownError):
        changes_since(layout, revision)
    assert not (layout.root / "x").exists()


def test_a_folder_without_git_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is no repository nothing can be compared."""
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "none"))
    with pytest.raises(RevisionUnknownError):
        changes_since(write_files(tmp_path, {}), "HEAD")


def test_only_findings_in_what_changed_are_reported(layout: Layout) -> None:
    """By file for pages, by record in record files; what keeps the audit from knowing always stays."""
    _edit(layout, "claims/pump.yml", "value: 1", "value: 3")
    _edit(layout, "docs/index.md", "Text.", "Words.")
    claims = "claims/pump.yml"
    kept = [
        Finding("CB101", Place("docs/index.md", 3), "x"),
        Finding("CB201", Place(claims, 2), "x", record="pump.first"),
        Finding("CB201", Place(claims, 5), "x", record="pump.twice"),
        Finding("CB702", Place("docs/other.md", 3), "x", record="pump.twice"),
        Finding("CB1101", Place(claims, 6), "x"),
        Finding("CB001", Place("macros/audit"), "x"),
        Finding("CB005", Place("docs/other.md"), "x"),
        Finding("dangling-reference", Place(claims, 6), "x", record="pump.other"),
        Finding("CB102", Place("dist/site/index.html", 1), "x"),
        Finding("CB102", Place("dist/site/other/index.html", 1), "x"),
        Finding("CB102", Place("dist/site/claims/pump.sum/index.html", 1), "x"),
        Finding("CB1101", Place("dist/site/search.json", 1), "x"),
    ]
    dropped = [
        Finding("CB101", Place("docs/other.md", 3), "x"),
        Finding("CB201", Place(claims, 6), "x", record="pump.other"),
        Finding("CB1101", Place("README.md", 1), "x"),
        Finding("CB102", Place("dist/site/third/index.html", 1), "x"),
        Finding("CB102", Place("dist/site/claims/pump.other/index.html", 1), "x"),
    ]
    built = ["index.html", "other/index.html", "third/index.html", "search.json"]
    built += [f"claims/pump.{name}/index.html" for name in ("sum", "other")]
    write_files(layout.root, {".gitignore": "dist\n", **{f"dist/site/{name}": "x" for name in built}})
    write_files(layout.root, {"dist/claims.json": '{"records": []}'})
    change = changes_since(layout, "HEAD")
    material = _material(layout, layout.root / "dist")
    assert only_changed([*kept, *dropped], change, material) == kept


def test_a_chain_of_thousands_is_followed(tmp_path: Path) -> None:
    """A change at the start of 5,000 records that each rest on the one before touches them all."""
    head, *_ = CLAIMS.split("sum:")
    chain = "".join(
        f"n{number}: {{kind: derived, title: N, says: N., unit: ms, "
        f"from: {{a: pump.{'first' if number == 0 else f'n{number - 1}'}}}, formula: a}}\n"
        for number in range(5_000)
    )
    layout = write_files(tmp_path, {"claims/pump.yml": head + chain})
    commit(tmp_path)
    _edit(layout, "claims/pump.yml", "value: 1", "value: 3")
    assert len(_touched(layout)) == 5_001

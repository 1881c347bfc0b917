"""Labelled folders of pages are judged as their labels say; a failed build leaves the old output alone."""

from __future__ import annotations

import re
import shutil
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner, Result

from macros.cli import main
from macros.findings import Finding, Place
from tests.support.built import PRIVATE_USE
from tests.support.corpus import CORPUS, cases, check_findings, expected_of
from tests.support.project import ROOT
from tests.support.sites import CONFIGURATION, SmallSite, write_site

if TYPE_CHECKING:
    from pathlib import Path

SHARED = CORPUS / "pages" / "claims"
GOOD, BAD = cases("pages/good"), cases("pages/bad")
ALONE = {"faulty-record"}  # has records of its own, which are judged first
LINE = re.compile(
    r"(?P<path>.+?):(?P<line>\d+):(?P<column>\d+): error: (?P<message>.+) \[(?P<rule>[a-z0-9-]+)\]"
)


def _site(case: Path, folder: Path) -> SmallSite:
    site = write_site(folder)
    own = case / "claims"
    shutil.copytree(own if own.is_dir() else SHARED, folder / "claims", dirs_exist_ok=True)
    shutil.rmtree(folder / "docs")
    shutil.copytree(case / "docs", folder / "docs")
    return site


def _check(site: SmallSite) -> Result:
    return CliRunner().invoke(main, ["check", "--config", str(site.folder / "mkdocs.yml")])


def _findings(text: str) -> list[Finding]:
    matches = [match for line in text.splitlines() if (match := LINE.fullmatch(line))]
    places = [Place(match["path"], int(match["line"]), int(match["column"])) for match in matches]
    return [
        Finding(match["rule"], place, match["message"]) for match, place in zip(matches, places, strict=True)
    ]


@pytest.mark.parametrize("case", BAD, ids=lambda case: case.name)
def test_bad_pages_are_reported_where_they_stand(case: Path, tmp_path: Path) -> None:
    """A bad folder gives exactly the expected findings: file, line, column, rule, words; status 1."""
    outcome = _check(_site(case, tmp_path))
    assert isinstance(outcome.exception, SystemExit), outcome.exception
    assert outcome.exit_code == 1
    findings = _findings(outcome.stdout)
    check_findings(findings, case)
    assert len(outcome.stdout.splitlines()) == len(findings)


@pytest.mark.parametrize("case", BAD, ids=lambda case: case.name)
def test_messages_are_in_the_words_of_the_page(case: Path, tmp_path: Path) -> None:
    """No message shows a place of the machine, a line break or an unfilled default."""
    for finding in _findings(_check(_site(case, tmp_path)).stdout):
        for notation in (str(tmp_path), "Traceback", "<class", "object>", "= ,", "{'"):
            assert notation not in finding.message


@pytest.mark.parametrize("case", GOOD, ids=lambda case: case.name)
def test_good_pages_are_checked_in_silence(case: Path, tmp_path: Path) -> None:
    """A good folder has nothing found, with status 0."""
    outcome = _check(_site(case, tmp_path))
    assert outcome.exit_code == 0, outcome.output
    assert outcome.stdout.endswith("nothing found\n")


def _together(folder: Path, chosen: list[Path]) -> SmallSite:
    site = write_site(folder, pages={"index.md": "# All of them\n\nEach in a folder.\n"})
    shutil.copytree(SHARED, folder / "claims", dirs_exist_ok=True)
    for case in chosen:
        shutil.copytree(case / "docs", folder / "docs" / case.name)
    return site


def test_all_faults_of_all_pages_come_in_one_run(tmp_path: Path) -> None:
    """A build of all bad pages at once says of each what it says of it alone, with status 1, no traceback."""
    chosen = [case for case in BAD if case.name not in ALONE]
    outcome = _together(tmp_path, chosen).build()
    assert outcome.returncode == 1
    assert "Traceback" not in outcome.stdout + outcome.stderr
    found = [(str(finding.place), finding.rule) for finding in _findings(outcome.stderr)]
    expected = [
        (item.place.replace("docs/", f"docs/{case.name}/", 1), item.rule)
        for case in chosen
        for item in expected_of(case)
        if item.rule != "mkdocs"  # links are judged when every page could be made
    ]
    assert sorted(found) == sorted(expected)
    assert f"{len(expected)} problems" in outcome.stderr


def test_good_pages_are_built_without_a_trace_of_the_macros(tmp_path: Path) -> None:
    """In the built pages no call is left but the one that is shown as text, and no mark of the build."""
    site = _together(tmp_path, GOOD)
    outcome = site.build()
    assert outcome.returncode == 0, outcome.stderr
    for file in sorted((site.folder / "dist").rglob("*.html")):
        text = file.read_text(encoding="utf-8")
        left = [line for line in text.splitlines() if "{{" in line or "{%" in line]
        assert len(left) == (1 if file.parent.name == "raw" else 0), file
        assert not PRIVATE_USE.search(text), file
        assert "WRONG" not in text, file


def _tree(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {
        str(path.relative_to(folder)): (path.read_bytes() if path.is_file() else b"", path.stat().st_mtime_ns)
        for path in sorted(folder.rglob("*"))
    }


@pytest.mark.parametrize(
    ("path", "content"),
    [
        ("docs/index.md", b'# Pump\n\n{{ value("pump.flo") }}\n'),
        ("docs/index.md", b"# Pump\n\n{{ flow }}\n"),
        ("docs/index.md", b"# Pump\n\n[nowhere](other.md)\n"),
        ("docs/index.md", b"\xff\xfe"),
        ("claims/pump.yml", b"flow: {kind: measured}\n"),
        ("mkdocs.yml", b"site_name: [\n"),
        ("overrides/components/value.html.jinja", b"{{ nothing.there }}\n"),
        ("overrides/components/record.html.jinja", b"{{ nothing.there }}\n"),
        ("overrides/main.html", b"{{ nothing.there.either }}\n"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_failed_build_touches_no_byte_of_the_old_output(tmp_path: Path, path: str, content: bytes) -> None:
    """Whatever makes the build fail, the old output is as it was, and nothing lies beside it."""
    site = _site(next(case for case in GOOD if case.name == "simple"), tmp_path)
    shutil.copytree(ROOT / "overrides", tmp_path / "overrides")
    site.write("mkdocs.yml", CONFIGURATION.replace(str(ROOT / "overrides"), "overrides"))
    first = site.build()
    assert first.returncode == 0, first.stderr
    before = _tree(tmp_path / "dist")
    site.write(path, content)
    outcome = site.build()
    assert outcome.returncode in {1, 2}
    assert "Traceback" not in outcome.stderr
    assert "unchanged" in outcome.stderr
    assert _tree(tmp_path / "dist") == before

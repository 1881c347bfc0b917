"""The build says the same each time: nothing of the machine, the moment or the order of a hash gets in."""

import os
import time
from pathlib import Path

from tests.support.built import ADDRESS, BuiltSite
from tests.support.project import ROOT, run_claimbook

OTHER_MACHINE = {
    "CLAIMBOOK_SITE_URL": ADDRESS,
    "PYTHONHASHSEED": "12345",
    "TZ": "Pacific/Kiritimati",
    "LC_ALL": "C",
    "LANG": "C",
}


def _contents(folder: Path) -> dict[str, bytes]:
    return {
        str(file.relative_to(folder)): file.read_bytes()
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }


def test_two_builds_are_the_same_bytes(built_site: BuiltSite, tmp_path: Path) -> None:
    """Another time zone, locale, hash seed, second and output folder change no byte of any output."""
    time.sleep(1.1)  # written times have whole seconds
    outcome = run_claimbook("build", "--output", tmp_path, environment=OTHER_MACHINE)
    assert outcome.returncode == 0, outcome.stderr
    first, second = _contents(built_site.folder), _contents(tmp_path)
    assert first.keys() == second.keys()
    assert [name for name in first if first[name] != second[name]] == []


def test_no_output_names_the_machine(built_site: BuiltSite) -> None:
    """No path of the machine that built the site is in any output."""
    paths = {os.fsencode(path) for path in (ROOT, built_site.folder, Path.home())} - {b"/root"}
    naming = [
        name
        for name, content in _contents(built_site.folder).items()
        if any(path in content for path in paths)
    ]
    assert naming == []

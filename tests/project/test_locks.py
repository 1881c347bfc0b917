"""The lock files: everything pinned with hashes, from nowhere in particular."""

import importlib.metadata
import json
import re
import tomllib
from pathlib import Path

import pytest
from packaging.specifiers import SpecifierSet

from tests.support.project import ROOT

PYTHON_LOCKS = sorted((ROOT / "requirements").glob("*.txt"))
NPM_LOCKS = [ROOT / "package-lock.json", ROOT / "tests/package-lock.json"]
REQUIREMENT = re.compile(r"(?P<name>[a-z0-9._-]+)==(?P<version>\S+)(?P<rest>(?:.*\\\n)*.*)", re.MULTILINE)


def _name(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("lock", PYTHON_LOCKS + NPM_LOCKS, ids=_name)
def test_no_lock_names_a_host(lock: Path) -> None:
    """A lock works with whatever index a machine is set to: it holds no address."""
    assert re.findall(r"\w+://\S+|--(?:extra-)?index-url|--find-links|--trusted-host", lock.read_text()) == []


@pytest.mark.parametrize("lock", PYTHON_LOCKS, ids=_name)
def test_every_python_package_is_pinned_with_hashes(lock: Path) -> None:
    """Each requirement has one exact version and at least one sha256."""
    packages = list(REQUIREMENT.finditer(lock.read_text()))
    assert packages
    assert [package["name"] for package in packages if "--hash=sha256:" not in package["rest"]] == []


@pytest.mark.parametrize("lock", NPM_LOCKS, ids=_name)
def test_every_npm_package_has_its_integrity(lock: Path) -> None:
    """Each npm package has one exact version and a sha512."""
    packages = {name: entry for name, entry in json.loads(lock.read_text())["packages"].items() if name}
    assert packages
    assert [name for name, entry in packages.items() if not entry["integrity"].startswith("sha512-")] == []


def test_locks_agree() -> None:
    """A package that is in both environments' locks has one version: one environment holds both."""
    versions = [
        {
            package["name"]: package["version"]
            for package in REQUIREMENT.finditer((ROOT / "requirements" / name).read_text())
        }
        for name in ("build.txt", "test.txt")
    ]
    shared = versions[0].keys() & versions[1].keys()
    assert shared
    assert {name for name in shared if versions[0][name] != versions[1][name]} == set()


def test_every_locked_package_runs_on_the_oldest_python() -> None:
    """No locked release asks for more than the first patch of the oldest Python supported."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    oldest = project["requires-python"].removeprefix(">=") + ".0"
    locked = {package["name"] for lock in PYTHON_LOCKS for package in REQUIREMENT.finditer(lock.read_text())}
    metadata = [distribution.metadata for distribution in importlib.metadata.distributions()]
    installed = {re.sub(r"[-_.]+", "-", one["Name"]).lower(): one["Requires-Python"] for one in metadata}
    asked = {name: installed[name] for name in locked & installed.keys() if installed[name]}
    assert len(asked) > 20
    assert {name: said for name, said in asked.items() if not SpecifierSet(said).contains(oldest)} == {}

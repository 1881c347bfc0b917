"""The copying of files from npm packages into the theme."""

import json
from pathlib import Path

import pytest

from tests.support.project import ROOT
from tools.copy_assets import copy_assets


@pytest.fixture
def theme(tmp_path: Path) -> Path:
    """An empty theme beside one npm package of one file."""
    (tmp_path / "node_modules/face").mkdir(parents=True)
    (tmp_path / "node_modules/face/face.woff2").write_bytes(b"face")
    (tmp_path / "overrides").mkdir()
    return tmp_path / "overrides"


def _copy(theme: Path, origin: str, target: str) -> list[str]:
    listing = theme / "assets.json"
    listing.write_text(json.dumps([{"from": origin, "to": target}]))
    return copy_assets(listing, theme.parent, theme)


def test_a_listed_file_is_copied(theme: Path) -> None:
    """The file arrives with its bytes, in a folder that is made for it."""
    assert _copy(theme, "node_modules/face/face.woff2", "assets/fonts/face.woff2") == []
    assert (theme / "assets/fonts/face.woff2").read_bytes() == b"face"


@pytest.mark.parametrize(
    ("origin", "target", "said"),
    [
        (
            "node_modules/face/none.woff2",
            "assets/face.woff2",
            "there is no file node_modules/face/none.woff2",
        ),
        ("node_modules/face/face.woff2", "../face.woff2", "../face.woff2 lies outside overrides/"),
    ],
)
def test_a_wrong_entry_is_named(theme: Path, origin: str, target: str, said: str) -> None:
    """A missing file and a target outside the theme are said, and nothing is written for them."""
    assert _copy(theme, origin, target) == [f"assets.json: {said}"]
    assert [file.name for file in theme.rglob("*") if file.is_file()] == ["assets.json"]


def test_every_copied_file_is_ignored_by_git() -> None:
    """What is copied lies in folders that .gitignore names: nothing of a third party is committed."""
    targets = [entry["to"] for entry in json.loads((ROOT / "overrides/assets.json").read_text())]
    ignored = (ROOT / ".gitignore").read_text().split()
    assert targets
    assert [target for target in targets if f"/overrides/{Path(target).parent}/" not in ignored] == []


def test_a_licence_of_a_distribution_is_copied(theme: Path) -> None:
    """A file of an installed Python distribution is found by the end of its path; a missing one is named."""
    listing = theme / "assets.json"
    entry = {"distribution": "pytest", "from": "pytest/py.typed", "to": "assets/licences/typed"}
    listing.write_text(json.dumps([entry]))
    assert copy_assets(listing, theme.parent, theme) == []
    assert (theme / "assets/licences/typed").is_file()
    listing.write_text(json.dumps([entry | {"from": "pytest/none.txt"}]))
    assert copy_assets(listing, theme.parent, theme) == ["assets.json: there is no file pytest/none.txt"]

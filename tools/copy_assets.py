"""Copy the files that overrides/assets.json lists from the packages into the theme.

A file's origin is a path from the project's root, or, with ``distribution``, a path among what that Python
distribution has installed.

A font that is packed (woff2) and listed as .ttf is unpacked: the printed document would do that every time.

The copies lie in folders that git ignores and MkDocs publishes.
"""

import importlib.metadata
import json
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
THEME = ROOT / "overrides"
LISTING = THEME / "assets.json"


def copy_assets(listing: Path, root: Path, theme: Path) -> list[str]:
    """Copy every listed file; return one message a file that is missing or would land outside the theme."""
    problems = []
    for entry in json.loads(listing.read_text(encoding="utf-8")):
        origin, target = _origin(root, entry), theme / entry["to"]
        if not target.resolve().is_relative_to(theme.resolve()):
            problems.append(f"{listing.name}: {entry['to']} lies outside {theme.name}/")
        elif not origin.is_file():
            problems.append(f"{listing.name}: there is no file {entry['from']}")
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            _copy(origin, target)
    return problems


def _copy(origin: Path, target: Path) -> None:
    if (origin.suffix, target.suffix) != (".woff2", ".ttf"):
        shutil.copyfile(origin, target)
        return
    from fontTools.ttLib import woff2  # noqa: PLC0415 - slow to import

    with origin.open("rb") as packed, target.open("wb") as unpacked:
        woff2.decompress(packed, unpacked)


def _origin(root: Path, entry: dict[str, str]) -> Path:
    if "distribution" not in entry:
        return root / entry["from"]
    installed = importlib.metadata.distribution(entry["distribution"]).files or []
    found = [file.locate() for file in installed if file.as_posix().endswith(entry["from"])]
    return Path(str(found[0])) if found else root / entry["from"]


if __name__ == "__main__":
    messages = copy_assets(LISTING, ROOT, THEME)
    sys.exit("\n".join(messages) if messages else 0)

"""The pictures of charts that are kept with the records: by chart and form, each with its figure's digest.

Whoever builds needs no browser as long as the figure is the one that was drawn. It knows files, no records.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass, field
from importlib import metadata
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

FOLDER: Final = "charts"
INDEX: Final = "index.json"
FORMAT: Final = 1
"""Changes where the same SVG of Plotly is cleaned in another way."""
LIBRARY: Final = "assets/charts/plotly-basic.min.js"
_VERSION: Final = re.compile(rb"v(\d+\.\d+\.\d+)")
_HEAD: Final = 400


class KeptError(Exception):
    """The kept pictures cannot be read or written; the message says why in one line."""


@dataclass(frozen=True, slots=True)
class Pictures:
    """A folder of pictures, what draws them, and the digests of the figures that were drawn, by name."""

    folder: Path
    tools: str
    digests: Mapping[str, str] = field(default_factory=dict)

    def picture(self, name: str, figure_text: str) -> str | None:
        """Return the picture of that name if it was drawn from that figure, with what draws now."""
        if self.digests.get(name) != fingerprint(figure_text, self.tools):
            return None
        try:
            return (self.folder / f"{name}.svg").read_text(encoding="utf-8")
        except (OSError, ValueError):
            return None


def picture_name(identifier: str, form: str, edition: str = "") -> str:
    """Return the name of a picture: the chart's id and the form; an edition's own figure has its name too."""
    return f"{identifier}{f'@{edition}' if edition else ''}.{form}"


def tools(library: Path) -> str:
    """Return the versions that a picture depends on; KeptError where the library is missing."""
    try:
        with library.open("rb") as file:
            found = _VERSION.search(file.read(_HEAD))
    except OSError as error:
        raise KeptError(f"{library}: {error.strerror or error}; run: make setup") from error
    if found is None:
        raise KeptError(f"{library}: not the chart library (no version in its head); run: make setup")
    return f"plotly.js {found[1].decode()}, kaleido {metadata.version('kaleido')}, format {FORMAT}"


def fingerprint(figure_text: str, versions: str) -> str:
    """Return the digest by which a figure's picture is kept."""
    return hashlib.sha256(f"{versions}\n{figure_text}".encode()).hexdigest()


def read_pictures(folder: Path, versions: str) -> Pictures:
    """Return what a folder keeps; nothing where there is no index; KeptError where it is not readable."""
    index = folder / INDEX
    if not index.is_file():
        return Pictures(folder, versions)
    try:
        data: Any = json.loads(index.read_text(encoding="utf-8"))
        digests = {str(name): str(digest) for name, digest in data["pictures"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise KeptError(f"{index}: not the index of kept pictures; run: claimbook charts --all") from error
    return Pictures(folder, versions, digests)


def write_pictures(folder: Path, pictures: Mapping[str, tuple[str, str | None]], versions: str) -> None:
    """Write pictures and index: each name with its digest, and its text where it was drawn anew.

    What the folder holds besides and was kept before is removed. Raises KeptError.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, (_, text) in pictures.items():
            if text is not None:
                (folder / f"{name}.svg").write_text(text, encoding="utf-8")
        for file in folder.glob("*.svg"):
            if file.stem not in pictures:
                file.unlink()
        index = {"drawn_with": versions, "pictures": {name: pictures[name][0] for name in sorted(pictures)}}
        text = json.dumps(index, indent=1, ensure_ascii=False) + "\n"
        (folder / INDEX).write_text(text, encoding="utf-8")
    except OSError as error:
        raise KeptError(f"{error.filename or folder}: {error.strerror or error}") from error

"""What the site takes of the theme that it stands on: which files, and under which names.

Knows the theme's folders; knows neither pages nor records.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs.exceptions import PluginError

if TYPE_CHECKING:
    from collections.abc import Sequence

_NEEDED = {
    "script": "assets/javascripts/bundle.*.min.js",
    "worker": "assets/javascripts/workers/search.*.min.js",
}
"""The theme's own files that a page loads; their names carry a digest that changes with the release."""

_UNUSED = re.compile(
    r".*\.(?:jinja|map)|assets\.json"
    r"|print/(?:[\w-]+\.css|fonts/.*)"
    r"|assets/(?:javascripts/lunr/.*|stylesheets/(?:main|palette)\..*\.min\.css|images/favicon\.png)"
)
"""Templates of the build, and files of the theme that no page of ours asks for."""


def is_unused(address: str) -> bool:
    """Say whether a file of the theme stays out of the site."""
    return _UNUSED.fullmatch(address) is not None


def theme_files(folders: Sequence[str]) -> dict[str, str]:
    """Return the addresses of the theme's files by use: ``script`` and ``worker``.

    Raises:
        PluginError: a file is missing, or its name is ambiguous.
    """
    return {use: _only(folders, pattern) for use, pattern in _NEEDED.items()}


def _only(folders: Sequence[str], pattern: str) -> str:
    found = {path.relative_to(folder).as_posix() for folder in folders for path in Path(folder).glob(pattern)}
    if len(found) != 1:
        raise PluginError(
            f"the theme has {len(found)} files '{pattern}'; expected one: set theme.name: material"
        )
    return found.pop()

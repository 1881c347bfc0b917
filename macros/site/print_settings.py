"""What a printed document takes from the configuration: templates, the build's folder, the file's name."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs.config import load_config
from mkdocs.exceptions import Abort, ConfigurationError

from macros.site.building import BuildFailedError
from macros.site.plugin import ClaimbookPlugin

if TYPE_CHECKING:
    from collections.abc import Iterable

_TEMPLATES = "print"


@dataclass(frozen=True, slots=True)
class PrintSettings:
    """The folder with the print templates, the folder that a build of the site fills, the name of the PDF."""

    theme: Path
    built: Path
    name: str


def print_settings(configuration: Path) -> PrintSettings:
    """Read the settings of a site; raise BuildFailedError where it cannot be printed."""
    try:
        config: Any = load_config(str(configuration))
    except (Abort, ConfigurationError) as error:
        raise BuildFailedError(f"{configuration}: {error}") from error
    plugin = next((item for item in config.plugins.values() if isinstance(item, ClaimbookPlugin)), None)
    if plugin is None:
        raise BuildFailedError(f"{configuration.name} does not list the plugin 'claimbook'")
    name = plugin.config.pdf_name
    if Path(name).name != name or not name.endswith(".pdf"):
        raise BuildFailedError(
            f"{configuration.name}: pdf_name is {name!r}; expected a file name such as guide.pdf"
        )
    return PrintSettings(_theme(config.theme.dirs), Path(config.site_dir).parent, name)


def _theme(folders: Iterable[str]) -> Path:
    for folder in folders:
        if (Path(folder) / _TEMPLATES).is_dir():
            return Path(folder)
    message = f"the theme has no folder '{_TEMPLATES}' with the templates of the printed document"
    raise BuildFailedError(message)

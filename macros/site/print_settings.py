"""What a printed document takes from the configuration: templates, the build's folder, the file's name.

The configuration is read as MkDocs reads it (INHERIT and !ENV included), without loading MkDocs itself: the
build has validated it, and printing would take half a second longer.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml
from mkdocs.exceptions import MkDocsException
from mkdocs.utils.yaml import yaml_load

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_TEMPLATES = "print"
_PLUGIN, _DEFAULT_NAME = "claimbook", "document.pdf"
_SITE, _DOCS, _CLAIMS = "site", "docs", "claims"


class PrintSettingsError(Exception):
    """The configuration cannot be read, or is not one whose edition can be printed."""


@dataclass(frozen=True, slots=True)
class PrintSettings:
    """The folder with the print templates, the folder that a build of the site fills, the name of the PDF.

    ``sources`` are the folders with the pages and the records, where a sign that cannot be printed is found.
    """

    theme: Path
    built: Path
    name: str
    sources: tuple[Path, ...]


def print_settings(configuration: Path) -> PrintSettings:
    """Read the settings of a site; raise PrintSettingsError where it cannot be printed."""
    root = configuration.resolve().parent
    config = _read(configuration)
    plugin = dict(_plugins(config)).get(_PLUGIN)
    if plugin is None:
        raise PrintSettingsError(f"{configuration.name} does not list the plugin '{_PLUGIN}'")
    name = plugin.get("pdf_name", _DEFAULT_NAME)
    if not isinstance(name, str) or Path(name).name != name or not name.endswith(".pdf"):
        raise PrintSettingsError(
            f"{configuration.name}: pdf_name is {name!r}; expected a file name such as guide.pdf"
        )
    built = (root / _text(config, "site_dir", _SITE)).parent
    sources = (root / _text(config, "docs_dir", _DOCS), root / _text(plugin, "claims_dir", _CLAIMS))
    return PrintSettings(_theme(root, config), built, name, sources)


def _read(configuration: Path) -> Mapping[str, Any]:
    try:
        with configuration.open("rb") as file:
            config = yaml_load(file)
    except (OSError, UnicodeError, yaml.YAMLError, MkDocsException) as error:
        message = " ".join(str(error).split())
        raise PrintSettingsError(f"{configuration.name}: cannot be read: {message}") from error
    if not isinstance(config, dict):
        raise PrintSettingsError(f"{configuration.name}: expected the settings of a site")
    return config


def _plugins(config: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield each plugin with its options; a configuration has a list or a mapping of them."""
    listed = config.get("plugins") or []
    entries = [listed] if isinstance(listed, dict) else listed if isinstance(listed, list) else []
    for entry in entries:
        if isinstance(entry, str):
            yield entry, {}
        elif isinstance(entry, dict):
            for name, options in entry.items():
                yield str(name), options if isinstance(options, dict) else {}


def _text(settings: Mapping[str, Any], name: str, default: str) -> str:
    value = settings.get(name, default)
    if not isinstance(value, str):
        raise PrintSettingsError(f"{name} is {value!r}; expected a folder")
    return value


def _theme(root: Path, config: Mapping[str, Any]) -> Path:
    theme = config.get("theme")
    folder = theme.get("custom_dir") if isinstance(theme, dict) else None
    if isinstance(folder, str) and (root / folder / _TEMPLATES).is_dir():
        return root / folder
    message = f"the theme has no folder '{_TEMPLATES}' with the templates of the printed document"
    raise PrintSettingsError(message)

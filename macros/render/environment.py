"""The Jinja2 environment of the component templates. Knows a folder of templates, nothing of records."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import jinja2

if TYPE_CHECKING:
    from pathlib import Path


@functools.lru_cache(maxsize=8)
def component_environment(folder: Path) -> jinja2.Environment:
    """Return the environment for the templates below ``folder``: everything escaped, nothing undefined."""
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(folder),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=True,
    )

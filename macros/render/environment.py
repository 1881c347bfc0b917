"""The Jinja2 environment of the component templates. Knows a folder of templates, nothing of records."""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING

import jinja2

if TYPE_CHECKING:
    from pathlib import Path


@functools.lru_cache(maxsize=8)
def component_environment(folder: Path) -> jinja2.Environment:
    """Return the environment for the templates below ``folder``: everything escaped, nothing undefined."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(folder),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=True,
    )
    environment.filters["breakable"] = breakable
    return environment


_LONG_NAME = 20
_AFTER_JOINT = re.compile(r"(?<=[\w)][_./=:])(?=\w)")


def breakable(name: str) -> list[str]:
    """Return a name in the pieces between which a line may end: a long one is cut after its joints."""
    return _AFTER_JOINT.split(name) if len(name) >= _LONG_NAME else [name]

"""MkDocs to a site: the plugin, generated pages, outputs. Knows rendering; renders nothing itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from macros.site.plugin import ClaimbookPlugin

__all__ = ["ClaimbookPlugin"]


def __getattr__(name: str) -> Any:  # noqa: ANN401 - the plugin's class
    """Import the plugin, and MkDocs with it, only for who asks for it: printing reads a setting or two."""
    if name != "ClaimbookPlugin":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from macros.site.plugin import ClaimbookPlugin  # noqa: PLC0415 - slow to import

    return ClaimbookPlugin

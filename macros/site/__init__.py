"""MkDocs to a site: the plugin, generated pages, outputs. Knows rendering; renders nothing itself."""

from macros.site.plugin import ClaimbookPlugin

__all__ = ["ClaimbookPlugin"]

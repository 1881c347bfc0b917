"""What the layout may read: files of the edition's folder, and the glyphs; never the network."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from weasyprint.urls import URLFetcher, URLFetcherResponse

if TYPE_CHECKING:
    from collections.abc import Mapping

_GLYPH = re.compile(r"glyph:([\w-]+)/([0-9a-f]{6})")


class EditionFetcher(URLFetcher):  # type: ignore[misc] # a class without types
    """Gives files below a folder and the drawings of glyphs; remembers what it refused."""

    def __init__(self, folder: Path, glyphs: Mapping[str, str]) -> None:
        """Take the folder of the edition, and each glyph's SVG by name."""
        super().__init__(allowed_protocols=())
        self.folder = folder.resolve()
        self.glyphs = glyphs
        self.refused: set[str] = set()

    def fetch(self, url: str, headers: Any = None) -> Any:  # noqa: ANN401 - as the class it extends
        """Return a file's content or a glyph; raise ValueError for anything else."""
        del headers
        glyph = _GLYPH.fullmatch(url)
        if glyph is not None and glyph[1] in self.glyphs:
            drawing = self.glyphs[glyph[1]].replace("currentColor", f"#{glyph[2]}")
            return URLFetcherResponse(url, drawing.encode(), {"Content-Type": "image/svg+xml"})
        parts = urlsplit(url)
        path = Path(unquote(parts.path)).resolve()
        if parts.scheme != "file" or not path.is_relative_to(self.folder) or not path.is_file():
            self.refused.add(url if parts.scheme != "file" else path.name)
            raise ValueError(f"{url}: not a file of the edition")
        return URLFetcherResponse(url, path.read_bytes())

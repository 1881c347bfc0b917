"""What the layout may read: files of the edition's folder, and the fonts; never the network."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from weasyprint.urls import URLFetcher, URLFetcherResponse

if TYPE_CHECKING:
    from collections.abc import Mapping

_FONT = "font:"


class EditionFetcher(URLFetcher):  # type: ignore[misc] # a class without types
    """Gives files below a folder and fonts by name; remembers what it refused."""

    def __init__(self, folder: Path, fonts: Mapping[str, bytes]) -> None:
        """Take the folder of the edition, and the content of each font by name."""
        super().__init__(allowed_protocols=())
        self.folder = folder.resolve()
        self.fonts = fonts
        self.refused: set[str] = set()

    def fetch(self, url: str, headers: Any = None) -> Any:  # noqa: ANN401 - as the class it extends
        """Return a file's or a font's content; raise ValueError for anything else."""
        del headers
        font = self.fonts.get(url.removeprefix(_FONT)) if url.startswith(_FONT) else None
        if font is not None:
            return URLFetcherResponse(url, font)
        parts = urlsplit(url)
        path = Path(unquote(parts.path)).resolve()
        if parts.scheme != "file" or not path.is_relative_to(self.folder) or not path.is_file():
            self.refused.add(url if parts.scheme != "file" else path.name)
            raise ValueError(f"{url}: not a file of the edition")
        return URLFetcherResponse(url, path.read_bytes())

"""What a build has put into its output folder, as the tests read it."""

import re
from dataclasses import dataclass
from functools import cached_property
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urlsplit

# Published under a path, as project sites are: a link that only works at the root of a host is found out.
ADDRESS = "https://guidance.example/book/"
BASE = urlsplit(ADDRESS).path
PRIVATE_USE = re.compile("[\ue000-\uf8ff]")  # the build marks places with such characters


@dataclass(frozen=True)
class BuiltSite:
    """The output of one `claimbook build --output FOLDER` for publication at ADDRESS."""

    folder: Path

    @property
    def pages_folder(self) -> Path:
        """The folder that a web server publishes."""
        return self.folder / "site"

    @property
    def claims_file(self) -> Path:
        """Every record, resolved, as JSON."""
        return self.folder / "claims.json"

    @cached_property
    def sitemap(self) -> list[str]:
        """The path, relative to the site's address, of every page that the sitemap names."""
        text = (self.pages_folder / "sitemap.xml").read_text(encoding="utf-8")
        locations = re.findall(r"<loc>\s*(.*?)\s*</loc>", text)
        return [unescape(location).removeprefix(ADDRESS) for location in locations]

    @cached_property
    def paths(self) -> list[str]:
        """The path of every page, in the sitemap or not, under the site's address: `` is the front page."""
        names = (str(file.relative_to(self.pages_folder).as_posix()) for file in self.documents)
        return [name.removesuffix("index.html") for name in names]

    @property
    def documents(self) -> list[Path]:
        """Every HTML file, in the sitemap or not."""
        return sorted(self.pages_folder.rglob("*.html"))

    def file_of(self, path: str) -> Path | None:
        """The file that is served for a path relative to the base, or None."""
        target = self.pages_folder / unquote(path)
        if path == "" or path.endswith("/"):
            target /= "index.html"
        return target if target.is_file() else None

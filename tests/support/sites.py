"""Minimal sites in a folder of their own, with the real site's configuration and theme."""

import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.support.project import ROOT, run_claimbook

DAY = "2026-11-30"  # a small site is no git checkout, whose last commit would give the day of its states
CONFIGURATION = f"""\
INHERIT: {ROOT / "mkdocs.yml"}
site_name: Small site
nav: null
theme:
  custom_dir: {ROOT / "overrides"}
"""


@dataclass(frozen=True)
class SmallSite:
    """A site of a few files, not built yet."""

    folder: Path

    def build(self, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
        """Run `claimbook build` in the site's folder; its outputs go to dist/ there."""
        return run_claimbook("build", "--as-of", DAY, *arguments, folder=self.folder)

    def write(self, path: str, content: str | bytes) -> None:
        """Write one file of the site, making the folders it lies in."""
        target = self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content.encode() if isinstance(content, str) else content)


def write_site(
    folder: Path,
    *,
    pages: Mapping[str, str | bytes] | None = None,
    claims: Mapping[str, str | bytes] | None = None,
    configuration: str = CONFIGURATION,
) -> SmallSite:
    """Write mkdocs.yml, docs/ and claims/; without pages there is one that says nothing."""
    site = SmallSite(folder)
    site.write("mkdocs.yml", configuration)
    (folder / "claims").mkdir(exist_ok=True)
    for name, content in (pages or {"index.md": "# Small site\n\nNothing is claimed here.\n"}).items():
        site.write(f"docs/{name}", content)
    for name, content in (claims or {}).items():
        site.write(f"claims/{name}", content)
    return site

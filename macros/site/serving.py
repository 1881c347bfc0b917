"""Live preview: MkDocs' own server, with a build that reports findings instead of ending."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mkdocs.commands import serve

if TYPE_CHECKING:
    from pathlib import Path


def serve_site(configuration: Path, address: str) -> None:
    """Serve the site at ``address`` until interrupted; the plugin adds the folders to watch."""
    serve.serve(str(configuration), livereload=True, dev_addr=address)

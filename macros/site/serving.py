"""Live preview: MkDocs' own server, with a build that reports findings instead of ending."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mkdocs.commands import serve
from mkdocs.exceptions import Abort, ConfigurationError

from macros.site.building import BuildFailedError

if TYPE_CHECKING:
    from pathlib import Path


def serve_site(configuration: Path, address: str) -> None:
    """Serve the site at ``address`` until interrupted; the plugin adds the folders to watch.

    Raises:
        BuildFailedError: the configuration or the address is none that MkDocs accepts.
    """
    try:
        serve.serve(str(configuration), livereload=True, dev_addr=address)
    except (Abort, ConfigurationError, OSError) as error:
        raise BuildFailedError(f"cannot serve: {error}") from error

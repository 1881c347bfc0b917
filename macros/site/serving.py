"""Live preview: MkDocs' own server; a build that fails says why and leaves the last good site in place."""

from __future__ import annotations

import logging
import os
import shutil
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from mkdocs.config import load_config
from mkdocs.exceptions import Abort, ConfigurationError
from mkdocs.livereload import LiveReloadServer

from macros.report.text import as_text
from macros.site.building import BuildFailedError, run_mkdocs
from macros.site.kept import keep

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig

_log = logging.getLogger(__name__)
_POLLING_SECONDS = 0.1
_IN_MEMORY = Path("/dev/shm")  # noqa: S108 - a folder of its own is made in it
_ROOM = 2 * 1024**3
"""How many bytes must be free there; a preview of ten thousand records takes some three hundred million."""


class _Server(LiveReloadServer):
    """Says where it serves once it does."""

    def server_activate(self) -> None:
        super().server_activate()
        _log.info("serving on %s", self.url)


class _Preview:
    """Builds each time into a new folder; a link leads the server to the last one that is whole."""

    def __init__(self, configuration: Path, folder: Path) -> None:
        self.configuration = configuration
        self.folder = folder
        self.count = 0
        self.address = ""
        self.shown = folder / "shown"

    def build(self) -> None:
        """Build the site and show it in place of the one before; raises BuildFailedError."""
        self.count += 1
        site = self.folder / str(self.count)
        try:
            run_mkdocs(self.configuration, str(site), site_url=self.address)
        except BaseException:
            shutil.rmtree(site, ignore_errors=True)
            raise
        old, link = self.shown.resolve(), self.folder / "next"
        link.symlink_to(site)
        link.replace(self.shown)
        if old.is_dir() and old != self.shown:
            shutil.rmtree(old, ignore_errors=True)

    def rebuild(self) -> None:
        """Build again; when that fails say what is wrong and go on showing the last good site."""
        started = time.perf_counter()
        try:
            self.build()
        except BuildFailedError as error:
            text = as_text(error.findings) if error.findings else str(error)
            _log.error("%s\nthe last good site is still served", text)
        except Exception as error:  # noqa: BLE001 - whatever a hook or a theme does, the server goes on
            what = " ".join(f"{type(error).__name__}: {error}".split())
            _log.error("an error that nothing foresaw: %s\nthe last good site is still served", what)
        else:
            _log.info("built again in %.1f s", time.perf_counter() - started)


def serve_site(configuration: Path, address: str) -> None:
    """Serve the site at ``address`` until interrupted; the plugin adds the folders to watch.

    Raises:
        BuildFailedError: the first build fails, or MkDocs refuses the configuration or the address.
    """
    keep(is_on=True)
    try:
        with tempfile.TemporaryDirectory(
            prefix="claimbook-serve-", dir=_memory(), ignore_cleanup_errors=True
        ) as folder:
            _serve(_Preview(configuration, Path(folder)), _configured(configuration, address))
    except (Abort, ConfigurationError, OSError, OverflowError) as error:
        raise BuildFailedError(f"cannot serve: {error}") from error
    finally:
        keep(is_on=False)


def _memory() -> Path | None:
    """Return the system's folder in memory where it has room, so that a preview does not wait for a disk."""
    try:
        status = os.statvfs(_IN_MEMORY)
    except OSError:
        return None
    has_room = status.f_bavail * status.f_frsize >= _ROOM and os.access(_IN_MEMORY, os.W_OK)
    return _IN_MEMORY if has_room else None


def _configured(configuration: Path, address: str) -> MkDocsConfig:
    config = load_config(str(configuration), dev_addr=address)
    config.plugins.on_startup(command="serve", dirty=False)
    return config


def _serve(preview: _Preview, config: MkDocsConfig) -> None:
    host, port = config.dev_addr
    mounted = urlsplit(config.site_url or "/").path or "/"
    server: LiveReloadServer = _Server(
        preview.rebuild, host, port, str(preview.shown), mounted, _POLLING_SECONDS
    )
    server.error_handler = lambda code: _error_page(preview.shown, code)
    preview.address = server.url
    preview.build()
    for path in (config.docs_dir, config.config_file_path, *config.watch):
        server.watch(path)
    server = config.plugins.on_serve(server, config=config, builder=preview.rebuild)
    try:
        server.serve()  # type: ignore[no-untyped-call]
    except KeyboardInterrupt:
        _log.info("ended")
    finally:
        server.shutdown()
        config.plugins.on_shutdown()


def _error_page(root: Path, code: int) -> bytes | None:
    page = root / f"{code}.html"
    return page.read_bytes() if page.is_file() else None

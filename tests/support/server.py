"""A web server for a built site: this machine only, compressed, nothing inline allowed."""

import gzip
import mimetypes
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

from tests.support.built import BASE, BuiltSite

# Styles may draw small pictures from data addresses (the theme's masks).
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
COMPRESSED = ("text/", "application/javascript", "application/json", "application/xml", "image/svg+xml")


@lru_cache(maxsize=4096)
def _body(path: Path) -> tuple[str, bytes, bool]:
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    content = path.read_bytes()
    if kind.startswith(COMPRESSED):
        return kind, gzip.compress(content, compresslevel=6, mtime=0), True
    return kind, content, False


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    built: BuiltSite

    def do_GET(self) -> None:
        path = urlsplit(self.path).path
        file = self.built.file_of(path.removeprefix(BASE)) if path.startswith(BASE) else None
        missing = self.built.pages_folder / "404.html"
        if file is None and not missing.is_file():
            self.send_error(404)
            return
        kind, body, is_compressed = _body(file or missing)
        self.send_response(200 if file else 404)
        self.send_header("Content-Type", f"{kind}; charset=utf-8" if kind.startswith("text/") else kind)
        self.send_header("Content-Length", str(len(body)))
        if is_compressed:
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Cache-Control", "no-store" if kind == "text/html" else "max-age=3600")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002
        """Stay silent: the tests say what was asked for in vain."""


@contextmanager
def serving(built: BuiltSite) -> Iterator[str]:
    """Serve a built site as long as the context lasts; gives the address of its front page."""
    handler = type("Handler", (_Handler,), {"built": built})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}{BASE}"
        finally:
            server.shutdown()
            thread.join()

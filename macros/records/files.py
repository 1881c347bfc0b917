"""A text file as its author wrote it, or what is wrong with it as a file. Knows no format."""

from __future__ import annotations

import stat
from typing import TYPE_CHECKING

from macros.findings import Finding, Place

if TYPE_CHECKING:
    from pathlib import Path


def read_text(file: Path, shown: str, maximum: int, advice: str = "") -> tuple[str, Finding | None]:
    """Return a file's text without its byte order mark; never raises for what stands at the path.

    ``shown`` is the path that a finding carries, ``maximum`` the size in bytes from which a file is refused
    unread, with ``advice`` on what to do then.
    """
    try:
        status = file.stat()
        if not stat.S_ISREG(status.st_mode):
            return "", Finding("file-unreadable", Place(shown), "something other than a file", "a file")
        if status.st_size > maximum:
            found = f"a file of {status.st_size / 1_000_000:.1f} MB"
            return "", Finding(
                "file-size", Place(shown), found, f"at most {maximum / 1_000_000:.1f} MB", advice
            )
        raw = file.read_bytes()
    except OSError as error:
        found = f"a file that cannot be read: {error.strerror}"
        return "", Finding("file-unreadable", Place(shown), found, "a readable file")
    return _decoded(raw, shown)


def _decoded(raw: bytes, shown: str) -> tuple[str, Finding | None]:
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        column = error.start - raw.rfind(b"\n", 0, error.start)
        found, expected = "bytes that are not UTF-8", "UTF-8 text"
        return "", Finding("file-encoding", Place(shown, line, column), found, expected)
    if "\0" in text:
        place = Place.at(shown, text, text.index("\0"))
        return "", Finding("file-encoding", place, "a NUL character (a binary file?)", "UTF-8 text")
    return text, None

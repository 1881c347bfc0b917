"""Results of earlier runs, by a key that holds everything they depend on: contents, code, versions and day.

JSON, never pickle: whoever can write the folder can change an answer, but cannot run code. What is corrupt,
foreign or of another version is not trusted and is made anew. A cache that cannot be written is no fault.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

if TYPE_CHECKING:
    from collections.abc import Iterable

FOLDER = Path(".cache/claimbook")
FORMAT = 1
KEPT = 16
"""How many results stay: a few options and days of one checkout."""
_ENGINE = Path(__file__).resolve().parents[1]


class Cache:
    """A folder of results, each in a file named by its key."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get(self, key: str) -> dict[str, Any] | None:
        """Return what was stored under a key, or None."""
        try:
            raw = self._file(key).read_bytes()
            head, _, body = raw.partition(b"\n")
            header = json.loads(head)
            if header != _header(key, body):
                return None
            data = json.loads(body)
        except (OSError, ValueError, RecursionError):
            return None
        return data if isinstance(data, dict) else None

    def put(self, key: str, data: dict[str, Any]) -> None:
        """Store a result whole or not at all, and drop the oldest ones."""
        body = json.dumps(data, separators=(",", ":")).encode()
        text = json.dumps(_header(key, body)).encode() + b"\n" + body
        with contextlib.suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            ignore = self._folder / ".gitignore"
            if not ignore.exists():
                ignore.write_text("*\n", encoding="utf-8")
            self._write(self._file(key), text)
            self._prune()

    def _file(self, key: str) -> Path:
        return self._folder / f"{key}.json"

    def _write(self, file: Path, content: bytes) -> None:
        handle, name = tempfile.mkstemp(prefix=".", dir=self._folder)
        partial = Path(name)
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(content)
            partial.replace(file)
        except BaseException:
            partial.unlink(missing_ok=True)
            raise

    def _prune(self) -> None:
        files = sorted(self._folder.glob("*.json"), key=lambda file: file.stat().st_mtime_ns)
        for file in files[:-KEPT]:
            file.unlink(missing_ok=True)


def _header(key: str, body: bytes) -> dict[str, Any]:
    return {"claimbook_cache": FORMAT, "key": key, "sha256": hashlib.sha256(body).hexdigest()}


def key_of(parts: Iterable[str]) -> str:
    """Return the key of a result that depends on these texts, on this code and on what runs it."""
    total = hashlib.sha256()
    for part in (str(FORMAT), sys.version, _packages(), _code(), *parts):
        total.update(f"{len(part)}:{part}".encode("utf-8", "surrogateescape"))
    return total.hexdigest()


def _code() -> str:
    """Return a digest of the engine's own code."""
    total = hashlib.sha256()
    for folder, _, names in sorted(os.walk(_ENGINE)):
        for name in sorted(name for name in names if name.endswith(".py")):
            file = Path(folder, name)
            total.update(
                f"{file.relative_to(_ENGINE)}\0".encode() + hashlib.sha256(file.read_bytes()).digest()
            )
    return total.hexdigest()


def _packages() -> str:
    """Return the versions of all installed packages: the folder of one of them names those of the others."""
    installed = Path(yaml.__file__).resolve().parents[1]
    return "\n".join(sorted(name for name in os.listdir(installed) if name.endswith(".dist-info")))  # noqa: PTH208 - names alone

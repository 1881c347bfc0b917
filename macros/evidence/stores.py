"""Where artefacts lie: a folder, or an address that fsspec knows. A store hands out local files with digests.

A path comes from a record and stays below the root: no step upwards, no absolute path, no link that leads
out. What lies at an address is copied into a temporary file while its digest is taken, so that digest and
value are those of the same bytes.
"""

from __future__ import annotations

import contextlib
import hashlib
import re
import stat
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import unquote, urlsplit

from macros.evidence.errors import EvidenceError, MissingError, RootError

if TYPE_CHECKING:
    from collections.abc import Iterator

_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_CHUNK = 1 << 20
_INSTALLED_AS = {"gs": "gcsfs", "gcs": "gcsfs", "az": "adlfs", "abfs": "adlfs"}
"""Schemes whose package is not part of what Claimbook installs."""


@dataclass(frozen=True, slots=True)
class Fetched:
    """An artefact at hand: a local file and the SHA-256 of its bytes."""

    file: Path
    sha256: str


class Store(Protocol):
    """A root under which artefacts lie."""

    def fetched(self, path: str) -> contextlib.AbstractContextManager[Fetched]:
        """Give the file at a path for as long as the context lasts.

        Raises MissingError where there is none, EvidenceError where it cannot be read or lies outside.
        """


def open_store(root: str) -> Store:
    """Return the store of a folder or an address; raises RootError where it is neither."""
    scheme = _SCHEME.match(root)
    if scheme is None or len(scheme[0]) == len("c:"):
        return _folder(Path(root), root)
    if scheme[0].lower() == "file:":
        return _folder(Path(unquote(urlsplit(root).path)), root)
    return _addressed(root, scheme[0][:-1].lower())


def _folder(folder: Path, shown: str) -> Store:
    if not folder.is_dir():
        raise RootError(
            f"{shown}: no such folder; expected a clone of the evidence repository, or an address"
        )
    return FolderStore(folder.resolve())


@dataclass(frozen=True, slots=True)
class FolderStore:
    """A folder of this machine; ``root`` is resolved."""

    root: Path

    @contextlib.contextmanager
    def fetched(self, path: str) -> Iterator[Fetched]:
        """Give the file itself."""
        _refuse_escape(path)
        try:
            file = (self.root / path).resolve(strict=True)
            status = file.stat()
        except (FileNotFoundError, NotADirectoryError):
            raise MissingError(f"no file {path}", "the file below the root") from None
        except (OSError, RuntimeError) as error:
            reason = error.strerror if isinstance(error, OSError) else "a link that leads to itself"
            raise EvidenceError(f"{path}: {reason}", "a readable file") from None
        if not file.is_relative_to(self.root):
            raise EvidenceError(f"{path}, a link that leads out of the root", "a file below the root")
        if not stat.S_ISREG(status.st_mode):
            raise EvidenceError(f"{path}, something other than a file", "a file")
        try:
            with file.open("rb") as stream:
                digest = hashlib.file_digest(stream, "sha256").hexdigest()
        except OSError as error:
            raise EvidenceError(f"{path}: {error.strerror}", "a readable file") from None
        yield Fetched(file, digest)


def _addressed(root: str, scheme: str) -> Store:
    try:
        from fsspec.core import url_to_fs  # noqa: PLC0415 - slow to import, and needed for addresses only

        filesystem, base = url_to_fs(root)
    except ImportError:
        package = _INSTALLED_AS.get(scheme, f"the fsspec package for {scheme}:")
        raise RootError(f"{root}: {scheme}: needs a package that is not installed: {package}") from None
    except ValueError as error:
        raise RootError(f"{root}: {error}") from None
    return AddressStore(filesystem, str(base).rstrip("/"))


@dataclass(frozen=True, slots=True)
class AddressStore:
    """An address that fsspec reads: an object store, a server."""

    filesystem: Any
    base: str

    @contextlib.contextmanager
    def fetched(self, path: str) -> Iterator[Fetched]:
        """Give a copy that is gone when the context ends."""
        _refuse_escape(path)
        suffix = Path(path).suffix
        with tempfile.TemporaryDirectory(prefix="claimbook-evidence-") as folder:
            file = Path(folder) / f"artefact{suffix}"
            yield Fetched(file, self._copy(path, file))

    def _copy(self, path: str, file: Path) -> str:
        digest = hashlib.sha256()
        try:
            with self.filesystem.open(f"{self.base}/{path}", "rb") as source, file.open("wb") as target:
                while chunk := source.read(_CHUNK):
                    digest.update(chunk)
                    target.write(chunk)
        except FileNotFoundError:
            raise MissingError(f"no file {path}", "the file below the root") from None
        except Exception as error:  # noqa: BLE001 - each file system has errors of its own
            what = " ".join(f"{type(error).__name__}: {error}".split())
            raise EvidenceError(f"{path}: {what[:200]}", "a file that can be fetched") from None
        return digest.hexdigest()


def _refuse_escape(path: str) -> None:
    """Refuse what does not lead downwards, whoever wrote it: records are checked too, when they are read."""
    parts = path.replace("\\", "/").split("/")
    if path.startswith(("/", "~")) or _SCHEME.match(path) or any(part in {"", ".", ".."} for part in parts):
        raise EvidenceError(f"the path {path}", "a path below the root")

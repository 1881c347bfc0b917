"""The folder that a build writes into: nothing there is replaced unless a build made it, and only as a whole.

A build works in a folder of its own beside the old output and exchanges the two at the end. It knows files,
no site.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

SITE, RECORDS = "site", "claims.json"
_PREFIX = ".building-"
_OLD, _FAILED = "old", "failed"
_OPENING = b'{"as_of": '
"""How the records begin that a build writes: what has no such file was made by somebody else."""


class OutputError(Exception):
    """An output folder that cannot be written, or holds what no build made."""


@contextlib.contextmanager
def building_in(output: Path) -> Iterator[Path]:
    """Give an empty folder to build in, which ends with the context; one build at a time has the output.

    Raises:
        OutputError: another build is at work there, or it holds what no build made.
        OSError: it cannot be made or written.
    """
    if output.exists() and not output.is_dir():
        raise OutputError(f"{output}: found a file; expected a folder")
    new = [folder for folder in (output, *output.parents) if not folder.exists()]
    output.mkdir(parents=True, exist_ok=True)
    try:
        with _locked(output):
            _recover(output)
            _check(output)
            with tempfile.TemporaryDirectory(
                prefix=_PREFIX, dir=output, ignore_cleanup_errors=True
            ) as folder:
                yield Path(folder)
    finally:
        for made in new:
            with contextlib.suppress(OSError):  # it holds what was built
                made.rmdir()


def exchange(folder: Path, output: Path) -> None:
    """Put what was built in ``folder`` into the place of the old output; keep the old one on any failure."""
    site, old = output / SITE, folder / _OLD
    try:
        if site.exists():
            site.rename(old)
        (folder / SITE).rename(site)
        (folder / RECORDS).replace(output / RECORDS)
    except BaseException:
        if not (folder / SITE).exists() and site.exists():
            site.rename(folder / _FAILED)
        if old.exists():
            old.rename(site)
        raise


@contextlib.contextmanager
def _locked(output: Path) -> Iterator[None]:
    descriptor = os.open(output, os.O_RDONLY)
    try:
        _lock(descriptor, output)
        yield
    finally:
        os.close(descriptor)


def _lock(descriptor: int, output: Path) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise OutputError(f"{output}: another build is writing there; wait until it has ended") from None
    except OSError:
        return  # a file system without locks: two builds at once are not told from each other there


def _recover(output: Path) -> None:
    """Take back the old output from a build that was killed in the exchange, and remove what it left."""
    for folder in sorted(output.glob(f"{_PREFIX}*")):
        if folder.is_symlink() or not folder.is_dir():
            continue
        if (folder / _OLD).exists() and not (output / SITE).exists():
            (folder / _OLD).rename(output / SITE)
        shutil.rmtree(folder, ignore_errors=True)


def _check(output: Path) -> None:
    site, records = output / SITE, output / RECORDS
    advice = "expected the output of an earlier build or nothing; give another --output"
    is_taken = site.is_symlink() or site.exists()
    is_empty = site.is_dir() and next(site.iterdir(), None) is None
    if is_taken and not is_empty and not _is_ours(site / RECORDS):
        raise OutputError(f"{site}: found something that no build made; {advice}")
    if (records.is_symlink() or records.exists()) and not _is_ours(records):
        raise OutputError(f"{records}: found something that no build made; {advice}")


def _is_ours(records: Path) -> bool:
    if not records.is_file():
        return False
    with records.open("rb") as file:
        return file.read(len(_OPENING)) == _OPENING

"""The records as they were at a commit: read from git into a folder that is removed again.

The working tree is never touched. It knows git and the folder of records, and no meaning.
"""

from __future__ import annotations

import datetime
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from macros.findings import abbreviated
from macros.records.binding import open_book

if TYPE_CHECKING:
    from collections.abc import Sequence

    from macros.records.binding import Bound

_SUFFIXES = (".yml", ".yaml")
_FILE_MODES = ("100644", "100755")


class RevisionError(ValueError):
    """A revision cannot be read: there is no git, no such commit, or no folder of records in it."""


@dataclass(frozen=True, slots=True)
class Revision:
    """A commit: as it was asked for, its full name and its day."""

    asked: str
    commit: str
    day: datetime.date


def find_revision(root: Path, asked: str) -> Revision:
    """Return the commit that a name stands for; raise RevisionError."""
    if not asked or asked.startswith("-"):
        raise RevisionError(f"{abbreviated(asked)}: no name of a commit")
    _git(root, ["rev-parse", "--git-dir"], f"{root}: no git checkout, so that no revision can be read")
    missing = f"{abbreviated(asked)}: no such commit here; expected a branch, a tag or a commit"
    commit = _git(root, ["rev-parse", "--verify", "--quiet", f"{asked}^{{commit}}"], missing).decode().strip()
    stamp = _git(root, ["show", "--no-patch", "--format=%ct", commit], missing).decode().strip()
    return Revision(asked, commit, datetime.datetime.fromtimestamp(int(stamp), datetime.UTC).date())


def book_at(root: Path, revision: Revision, claims: Path) -> Bound:
    """Return the records that a commit holds in the folder ``claims``; raise RevisionError without it.

    Files that are links or no record files are left out, as they are by the loader.
    """
    shown = claims.relative_to(root).as_posix() if claims.is_relative_to(root) else claims.name
    missing = f"{revision.asked}: has no folder {shown}/"
    listing = _git(root, ["ls-tree", "-z", f"{revision.commit}:./{shown}"], missing)
    wanted: list[tuple[str, str]] = []
    for line in listing.split(b"\0"):
        about, _, name = line.decode("utf-8", "surrogateescape").partition("\t")
        mode, _, rest = about.partition(" ")
        if mode in _FILE_MODES and name.lower().endswith(_SUFFIXES):
            wanted.append((name, rest.split(" ")[1]))
    if not wanted:
        raise RevisionError(f"{revision.asked}: has no record file in {shown}/")
    contents = _contents(root, [blob for _, blob in wanted])
    with tempfile.TemporaryDirectory(prefix="claimbook-") as name:
        folder = Path(name)
        for (file, _), content in zip(wanted, contents, strict=True):
            (folder / file).write_bytes(content)
        return open_book(folder, f"{revision.asked}:{shown}")


def _contents(root: Path, blobs: Sequence[str]) -> list[bytes]:
    """Return the contents of blobs, in one call of git whatever their number."""
    asked = "".join(f"{blob}\n" for blob in blobs).encode()
    answer = _git(root, ["cat-file", "--batch"], "git cannot read its own objects", asked)
    contents, position = [], 0
    for _ in blobs:
        end = answer.index(b"\n", position)
        size = int(answer[position:end].split(b" ")[2])
        contents.append(answer[end + 1 : end + 1 + size])
        position = end + 1 + size + 1
    return contents


def _git(root: Path, arguments: Sequence[str], failure: str, given: bytes = b"") -> bytes:
    command = ["git", "-C", str(root), *arguments]
    try:
        done = subprocess.run(command, input=given, capture_output=True, check=False)  # noqa: S603 - no shell
    except OSError as error:
        raise RevisionError("git cannot be started, so that no revision can be read") from error
    if done.returncode:
        raise RevisionError(failure)
    return done.stdout

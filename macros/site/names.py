"""Names of files below the pages' folder: what cannot be published, and what would take another's address."""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs.utils import is_markdown_file

from macros.findings import Finding, Place

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from mkdocs.structure.files import File

UNREADABLE = frozenset({"bad-name", "circular-link", "file-unreadable"})
"""Rules whose findings end a build before MkDocs reads what they are about."""
_UNPRINTED = re.compile("[\0-\x1f\x7f-\x9f\ud800-\udfff]")


def check_names(folder: Path, shown: str) -> Iterator[Finding]:
    """Yield what MkDocs would stumble over: names, links in a circle, and entries that are no files.

    Pages that cannot be read are told by who reads them; hidden files are not published.
    """
    yield from _below(folder, shown, (os.path.realpath(folder),))


def _below(folder: Path, shown: str, above: tuple[str, ...]) -> Iterator[Finding]:
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError as error:
        yield Finding(
            "file-unreadable", Place(shown), f"a folder that cannot be read: {error.strerror}", "a folder"
        )
        return
    for entry in entries:
        if entry.name.startswith("."):
            continue
        name = f"{shown}/{entry.name}"
        if _UNPRINTED.search(entry.name):
            yield Finding("bad-name", Place(name), "a name that cannot be printed", "a name in UTF-8")
        elif not os.path.isdir(entry.path):  # noqa: PTH112 - pathlib raises for a link to itself
            yield from _check_file(Path(entry.path), name)
        elif (real := os.path.realpath(entry.path)) in above:
            yield Finding(
                "circular-link", Place(name), "a link to a folder that it lies in", "a folder of its own"
            )
        else:
            yield from _below(Path(entry.path), name, (*above, real))


def _check_file(path: Path, shown: str) -> Iterator[Finding]:
    if is_markdown_file(path.name):
        return
    if is_markdown_file(path.name.lower()):
        found = f"a page with the ending {path.suffix}"
        yield Finding("bad-name", Place(shown), found, f"the ending {path.suffix.lower()}")
    try:
        is_file = stat.S_ISREG(path.stat().st_mode)
    except OSError as error:
        found = f"a file that cannot be read: {error.strerror}"
        yield Finding("file-unreadable", Place(shown), found, "a readable file")
        return
    if not is_file:
        yield Finding("file-unreadable", Place(shown), "something other than a file", "a file")


def check_addresses(files: Iterable[File], shown: str, taken: Mapping[str, str]) -> Iterator[Finding]:
    """Yield the files whose address another file has, or the build itself: one would replace the other.

    ``taken`` are the addresses of what the build writes, each with what that is.
    """
    folders = {address.rpartition("/")[0]: what for address, what in taken.items() if "/" in address}
    folders |= {folder.rpartition("/")[0]: what for folder, what in folders.items() if "/" in folder}
    first: dict[str, str] = {}
    for file in files:
        place, address = Place(f"{shown}/{file.src_uri}"), file.dest_uri
        what = taken.get(address) or folders.get(address)
        if what is not None:
            yield Finding("taken-address", place, f"a file for {address}", "another name", f"{what} is there")
        elif address in first:
            fix = f"{shown}/{first[address]} is there"
            yield Finding("taken-address", place, f"a second file for {address}", "another name", fix)
        first.setdefault(address, file.src_uri)

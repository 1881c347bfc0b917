"""Which files a run of the audit reads, by the site's configuration, and a digest of all of them.

It reads no record and judges nothing: a run whose inputs are unchanged ends before records are loaded.
"""

from __future__ import annotations

import fnmatch
import hashlib
import os
import stat
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from macros.findings import abbreviated

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

PLUGIN = "claimbook"
SITE, RECORDS, CUSTOMER = "site", "claims.json", "customer"
"""What a build leaves in its output folder."""
_RECORD_SUFFIXES = (".yml", ".yaml")
_AT_ONCE = 1024 * 1024
"""How much of a file is read in one go."""
_LONGEST_CHAIN = 8
"""How many configurations may inherit from each other."""


class AuditError(ValueError):
    """The audit cannot be run as it was asked for; the message says why."""


class SiteError(AuditError):
    """The configuration cannot be read, so that there is nothing to audit."""


@dataclass(frozen=True, slots=True)
class ThirdParty:
    """Published files whose text is that of others: what they may hold, why, and where that is declared.

    ``files`` is a pattern of addresses, ``allow`` the codes of rules.
    """

    files: str
    allow: tuple[str, ...]
    why: str
    path: str


@dataclass(frozen=True, slots=True)
class Layout:
    """Where a site keeps its records and pages, by its configuration; what it leaves out of the audit."""

    root: Path
    claims: Path
    docs: Path
    excluded: tuple[str, ...] = ()
    third_party: tuple[ThirdParty, ...] = ()

    def shown(self, path: Path) -> str:
        """Return a file's path as findings name it: relative to the site's root."""
        return path.relative_to(self.root).as_posix() if path.is_relative_to(self.root) else path.name


@dataclass(frozen=True, slots=True)
class Inputs:
    """The files of a run, in the order of their paths: records, pages, other tracked files, the built output.

    ``outputs`` is None where nothing is built.
    """

    record_files: tuple[Path, ...]
    pages: tuple[Path, ...]
    files: tuple[Path, ...]
    outputs: tuple[Path, ...] | None
    output: Path | None

    def all(self) -> Iterator[tuple[str, Path]]:
        """Yield every file with the part that it plays."""
        for part, paths in (
            ("record", self.record_files),
            ("page", self.pages),
            ("file", self.files),
            ("output", self.outputs or ()),
        ):
            for path in paths:
                yield part, path

    def digest(self) -> str:
        """Return a digest of every file's part, path and content."""
        total = hashlib.sha256(f"outputs: {self.outputs is not None} {self.output}\0".encode())
        for part, path in self.all():
            total.update(f"{part}\0{path}\0".encode("utf-8", "surrogateescape") + _digest(path))
        return total.hexdigest()

    def outdated(self) -> int:
        """Return how many records and pages were changed after the output was built."""
        if self.output is None:
            return 0
        built, _ = _stamp(self.output / RECORDS)
        return sum(_stamp(path)[0] > built for path in (*self.record_files, *self.pages))

    def stamps(self) -> tuple[tuple[int, int], ...]:
        """Return when each file was last changed and its size: whether one changed during a run."""
        return tuple(_stamp(path) for _, path in self.all())


class _Tolerant(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc] # one of two loaders
    """Reads a configuration whose tags (``!ENV``) another program resolves: they become nothing."""


for _prefix in ("!", "tag:yaml.org,2002:python/"):
    _Tolerant.add_multi_constructor(_prefix, lambda *_: None)


def layout_of(configuration: Path) -> Layout:
    """Return where the site of a ``mkdocs.yml`` keeps what it is made of; raise SiteError."""
    data = _settings(configuration)
    root = configuration.resolve().parent
    own = _own_settings(data)
    excluded = own.get("audit_exclude") or ()
    return Layout(
        root,
        root / str(own.get("claims_dir") or "claims"),
        root / str(data.get("docs_dir") or "docs"),
        tuple(str(pattern) for pattern in excluded) if isinstance(excluded, list) else (),
        tuple(_third_party(own.get("audit_third_party"), configuration)),
    )


def _third_party(entries: object, configuration: Path) -> Iterator[ThirdParty]:
    """Yield the published files declared as the text of others; raise SiteError for half an entry."""
    for entry in entries if isinstance(entries, list) else ():
        fields = entry if isinstance(entry, dict) else {}
        files, allow, why = (fields.get(name) for name in ("files", "allow", "why"))
        if not (isinstance(files, str) and isinstance(allow, list) and isinstance(why, str) and why.strip()):
            message = (
                f"{configuration}: audit_third_party: found {abbreviated(entry)}; expected files (a pattern "
                "of published addresses), allow (a list of codes) and why"
            )
            raise SiteError(message)
        yield ThirdParty(files, tuple(str(code) for code in allow), why, configuration.name)


def _settings(configuration: Path) -> Mapping[str, Any]:
    """Return a configuration's settings over those of the files that it inherits from."""
    settings: dict[str, Any] = {}
    file = configuration
    for _ in range(_LONGEST_CHAIN):
        data = _read(file)
        settings = _over(data, settings)
        parent = data.get("INHERIT")
        if not isinstance(parent, str):
            break
        file = file.resolve().parent / parent
    return settings


def _over(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Return settings over those that they inherit, mappings in them entry by entry."""
    merged = {**below, **above}
    for name in below.keys() & above.keys():
        if isinstance(below[name], dict) and isinstance(above[name], dict):
            merged[name] = _over(below[name], above[name])
    return merged


def _read(configuration: Path) -> dict[str, Any]:
    try:
        data = yaml.load(configuration.read_text(encoding="utf-8"), Loader=_Tolerant)  # noqa: S506 - a safe loader
    except (OSError, ValueError, RecursionError, yaml.YAMLError) as error:
        first = str(error).splitlines()[0] if str(error) else type(error).__name__
        message = f"{configuration}: cannot be read: {first}"
        raise SiteError(message) from error
    if not isinstance(data, dict):
        message = f"{configuration}: found no settings; expected a site's mkdocs.yml"
        raise SiteError(message)
    return data


def _own_settings(data: Mapping[str, Any]) -> Mapping[str, Any]:
    plugins = data.get("plugins") or []
    if isinstance(plugins, dict):
        plugins = [plugins]
    for plugin in plugins if isinstance(plugins, list) else ():
        if isinstance(plugin, dict) and isinstance(plugin.get(PLUGIN), dict):
            own: dict[str, Any] = plugin[PLUGIN]
            return own
    return {}


def list_inputs(layout: Layout, output: Path | None = None) -> Inputs:
    """Return the files of a run; ``output`` is the folder of a build."""
    in_claims, in_docs = tuple(_walked(layout.claims)), tuple(_walked(layout.docs))
    pages = tuple(path for path in in_docs if path.suffix == ".md")
    records = tuple(path for path in in_claims if path.suffix.lower() in _RECORD_SUFFIXES)
    known = {*pages, *records}
    built = output.resolve() if output is not None and (output / SITE).is_dir() else None
    files = tuple(
        path
        for path in _tracked(layout.root)
        if path not in known
        and not _is_excluded(layout.shown(path), layout.excluded)
        and (built is None or not path.is_relative_to(built))
    )
    outputs = None
    if built is not None:
        printed = sorted(built.glob("*.pdf"))
        outputs = (*_walked(built / SITE), *_walked(built / CUSTOMER), *printed, built / RECORDS)
    return Inputs(records, pages, files, outputs, built)


def _is_excluded(shown: str, patterns: Iterable[str]) -> bool:
    return any(
        shown == pattern
        or (shown.startswith(pattern) if pattern.endswith("/") else fnmatch.fnmatchcase(shown, pattern))
        for pattern in patterns
    )


def _walked(folder: Path) -> Iterator[Path]:
    """Yield the files of a folder and of those in it, links to folders not followed, in order of paths."""
    found = [
        f"{where}{os.sep}{name}"
        for where, _, names in os.walk(folder)
        for name in names
        if not name.startswith(".")
    ]
    return map(Path, sorted(found))  # texts are put in order ten times as fast as paths


def _tracked(root: Path) -> list[Path]:
    """Return the files that git knows below ``root``, or those at its top where there is no git."""
    command = ["git", "-C", str(root), "ls-files", "-z"]
    try:
        done = subprocess.run(command, capture_output=True, check=True)  # noqa: S603 - fixed
    except (OSError, subprocess.CalledProcessError):
        return sorted(path for path in root.iterdir() if path.is_file() and not path.name.startswith("."))
    names = done.stdout.decode("utf-8", "surrogateescape").split("\0")
    return sorted(root / name for name in names if name and (root / name).is_file())


def _digest(path: Path) -> bytes:
    """Return the digest of a file's content; there may be thousands of files, so few calls are made."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)  # a pipe that nobody writes to blocks nothing
    except OSError:
        return b"unreadable"
    try:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            return b"no file"
        found = hashlib.sha256()
        while content := os.read(handle, _AT_ONCE):
            found.update(content)
        return found.digest()
    except OSError:
        return b"unreadable"
    finally:
        os.close(handle)


def _stamp(path: Path) -> tuple[int, int]:
    try:
        status = path.stat()
    except OSError:
        return 0, -1
    return status.st_mtime_ns, status.st_size

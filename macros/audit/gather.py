"""From a site's configuration to the material of a run: which folders, which files, which day.

It reads files and git's list of them; it judges nothing.
"""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import yaml

from macros.audit.material import Artefact, Material
from macros.audit.scan import Page, Text
from macros.records.binding import open_book
from macros.records.files import read_text
from macros.state import assess

if TYPE_CHECKING:
    import datetime
    from collections.abc import Iterator, Sequence
    from pathlib import Path, PurePath

    from macros.findings import Finding

MAXIMUM_BYTES = 8 * 1024 * 1024
PLUGIN = "claimbook"
_TEXTS = frozenset({".html", ".json", ".js", ".css", ".svg", ".xml", ".txt", ".webmanifest"})
_READ = frozenset(
    {
        ".md",
        ".txt",
        ".yml",
        ".yaml",
        ".toml",
        ".json",
        ".jinja",
        ".html",
        ".css",
        ".js",
        ".py",
        ".sh",
        ".cfg",
        ".ini",
    }
)


class SiteError(ValueError):
    """The configuration cannot be read, so that there is nothing to audit."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Where a site keeps its records and pages, by its configuration."""

    root: Path
    claims: Path
    docs: Path


class _Tolerant(yaml.SafeLoader):
    """Reads a configuration whose tags (``!ENV``) another program resolves: they become nothing."""


for _prefix in ("!", "tag:yaml.org,2002:python/"):
    _Tolerant.add_multi_constructor(_prefix, lambda *_: None)


def layout_of(configuration: Path) -> Layout:
    """Return where the site of a ``mkdocs.yml`` keeps what it is made of; raise SiteError."""
    try:
        data = yaml.load(configuration.read_text(encoding="utf-8"), Loader=_Tolerant)  # noqa: S506 - a safe loader
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        first = str(error).splitlines()[0] if str(error) else type(error).__name__
        message = f"{configuration}: cannot be read: {first}"
        raise SiteError(message) from error
    if not isinstance(data, dict):
        message = f"{configuration}: found no settings; expected a site's mkdocs.yml"
        raise SiteError(message)
    root = configuration.resolve().parent
    return Layout(root, root / _claims_folder(data), root / str(data.get("docs_dir") or "docs"))


def _claims_folder(data: dict[str, Any]) -> str:
    for plugin in data.get("plugins") or []:
        if isinstance(plugin, dict) and isinstance(plugin.get(PLUGIN), dict):
            return str(plugin[PLUGIN].get("claims_dir") or "claims")
    return "claims"


def gather(
    layout: Layout, as_of: datetime.date, output: Path | None = None
) -> tuple[Material, list[Finding]]:
    """Return the material of a run, and what could not be read on the way.

    ``output`` is the folder of a build, with ``site/`` and ``claims.json``; without one, or where it holds
    no build, the rules that read it are not checked.
    """
    findings: list[Finding] = []
    bound = open_book(layout.claims, _shown(layout.claims, layout.root))
    pages = tuple(
        Page(shown, text, _address(path.relative_to(layout.docs)))
        for path, shown, text in _texts(sorted(layout.docs.rglob("*.md")), layout.root, findings)
    )
    record_files = tuple(
        Text(shown, text)
        for _, shown, text in _texts(sorted(layout.claims.glob("*.y*ml")), layout.root, findings)
    )
    material = Material(
        bound=bound,
        as_of=as_of,
        assessments=assess(bound.book, as_of),
        pages=pages,
        files=tuple(_files(layout, findings)),
        record_files=record_files,
        outputs=_outputs(output, findings) if output else None,
        catalogue=_catalogue(output) if output else None,
    )
    return material, [*bound.findings, *findings]


def _shown(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else path.name


def _address(page: PurePath) -> str:
    parts = list(page.with_suffix("").parts)
    if parts[-1] in ("index", "README"):
        parts.pop()
    return "".join(f"{part}/" for part in parts)


def _texts(paths: Sequence[Path], root: Path, findings: list[Finding]) -> Iterator[tuple[Path, str, str]]:
    for path in paths:
        shown = _shown(path, root)
        text, finding = read_text(path, shown, MAXIMUM_BYTES)
        if finding is None:
            yield path, shown, text
        elif path.suffix in (".md", ".yml", ".yaml"):
            findings.append(finding)


def _files(layout: Layout, findings: list[Finding]) -> Iterator[Text]:
    """Yield the tracked texts outside docs/ and claims/: what a repository publishes besides its site."""
    own = (layout.docs, layout.claims)
    paths = [
        path
        for path in _tracked(layout.root)
        if path.suffix in _READ and not any(path.is_relative_to(folder) for folder in own)
    ]
    for _, shown, text in _texts(paths, layout.root, findings):
        yield Text(shown, text)


def _tracked(root: Path) -> list[Path]:
    """Return the files that git knows below ``root``, or the texts at its top where there is no git."""
    command = ["git", "-C", str(root), "ls-files", "-z"]
    try:
        done = subprocess.run(command, capture_output=True, check=True)  # noqa: S603 - fixed
    except (OSError, subprocess.CalledProcessError):
        return sorted(path for path in root.iterdir() if path.is_file())
    names = done.stdout.decode("utf-8", "surrogateescape").split("\0")
    return sorted(root / name for name in names if name and (root / name).is_file())


def _outputs(output: Path, findings: list[Finding]) -> tuple[Artefact, ...] | None:
    site = output / "site"
    if not site.is_dir():
        return None
    artefacts = []
    for path in sorted(path for path in site.rglob("*") if path.is_file()):
        address, shown = (
            path.relative_to(site).as_posix(),
            f"{output.name}/site/{path.relative_to(site).as_posix()}",
        )
        text = ""
        if path.suffix in _TEXTS:
            text, finding = read_text(path, shown, MAXIMUM_BYTES * 8)
            if finding is not None:
                findings.append(finding)
        artefacts.append(Artefact(address, shown, text))
    return tuple(artefacts)


def _catalogue(output: Path) -> dict[str, Any] | None:
    file = output / "claims.json"
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return data if isinstance(data, dict) and isinstance(data.get("records"), list) else None

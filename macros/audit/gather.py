"""From the files of a run to its material: records bound and assessed for a day, texts read.

It reads files; it judges nothing but whether they can be read.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from macros.audit import material as editions
from macros.audit.inputs import CUSTOMER, RECORDS, SITE, Inputs, Layout, SiteError, layout_of, list_inputs
from macros.audit.material import Artefact, Material
from macros.audit.own import UNREADABLE
from macros.audit.printed import SUFFIX, read_printed
from macros.audit.scan import Page, Text
from macros.findings import Finding, Place
from macros.records.binding import open_book
from macros.records.files import read_text
from macros.state import assess

if TYPE_CHECKING:
    import datetime
    from collections.abc import Iterator, Sequence
    from pathlib import Path

__all__ = ["Layout", "SiteError", "gather", "layout_of"]

MAXIMUM_BYTES = 8 * 1024 * 1024
MAXIMUM_ARTEFACT = 8 * MAXIMUM_BYTES
HELD_BYTES = 48 * 1024 * 1024
"""How much text of the built output is held; of more, each file is read again by each rule."""
_TEXTS = frozenset({".html", ".json", ".js", ".css", ".svg", ".xml", ".txt", ".webmanifest"})
_WRITTEN = frozenset(
    {".md", ".yml", ".yaml", ".toml", ".json", ".py", ".sh", ".html", ".js", ".css", ".jinja"}
)
"""What is text by its name, and so unreadable when it is none; other files may be pictures."""
_NO_TEXT = frozenset({"file-unreadable", "file-size", "file-encoding"})


class _OnDisk(Artefact):
    """A published file that is read whenever it is asked for: all of them are too much for memory."""

    __slots__ = ("file",)
    file: Path

    def __init__(self, address: str, shown: str, file: Path, edition: str) -> None:
        for name, value in (("address", address), ("shown", shown), ("edition", edition), ("file", file)):
            object.__setattr__(self, name, value)

    @property
    def text(self) -> str:
        return read_text(self.file, self.shown, MAXIMUM_ARTEFACT)[0]


def gather(
    layout: Layout,
    as_of: datetime.date,
    output: Path | None = None,
    inputs: Inputs | None = None,
    macro_names: frozenset[str] = frozenset(),
) -> tuple[Material, list[Finding]]:
    """Return the material of a run, and what could not be read on the way.

    ``output`` is the folder of a build, with ``site/`` and ``claims.json``; without one, or where it holds
    no build, the rules that read it are not checked. ``inputs`` saves listing the files again.
    """
    inputs = inputs or list_inputs(layout, output)
    findings: list[Finding] = []
    bound = open_book(layout.claims, layout.shown(layout.claims))
    material = Material(
        bound=bound,
        as_of=as_of,
        assessments=assess(bound.book, as_of),
        pages=tuple(
            Page(shown, text, address_of(path.relative_to(layout.docs)))
            for path, shown, text in _texts(inputs.pages, layout, findings)
        ),
        files=tuple(Text(shown, text) for _, shown, text in _texts(inputs.files, layout, findings)),
        record_files=tuple(Text(shown, text) for _, shown, text in _texts(inputs.record_files, layout, [])),
        outputs=_outputs(inputs, findings),
        catalogue=_catalogue(inputs, findings),
        third_party=layout.third_party,
        macro_names=macro_names,
    )
    loading = (
        replace(finding, rule=UNREADABLE) if finding.rule in _NO_TEXT else finding
        for finding in bound.findings
    )
    return material, [*loading, *findings]


def address_of(page: PurePath | str) -> str:
    """Return where a page is published, below the site's root, by its path below the folder of pages."""
    parts = list(PurePath(page).with_suffix("").parts)
    if parts[-1] in ("index", "README"):
        parts.pop()
    return "".join(f"{part}/" for part in parts)


def _texts(paths: Sequence[Path], layout: Layout, findings: list[Finding]) -> Iterator[tuple[Path, str, str]]:
    for path in paths:
        shown = layout.shown(path)
        text, finding = read_text(path, shown, MAXIMUM_BYTES)
        if finding is None:
            yield path, shown, text
        elif path.suffix in _WRITTEN:
            findings.append(replace(finding, rule=UNREADABLE))


def _outputs(inputs: Inputs, findings: list[Finding]) -> tuple[Artefact, ...] | None:
    if inputs.outputs is None or inputs.output is None:
        return None
    texts = [path for path in inputs.outputs if path.suffix in _TEXTS]
    holds = sum(path.stat().st_size for path in texts if path.is_file()) <= HELD_BYTES
    customer = _edition_title(inputs.output / CUSTOMER / RECORDS)
    artefacts = []
    for path in inputs.outputs:
        edition, address = _published(path.relative_to(inputs.output))
        if not address:
            continue
        shown = f"{inputs.output.name}/{path.relative_to(inputs.output).as_posix()}"
        if path.suffix == SUFFIX:
            printed = read_printed(path)
            is_customer = edition == editions.CUSTOMER or (customer and printed.subject.startswith(customer))
            edition = editions.CUSTOMER if is_customer else edition
            artefacts.append(Artefact(address, shown, printed.text, edition))
            continue
        if path.suffix not in _TEXTS:
            artefacts.append(Artefact(address, shown, "", edition))
            continue
        if not holds:
            artefacts.append(_OnDisk(address, shown, path, edition))
            continue
        text, finding = read_text(path, shown, MAXIMUM_ARTEFACT)
        if finding is not None:
            findings.append(replace(finding, rule=UNREADABLE))
        artefacts.append(Artefact(address, shown, text, edition))
    return tuple(artefacts)


def built_editions(output: Path) -> dict[str, dict[str, str]]:
    """Return the editions that a build left, each by its title with its pages, address to title."""
    found = {}
    for file in (output / RECORDS, output / CUSTOMER / RECORDS):
        data = _built(file)
        if data.get("edition") and isinstance(data.get("pages"), list):
            found[str(data["edition"])] = {page["address"]: page["title"] for page in data["pages"]}
    return found


def _edition_title(file: Path) -> str:
    """Return how an edition calls itself, or nothing where there is none."""
    return str(_built(file).get("edition") or "")


def _built(file: Path) -> dict[str, Any]:
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return data if isinstance(data, dict) else {}


def _published(path: PurePath) -> tuple[str, str]:
    """Return the edition of a file of the output folder and its address there, empty for what is in none."""
    folder, parts = path.parts[0], path.parts[1:]
    if not parts and path.suffix == SUFFIX:
        return editions.FULL, folder
    if folder == CUSTOMER:
        return editions.CUSTOMER, "/".join(parts[1:] if parts[0] == SITE else parts)
    return editions.FULL, "/".join(parts) if folder == SITE else ""


def _catalogue(inputs: Inputs, findings: list[Finding]) -> dict[str, Any] | None:
    if inputs.output is None:
        return None
    file = inputs.output / RECORDS
    shown = f"{inputs.output.name}/{RECORDS}"
    text, finding = read_text(file, shown, MAXIMUM_ARTEFACT)
    if finding is not None:
        findings.append(replace(finding, rule=UNREADABLE))
        return None
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        data = None
    if isinstance(data, dict) and isinstance(data.get("records"), list):
        return data
    found = "a file that is no list of records"
    findings.append(Finding(UNREADABLE, Place(shown), found, "what a build writes", "build the site again"))
    return None

"""What goes stale if a record, a source or a component changes: records, pages, and files that repeat it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from macros.audit.showing import Showing, inserted
from macros.audit.trail import Brief, Step, brief, carried, walk
from macros.findings import Place
from macros.records.structures import Component, Watch
from macros.records.written import UNSTATED

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from macros.audit.material import Material
    from macros.audit.scan import Text
    from macros.audit.showing import Shown
    from macros.records.base import Record
    from macros.records.book import Book

_TELLING = 3
"""From how many characters on a version is told apart from an ordinary word or number."""


@dataclass(frozen=True, slots=True)
class Affected:
    """What depends on a record.

    ``stale`` are the records that do no longer hold as they stand, ``reworded`` those whose text shows its
    value; ``pages`` the calls that show any of them; ``sections`` those of each printed edition, by its name
    and theirs; ``files`` the places that repeat a pinned version.
    ``moved`` says whether the version asked about differs from the pinned one, None where none was asked.
    """

    record: Brief
    version: str
    pinned: tuple[str, ...]
    moved: bool | None
    stale: tuple[Step, ...]
    reworded: tuple[Step, ...]
    pages: tuple[tuple[Shown, tuple[str, ...]], ...]
    sections: tuple[tuple[str, str], ...]
    files: tuple[tuple[Place, str], ...]
    not_checked: tuple[tuple[str, str], ...]


def affected(
    material: Material,
    identifier: str,
    version: str = "",
    built: Mapping[str, Mapping[str, str]] | None = None,
) -> Affected:
    """Return what goes stale if the record changes, or if the component moves to ``version``.

    ``built`` has the pages of each built edition, address to title: they are the sections of its print.
    """
    book = material.book
    record = book.records[identifier]
    pinned = pinned_versions(record)
    moved = version not in pinned if version else None
    if moved is False:
        return Affected(brief(material, record), version, pinned, moved, (), (), (), (), (), ())
    dependents = _dependents(book)
    stale = walk(
        material,
        identifier,
        lambda name: [*_unless_seen(book, dependents.get(name, ()), name, version), *carried(book, name)],
    )
    changed = {identifier, *(step.record.identifier for step in stale)}
    pages = _pages(material, changed)
    return Affected(
        record=brief(material, record),
        version=version,
        pinned=pinned,
        moved=moved,
        stale=stale,
        reworded=tuple(_reworded(material, changed)),
        pages=pages,
        sections=tuple(_sections(material, {shown.path for shown, _ in pages}, built or {})),
        files=tuple(_files(material, pinned)) if isinstance(record, Component) else (),
        not_checked=() if built else (("printed sections", "nothing is built: run claimbook build"),),
    )


def pinned_versions(record: Record) -> tuple[str, ...]:
    """Return the version and the commit that a component is pinned to, without what is unstated."""
    if not isinstance(record, Component):
        return ()
    return tuple(text for text in (record.version, record.commit) if text and text != UNSTATED)


def _dependents(book: Book) -> Mapping[str, tuple[tuple[str, str], ...]]:
    """Return who names each source, component and watch, and by which field."""
    found: dict[str, dict[tuple[str, str], None]] = {}
    for record in book:
        if isinstance(record, Watch):
            found[record.identifier] = {("reopens", name): None for name in record.reopens}
        for path, name, kind in record.linked():
            if kind in ("source", "component"):
                ends = found.setdefault(name, {})
                ends[str(path[0]), record.identifier] = None
    return {name: tuple(ends) for name, ends in found.items()}


def _unless_seen(
    book: Book, ends: tuple[tuple[str, str], ...], component: str, version: str
) -> list[tuple[str, str]]:
    """Return the dependents without those that were already seen on the version asked about."""
    if not version:
        return list(ends)
    return [
        (field, name) for field, name in ends if book.records[name].seen_versions().get(component) != version
    ]


def _reworded(material: Material, changed: set[str]) -> Iterator[Step]:
    """Yield the records outside the trail whose texts show the value of one that changes."""
    for record in material.book:
        if record.identifier in changed:
            continue
        names = dict.fromkeys(name for name in inserted(record) if name in changed)
        if names:
            yield Step(f"shows {', '.join(names)}", 1, brief(material, record))


def _pages(material: Material, changed: set[str]) -> tuple[tuple[Shown, tuple[str, ...]], ...]:
    """Return the calls on pages that show something changed, each with what it shows of it."""
    showing = Showing(material)
    found: dict[tuple[str, int, str], tuple[Shown, list[str]]] = {}
    for name in sorted(changed):
        for shown in showing.of(name):
            key = (shown.path, shown.line, shown.macro)
            found.setdefault(key, (shown, []))[1].append(name)
    return tuple((shown, tuple(names)) for _, (shown, names) in sorted(found.items()))


def _sections(
    material: Material, paths: set[str], built: Mapping[str, Mapping[str, str]]
) -> Iterator[tuple[str, str]]:
    """Yield the sections of printed editions that are made of pages, in the order of reading."""
    addresses = {page.address for page in material.pages if page.shown in paths}
    for edition, pages in built.items():
        yield from ((edition, title) for address, title in pages.items() if address in addresses)


def _files(material: Material, pinned: tuple[str, ...]) -> Iterator[tuple[Place, str]]:
    """Yield where a text of the repository repeats a pinned version or commit word for word."""
    telling = [text for text in pinned if len(text) >= _TELLING and any(sign.isdigit() for sign in text)]
    if not telling:
        return
    pattern = re.compile(rf"(?<![\w.])(?:{'|'.join(map(re.escape, telling))})(?![\w]|\.\d)")
    for text in (*material.pages, *material.files):
        for match in pattern.finditer(text.text):
            yield _place(text, match.start()), match[0]


def _place(text: Text, position: int) -> Place:
    return Place.at(text.shown, text.text, position)

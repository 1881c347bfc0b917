"""What a site's own texts tell a reader to do: code blocks, tables and manifests, with what they set.

A block of a page is read together with the rest of the page, a file by itself.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from macros.audit.masking import FENCE
from macros.audit.scan import Page
from macros.audit.settings import Assignment, assignments, in_force
from macros.records.structures import Collection, Gate, Intent

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from macros.audit.material import Material
    from macros.findings import Place
    from macros.records.book import Book

_MANIFESTS = frozenset(
    {
        ".yml",
        ".yaml",
        ".json",
        ".toml",
        ".sh",
        ".bash",
        ".env",
        ".py",
        ".sbatch",
        ".slurm",
        ".cfg",
        ".conf",
        ".ini",
    }
)
_IMAGES = re.compile(r"(?:.*\.)?(?:Dockerfile|Containerfile)(?:\..*)?|\.env(?:\..*)?", re.IGNORECASE)
_WORKLOAD = re.compile(r"(?m)^[ \t-]*[\"']?(?:containers|services)[\"']?[ \t]*:")
_ELSEWHERE = re.compile(r"\benvFrom\b|--env-file\b|\benv_file\b|^[ \t]*(?:source|\.)[ \t]+\S", re.MULTILINE)


@dataclass(frozen=True)
class Advice:
    """A block, table or file: its text, what it sets, and what is set around it.

    ``around`` are the assignments of the whole page, ``shown`` the gates that the page shows by its macros.
    """

    text: str
    sets: tuple[Assignment, ...]
    around: tuple[Assignment, ...]
    shown: tuple[Gate, ...]
    locate: Callable[[int], Place]
    sort: str

    @cached_property
    def is_workload(self) -> bool:
        """Say whether it describes what runs: containers or services."""
        return _WORKLOAD.search(self.text) is not None

    @cached_property
    def is_partial(self) -> bool:
        """Say whether it takes settings from a place that is not at hand."""
        return _ELSEWHERE.search(self.text) is not None

    def has(self, name: str) -> bool:
        """Say whether a name is set in it or around it."""
        return self.value_of(name)[0]

    def value_of(self, name: str) -> tuple[bool, str | None]:
        """Return whether a name is set in it or around it, and the value that counts."""
        for group in (self.sets, self.around):
            found = [one for one in group if one.name == name]
            if found:
                return True, found[-1].value
        return False, None


def advice_of(material: Material, names: frozenset[str]) -> Iterator[Advice]:
    """Yield everything in which a reader is told what to set, with what it sets of the names."""
    for page in (*material.pages, *_markdown(material)):
        yield from _of_page(page, names, _shown_gates(page, material.book))
    for text in material.files:
        path = PurePosixPath(text.shown)
        if path.suffix in _MANIFESTS or _IMAGES.fullmatch(path.name):
            sets = in_force(assignments(text.text, names)) if _has_any(text.text, names) else ()
            yield Advice(text.text, sets, (), (), text.place, "file")


def _markdown(material: Material) -> Iterator[Page]:
    for text in material.files:
        if text.shown.endswith(".md"):
            yield Page(text.shown, text.text)


def _of_page(page: Page, names: frozenset[str], shown: tuple[Gate, ...]) -> Iterator[Advice]:
    pieces: list[tuple[str, str, int, tuple[Assignment, ...]]] = []
    for sort, start, end in _pieces(page):
        text = page.text[start:end]
        found = assignments(text, names, commented=sort == "code") if _has_any(text, names) else ()
        pieces.append((sort, text, start, in_force(found)))
    around = tuple(one for piece in pieces for one in piece[3])
    for sort, text, start, sets in pieces:
        yield Advice(text, sets, around, shown, _locator(page, start), sort)


def _pieces(page: Page) -> Iterator[tuple[str, int, int]]:
    """Yield code blocks, and rows of tables, with where they begin and end."""
    for block in page.blocks:
        first, last = block.lines[0].number - 1, block.lines[-1].number
        is_indented = block.sort == "paragraph" and not block.prose and block.lines[0].raw[:1].isspace()
        if block.sort == "row" or is_indented:
            yield "row" if block.sort == "row" else "code", page.starts[first], page.starts[last]
        elif block.sort == "code":
            is_closed = last - first > 1 and FENCE.match(block.lines[-1].raw) is not None
            yield "code", page.starts[first + 1], page.starts[last - 1 if is_closed else last]


def _locator(page: Page, start: int) -> Callable[[int], Place]:
    return lambda offset: page.place(start + offset)


def _has_any(text: str, names: frozenset[str]) -> bool:
    return any(name in text for name in names)


def _shown_gates(page: Page, book: Book) -> tuple[Gate, ...]:
    """Return the gates that the macros of a page show, those of collections and cards too."""
    found: dict[str, Gate] = {}
    for call in page.calls:
        for identifier in call.identifiers:
            for gate in _gates(identifier, book):
                found[gate.identifier] = gate
    return tuple(found.values())


def _gates(identifier: str, book: Book) -> Iterator[Gate]:
    record = book.get(identifier)
    members: tuple[str, ...] = ()
    if isinstance(record, Collection):
        members = record.items
    elif isinstance(record, Intent):
        members = record.recipe
    for one in (record, *(book.get(member) for member in members)):
        if isinstance(one, Gate):
            yield one
        elif isinstance(one, Intent):
            yield from (gate for name in one.recipe if isinstance(gate := book.get(name), Gate))

"""What the audit reads: the records with their states on a day, the pages, the built output, other files.

Frozen; everything that several rules ask for is computed here once. It knows no rule.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from macros.audit.leaks import find_leaks

if TYPE_CHECKING:
    import datetime
    from collections.abc import Iterator, Mapping

    from macros.audit.inputs import ThirdParty
    from macros.audit.leaks import Leak
    from macros.audit.scan import Call, Page, Text
    from macros.records.base import Record
    from macros.records.binding import Bound
    from macros.records.book import Book
    from macros.state import Assessment


FULL, CUSTOMER = "full", "customer"
"""The editions of a built site."""


@dataclass(frozen=True, slots=True)
class Artefact:
    """A published file: its address below the site's root, its path for findings, its text ('' if binary)."""

    address: str
    shown: str
    text: str
    edition: str = FULL


@dataclass(frozen=True)
class Material:
    """Everything that a run of the audit looks at.

    ``outputs`` and ``catalogue`` (the built claims.json) are None where nothing is built. ``files`` are the
    other texts of the repository: README, workflows, manifests; ``record_files`` those under claims/.
    ``macro_names`` are the macros that pages may call, empty where nobody says which there are.
    """

    bound: Bound
    as_of: datetime.date
    assessments: Mapping[str, Assessment]
    pages: tuple[Page, ...] = ()
    files: tuple[Text, ...] = ()
    record_files: tuple[Text, ...] = ()
    outputs: tuple[Artefact, ...] | None = None
    catalogue: Mapping[str, Any] | None = None
    third_party: tuple[ThirdParty, ...] = ()
    macro_names: frozenset[str] = frozenset()

    @property
    def book(self) -> Book:
        """Return the records."""
        return self.bound.book

    def has(self, need: str) -> bool:
        """Say whether what a rule needs is there."""
        return {
            "pages": bool(self.pages),
            "files": bool(self.files),
            "outputs": self.outputs is not None,
            "catalogue": self.catalogue is not None,
            "customer": any(artefact.edition == CUSTOMER for artefact in self.outputs or ()),
            "macro_names": bool(self.macro_names),
        }.get(need, True)

    @cached_property
    def leaks(self) -> tuple[Leak, ...]:
        """Return what stands in sources and published files and must not be published."""
        return find_leaks(self)

    @cached_property
    def called(self) -> Mapping[str, tuple[tuple[Page, Call], ...]]:
        """Return the calls that name each record in a page's source, with their pages."""
        found: dict[str, list[tuple[Page, Call]]] = {}
        for page, call in self.calls():
            for identifier in call.identifiers:
                found.setdefault(identifier, []).append((page, call))
        return {identifier: tuple(calls) for identifier, calls in found.items()}

    def calls(self) -> Iterator[tuple[Page, Call]]:
        """Yield every macro call of every page."""
        for page in self.pages:
            for call in page.calls:
                yield page, call

    def claims(self) -> Iterator[Record]:
        """Yield the records that are claims."""
        yield from self.book.claims()

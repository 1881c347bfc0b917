"""The real site in memory, and the material of its audit after a mutation.

Records are loaded from a folder of copies, of which a mutation changes some; everything that is unchanged is
taken from the first run. The customer edition, which no build leaves there yet, is made of the built pages
for customers, without the lines that have something internal.
"""

from __future__ import annotations

import contextlib
import functools
import json
import re
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from macros.audit import leaks
from macros.audit.gather import gather
from macros.audit.inputs import layout_of
from macros.audit.internals import Seeker
from macros.audit.material import CUSTOMER, Artefact
from macros.audit.rules import quantities as rules
from macros.audit.rules.audience import _words
from macros.audit.scan import Page, Text
from macros.records import loader
from macros.records.binding import open_book
from macros.site.authoring import author_macros
from macros.state import assess
from tests.support.project import ROOT

if TYPE_CHECKING:
    import datetime
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from macros.audit.material import Material
    from macros.findings import Finding
    from macros.records.base import Record
    from macros.records.book import Book

CATALOGUE = "dist/claims.json"
EDITION = "dist/customer/site/"
_FEW = 6
_CUSTOMER_PAGES = (
    "customers/",
    "denylist/",
    "deploy/",
    "when-to-use/",
    "roadmap/",
    "what-works/",
    "sources/",
)


@contextlib.contextmanager
def remembering() -> Iterator[None]:
    """Parse each record file and built page, and look each line through for what is secret, once only.

    All of that depends on nothing but the text; without this a run of a thousand mutations takes an hour.
    """
    before = (loader.read_document, leaks._spots, rules.passages_of)
    loader.read_document = _reading_once(loader.read_document)
    leaks._spots = _seeing_once(leaks._spots)
    rules.passages_of = functools.lru_cache(maxsize=None)(rules.passages_of)
    try:
        yield
    finally:
        loader.read_document, leaks._spots, rules.passages_of = before


def _reading_once(read_document: Callable[[Path, str], Any]) -> Callable[[Path, str], Any]:
    documents: dict[tuple[str, str], Any] = {}

    def read(file: Path, shown: str) -> Any:  # noqa: ANN401 - what the wrapped one returns
        key = (shown, file.read_text(encoding="utf-8"))
        if key not in documents:
            documents[key] = read_document(file, shown)
        return documents[key]

    return read


def _seeing_once(spots_in: Callable[[Iterable[str]], dict[str, Any]]) -> Callable[[Iterable[str]], Any]:
    known: dict[str, Any] = {}
    clean: set[str] = set()

    def spots(lines: Iterable[str]) -> dict[str, Any]:
        every = set(lines)
        fresh = every - clean - known.keys()
        found = spots_in(sorted(fresh))
        known.update(found)
        clean.update(fresh - found.keys())
        return {line: known[line] for line in every & known.keys()}

    return spots


@dataclass(frozen=True)
class Ground:
    """The site as it is: its material, and a folder with a copy of its records."""

    material: Material
    loading: tuple[Finding, ...]
    folder: Path

    @classmethod
    def of(cls, output: Path, folder: Path, day: datetime.date, *, is_small: bool = False) -> Ground:
        """Read the site, with what was built of it into ``output``; ``folder`` takes the copies.

        ``is_small`` leaves out most of the built pages of single records, and of the other files those of
        the engine and its tests.
        """
        layout = layout_of(ROOT / "mkdocs.yml")
        material, findings = gather(layout, day, output)
        outputs = tuple(
            replace(one, shown="dist/" + one.shown.partition("/")[2]) for one in material.outputs or ()
        )
        if is_small:
            alone = [one for one in outputs if one.address.startswith("claims/") and one.text]
            outputs = tuple(one for one in outputs if one not in alone[_FEW:])
            material = replace(material, files=tuple(one for one in material.files if _is_kept(one.shown)))
        for text in material.record_files:
            file = folder / Path(text.shown).name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text.text, encoding="utf-8")
        bound = open_book(folder, "claims")
        material = replace(
            material,
            bound=bound,
            outputs=(*outputs, *_customer_edition(material, outputs)),
            macro_names=frozenset(author_macros()),
        )
        return cls(material, tuple(findings), folder)

    @property
    def book(self) -> Book:
        """Return the records."""
        return self.material.book

    @property
    def day(self) -> datetime.date:
        """Return the day of the audit."""
        return self.material.as_of

    @cached_property
    def texts(self) -> Mapping[str, str]:
        """Return every text by its path."""
        material = self.material
        sources = (*material.record_files, *material.pages, *material.files)
        found = {text.shown: text.text for text in sources}
        found.update({one.shown: one.text for one in material.outputs or ()})
        found[CATALOGUE] = json.dumps(material.catalogue)
        return found

    @cached_property
    def guidance(self) -> tuple[Page, ...]:
        """Return the pages that guide; the others are about the site itself."""
        return tuple(page for page in self.material.pages if page.settings.get("about_site") is not True)

    @cached_property
    def built_pages(self) -> tuple[Artefact, ...]:
        """Return the built pages of the full edition that are no record's own."""
        return tuple(
            one
            for one in self.material.outputs or ()
            if one.address.endswith("index.html")
            and one.edition != CUSTOMER
            and '<article class="cb-record"' not in one.text
        )

    def current(self, *kinds: str) -> list[Record]:
        """Return the records of these kinds that nothing has replaced."""
        return [record for record in self.book.of_kind(*kinds) if record.superseded_by is None]

    def file_of(self, record: Record) -> str:
        """Return the text of the file that a record stands in."""
        return self.texts[record.path]

    def mutated(self, edits: Mapping[str, str]) -> tuple[Material, tuple[Finding, ...]]:
        """Return the material of the site with these texts, and what its loading found."""
        material = self.material
        records = {path: text for path, text in edits.items() if path.startswith("claims/")}
        loading = self.loading
        if records:
            material = replace(
                material,
                record_files=tuple(_replaced(text, records) for text in material.record_files),
                bound=self._bound(records),
            )
            material = replace(material, assessments=assess(material.book, material.as_of))
            loading = material.bound.findings
        if edits.keys() - records.keys():
            data = json.loads(edits[CATALOGUE]) if CATALOGUE in edits else material.catalogue
            material = replace(
                material,
                pages=tuple(_replaced(text, edits) for text in material.pages),
                files=tuple(_replaced(text, edits) for text in material.files),
                outputs=tuple(_replaced(one, edits) for one in material.outputs or ()),
                catalogue=data,
            )
        unknown = edits.keys() - {*self.texts}
        assert not unknown, f"no text of the site: {sorted(unknown)}"
        return material, loading

    def _bound(self, records: Mapping[str, str]) -> Any:  # noqa: ANN401 - a bound book
        try:
            for path, text in records.items():
                (self.folder / Path(path).name).write_text(text, encoding="utf-8")
            return open_book(self.folder, "claims")
        finally:
            # Fields are located only while loading and in rules: those read the file as it is now.
            self._dirty.update(records)

    @cached_property
    def _dirty(self) -> set[str]:
        return set()

    def restore(self) -> None:
        """Write the records of the site again over those of the last mutation."""
        for path in self._dirty:
            (self.folder / Path(path).name).write_text(self.texts[path], encoding="utf-8")
        self._dirty.clear()


def _replaced(one: Any, edits: Mapping[str, str]) -> Any:  # noqa: ANN401 - a text or an artefact, as given
    if one.shown not in edits:
        return one
    text = edits[one.shown]
    if isinstance(one, Page):
        return Page(one.shown, text, one.address)
    return (
        Text(one.shown, text)
        if isinstance(one, Text)
        else Artefact(one.address, one.shown, text, one.edition)
    )


def _is_kept(path: str) -> bool:
    return "/" not in path or path.startswith(".github/") or path in ("macros/day.py", "overrides/main.html")


def _customer_edition(material: Material, outputs: tuple[Artefact, ...]) -> list[Artefact]:
    """Return the built pages for customers without the lines that show something internal."""
    resolved = {record["id"]: record for record in (material.catalogue or {}).get("records", ())}
    words = [(record, _words(record, resolved.get(record.identifier, {}))) for record in material.book]
    seeker = Seeker(
        [said for record, said in words if record.audience == "internal"],
        [said for record, said in words if record.audience != "internal"],
    )
    edition = []
    for one in outputs:
        if one.address.removesuffix("index.html") in _CUSTOMER_PAGES:
            copy = Artefact(one.address, EDITION + one.address, one.text, CUSTOMER)
            for _ in range(20):
                bad = {trace.place.line for trace in seeker.traces([copy])}
                if not bad:
                    break
                lines = [line for n, line in enumerate(copy.text.split("\n"), 1) if n not in bad]
                copy = replace(copy, text="\n".join(lines))
            if re.search(r"</main>", copy.text):
                edition.append(copy)
    return edition

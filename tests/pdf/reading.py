"""A printed document as a reader and a reading program see it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from pypdf import PdfReader

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@dataclass(frozen=True)
class Paper:
    """One PDF."""

    file: Path

    @cached_property
    def reader(self) -> PdfReader:
        return PdfReader(self.file)

    @cached_property
    def pages(self) -> list[str]:
        """The text of each page, its spaces made single."""
        return [re.sub(r"\s+", " ", page.extract_text()) for page in self.reader.pages]

    @property
    def text(self) -> str:
        return " ".join(self.pages)

    @property
    def root(self) -> Any:  # noqa: ANN401 - a dictionary of the file
        return self.reader.trailer["/Root"].get_object()

    def outline(self) -> list[tuple[str, int]]:
        """Every bookmark with the number of its page."""
        return [
            (str(entry.title), (self.reader.get_destination_page_number(entry) or 0) + 1)
            for entry in _flat(self.reader.outline)
        ]

    def elements(self) -> Iterator[Any]:
        """Every element of the structure tree."""
        yield from _elements(self.root["/StructTreeRoot"])

    def fonts(self) -> Iterator[tuple[str, bool]]:
        """Every font by name, and whether the file holds it."""
        for page in self.reader.pages:
            for font in page["/Resources"].get_object().get("/Font", {}).values():
                descendant = font.get_object()["/DescendantFonts"][0].get_object()
                descriptor = descendant["/FontDescriptor"].get_object()
                held = any(name in descriptor for name in ("/FontFile", "/FontFile2", "/FontFile3"))
                yield str(descendant["/BaseFont"]), held


def _flat(entries: list[Any]) -> Iterator[Any]:
    for entry in entries:
        if isinstance(entry, list):
            yield from _flat(entry)
        else:
            yield entry


def _elements(element: Any) -> Iterator[Any]:  # noqa: ANN401 - a dictionary of the file
    kids = element.get_object().get("/K", [])
    for kid in kids if isinstance(kids, list) else [kids]:
        found = kid.get_object() if hasattr(kid, "get_object") else kid
        if isinstance(found, dict) and "/S" in found:
            yield found
            yield from _elements(found)

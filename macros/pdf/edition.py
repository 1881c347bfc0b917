"""What a build of an edition left: its pages in reading order, its records, what it says of itself."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from macros.pdf.glyph_font import NO_SIGN, Glyph

if TYPE_CHECKING:
    from pathlib import Path

SITE, RECORDS = "site", "claims.json"
_LANGUAGE = re.compile(r'<html[^>]*\blang="([\w-]+)"')
_MAIN = re.compile(r"<main\b.*</main>", re.DOTALL)
_SYMBOL = re.compile(
    r'<symbol id="cb-glyph-([\w-]+)" viewBox="[\d. -]+"(?: data-sign="(.)")?>(.*?)</symbol>', re.DOTALL
)


class EditionError(Exception):
    """There is no edition to print, or not one that a build wrote."""


@dataclass(frozen=True, slots=True)
class BuiltPage:
    """A page of the edition: its address, its name in the navigation, the markup of its text."""

    address: str
    title: str
    markup: str


@dataclass(frozen=True, slots=True)
class Edition:
    """A built edition, read whole."""

    folder: Path
    title: str
    name: str
    as_of: str
    version: str
    language: str
    pages: tuple[BuiltPage, ...]
    records: dict[str, dict[str, Any]]
    glyphs: dict[str, Glyph]


def read_edition(output: Path) -> Edition:
    """Read the edition that a build left in ``output``; raise EditionError where there is none."""
    site, file = output / SITE, output / RECORDS
    if not file.is_file() or not site.is_dir():
        raise EditionError(f"{output}: nothing is built there; run: claimbook build")
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        listed = [(entry["address"], entry["title"]) for entry in data["pages"]]
        records = {record["id"]: record for record in data["records"]}
        head = (data["site"], data["edition"], data["as_of"], data["version"])
    except (ValueError, KeyError, TypeError) as error:
        raise EditionError(f"{file}: not what a build writes; run: claimbook build") from error
    texts = [_page_text(site, address) for address, _ in listed]
    if not texts:
        raise EditionError(f"{file}: the navigation has no page, so there is nothing to print")
    language = _LANGUAGE.search(texts[0])
    return Edition(
        site,
        *head,
        language[1] if language else "en",
        tuple(
            BuiltPage(address, title, _main(text))
            for (address, title), text in zip(listed, texts, strict=True)
        ),
        records,
        _glyphs(texts[0]),
    )


def _page_text(site: Path, address: str) -> str:
    file = site / address / "index.html" if address.endswith("/") or not address else site / address
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        message = f"{file}: a page of the edition cannot be read; run: claimbook build"
        raise EditionError(message) from error


def _main(text: str) -> str:
    found = _MAIN.search(text)
    return found[0] if found else ""


def _glyphs(text: str) -> dict[str, Glyph]:
    """Return the drawings of the glyphs by name."""
    return {name: Glyph(sign or NO_SIGN, inside) for name, sign, inside in _SYMBOL.findall(text)}

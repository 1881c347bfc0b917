"""How wide a text is: advance widths read from font files.

Kerning is left out (it mostly narrows text), so a width is an upper estimate.
Without font files a table of cautious averages is used, and layout still works.
This module must not know diagrams.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from fontTools.ttLib import TTFont

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

BOLD_FACTOR: Final = 1.07
"""How much wider a semibold face is than its regular one, rounded up."""

UNPLACED_MARK: Final = 0.45
"""What a combining mark may take, in em, where a font cannot place it over its base."""

_AVERAGE_ADVANCES: Final[tuple[tuple[str, float], ...]] = (
    ("ijl.,:;'|!I", 0.32),
    ('ftr()[]/\\-" `', 0.38),
    ("mw%@", 0.86),
    ("MW", 0.92),
    ("abcdeghknopqsuvxyz0123456789$*+=<>_#?~", 0.57),
    ("ABCDEFGHJKLNOPQRSTUVXYZ&", 0.68),
)
"""Advances in em of a humanist sans, each class by its widest members."""

_AVERAGE: Final[Mapping[str, float]] = {
    character: advance for members, advance in _AVERAGE_ADVANCES for character in members
}


def _is_selector(character: str) -> bool:
    """Return whether a character only selects the form of the one before it."""
    return 0xFE00 <= ord(character) <= 0xFE0F or 0xE0100 <= ord(character) <= 0xE01EF  # noqa: PLR2004


def average_advance(character: str) -> float:
    """Return a cautious advance in em for a character whose glyph is not known."""
    known = _AVERAGE.get(character)
    if known is not None:
        return known
    if unicodedata.category(character) in {"Cf", "Cc"} or _is_selector(character):
        return 0.0
    if unicodedata.combining(character) or unicodedata.category(character) in {"Mn", "Me"}:
        return UNPLACED_MARK
    if ord(character) >= 0x1F000:  # noqa: PLR2004 - pictographs
        return 1.4
    if unicodedata.east_asian_width(character) in {"W", "F"}:
        return 1.05
    return 0.78 if ord(character) < 0x2000 else 1.0  # noqa: PLR2004 - alphabets


@lru_cache(maxsize=32)
def _read_advances(path: Path) -> tuple[int, Mapping[int, float]]:
    """Return the weight class and the advances in em by code point of a font file."""
    with TTFont(path, lazy=True) as font:
        units = font["head"].unitsPerEm
        widths = font["hmtx"]
        advances = {code: widths[name][0] / units for code, name in font.getBestCmap().items()}
        return int(font["OS/2"].usWeightClass), advances


@dataclass(frozen=True)
class TextMetrics:
    """Measures text in one family: advances in em by weight and code point."""

    advances: Mapping[int, Mapping[int, float]] = field(default_factory=dict)

    @staticmethod
    def load(paths: Iterable[Path]) -> TextMetrics:
        """Read font files (ttf, otf, woff, woff2) of one family.

        The weight is read from each file; several files of a weight (subsets by
        script) add up.  Paths that do not exist are passed over, so that without
        any file the built-in averages apply.

        Raises:
            fontTools.ttLib.TTLibError: a file exists and is no font.
        """
        return _load(tuple(Path(path) for path in paths))

    def advance(self, character: str, weight: int) -> float:
        """Return the advance in em of one character, cautious where it is not known."""
        exact = self.advances.get(weight, {}).get(ord(character))
        if exact is not None:
            return exact
        factor = BOLD_FACTOR if weight > 500 else 1.0  # noqa: PLR2004 - between regular and semibold
        regular = self.advances.get(400, {}).get(ord(character))
        return factor * (average_advance(character) if regular is None else regular)

    def width(self, text: str, size: float, weight: int) -> float:
        """Return the width of a line of text at a font size, in the unit of the size."""
        return size * sum(self.advance(character, weight) for character in text)


@lru_cache(maxsize=8)
def _load(paths: tuple[Path, ...]) -> TextMetrics:
    by_weight: dict[int, dict[int, float]] = {}
    for path in paths:
        if path.is_file():
            weight, advances = _read_advances(path)
            known = by_weight.setdefault(weight, {})
            for code, advance in advances.items():
                known.setdefault(code, advance)
    return TextMetrics(by_weight)

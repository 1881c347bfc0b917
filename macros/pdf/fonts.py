"""The fonts of the printed document: those of the theme and no other, whatever the machine has.

The faces of the text are always there. A sign that they lack is looked for in the theme's other fonts, which
are loaded only then; a sign that no font has is said with its place, as it would be printed as an empty box.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
import unicodedata
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

_FOLDER = "print/fonts"
_TEXT = (
    "source-sans-3-latin-400-normal",
    "source-sans-3-latin-400-italic",
    "source-sans-3-latin-600-normal",
    "source-serif-4-latin-600-normal",
    "source-code-pro-latin-400-normal",
    "source-code-pro-latin-600-normal",
)
"""The faces that the print sheets name; all have the same signs."""
_FURTHER = (
    "source-sans-3-latin-ext-400-normal",
    "source-sans-3-greek-400-normal",
    "source-sans-3-cyrillic-400-normal",
    "noto-sans-hebrew-hebrew-400-normal",
    "noto-sans-arabic-arabic-400-normal",
    "noto-sans-math-latin-400-normal",
    "noto-sans-symbols-2-symbols-400-normal",
    "noto-emoji-emoji-400-normal",
)
"""Where a sign that they lack is looked for, in this order."""
_INVISIBLE = frozenset({"Cc", "Cf", "Zs", "Zl", "Zp"})
_SELECTORS = range(0xFE00, 0xFE10)
"""Signs that choose a form of the sign before them, and are no signs themselves."""
_MOST = 20
"""So many places are named; more of them help nobody."""
_NO_SYSTEM_FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig><cachedir>{folder}</cachedir></fontconfig>
"""


class FontsMissingError(Exception):
    """The theme has no fonts for printing."""


@dataclass(frozen=True, slots=True)
class Fonts:
    """The fonts of a document: their content by name, and which of them the sheets do not name."""

    contents: dict[str, bytes]
    further: tuple[str, ...]
    missing: tuple[str, ...]
    """The signs that no font has."""


def fonts_for(signs: Collection[str], theme: Path) -> Fonts:
    """Return the text faces, and what of the theme's other fonts ``signs`` need.

    Raises:
        FontsMissingError: the fonts have not been copied into the theme.
    """
    folder = theme / _FOLDER
    files = {name: folder / f"{name}.ttf" for name in (*_TEXT, *_FURTHER)}
    if not all(file.is_file() for file in files.values()):
        raise FontsMissingError(f"{folder}: the fonts of the printed document are missing; run: make setup")
    left = {sign for sign in signs if _is_seen(sign)} - _signs_of(files[_TEXT[0]])
    further = []
    for name in _FURTHER:
        found = left & _signs_of(files[name]) if left else set()
        if found:
            further.append(name)
            left -= found
    contents = {name: files[name].read_bytes() for name in (*_TEXT, *further)}
    return Fonts(contents, tuple(further), tuple(sorted(left)))


def _is_seen(sign: str) -> bool:
    return unicodedata.category(sign) not in _INVISIBLE and ord(sign) not in _SELECTORS


def _signs_of(file: Path) -> set[str]:
    from fontTools.ttLib import TTFont  # noqa: PLC0415 - slow to import

    with TTFont(file, lazy=True) as font:
        return set(map(chr, font.getBestCmap()))


def places_of(signs: Sequence[str], sources: Iterable[Path], root: Path) -> list[str]:
    """Say where each sign stands in the pages and records below ``sources``, a place a line.

    A sign that stands in none of them, as an entity is written in letters, is said without a place.
    """
    lines: list[str] = []
    found: set[str] = set()
    for file in [file for folder in sources for file in sorted(folder.rglob("*")) if file.is_file()]:
        for number, line in enumerate(_text(file).splitlines(), 1):
            here = sorted((line.index(sign) + 1, sign) for sign in signs if sign in line)
            found.update(sign for _, sign in here)
            lines += [f"{_shown(file, root)}:{number}:{column}: {_said(sign)}" for column, sign in here]
    lines += [f"an entity or a template: {_said(sign)}" for sign in signs if sign not in found]
    left = len(lines) - _MOST
    return [*lines[:_MOST], f"and at {left} more places"] if left > 0 else lines


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8") if file.suffix in (".md", ".yml", ".yaml") else ""
    except (OSError, UnicodeError):
        return ""


def _shown(file: Path, root: Path) -> str:
    return file.relative_to(root).as_posix() if file.is_relative_to(root) else str(file)


def _said(sign: str) -> str:
    name = unicodedata.name(sign, "without a name")
    return (
        f"found {sign} (U+{ord(sign):04X}, {name.lower()}), which no font of the printed document has; "
        "expected a sign of theirs, or other words"
    )


def sheet(names: Iterable[str]) -> str:
    """Return the rules that load further fonts, each as a family of its name."""
    return "\n".join(f'@font-face {{ font-family: "{name}"; src: url("font:{name}"); }}' for name in names)


@contextlib.contextmanager
def only_our_fonts() -> Iterator[None]:
    """Keep the layout from the fonts and the font settings of the machine."""
    before = os.environ.get("FONTCONFIG_FILE")
    with tempfile.TemporaryDirectory(prefix="claimbook-fonts-") as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # that there are no fonts, which is what is wanted
        settings = Path(folder) / "fonts.conf"
        settings.write_text(_NO_SYSTEM_FONTS.format(folder=folder), encoding="utf-8")
        os.environ["FONTCONFIG_FILE"] = str(settings)
        try:
            yield
        finally:
            if before is None:
                del os.environ["FONTCONFIG_FILE"]
            else:
                os.environ["FONTCONFIG_FILE"] = before

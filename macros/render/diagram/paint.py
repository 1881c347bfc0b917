"""Colours by name, text sizes and the words of tags: the look of every drawing.

Colours are literals because a print engine resolves no custom properties inside
SVG; on screen the stylesheet overrides each of them by class.  This module must
not know any shape or layout.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from macros.render.diagram.model import Kind, State, Tone

PALETTE: Final[Mapping[str, str]] = MappingProxyType(
    {
        "none": "none",
        "paper": "#fbfaf7",
        "card": "#ffffff",
        "ink": "#16202a",
        "soft": "#52606d",
        "line": "#d9d6cd",
        "band": "#e9f1f1",
        "accent": "#0b5c6b",
        "measured": "#1c6b3c",
        "derived": "#1f4f9c",
        "assumed": "#8a4b00",
        "sourced": "#5b3a8e",
        "warning": "#9a3412",
    }
)
"""Light colours; the names are those of the stylesheet's custom properties."""

FONT_FAMILY: Final = "'Source Sans 3', 'Source Sans Pro', sans-serif"

TONE_COLOUR: Final[Mapping[Tone, str]] = MappingProxyType(
    {"clear": "measured", "caution": "assumed", "conditional": "sourced"}
)

STATE_WORD: Final[Mapping[State, str]] = MappingProxyType(
    {
        "current": "",
        "due": "review due",
        "stale": "stale",
        "contested": "contested",
        "superseded": "superseded",
    }
)

KIND_DASH: Final[Mapping[Kind, str]] = MappingProxyType(
    {"measured": "", "derived": "", "assumed": "4 3", "sourced": ""}
)
"""The dash pattern of a leader line; an assumption is drawn dashed."""


@dataclass(frozen=True, slots=True)
class Type:
    """A way of setting text: size and line height in user units, weight."""

    size: float
    weight: int
    leading: float


LABEL: Final = Type(16, 600, 21)
TITLE: Final = Type(15.5, 600, 20)
NOTE: Final = Type(14, 400, 19)
STRONG: Final = Type(14, 600, 19)
SMALL: Final = Type(13, 400, 17)
SMALL_STRONG: Final = Type(13, 600, 17)
FIGURE: Final = Type(18, 600, 23)

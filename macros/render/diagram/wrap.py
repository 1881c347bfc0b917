"""Breaks text into lines of a given width.

Words stay whole where they fit; a longer token breaks after its punctuation, and
at any character where even that is too long.  This module must not know shapes.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Final

from macros.render.diagram.characters import clean

if TYPE_CHECKING:
    from collections.abc import Iterator

    from macros.render.diagram.metrics import TextMetrics
    from macros.render.diagram.paint import Type

_PIECE: Final = re.compile(r"[^_\-/.:=,+]*[_\-/.:=,+]+|[^_\-/.:=,+]+")
_JOINER: Final = "\u200d"


def _clusters(token: str) -> Iterator[str]:
    """Yield what must stay together: a character with its marks and joined characters."""
    cluster = ""
    for character in token:
        joins = unicodedata.category(character) in {"Mn", "Me", "Mc", "Cf"}
        modifies = 0x1F3FB <= ord(character) <= 0x1F3FF  # noqa: PLR2004 - skin tones
        if cluster and not (joins or modifies or cluster.endswith(_JOINER)):
            yield cluster
            cluster = ""
        cluster += character
    if cluster:
        yield cluster


def _fragments(token: str, width: float, setting: Type, metrics: TextMetrics) -> Iterator[str]:
    """Yield the parts of a token between which a line may end, none wider than a line."""

    def fits(part: str) -> bool:
        return metrics.width(part, setting.size, setting.weight) <= width

    if fits(token):
        yield token
        return
    for piece in _PIECE.findall(token):
        if fits(piece):
            yield piece
            continue
        for cluster in _clusters(piece):
            if fits(cluster):
                yield cluster
            else:
                yield from cluster


def wrap(text: str, width: float, setting: Type, metrics: TextMetrics) -> tuple[str, ...]:
    """Return the lines of a text set to a width; none for an empty text."""
    lines: list[str] = []
    line = ""
    used = 0.0
    for token in clean(text).split(" "):
        for position, fragment in enumerate(_fragments(token, width, setting, metrics)):
            joined = fragment if position or not line else f" {fragment}"
            extent = metrics.width(joined, setting.size, setting.weight)
            if line and used + extent > width:
                lines.append(line)
                line, used = "", 0.0
                extent = metrics.width(fragment, setting.size, setting.weight)
                joined = fragment
            line += joined
            used += extent
    if line:
        lines.append(line)
    return tuple(lines)


def wrap_evenly(text: str, width: float, setting: Type, metrics: TextMetrics) -> tuple[str, ...]:
    """Return the lines of a text set to a width, as equal in length as the count allows."""
    lines = wrap(text, width, setting, metrics)
    if not 1 < len(lines) <= 6:  # noqa: PLR2004 - more is a paragraph
        return lines
    longest = max(metrics.width(word, setting.size, setting.weight) for word in clean(text).split(" "))
    narrowest, widest = longest, width
    while widest - narrowest > 1:
        middle = (narrowest + widest) / 2
        if len(wrap(text, middle, setting, metrics)) == len(lines):
            widest = middle
        else:
            narrowest = middle
    return wrap(text, widest, setting, metrics)

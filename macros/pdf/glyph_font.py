"""The glyphs of the tags as a font: on paper a tag is a run of text, which is laid out and drawn at once.

The drawings are those of the site: circles and paths of 12 by 12, filled or stroked. A stroke becomes the
areas that it covers, one for each straight piece and each bend; where they overlap nothing changes, since all
turn the same way.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from io import BytesIO
from itertools import pairwise
from math import cos, hypot, pi, sin
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

FAMILY = "Claimbook glyphs"
NO_SIGN = "\u2022"
"""Stands in copied text for a glyph that the theme gives no sign."""
_SIDE, _UNIT = 12, 100
"""The side of a drawing, and how many units of the font one of its units is."""
_EM, _BELOW = 1280, 140
"""A drawing is a little smaller than the letters' em, and stands a little below the line."""
_ADVANCE, _BLANK, _ASCENT, _DESCENT = 1200, 256, 1311, -512
"""A glyph and a blank; the height of a line is that of the face of the text, Source Sans 3."""
_SPACE = "space"
_TURN, _CURVE = 12, 8
"""How many straight pieces stand for a circle, and for a curve."""

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Glyph:
    """A drawing: the sign of Unicode that stands for it in copied text, and the inside of its SVG."""

    sign: str
    inside: str


def glyph_font(glyphs: Mapping[str, Glyph]) -> bytes:
    """Return a TrueType font with the drawings, each at its sign."""
    from fontTools.fontBuilder import FontBuilder  # noqa: PLC0415 - slow to import
    from fontTools.ttLib.tables._g_l_y_f import Glyph as Outline  # noqa: PLC0415 - the same

    names = [".notdef", _SPACE, *sorted(glyphs)]
    font = FontBuilder(_EM, isTTF=True)
    font.setupGlyphOrder(names)
    signs = {ord(glyph.sign): name for name, glyph in sorted(glyphs.items())}
    font.setupCharacterMap({ord(" "): _SPACE, ord("\u00a0"): _SPACE, **signs})
    outlines = {name: _outline(glyph.inside) for name, glyph in glyphs.items()}
    font.setupGlyf({".notdef": Outline(), _SPACE: Outline(), **outlines})
    font.setupHorizontalMetrics(dict.fromkeys(names, (_ADVANCE, 0)) | {_SPACE: (_BLANK, 0)})
    font.setupHorizontalHeader(ascent=_ASCENT, descent=_DESCENT)
    font.setupNameTable({"familyName": FAMILY, "styleName": "Regular", "psName": FAMILY.replace(" ", "-")})
    font.setupOS2(sTypoAscender=_ASCENT, sTypoDescender=_DESCENT, usWinAscent=_ASCENT, usWinDescent=-_DESCENT)
    font.setupPost()
    font.font["head"].created = font.font["head"].modified = 0
    font.font.recalcTimestamp = False
    content = BytesIO()
    font.save(content)
    return content.getvalue()


def _outline(inside: str) -> Any:  # noqa: ANN401 - a class without types
    from fontTools.pens.ttGlyphPen import TTGlyphPen  # noqa: PLC0415 - slow to import

    pen = TTGlyphPen(None)
    for area in _areas(ET.fromstring(f"<svg>{inside}</svg>")):  # noqa: S314 - the theme's own drawing
        first, *others = [(round(x * _UNIT), round((_SIDE - y) * _UNIT) - _BELOW) for x, y in _turned(area)]
        pen.moveTo(first)
        for point in others:
            pen.lineTo(point)
        pen.closePath()
    return pen.glyph()


def _areas(drawing: ET.Element) -> Iterator[Sequence[Point]]:
    """Yield the areas that are inked, each as a polygon."""
    for shape in drawing:
        lines = [_circle(shape)] if shape.tag == "circle" else _path(shape.get("d", ""))
        if shape.get("fill") != "none" and "fill" in shape.attrib:
            yield from lines
        if "stroke" in shape.attrib:
            half = float(shape.get("stroke-width", "1")) / 2
            dashes = [float(part) for part in shape.get("stroke-dasharray", "").split()]
            stroked = partial(_stroke, half=half, is_round=shape.get("stroke-linecap") == "round")
            for line in lines:
                for piece in _dashed(line, dashes) if dashes else [line]:
                    yield from stroked(piece)


def _circle(shape: ET.Element) -> list[Point]:
    x, y, radius = (float(shape.get(name, "0")) for name in ("cx", "cy", "r"))
    return list(_round(x, y, radius, _TURN * 3))


def _round(x: float, y: float, radius: float, pieces: int) -> Iterator[Point]:
    """Yield the points of a circle, the first again at the end."""
    for step in range(pieces + 1):
        angle = 2 * pi * step / pieces
        yield x + radius * cos(angle), y + radius * sin(angle)


def _path(data: str) -> list[list[Point]]:
    """Return a path as lines of straight pieces."""
    from fontTools.pens.recordingPen import DecomposingRecordingPen  # noqa: PLC0415 - slow to import
    from fontTools.svgLib.path import parse_path  # noqa: PLC0415 - the same

    pen = DecomposingRecordingPen({})
    parse_path(data, pen)
    lines: list[list[Point]] = []
    for order, points in pen.value:
        if order == "moveTo":
            lines.append([points[0]])
        elif order == "closePath":
            lines[-1].append(lines[-1][0])
        elif order != "endPath":
            lines[-1].extend(_curve([lines[-1][-1], *points]))
    return lines


def _curve(points: Sequence[Point]) -> Iterator[Point]:
    """Yield points of a straight piece or a Bézier curve after its first, by de Casteljau's construction."""
    pieces = _CURVE if len(points) > 2 else 1  # noqa: PLR2004 - a straight piece has two ends
    for step in range(1, pieces + 1):
        at, left = step / pieces, list(points)
        while len(left) > 1:
            left = [(a + (c - a) * at, b + (d - b) * at) for (a, b), (c, d) in pairwise(left)]
        yield left[0]


def _dashed(line: Sequence[Point], dashes: Sequence[float]) -> Iterator[list[Point]]:
    """Cut a line into its dashes: drawn and left out in turn."""
    index, left, piece = 0, dashes[0], [line[0]]
    for start, end in pairwise(line):
        length, done = hypot(end[0] - start[0], end[1] - start[1]), 0.0
        while length - done > left:
            done += left
            part = done / length
            here = (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part)
            if index % 2 == 0:
                yield [*piece, here]
            index, piece = index + 1, [here]
            left = dashes[index % len(dashes)]
        left -= length - done
        piece.append(end)
    if index % 2 == 0:
        yield piece


def _stroke(line: Sequence[Point], half: float, *, is_round: bool) -> Iterator[Sequence[Point]]:
    """Yield what a pen covers along a line: its straight pieces, its bends, its ends where they are round."""
    for (a, b), (c, d) in pairwise(line):
        length = hypot(c - a, d - b)
        if length:
            x, y = (b - d) / length * half, (c - a) / length * half
            yield [(a + x, b + y), (c + x, d + y), (c - x, d - y), (a - x, b - y)]
    for x, y in line if is_round else line[1:-1]:
        yield list(_round(x, y, half, _TURN))


def _turned(area: Iterable[Point]) -> list[Point]:
    """Return a polygon so that all turn the same way."""
    points = list(area)
    doubled = sum(a * d - c * b for (a, b), (c, d) in pairwise([*points, points[0]]))
    return points if doubled > 0 else points[::-1]

"""The shapes a drawing consists of, rounded to a tenth of a unit.

Colours are names of `paint.PALETTE`; `role` becomes the class of the element.
This module must not know diagrams, text metrics or templates.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, ClassVar, Final

from macros.render.diagram.characters import printable
from macros.render.diagram.model import DiagramError

if TYPE_CHECKING:
    from collections.abc import Iterator

_SCHEME: Final = re.compile(r"\s*([A-Za-z][A-Za-z0-9+.\-]*):")
_SAFE_SCHEMES: Final = frozenset({"http", "https", "mailto"})
_IGNORED_IN_ADDRESS: Final = re.compile("[\x00-\x20]")


class _Rounded:
    """Rounds every float field to one decimal, so that output is stable."""

    def __post_init__(self) -> None:
        for entry in fields(self):  # type: ignore[arg-type]
            value = getattr(self, entry.name)
            if isinstance(value, float | int) and not isinstance(value, bool):
                object.__setattr__(self, entry.name, round(float(value), 1) + 0.0)


@dataclass(frozen=True)
class Rect(_Rounded):
    """A rectangle."""

    form: ClassVar[str] = "rect"
    x: float
    y: float
    width: float
    height: float
    role: str
    fill: str = "none"
    stroke: str = "none"
    stroke_width: float = 1.0
    dash: str = ""
    radius: float = 2.0


@dataclass(frozen=True)
class Line(_Rounded):
    """A straight line."""

    form: ClassVar[str] = "line"
    x1: float
    y1: float
    x2: float
    y2: float
    role: str
    stroke: str
    stroke_width: float = 1.0
    dash: str = ""


@dataclass(frozen=True)
class Circle(_Rounded):
    """A circle."""

    form: ClassVar[str] = "circle"
    x: float
    y: float
    radius: float
    role: str
    fill: str = "none"
    stroke: str = "none"
    stroke_width: float = 1.0
    dash: str = ""


@dataclass(frozen=True)
class Path(_Rounded):
    """A path whose data were written with `path_data`."""

    form: ClassVar[str] = "path"
    data: str
    role: str
    fill: str = "none"
    stroke: str = "none"
    stroke_width: float = 1.0


@dataclass(frozen=True)
class TextLine(_Rounded):
    """One line of text; (x, y) is on its baseline, `width` its measured extent."""

    form: ClassVar[str] = "text"
    x: float
    y: float
    text: str
    width: float
    size: float
    weight: int
    role: str
    fill: str = "ink"
    anchor: str = "start"

    @property
    def left(self) -> float:
        """The leftmost x that the text covers."""
        return self.x - {"start": 0.0, "middle": self.width / 2, "end": self.width}[self.anchor]

    @property
    def right(self) -> float:
        """The rightmost x that the text covers."""
        return self.left + self.width


@dataclass(frozen=True)
class Group:
    """Shapes that belong together; a link where it has an address."""

    form: ClassVar[str] = "group"
    role: str
    shapes: tuple[Shape, ...]
    href: str = ""
    node: str = ""

    def __post_init__(self) -> None:
        """Refuse an address that a browser would run, and characters that XML forbids.

        Raises:
            DiagramError: the address has a scheme other than http, https or mailto.
        """
        object.__setattr__(self, "href", printable(self.href))
        object.__setattr__(self, "node", printable(self.node))
        scheme = _SCHEME.match(_IGNORED_IN_ADDRESS.sub("", self.href))
        if scheme and scheme.group(1).lower() not in _SAFE_SCHEMES:
            raise DiagramError(f"a link may not have the address {self.href!r}")


Shape = Rect | Line | Circle | Path | TextLine | Group


@dataclass(frozen=True)
class Drawing(_Rounded):
    """Shapes in painting order inside a view box from (0, 0) to (width, height)."""

    width: float
    height: float
    shapes: tuple[Shape, ...]

    def flat(self) -> Iterator[Shape]:
        """Yield every shape in painting order, groups before their members."""
        yield from _walk(self.shapes)

    @property
    def has_links(self) -> bool:
        """Whether any part of the drawing is a link."""
        return any(isinstance(shape, Group) and shape.href for shape in self.flat())


def _walk(shapes: tuple[Shape, ...]) -> Iterator[Shape]:
    for shape in shapes:
        yield shape
        if isinstance(shape, Group):
            yield from _walk(shape.shapes)


def path_data(*steps: tuple[str, tuple[float, ...]]) -> str:
    """Return path data from (command, coordinates) pairs, rounded to one decimal."""
    return " ".join(
        " ".join([command, *(str(round(float(value), 1) + 0.0) for value in values)])
        for command, values in steps
    )

"""Parts that all drawings share: blocks of text, tags, glyphs, arrows.

Every function takes where a part begins and returns the shapes; blocks know their
height before they are placed.  This module must not know stacks, trees or axes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from macros.render.diagram.paint import NOTE, SMALL, STATE_WORD, Type
from macros.render.diagram.shapes import Circle, Group, Line, Path, Shape, TextLine, path_data
from macros.render.diagram.wrap import wrap, wrap_evenly

if TYPE_CHECKING:
    from macros.render.diagram.metrics import TextMetrics
    from macros.render.diagram.model import State, Tag, Text

GLYPH: Final = 9.0
GLYPH_GAP: Final = 5.0
TAG_GAP: Final = 10.0
_BASELINE: Final = 0.33
"""How far below the middle of a line its baseline lies, in em (half the capital height)."""


@dataclass(frozen=True)
class Block:
    """Lines of text of one setting, not yet placed."""

    lines: tuple[str, ...]
    widths: tuple[float, ...]
    setting: Type

    @property
    def height(self) -> float:
        """The height of all lines."""
        return len(self.lines) * self.setting.leading

    @property
    def width(self) -> float:
        """The width of the longest line."""
        return max(self.widths, default=0.0)

    def place(
        self, x: float, y: float, role: str, fill: str = "ink", anchor: str = "start"
    ) -> tuple[TextLine, ...]:
        """Return the lines with their first line's top at y."""
        setting = self.setting
        first = y + setting.leading / 2 + setting.size * _BASELINE
        return tuple(
            TextLine(
                x=x,
                y=first + index * setting.leading,
                text=line,
                width=width,
                size=setting.size,
                weight=setting.weight,
                role=role,
                fill=fill,
                anchor=anchor,
            )
            for index, (line, width) in enumerate(zip(self.lines, self.widths, strict=True))
        )


def block(text: str, width: float, setting: Type, metrics: TextMetrics, *, even: bool = False) -> Block:
    """Return a text set to a width; `even` makes the lines equally long."""
    lines = (wrap_evenly if even else wrap)(text, width, setting, metrics)
    widths = tuple(metrics.width(line, setting.size, setting.weight) for line in lines)
    return Block(lines, widths, setting)


def kind_glyph(kind: str, x: float, y: float) -> tuple[Shape, ...]:
    """Return the glyph of a kind, centred on (x, y): dot, f, dotted circle, section sign."""
    role = "glyph"
    if kind == "measured":
        return (Circle(x, y, 3.8, role, fill=kind),)
    if kind == "assumed":
        return (Circle(x, y, 3.6, role, stroke=kind, stroke_width=1.3, dash="1.6 1.2"),)
    if kind == "derived":
        stem = path_data(
            ("M", (x + 3.2, y - 4.2)),
            ("C", (x + 0.6, y - 5.6, x + 0.6, y - 2.4, x, y)),
            ("C", (x - 0.6, y + 3.2, x - 1, y + 5.6, x - 3.2, y + 4.4)),
            ("M", (x - 2.2, y - 0.9)),
            ("L", (x + 2.4, y - 0.9)),
        )
        return (Path(stem, role, stroke=kind, stroke_width=1.3),)
    sign = path_data(
        ("M", (x + 2.4, y - 3.6)),
        ("C", (x + 1, y - 5.6, x - 2.6, y - 4.8, x - 2, y - 2.6)),
        ("C", (x - 1.4, y - 1, x + 2.8, y - 0.8, x + 2.4, y + 1.2)),
        ("C", (x + 2.2, y + 2.2, x + 0.8, y + 2.2, x, y + 1.6)),
        ("M", (x - 2.4, y + 3.6)),
        ("C", (x - 1, y + 5.6, x + 2.6, y + 4.8, x + 2, y + 2.6)),
        ("C", (x + 1.4, y + 1, x - 2.8, y + 0.8, x - 2.4, y - 1.2)),
        ("C", (x - 2.2, y - 2.2, x - 0.8, y - 2.2, x, y - 1.6)),
    )
    return (Path(sign, role, stroke=kind, stroke_width=1.1),)


def state_glyph(state: State, x: float, y: float) -> tuple[Shape, ...]:
    """Return the glyph of a state, centred on (x, y): hourglass, two arrows or a bar."""
    steps: tuple[tuple[str, tuple[float, ...]], ...]
    if state == "contested":
        steps = (
            ("M", (x - 4.4, y - 1.8)),
            ("L", (x + 4.4, y - 1.8)),
            ("L", (x + 2, y - 4.2)),
            ("M", (x + 4.4, y + 1.8)),
            ("L", (x - 4.4, y + 1.8)),
            ("L", (x - 2, y + 4.2)),
        )
    elif state == "superseded":
        steps = (("M", (x - 4, y)), ("L", (x + 4, y)))
    else:
        steps = (
            ("M", (x - 3, y - 4.2)),
            ("L", (x + 3, y - 4.2)),
            ("L", (x - 3, y + 4.2)),
            ("L", (x + 3, y + 4.2)),
            ("Z", ()),
        )
    return (Path(path_data(*steps), "glyph", stroke="warning", stroke_width=1.2),)


def _tag_words(tag: Tag) -> tuple[tuple[str, str], ...]:
    """Return the (word, colour) pairs of a tag: its kind, then its state unless current."""
    kind = (tag.kind, tag.kind)
    word = STATE_WORD[tag.state]
    return (kind, (word, "warning")) if word else (kind,)


def _part_widths(tag: Tag, metrics: TextMetrics) -> tuple[float, ...]:
    return tuple(
        GLYPH + GLYPH_GAP + metrics.width(word, SMALL.size, SMALL.weight) for word, _ in _tag_words(tag)
    )


def tag_width(tag: Tag, metrics: TextMetrics) -> float:
    """Return the width of a tag set in one line."""
    parts = _part_widths(tag, metrics)
    return sum(parts) + TAG_GAP * (len(parts) - 1)


def stacked_tag_width(tag: Tag, metrics: TextMetrics) -> float:
    """Return the width of a tag whose state stands under its kind."""
    return max(_part_widths(tag, metrics))


def stacked_tag_height(tag: Tag) -> float:
    """Return the height of a tag whose state stands under its kind."""
    return len(_tag_words(tag)) * SMALL.leading


def place_tag(tag: Tag, x: float, middle: float, metrics: TextMetrics) -> Group:
    """Return a tag that begins at x and whose line is centred on `middle`."""
    shapes: list[Shape] = []
    widths = _part_widths(tag, metrics)
    for part, width in zip(_tag_words(tag), widths, strict=True):
        shapes += _tag_part(tag, part, (x, middle), metrics)
        x += width + TAG_GAP
    return Group("tag-group", tuple(shapes))


def place_stacked_tag(tag: Tag, x: float, top: float, metrics: TextMetrics) -> Group:
    """Return a tag that begins at (x, top) and whose state stands under its kind."""
    shapes: list[Shape] = []
    middle = top + SMALL.leading / 2
    for part in _tag_words(tag):
        shapes += _tag_part(tag, part, (x, middle), metrics)
        middle += SMALL.leading
    return Group("tag-group", tuple(shapes))


def _tag_part(
    tag: Tag, part: tuple[str, str], start: tuple[float, float], metrics: TextMetrics
) -> tuple[Shape, ...]:
    """Return one glyph and its word, from `start` on."""
    word, colour = part
    x, middle = start
    centre = x + GLYPH / 2
    glyph = (
        state_glyph(tag.state, centre, middle)
        if colour == "warning"
        else kind_glyph(tag.kind, centre, middle)
    )
    text = block(word, 1000, SMALL, metrics)
    top = middle - SMALL.leading / 2
    return (*glyph, *text.place(x + GLYPH + GLYPH_GAP, top, "tag", colour))


@dataclass(frozen=True)
class Statement:
    """A text with its tag after the last line, or under it where there is no room."""

    source: Text
    body: Block
    inline: bool
    metrics: TextMetrics

    @property
    def height(self) -> float:
        """The height of text and tag."""
        below = self.source.tag is not None and not self.inline
        return self.body.height + (self.body.setting.leading if below else 0.0)

    def place(self, x: float, y: float, role: str, fill: str = "soft") -> Group:
        """Return text and tag with their top at y, as a link where it has an address."""
        href = self.source.href
        shapes: list[Shape] = [*self.body.place(x, y, role, "accent" if href else fill)]
        if self.source.tag is not None:
            leading = self.body.setting.leading
            start = x + self.body.widths[-1] + TAG_GAP if self.inline else x
            middle = y + self.height - leading / 2
            shapes.append(place_tag(self.source.tag, start, middle, self.metrics))
        return Group(f"{role}-group", tuple(shapes), href=href)


def statement(source: Text, width: float, metrics: TextMetrics, setting: Type = NOTE) -> Statement:
    """Return a statement set to a width."""
    body = block(source.text, width, setting, metrics)
    inline = (
        source.tag is not None
        and bool(body.lines)
        and body.widths[-1] + TAG_GAP + tag_width(source.tag, metrics) <= width
    )
    return Statement(source, body, inline, metrics)


def statements_height(statements: tuple[Statement, ...], gap: float) -> float:
    """Return the height of statements under each other."""
    return sum(entry.height for entry in statements) + gap * max(0, len(statements) - 1)


def place_statements(
    statements: tuple[Statement, ...], x: float, y: float, gap: float, role: str
) -> tuple[Group, ...]:
    """Return statements under each other, the first with its top at y."""
    groups = []
    for entry in statements:
        groups.append(entry.place(x, y, role))
        y += entry.height + gap
    return tuple(groups)


def arrow(x: float, top: float, bottom: float) -> tuple[Shape, ...]:
    """Return a vertical arrow that points down to `bottom`."""
    head = path_data(("M", (x - 3.5, bottom - 7)), ("L", (x, bottom - 0.5)), ("L", (x + 3.5, bottom - 7)))
    return (
        Line(x, top, x, bottom - 1, "edge-line", "soft"),
        Path(head, "edge-head", stroke="soft"),
    )


def footnotes(
    notes: tuple[Text, ...], width: float, top: float, metrics: TextMetrics
) -> tuple[tuple[Shape, ...], float]:
    """Return notes under a hairline across the drawing, and the y where they end."""
    if not notes:
        return (), top
    entries = tuple(statement(note, width, metrics) for note in notes)
    rule = Line(0, top + 18.5, width, top + 18.5, "rule", "line")
    start = top + 28
    shapes: tuple[Shape, ...] = (rule, *place_statements(entries, 0, start, 4, "note"))
    return shapes, start + statements_height(entries, 4)

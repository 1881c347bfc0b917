"""Measuring and breaking text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from fontTools.fontBuilder import FontBuilder  # type: ignore[import-untyped]
from fontTools.pens.ttGlyphPen import TTGlyphPen  # type: ignore[import-untyped]
from hypothesis import given
from hypothesis import strategies as st

from macros.render.diagram import TextMetrics
from macros.render.diagram.characters import clean
from macros.render.diagram.paint import NOTE
from macros.render.diagram.wrap import wrap, wrap_evenly

if TYPE_CHECKING:
    from pathlib import Path

METRICS = TextMetrics()
LINES = st.text(st.characters(exclude_categories=["Cs"]), max_size=300)
WIDTHS = st.floats(30, 400)


def font(path: Path, weight: int, advances: dict[str, int]) -> Path:
    """Write a font of 1,000 units an em whose glyphs are empty."""
    names = {ord(character): f"u{ord(character):04X}" for character in advances}
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder([".notdef", *names.values()])
    builder.setupCharacterMap(names)
    builder.setupGlyf({name: TTGlyphPen(None).glyph() for name in [".notdef", *names.values()]})
    widths = {names[ord(character)]: (advance, 0) for character, advance in advances.items()}
    builder.setupHorizontalMetrics({".notdef": (500, 0), **widths})
    builder.setupHorizontalHeader()
    builder.setupNameTable({"familyName": "Empty", "styleName": "Regular"})
    builder.setupOS2(usWeightClass=weight)
    builder.setupPost()
    builder.save(path)
    return path


def width(text: str) -> float:
    """Return the width of a note."""
    return METRICS.width(text, NOTE.size, NOTE.weight)


def test_advances_are_those_of_the_font(tmp_path: Path) -> None:
    """A width is the sum of the font's advances: (600 + 600 + 250) / 1000 em at 20."""
    metrics = TextMetrics.load([font(tmp_path / "a.ttf", 400, {"a": 600, " ": 250})])
    assert metrics.width("aa ", 20, 400) == pytest.approx(29.0)


def test_files_of_a_weight_add_up_and_weights_stay_apart(tmp_path: Path) -> None:
    """Each file counts for the weight that is written in it, whatever its name."""
    metrics = TextMetrics.load(
        [
            font(tmp_path / "latin.ttf", 400, {"a": 500}),
            font(tmp_path / "greek.ttf", 400, {"λ": 700}),
            font(tmp_path / "strong.ttf", 600, {"a": 900}),
        ]
    )
    assert metrics.width("aλ", 10, 400) == pytest.approx(12.0)
    assert metrics.width("a", 10, 600) == pytest.approx(9.0)


def test_reading_is_done_once(tmp_path: Path) -> None:
    """The same files give the same metrics, not read again."""
    path = font(tmp_path / "once.ttf", 400, {"a": 500})
    assert TextMetrics.load([path]) is TextMetrics.load((path,))


def test_without_files_text_still_has_a_width(tmp_path: Path) -> None:
    """A missing file leaves the averages, in which semibold is wider than regular."""
    metrics = TextMetrics.load([tmp_path / "missing.woff2"])
    assert 0 < metrics.width("text", 10, 400) < metrics.width("text", 10, 600)


@given(LINES, WIDTHS)
def test_no_line_is_wider_than_asked(text: str, room: float) -> None:
    """A line fits, unless it is a single character that does not."""
    for line in wrap(text, room, NOTE, METRICS):
        assert width(line) <= room + 1e-6 or len(line) == 1


@given(LINES, WIDTHS)
def test_nothing_is_lost(text: str, room: float) -> None:
    """The lines hold the characters of the text in their order."""
    joined = "".join(wrap(text, room, NOTE, METRICS))
    assert re.sub(" ", "", joined) == re.sub(" ", "", clean(text))


@given(LINES, WIDTHS)
def test_evenness_costs_no_line(text: str, room: float) -> None:
    """Evenly set text has as many lines, none wider than asked, and the same characters."""
    plain, even = wrap(text, room, NOTE, METRICS), wrap_evenly(text, room, NOTE, METRICS)
    assert len(plain) == len(even)
    assert max(map(width, even), default=0) <= max(room, *map(width, plain), 0) + 1e-6
    assert "".join(even).replace(" ", "") == "".join(plain).replace(" ", "")


@given(st.lists(st.from_regex(r"[a-z]{1,8}", fullmatch=True), min_size=1), WIDTHS)
def test_words_that_fit_stay_whole(words: list[str], room: float) -> None:
    """Only a word wider than the line is broken."""
    lines = " ".join(wrap(" ".join(words), max(room, 120), NOTE, METRICS))
    assert lines.split() == words


def test_a_long_name_breaks_after_its_punctuation() -> None:
    """A token too long for a line ends its lines at underscores."""
    lines = wrap("NUMBER_OF_TOKENS_FOR_EACH_RANK", 120, NOTE, METRICS)
    assert len(lines) > 1
    assert all(line.endswith("_") for line in lines[:-1])


def test_spaces_that_do_not_break_are_kept() -> None:
    """A number and its unit joined by a no-break space stay on one line."""
    lines = wrap("about 14.7\u00a0ms here", width("about 14.7 "), NOTE, METRICS)
    assert any("14.7\u00a0ms" in line for line in lines)

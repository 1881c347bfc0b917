"""Kept pictures: what the exporter drew is cut down to shapes and words, and holds for one figure only."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from macros.render.charts.keeping import KeptError, fingerprint, picture_name, read_pictures, write_pictures
from macros.render.charts.picture import PictureError, cleaned, shown

if TYPE_CHECKING:
    from pathlib import Path

DRAWN = """\
<svg xmlns="http://www.w3.org/2000/svg" width="100" height="50" onload="x()">
 <style>@import url(http://example.org/x.css)</style>
 <script>alert(1)</script>
 <g class="point"><path class="point" d="M0,0L1.23456,1Z" style="fill: rgb(255, 0, 0);" onclick="x()"/></g>
 <image href="http://example.org/x.png"/>
 <foreignObject><p>no</p></foreignObject>
 <text x="1" y="2" style="fill: rgb(0, 0, 0)">5 &lt; 6</text>
</svg>
"""


def test_only_shapes_and_words_are_kept() -> None:
    """Scripts, styles, images, handlers and addresses of others are gone; shapes are rounded, words stay."""
    text = cleaned(DRAWN, 1)
    for gone in ("script", "style", "image", "foreignObject", "onclick", "onload", "example.org"):
        assert gone not in text, gone
    assert "M0,0L1.23,1Z" in text
    assert "5 &lt; 6" in text


@pytest.mark.parametrize("text", ["", "<svg", "no picture", '<svg xmlns="http://www.w3.org/2000/svg"/>'])
def test_what_is_no_picture_is_refused(text: str) -> None:
    """An empty answer, half an SVG, and one without the marks are errors, never a missing picture."""
    with pytest.raises(PictureError):
        cleaned(text, 1)


def test_a_picture_on_a_page_is_named_and_described_in_escaped_words() -> None:
    """Title and description are inside, as text; the marks asked for are open."""
    text = shown(cleaned(DRAWN, 1), {0}, {"role": "img"}, ("t", "<b>Title</b>"), "A & B")
    assert '<title id="t">&lt;b&gt;Title&lt;/b&gt;</title>' in text
    assert "<desc>A &amp; B</desc>" in text
    assert "cb-chart__mark--doubted" in text


def test_a_kept_picture_holds_for_one_figure_and_one_drawer(tmp_path: Path) -> None:
    """Another figure, other versions, a missing file: then there is no picture, rather than an old one."""
    name = picture_name("pump.points", "wide")
    write_pictures(tmp_path, {name: (fingerprint("figure", "1"), "<svg/>")}, "1")
    assert read_pictures(tmp_path, "1").picture(name, "figure") == "<svg/>"
    assert read_pictures(tmp_path, "1").picture(name, "another") is None
    assert read_pictures(tmp_path, "2").picture(name, "figure") is None
    (tmp_path / f"{name}.svg").unlink()
    assert read_pictures(tmp_path, "1").picture(name, "figure") is None


def test_an_unsound_index_is_said(tmp_path: Path) -> None:
    """A broken index is an error in one line that names it; it is never half believed."""
    (tmp_path / "index.json").write_text('{"format": 1, "pictures": [1, 2', encoding="utf-8")
    with pytest.raises(KeptError, match=r"^[^\n]+index\.json[^\n]*$"):
        read_pictures(tmp_path, "1")

"""Plotly's SVG to one that a page and a PDF may hold: shapes and words, colours by name, no style, no id.

What is not known to be harmless is left out: scripts, styles, links, images, references to anything. Clipping
goes too, since every axis holds all that is drawn on it. It knows no records.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree as ET

from macros.render.diagram.paint import PALETTE

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

SVG: Final = "http://www.w3.org/2000/svg"
MARK: Final = "cb-chart__mark"
"""The class of what stands for a record; marks are in the order of the chart's points."""
_TAGS: Final = frozenset({"g", "path", "rect", "line", "circle", "text", "tspan"})
_DRAWN: Final = _TAGS - {"g", "text", "tspan"}
_GEOMETRY: Final = (
    "d", "x", "y", "dx", "dy", "x1", "y1", "x2", "y2", "r", "cx", "cy", "width", "height", "transform",
)  # fmt: skip
_PAINT: Final = (
    "fill", "stroke", "stroke-width", "stroke-dasharray", "fill-opacity", "stroke-opacity", "opacity",
    "font-size", "font-weight", "text-anchor",
)  # fmt: skip
_NUMBER: Final = re.compile(r"-?\d+\.\d+(?:e-?\d+)?")
_SAFE: Final = re.compile(r"[\w\s.,()#%+-]*")
_RGB: Final = re.compile(r"rgba?\((\d+), ?(\d+), ?(\d+)(?:, ?([\d.]+))?\)")
_NAMES: Final = {colour: name for name, colour in PALETTE.items()}
_POINT: Final = "point"
_TICK: Final = re.compile(r"(?:^|\s)[xy]\d*tick(?:\s|$)")
TICK: Final = "cb-diagram__tick-label"
"""The class of numbers that the axis has and no record."""


class PictureError(ValueError):
    """An SVG that is not what Plotly draws from our figures; the message says why."""


def cleaned(text: str, marks: int) -> str:
    """Return the SVG of a picture with so many marks as a text that is safe and the same every time.

    Raises:
        PictureError: it is no SVG, or another number of marks is in it.
    """
    try:
        root = ET.fromstring(text)  # noqa: S314 - drawn on this machine from figures of ours
    except ET.ParseError as error:
        raise PictureError(f"the exporter gave no SVG: {error}") from error
    width, height = root.get("width", ""), root.get("height", "")
    made = ET.Element(
        "svg", {"xmlns": SVG, "viewBox": f"0 0 {width} {height}", "width": width, "height": height}
    )
    made.extend(_kept(root, {}))
    found = sum(1 for part in made.iter() if part.get("class", "").split()[:1] == [MARK])
    if found != marks:
        raise PictureError(f"the exporter drew {found} marks; expected {marks}")
    ET.indent(made, " ")
    return ET.tostring(made, encoding="unicode") + "\n"


def _kept(element: ET.Element, inherited: Mapping[str, str]) -> Iterator[ET.Element]:
    """Yield what is kept of an element's children."""
    for child in element:
        tag = str(child.tag).removeprefix(f"{{{SVG}}}")  # a comment's is a function: not ours
        if tag == "svg":
            yield from _kept(child, inherited)
            continue
        if tag not in _TAGS:
            continue
        declared = _declared(child)
        if declared.get("display") == "none" or declared.get("visibility") == "hidden":
            continue
        paint: dict[str, str] = {name: declared[name] for name in _PAINT if name in declared}
        if tag == "g":
            yield from _group(child, {**inherited, **paint})
        elif tag not in _DRAWN or _is_seen({**inherited, **paint}):
            yield _element(child, tag, {**(inherited if tag in _DRAWN else {}), **paint})


def _group(group: ET.Element, inherited: Mapping[str, str]) -> Iterator[ET.Element]:
    """Yield a group with its place, or what is in it where it has none; an empty one is gone."""
    inside = list(_kept(group, {} if "text" in group.get("class", "") else inherited))
    if _POINT in group.get("class", "").split():
        for part in inside:
            part.set("class", _with_mark(part))
    if _TICK.search(group.get("class", "")):
        for part in (part for top in inside for part in top.iter("text")):
            part.set("class", f"{TICK} {part.get('class', '')}".strip())
    transform = group.get("transform")
    if not inside:
        return
    if transform and _SAFE.fullmatch(transform) and "translate(0,0)" not in transform.replace(" ", ""):
        made = ET.Element("g", {"transform": _rounded(transform)})
        made.extend(inside)
        yield made
    else:
        yield from inside


def _with_mark(part: ET.Element) -> str:
    return " ".join(dict.fromkeys([MARK, *part.get("class", "").split()]))


def _element(child: ET.Element, tag: str, paint: Mapping[str, str]) -> ET.Element:
    made = ET.Element(tag, {**_geometry(child), **_strokes(paint)})
    classes = [MARK] if _POINT in child.get("class", "").split() else []
    for name in ("fill", "stroke"):
        colour = _colour(paint.get(name, ""))
        if colour:
            made.set(name, colour)
            if colour in _NAMES and colour != "none":
                classes.append(f"cb-diagram__{name}--{_NAMES[colour]}")
    if tag in _DRAWN and "fill" not in paint:
        made.set("fill", "none")
    if classes:
        made.set("class", " ".join(classes))
    made.text = child.text if tag in {"text", "tspan"} else None
    if tag == "text":
        made.extend(_kept(child, {}))
    return made


def _geometry(child: ET.Element) -> dict[str, str]:
    """Return where a shape or a word lies."""
    given = {name: child.get(name, "") for name in _GEOMETRY if child.get(name) is not None}
    return {name: _rounded(value) for name, value in given.items() if _SAFE.fullmatch(value)}


def _strokes(paint: Mapping[str, str]) -> dict[str, str]:
    """Return a shape's paint without its colours: widths, dashes, letters, and what is not wholly opaque."""
    given = {name: paint[name] for name in _PAINT if name in paint and name not in {"fill", "stroke"}}
    plain = {
        name: _rounded(value.removesuffix("px")).replace("px", "")
        for name, value in given.items()
        if _SAFE.fullmatch(value)
    }
    return {name: value for name, value in plain.items() if not (name.endswith("opacity") and value == "1")}


def _declared(element: ET.Element) -> dict[str, str]:
    """Return an element's presentation: its attributes, and its style over them."""
    found = {name: element.get(name, "") for name in (*_PAINT, "display", "visibility") if element.get(name)}
    for declaration in element.get("style", "").split(";"):
        name, colon, value = declaration.partition(":")
        if colon:
            found[name.strip()] = value.strip()
    return found


def _is_seen(paint: Mapping[str, str]) -> bool:
    """Say whether a shape leaves ink: the areas that only catch the pointer do not."""
    if paint.get("opacity") == "0":
        return False
    fill = _colour(paint.get("fill", "")) not in {"", "none"} and paint.get("fill-opacity") != "0"
    stroke = _colour(paint.get("stroke", "")) not in {"", "none"} and paint.get("stroke-opacity") != "0"
    return fill or (stroke and paint.get("stroke-width", "1").removesuffix("px") != "0")


def _colour(text: str) -> str:
    """Return a colour as six digits, ``none`` for a transparent one, nothing for what is no colour."""
    match = _RGB.fullmatch(text)
    if match is not None:
        if match[4] == "0":
            return "none"
        return "#" + "".join(f"{int(part):02x}" for part in match.groups()[:3])
    return text if text == "none" or re.fullmatch(r"#[0-9a-f]{6}", text) else ""


def _rounded(text: str) -> str:
    return _NUMBER.sub(lambda match: f"{round(float(match[0]), 2):g}", text)


def shown(
    text: str, marks: Collection[int], attributes: Mapping[str, str], title: tuple[str, str], description: str
) -> str:
    """Return a kept picture as it stands on a page: named, described, the given marks open.

    ``title`` is the id and the text of its name.

    Raises:
        PictureError: the text is no picture of ours.
    """
    try:
        root = ET.fromstring(text.replace(f' xmlns="{SVG}"', "", 1))  # noqa: S314 - a file of the project, cleaned
    except ET.ParseError as error:
        raise PictureError(f"not a picture: {error}") from error
    number = 0
    for part in root.iter():
        if part.get("class", "").split()[:1] == [MARK]:
            if number in marks:
                _open(part)
            number += 1
    root.set("xmlns", SVG)
    for name, value in attributes.items():
        root.set(name, value)
    named = ET.Element("title", {"id": title[0]})
    named.text = title[1]
    root.insert(0, named)
    if description:
        described = ET.Element("desc")
        described.text = description
        root.insert(1, described)
    for part in root.iter():
        part.tail = None
        if part.tag in {"g", "svg"}:
            part.text = None
    return ET.tostring(root, encoding="unicode")


def _open(mark: ET.Element) -> None:
    """Make a filled mark an open one."""
    mark.set("fill", PALETTE["card"])
    kept = [name for name in mark.get("class", "").split() if not name.startswith("cb-diagram__fill--")]
    mark.set("class", " ".join([*kept, "cb-diagram__fill--card", "cb-chart__mark--doubted"]))

"""A chart laid out as a figure for Plotly: data and layout, the same for the same records.

Colours are those of paper by name in the stylesheet (`meta.colours`), so that a page can put its own in their
place. Texts are escaped: Plotly reads tags in them. It knows no records and no pages.
"""

from __future__ import annotations

import json
import math
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from macros.render.charts.layout import (
    NARROW,
    NARROW_LINES,
    NOTE_LEADING,
    PADDING,
    SAMPLE,
    TITLE_LEADING,
    WIDE,
    WIDE_LINES,
    Layout,
    Measures,
    Place,
    lay_out,
)
from macros.render.diagram.paint import NOTE, PALETTE, SMALL, STRONG

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from macros.render.charts.plot import Plot, Point
    from macros.render.diagram import TextMetrics

FORMS: Final = ("wide", "narrow")
SYMBOLS: Final = {"measured": "circle", "derived": "diamond", "sourced": "square", "assumed": "triangle-up"}
"""The mark of each grade."""
OPEN: Final = "-open"
"""What a mark's name ends with where the record is stale, contested or otherwise in doubt."""
_FONT: Final = "Source Sans 3, Source Sans Pro, sans-serif"
_DASHES: Final = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot", "2px,2px")
_STROKES: Final = ("accent", "sourced", "assumed", "derived", "measured", "warning", "ink")
_MARK, _BAR = 10, 13
_ROOM: Final = 0.06
_INK: Final = dict(PALETTE)
_COLOURS: Final = {PALETTE[name]: name for name in PALETTE if name != "none"}


def figure(
    plot: Plot, form: str, metrics: TextMetrics, doubted: frozenset[str] = frozenset()
) -> dict[str, Any]:
    """Return the figure in a form, wide or narrow; the marks of records in ``doubted`` are open."""
    is_wide = form == FORMS[0]
    measures = _measures(plot, is_wide=is_wide)
    layout = lay_out(plot, measures, metrics)
    domain = _domain(plot.points, plot)
    data: list[dict[str, Any]] = []
    drawn: dict[str, Any] = {"annotations": [], "shapes": []}
    _key(drawn, layout)
    for number, place in enumerate(layout.places):
        suffix = "" if number == 0 else str(number + 1)
        own = _domain([p for line in place.field.lines for p in line.points], plot)
        _frame(drawn, place, layout)
        if plot.form == "lines":
            _axes_of_lines(drawn, plot, place, layout, suffix, own)
            data += _lines(plot, place, suffix, doubted)
        else:
            _axes_of_rows(drawn, plot, place, layout, suffix, domain)
            data += _rows(plot, place, layout, suffix, domain, doubted)
            _row_words(drawn, place, layout)
        _bands(drawn, plot, suffix)
    return {
        "data": data,
        "layout": {
            "width": measures.width,
            "height": layout.height,
            "margin": {"l": measures.left, "r": measures.right, "t": 0, "b": 0, "pad": 0},
            "font": {"family": _FONT, "size": SMALL.size, "color": _INK["ink"]},
            "paper_bgcolor": "rgba(0,0,0,0)",
            "plot_bgcolor": "rgba(0,0,0,0)",
            "hovermode": "closest",
            "hoverlabel": {
                "bgcolor": _INK["card"],
                "bordercolor": _INK["soft"],
                "font": {"family": _FONT, "size": SMALL.size, "color": _INK["ink"]},
            },
            "dragmode": False,
            "barmode": "overlay",
            "showlegend": False,
            "meta": {"chart": plot.identifier, "form": form, "colours": _COLOURS},
            **drawn,
        },
    }


def figure_text(made: Mapping[str, Any]) -> str:
    """Return a figure as the JSON text that is published and that its picture's digest is taken of."""
    return json.dumps(made, ensure_ascii=True, sort_keys=True, separators=(",", ":"), allow_nan=False) + "\n"


def escaped(text: str) -> str:
    """Return a text in which Plotly sees no tag and no entity."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _measures(plot: Plot, *, is_wide: bool) -> Measures:
    if plot.form == "lines":
        return WIDE_LINES if is_wide else NARROW_LINES
    return WIDE if is_wide else NARROW


def _domain(points: Iterable[Point], plot: Plot) -> tuple[float, float]:
    """Return the ends of the axis: all values, their finite bounds and the bands, with some room."""
    values: list[float] = []
    for point in points:
        ends = [point.nominal, *(bound for bound in (point.low, point.high) if math.isfinite(bound))]
        values += ends
    if plot.form == "waterfall":
        for field in plot.fields:
            values += [sum(point.nominal for point in line.points) for line in field.lines]
    for band in plot.bands:
        values += [band.low, band.high]
    low, high = min(values), max(values)
    if plot.zero or plot.form == "waterfall":
        low, high = min(low, 0.0), max(high, 0.0)
    room = (high - low or abs(high) or 1.0) * _ROOM
    return (low if low == 0 and (plot.zero or plot.form == "waterfall") else _tidy(low - room)), _tidy(
        high + room
    )


def _tidy(number: float) -> float:
    """Return a number without the last digits, which differ between ways of computing it."""
    return float(f"{number:.10g}")


def _paper(y: float, layout: Layout) -> float:
    """Return a height in pixels from the top as a share of the paper from the bottom."""
    return _tidy(1 - y / layout.height)


def _frame(drawn: dict[str, Any], place: Place, layout: Layout) -> None:
    """Draw what sets a field apart, and write its title, its reason and the headings in it."""
    if place.field.apart:
        drawn["shapes"].append(
            {
                "type": "rect",
                "xref": "paper",
                **_ends(layout.measures),
                "yref": "paper",
                "y0": _paper(place.bottom, layout),
                "y1": _paper(place.top, layout),
                "layer": "below",
                "fillcolor": _INK["card"],
                "line": {"color": _INK["soft"], "width": 1, "dash": "4px,3px"},
            }
        )
    for words in place.words:
        setting = {"title": STRONG, "reason": SMALL, "heading": NOTE}[words.sort]
        for number, line in enumerate(words.lines):
            leading = NOTE_LEADING if words.sort == "reason" else TITLE_LEADING
            middle = words.top + number * leading + leading / 2
            drawn["annotations"].append(
                _text(
                    line,
                    middle,
                    layout,
                    size=setting.size,
                    weight=setting.weight,
                    colour="soft" if words.sort == "reason" else "ink",
                )
            )


def _key(drawn: dict[str, Any], layout: Layout) -> None:
    """Draw a sample of each line and write its title."""
    measures = layout.measures
    inner = measures.width - measures.left - measures.right
    titles = [entry.title for entry in layout.key]
    for entry in layout.key:
        y = _paper(entry.middle, layout)
        ends = [_tidy((x - measures.left) / inner) for x in (entry.left, entry.left + SAMPLE)]
        line = _style(titles, entry.title)
        drawn["shapes"].append(
            {
                "type": "line",
                "xref": "paper",
                "yref": "paper",
                "x0": ends[0],
                "x1": ends[1],
                "y0": y,
                "y1": y,
                "line": {"color": line["color"], "dash": line["dash"], "width": line["width"]},
            }
        )
        words = _text(entry.title, entry.middle, layout, size=SMALL.size)
        words["xshift"] = _tidy(entry.left + SAMPLE + PADDING - measures.left)
        drawn["annotations"].append(words)


def _ends(measures: Measures) -> dict[str, Any]:
    """Return the ends of a frame as wide as the picture: the paper is what lies between the margins."""
    inner = measures.width - measures.left - measures.right
    return {"x0": _tidy((1 - measures.left) / inner), "x1": _tidy((inner + measures.right - 1) / inner)}


def _text(
    text: str,
    middle: float,
    layout: Layout,
    *,
    size: float,
    weight: int = 400,
    colour: str = "ink",
    at_end: bool = False,
) -> dict[str, Any]:
    """Return words at the left edge of the picture, or at its right one."""
    measures = layout.measures
    shift = measures.right - PADDING if at_end else PADDING - measures.left
    return {
        "text": escaped(text),
        "xref": "paper",
        "x": 1 if at_end else 0,
        "xanchor": "right" if at_end else "left",
        "xshift": shift,
        "yref": "paper",
        "y": _paper(middle, layout),
        "yanchor": "middle",
        "align": "right" if at_end else "left",
        "showarrow": False,
        "borderpad": 0,
        "font": {"size": size, "weight": weight, "color": _INK[colour]},
    }


def _row_words(drawn: dict[str, Any], place: Place, layout: Layout) -> None:
    """Write the name and the value of each row: beside its mark, or above it where there is no room."""
    stacked = layout.measures.is_stacked
    for row in place.rows:
        count = len(row.label)
        first = (
            row.middle - 21 - (count - 1) * NOTE_LEADING
            if stacked
            else row.middle - (count - 1) * NOTE_LEADING / 2
        )
        for number, line in enumerate(row.label):
            drawn["annotations"].append(_text(line, first + number * NOTE_LEADING, layout, size=SMALL.size))
        value = first if stacked else row.middle
        drawn["annotations"].append(
            _text(row.point.value, value, layout, size=SMALL.size, weight=600, at_end=True)
        )


def _axis(layout: Layout, title: str) -> dict[str, Any]:
    return {
        "title": {"text": escaped(title), "standoff": 4, "font": {"size": SMALL.size, "color": _INK["soft"]}},
        "showline": True,
        "linecolor": _INK["soft"],
        "linewidth": 1,
        "ticks": "outside",
        "ticklen": 4,
        "tickcolor": _INK["soft"],
        "tickfont": {"size": SMALL.size, "color": _INK["soft"]},
        "gridcolor": _INK["line"],
        "gridwidth": 1,
        "zeroline": False,
        "fixedrange": True,
        "automargin": False,
        "nticks": 6 if layout.measures.is_stacked else 8,
    }


def _value_title(plot: Plot) -> str:
    return f"{plot.axis}, {plot.unit}" if plot.unit else plot.axis


def _axes_of_rows(
    drawn: dict[str, Any], plot: Plot, place: Place, layout: Layout, suffix: str, domain: tuple[float, float]
) -> None:
    limits = [_paper(place.plot_bottom, layout), _paper(place.plot_top, layout)]
    drawn[f"xaxis{suffix}"] = {
        **_axis(layout, _value_title(plot)),
        "range": list(domain),
        "anchor": f"y{suffix}",
        "showgrid": True,
    }
    drawn[f"yaxis{suffix}"] = {
        "domain": limits,
        "range": [place.plot_bottom, place.plot_top],
        "anchor": f"x{suffix}",
        "visible": False,
        "fixedrange": True,
    }


def _axes_of_lines(
    drawn: dict[str, Any], plot: Plot, place: Place, layout: Layout, suffix: str, domain: tuple[float, float]
) -> None:
    places = sorted({point.along for line in place.field.lines for point in line.points})
    is_log = places[0] > 0 and places[-1] / places[0] >= 4  # noqa: PLR2004 - two doublings
    ends = [math.log10(places[0]), math.log10(places[-1])] if is_log else [places[0], places[-1]]
    room = (ends[1] - ends[0] or 1.0) * _ROOM
    drawn[f"xaxis{suffix}"] = {
        **_axis(layout, plot.along),
        "type": "log" if is_log else "linear",
        "range": [_tidy(ends[0] - room), _tidy(ends[1] + room)],
        "tickmode": "array",
        "tickvals": places,
        "ticktext": [f"{value:g}" for value in places],
        "anchor": f"y{suffix}",
        "showgrid": False,
    }
    drawn[f"yaxis{suffix}"] = {
        **_axis(layout, _value_title(plot)),
        "domain": [_paper(place.plot_bottom - 4, layout), _paper(place.plot_top, layout)],
        "range": list(domain),
        "anchor": f"x{suffix}",
        "showgrid": True,
    }


def _bands(drawn: dict[str, Any], plot: Plot, suffix: str) -> None:
    """Shade the ranges across a field, and mark the middle of one that has one."""
    value, other = ("y", "x") if plot.form == "lines" else ("x", "y")
    for band in plot.bands:
        common = {
            f"{value}ref": f"{value}{suffix}",
            f"{other}ref": f"{other}{suffix} domain",
            "layer": "below",
        }
        across = {f"{other}0": 0, f"{other}1": 1}
        drawn["shapes"].append(
            {
                "type": "rect",
                **common,
                **across,
                f"{value}0": _tidy(band.low),
                f"{value}1": _tidy(band.high),
                "fillcolor": _INK["band"],
                "line": {"color": _INK["soft"], "width": 0.6},
            }
        )
        if band.middle is not None:
            ends = {f"{value}0": band.middle, f"{value}1": band.middle}
            line = {"color": _INK["soft"], "width": 1, "dash": "3px,3px"}
            drawn["shapes"].append({"type": "line", **common, **across, **ends, "line": line})


def _marker(points: Iterable[Point], doubted: frozenset[str]) -> dict[str, Any]:
    listed = list(points)
    return {
        "symbol": [SYMBOLS[p.grade] + (OPEN if p.identifier in doubted else "") for p in listed],
        "color": [_INK[p.grade] for p in listed],
        "size": _MARK,
        "line": {"color": [_INK[p.grade] for p in listed], "width": 1.6},
        "opacity": 1,
    }


def _error(points: Iterable[Point], domain: tuple[float, float]) -> dict[str, Any]:
    """Return the intervals as lengths to both sides; an open side reaches to the end of the axis."""
    listed = list(points)
    ends = [(max(p.low, domain[0]), min(p.high, domain[1])) for p in listed]
    return {
        "type": "data",
        "symmetric": False,
        "array": [_tidy(max(high - p.nominal, 0)) for p, (_, high) in zip(listed, ends, strict=True)],
        "arrayminus": [_tidy(max(p.nominal - low, 0)) for p, (low, _) in zip(listed, ends, strict=True)],
        "color": _INK["soft"],
        "thickness": 1.5,
        "width": 4,
    }


def _hover(points: Iterable[Point], doubted: frozenset[str]) -> dict[str, Any]:
    texts = [
        f"{escaped(p.label)}<br><b>{escaped(p.value)}</b><br>{p.grade}"
        f"{', in doubt' if p.identifier in doubted else ''}"
        for p in points
    ]
    return {"hoverinfo": "text", "hovertext": texts}


def _rows(
    plot: Plot,
    place: Place,
    layout: Layout,
    suffix: str,
    domain: tuple[float, float],
    doubted: frozenset[str],
) -> list[dict[str, Any]]:
    """Return the marks of a field's rows, one trace a field; those of a waterfall are bars."""
    del layout
    points = [row.point for row in place.rows]
    common: dict[str, Any] = {
        "y": [row.middle for row in place.rows],
        "xaxis": f"x{suffix}",
        "yaxis": f"y{suffix}",
        "name": escaped(place.field.title),
        "showlegend": False,
        "error_x": _error(points, domain),
        "cliponaxis": False,
        **_hover(points, doubted),
    }
    if plot.form == "waterfall":
        return [
            {
                "type": "bar",
                "orientation": "h",
                "base": [_tidy(row.start) for row in place.rows],
                "x": [_tidy(p.nominal) for p in points],
                "width": _BAR,
                "marker": {
                    "color": [_INK["card" if p.identifier in doubted else p.grade] for p in points],
                    "line": {"color": [_INK[p.grade] for p in points], "width": 1.6},
                },
                **common,
            }
        ]
    return [
        {
            "type": "scatter",
            "mode": "markers",
            "x": [_tidy(p.nominal) for p in points],
            "marker": _marker(points, doubted),
            **common,
        }
    ]


def _lines(plot: Plot, place: Place, suffix: str, doubted: frozenset[str]) -> list[dict[str, Any]]:
    """Return a trace a line; lines of one title look alike in all fields."""
    titles = list(dict.fromkeys(line.title for field in plot.fields for line in field.lines))
    own = _domain([p for line in place.field.lines for p in line.points], plot)
    style = partial(_style, titles)
    return [
        {
            "type": "scatter",
            "mode": "lines+markers",
            "x": [point.along for point in line.points],
            "y": [_tidy(point.nominal) for point in line.points],
            "xaxis": f"x{suffix}",
            "yaxis": f"y{suffix}",
            "name": escaped(line.title),
            "line": style(line.title),
            "marker": {
                **_marker(line.points, doubted),
                "color": style(line.title)["color"],
                "line": {"color": style(line.title)["color"], "width": 1.6},
                "size": 8,
            },
            "error_y": {**_error(line.points, own), "color": style(line.title)["color"]},
            "cliponaxis": False,
            "hoverinfo": "text",
            "hovertext": [
                f"{escaped(line.title)}, {point.along:g}<br>{text}"
                for point, text in zip(line.points, _hover(line.points, doubted)["hovertext"], strict=True)
            ],
        }
        for line in place.field.lines
    ]


def _style(titles: list[str], title: str) -> dict[str, Any]:
    index = titles.index(title)
    return {
        "color": _INK[_STROKES[index % len(_STROKES)]],
        "dash": _DASHES[index % len(_DASHES)],
        "width": 2,
        "shape": "linear",
    }

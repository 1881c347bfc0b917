"""Charts on pages: the kept picture, its key, the table beside it, and the figures that scripts draw from.

How a chart is laid out is the charts room's; this module says what stands around it and what is missing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from markupsafe import Markup

from macros.findings import Finding
from macros.render import charts as art
from macros.render.components import find
from macros.render.diagram import TextMetrics
from macros.render.diagram.paint import FONT_FAMILY

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from macros.records.book import Book
    from macros.records.charts import Chart
    from macros.render.charts import Plot
    from macros.render.renderer import PageRenderer, Workshop

ADDRESS = "assets/charts/"
"""Where the figures and the library are published."""
COMMAND = "claimbook charts"
_DOUBTS = frozenset({"stale", "contested", "superseded"})
_MARKS = {
    "measured": "chart-circle",
    "derived": "chart-diamond",
    "sourced": "chart-square",
    "assumed": "chart-triangle",
}


@dataclass(frozen=True, slots=True)
class Drawn:
    """A chart to be drawn: its numbers, and by form the figure that its picture is kept for."""

    chart: Chart
    plot: Plot
    figures: Mapping[str, dict[str, Any]]


def chart(page: PageRenderer, identifier: str) -> Markup:
    """Draw a chart from its records' values, with the same as a table below it."""
    record = cast("Chart", find(page, identifier, "chart"))
    views = {name: page.view(name) for name in record.foundations()}
    page.view(identifier)
    page.drawings += 1
    anchor = f"{record.subject}-{record.key}-{page.drawings}"
    drawn = draw(page.workshop, record)
    doubts = [_is_doubted(page.workshop, point.identifier) for point in drawn.plot.points]
    marks = [number for number, is_doubted in enumerate(doubts) if is_doubted]
    alt = page.words(record, record.alt)
    pictures = [
        _picture(page, drawn, form, anchor=f"{anchor}-{form}", marks=marks, alt=alt) for form in art.FORMS
    ]
    points = drawn.plot.points
    key = [
        {"glyph": glyph, "word": grade}
        for grade, glyph in _MARKS.items()
        if any(p.grade == grade for p in points)
    ]
    if marks:
        key.append({"glyph": "chart-open", "word": "open: stale, contested or superseded"})
    key.extend({"glyph": "chart-band", "word": f"shaded: {band.title}"} for band in drawn.plot.bands)
    return page.component(
        "chart",
        record=record,
        plot=drawn.plot,
        views=views,
        pictures=[picture for picture in pictures if picture],
        key=key
        if record.form != "lines"
        else [item for item in key if len(key) > 1 or item["glyph"] == "chart-open"],
        anchor=anchor,
        figures=page.link(f"{ADDRESS}{identifier}"),
        library=page.link(art.LIBRARY),
        alt=alt,
        has_places=record.along is not None,
    )


def draw(workshop: Workshop, record: Chart) -> Drawn:
    """Return a chart's numbers and figures, without what depends on the day."""
    plot = art.plot_of(workshop.book, record)
    metrics = TextMetrics.load(workshop.fonts)
    return Drawn(record, plot, {form: art.figure(plot, form, metrics) for form in art.FORMS})


def all_drawn(workshop: Workshop) -> Iterator[Drawn]:
    """Yield every chart of the edition."""
    for record in workshop.book.of_kind("chart"):
        yield draw(workshop, cast("Chart", record))


def figures_of(workshop: Workshop) -> Iterator[tuple[str, str]]:
    """Yield the published figures: address and JSON text; the marks of what is in doubt are open."""
    metrics = TextMetrics.load(workshop.fonts)
    for drawn in all_drawn(workshop):
        doubted = frozenset(
            point.identifier for point in drawn.plot.points if _is_doubted(workshop, point.identifier)
        )
        for form in art.FORMS:
            made = art.figure(drawn.plot, form, metrics, doubted)
            yield f"{ADDRESS}{drawn.chart.identifier}.{form}.json", art.figure_text(made)


def without_picture(workshop: Workshop) -> Iterator[Finding]:
    """Yield a finding for each chart whose kept picture is missing or of another figure."""
    for drawn in all_drawn(workshop):
        record = drawn.chart
        missing = [form for form in art.FORMS if kept_picture(workshop, drawn, form) is None]
        if missing:
            found = f"no picture of {record.identifier} as it is now ({' and '.join(missing)})"
            expected = f"the pictures that '{COMMAND}' draws with a browser"
            yield Finding("chart-not-drawn", record.place, found, expected, record=record.identifier)


def kept_picture(workshop: Workshop, drawn: Drawn, form: str) -> str | None:
    """Return the kept picture of a chart's figure: the edition's own, or that of all editions."""
    if workshop.pictures is None:
        return None
    pictures, text = workshop.pictures, art.figure_text(drawn.figures[form])
    names = [art.picture_name(drawn.chart.identifier, form, edition) for edition in ("", workshop.edition)]
    found = (pictures.picture(name, text) for name in names)
    return next((picture for picture in found if picture is not None), None)


def pictures_for(book: Book, claims: Path, theme: Iterable[Path]) -> art.Pictures | None:
    """Return the pictures that are kept beside the records; None for a book without charts.

    Raises:
        KeptError: the index cannot be read, or the theme has no chart library.
    """
    if not book.of_kind("chart"):
        return None
    return art.read_pictures(claims / art.FOLDER, art.tools(library_of(theme)))


def library_of(theme: Iterable[Path]) -> Path:
    """Return the file with the chart library: in the first folder of the theme that has it."""
    files = [folder / art.LIBRARY for folder in theme]
    return next((file for file in files if file.is_file()), files[0])


def _picture(
    page: PageRenderer, drawn: Drawn, form: str, *, anchor: str, marks: list[int], alt: str
) -> Markup:
    kept = kept_picture(page.workshop, drawn, form)
    if kept is None:
        return Markup()  # the build ends with a finding about it
    attributes = {
        "class": f"cb-diagram cb-diagram--chart cb-diagram--{form}",
        "role": "img",
        "aria-labelledby": f"{anchor}-title",
        "font-family": FONT_FAMILY,
    }
    title = (f"{anchor}-title", drawn.chart.title)
    return Markup(art.shown(kept, marks, attributes, title, alt))  # noqa: S704 - serialised from a tree, escaped there


def _is_doubted(workshop: Workshop, identifier: str) -> bool:
    assessment = workshop.assessments.get(identifier)
    return assessment is not None and assessment.state.value in _DOUBTS

"""Charts: which records a drawing with axes shows, by name or by query, and what it sets apart.

A chart holds no figures of its own. It knows records and their links; how it is drawn, others know.
"""

from __future__ import annotations

from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from pydantic import Field, WithJsonSchema, model_validator
from pydantic_core import PydanticCustomError

from macros.records.base import FrozenTexts, Identifier, Identifiers, Part, Record, Text

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping

    from macros.records.base import Record as AnyRecord

SCOPED = "scope."
"""What stands before a dimension where a field may also be meant."""
PROPERTIES = ("kind", "subject", "role", "source", "unit")
"""What a query may ask of records besides their conditions."""
WORDS = ("title", "brief")
"""What a point may be called besides its conditions."""


WrittenNumber = Annotated[Text, WithJsonSchema({"type": ["number", "string"], "maxLength": 120})]
"""A number with the digits that were written; the reader gives it as text."""


class Axis(Part):
    """The axis that values are read on: what it counts, in which unit."""

    title: Text
    unit: Text | None = Field(default=None, description="Every figure has a unit of this dimension.")
    zero: bool = Field(default=False, description="The axis begins at zero.")


class Along(Part):
    """The condition along which the points of a line stand; it has to be a number in every record."""

    dimension: Text
    title: Text


class Band(Part):
    """A shaded range: so much to both sides of a number, or from one record's value to another's."""

    title: Text
    around: WrittenNumber | None = Field(default=None, description="The middle, a number in the axis' unit.")
    width: Identifier | None = Field(default=None, description="The record with the distance to both sides.")
    low: Identifier | None = None
    high: Identifier | None = None

    def identifiers(self) -> Iterator[tuple[str, str]]:
        """Yield the records that it is drawn from, each with its field."""
        for name in ("width", "low", "high"):
            value = getattr(self, name)
            if value is not None:
                yield name, value

    @model_validator(mode="after")
    def _refuse_half(self) -> Band:
        around = self.around is not None and self.width is not None
        between = self.low is not None and self.high is not None
        is_one = around != between
        given = [name for name in ("around", "width", "low", "high") if getattr(self, name) is not None]
        if not is_one or len(given) > len(("low", "high")):
            context = {"field": given[0] if given else "title", "found": ", ".join(given) or "no limits"}
            raise PydanticCustomError("band", "around and width, or low and high", context)
        return self


class Series(Part):
    """Figures that belong together: listed by id, or all that a query finds."""

    title: Text
    of: Identifiers = ()
    where: FrozenTexts = Field(
        default_factory=dict,
        description="A query: kind, subject, role, source, unit or scope.<dimension>, each with the text.",
    )

    @model_validator(mode="after")
    def _refuse_both(self) -> Series:
        if bool(self.of) == bool(self.where):
            found = "both" if self.of else "neither"
            context = {"field": "of", "found": f"{found} of and where"}
            raise PydanticCustomError("series", "ids in of, or a query in where", context)
        return self


class Panel(Part):
    """Figures that may be set against each other; further panels say why they stand apart."""

    title: Text
    apart: Text | None = Field(default=None, description="Why its figures are not those of other panels.")
    comparable: Text | None = Field(
        default=None, description="Why figures that differ in a condition may stand here all the same."
    )
    label: tuple[Text, ...] = Field(default=(), description="What names a point here, if not as elsewhere.")
    series: tuple[Series, ...] = Field(min_length=1)


class Chart(Record):
    """A drawing with axes, made of records' values."""

    kind: Literal["chart"]
    alt: Text = Field(description="What a reader sees in it, in words: its text where there is no picture.")
    form: Literal["points", "lines", "waterfall"]
    axis: Axis
    along: Along | None = None
    label: tuple[Text, ...] = Field(
        default=("title",), description="What names a point: title, brief, or dimensions."
    )
    compares: tuple[Text, ...] = Field(default=(), description="The dimensions that the chart is about.")
    bands: tuple[Band, ...] = ()
    panels: tuple[Panel, ...] = Field(min_length=1)
    text_fields: ClassVar = (*Record.text_fields, "alt")

    def members(self) -> Iterator[tuple[tuple[str | int, ...], str]]:
        """Yield the records that are drawn as points, each with its field path."""
        for number, panel in enumerate(self.panels):
            for index, series in enumerate(panel.series):
                path = ("panels", number, "series", index, "of")
                yield from (((*path, place), name) for place, name in enumerate(series.of))

    def linked(self) -> Iterator[tuple[tuple[str | int, ...], str, str | None]]:
        """Yield the common links, those of the bands and the records that are drawn."""
        yield from super().linked()
        for number, band in enumerate(self.bands):
            yield from ((("bands", number, field), name, None) for field, name in band.identifiers())
        yield from ((path, name, None) for path, name in self.members())

    def needed(self) -> Iterator[tuple[tuple[str | int, ...], str, str | None]]:
        """Yield the links that the chart cannot do without: what a query found may be missing."""
        for path, name, kind in self.linked():
            if path[0] != "panels" or not self._series_at(path).where:
                yield path, name, kind

    def left_without(self, hidden: Container[str]) -> Chart:
        """Return the chart without what its queries found among ``hidden``; empty series and panels go."""
        panels = []
        for panel in self.panels:
            kept = [
                series.model_copy(update={"of": tuple(name for name in series.of if name not in hidden)})
                if series.where
                else series
                for series in panel.series
            ]
            if filled := tuple(series for series in kept if series.of):
                panels.append(panel.model_copy(update={"series": filled}))
        return self.model_copy(update={"panels": tuple(panels)})

    def texts(self) -> Iterator[tuple[tuple[str | int, ...], str]]:
        """Yield the common prose fields and those of the parts."""
        yield from super().texts()
        yield ("axis", "title"), self.axis.title
        if self.along is not None:
            yield ("along", "title"), self.along.title
        yield from ((("bands", number, "title"), band.title) for number, band in enumerate(self.bands))
        for number, panel in enumerate(self.panels):
            for name in ("title", "apart", "comparable"):
                text = getattr(panel, name)
                if text is not None:
                    yield ("panels", number, name), text
            for index, series in enumerate(panel.series):
                yield ("panels", number, "series", index, "title"), series.title

    def _series_at(self, path: tuple[str | int, ...]) -> Series:
        _, number, _, index, *_ = path
        return self.panels[int(number)].series[int(index)]

    @cached_property
    def _foundations(self) -> tuple[str, ...]:
        bands = [name for band in self.bands for _, name in band.identifiers()]
        return tuple(dict.fromkeys([*self.rests_on, *(name for _, name in self.members()), *bands]))

    @model_validator(mode="after")
    def _refuse_unlike_parts(self) -> Chart:
        if (self.form == "lines") != (self.along is not None):
            found = "lines without along" if self.along is None else f"along in a chart of {self.form}"
            context = {"field": "along", "found": found}
            raise PydanticCustomError("along", "along for lines, and for nothing else", context)
        for panel in self.panels[1:]:
            if panel.apart is None:
                context = {"field": "panels", "found": f"'{panel.title}' without apart"}
                raise PydanticCustomError("apart", "the reason why a further panel stands apart", context)
        return self


def with_queries_answered(records: Mapping[str, AnyRecord]) -> Mapping[str, AnyRecord]:
    """Return the records with what each chart's queries find, in the order of files; superseded ones not."""
    if not any(isinstance(record, Chart) for record in records.values()):
        return records
    return MappingProxyType(
        {
            name: _answered(record, records) if isinstance(record, Chart) else record
            for name, record in records.items()
        }
    )


def _answered(chart: Chart, records: Mapping[str, AnyRecord]) -> Chart:
    panels = tuple(
        panel.model_copy(update={"series": tuple(_filled(series, records) for series in panel.series)})
        for panel in chart.panels
    )
    return chart.model_copy(update={"panels": panels})


def _filled(series: Series, records: Mapping[str, AnyRecord]) -> Series:
    if not series.where:
        return series
    found = (
        name
        for name, record in records.items()
        if record.superseded_by is None
        and not isinstance(record, Chart)
        and all(_property(record, asked) == text for asked, text in series.where.items())
    )
    return series.model_copy(update={"of": tuple(found)})


def _property(record: AnyRecord, name: str) -> str | None:
    if name.startswith(SCOPED):
        return record.scope.get(name.removeprefix(SCOPED))
    return str(getattr(record, name)) if name in PROPERTIES and getattr(record, name) is not None else None

"""What all records share: identity, statement, scope, provenance, dates and links.

Frozen after loading; no record knows another one, the book links them.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    PlainValidator,
    StringConstraints,
    TypeAdapter,
    WithJsonSchema,
    model_validator,
)
from pydantic_core import PydanticCustomError

from macros.findings import Place
from macros.records.written import Period, Value, WrittenDay, WrittenValue

Text = Annotated[str, StringConstraints(min_length=1, max_length=8000)]
LONGEST_IDENTIFIER = 120
Identifier = Annotated[
    str,
    StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]*\.[a-z0-9][a-z0-9-]*$", max_length=LONGEST_IDENTIFIER),
]
Count = Annotated[int, Field(ge=1, le=1_000_000)]
Identifiers = tuple[Identifier, ...]
Audience = Literal["all", "internal", "customer"]
SourceTag = Literal[
    "none",
    "measured",
    "derived",
    "assumed",
    "works",
    "blocked",
    "untested",
    "scoped",
    "verify locally",
    "source-verified",
]
Role = Literal[
    "figure",
    "mechanism",
    "pin",
    "requirement",
    "prohibition",
    "verdict",
    "recommendation",
    "status",
    "definition",
    "condition",
    "link",
]


def _freeze(mapping: dict[str, Any]) -> Mapping[str, Any]:
    return MappingProxyType(dict(mapping))


FrozenTexts = Annotated[Mapping[str, Text], AfterValidator(_freeze)]
FrozenIdentifiers = Annotated[Mapping[str, Identifier], AfterValidator(_freeze)]
FrozenPeriods = Annotated[Mapping[str, Period], AfterValidator(_freeze)]

_LISTED: TypeAdapter[tuple[str, ...]] = TypeAdapter(Identifiers)
_VERSIONED: TypeAdapter[dict[str, str]] = TypeAdapter(dict[Identifier, Text])


def _read_pins(raw: object) -> tuple[str, ...] | Mapping[str, str]:
    """Read a list of components, or a mapping from each to the version that was seen."""
    if isinstance(raw, Mapping):
        return _freeze(_VERSIONED.validate_python(dict(raw)))
    return _LISTED.validate_python(raw)


_ID_SCHEMA = {"type": "string", "pattern": r"^[a-z0-9][a-z0-9-]*\.[a-z0-9][a-z0-9-]*$", "maxLength": 120}
_PINS_SCHEMA = {
    "anyOf": [
        {"type": "array", "items": _ID_SCHEMA},
        {
            "type": "object",
            "propertyNames": _ID_SCHEMA,
            "additionalProperties": {"type": ["string", "number"], "minLength": 1},
        },
    ],
    "description": "Components that it was observed on: a list, or each with the version seen (or unstated).",
}
Pins = Annotated[
    tuple[str, ...] | Mapping[str, str], PlainValidator(_read_pins), WithJsonSchema(_PINS_SCHEMA)
]


class Part(BaseModel):
    """A frozen piece of a record that refuses fields it does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class DocumentPlace(Part):
    """Where a source document says it: its itemised statements and its lines."""

    items: tuple[Count, ...] = Field(default=(), description="Numbers of the document's itemised statements.")
    lines: tuple[Count, ...] = Field(default=(), description="Line numbers in the document's text.")
    source: Identifier | None = Field(
        default=None, description="The document's source record, where not the default."
    )


class HistoryEntry(Part):
    """One dated thing that happened to a claim."""

    on: WrittenDay
    says: Text


class Waive(Part):
    """A finding of the audit that may stand for a while; the audit itself says what is wrong with one."""

    rule: Text | None = Field(default=None, description="The rule's code, such as CB201.")
    reason: Text | None = Field(default=None, description="Why the finding may stand.")
    until: Text | None = Field(
        default=None,
        description="Its last day, YYYY-MM-DD, within 400 days.",
        json_schema_extra={"pattern": r"^\d{4}-\d{2}-\d{2}$"},
    )


class Record(Part):
    """The fields that every kind shares."""

    identifier: str = Field(default="", exclude=True)
    path: str = Field(default="", exclude=True)
    line: int = Field(default=1, exclude=True)

    kind: str
    title: Text = Field(description="Short noun phrase without a trailing dot.")
    says: Text = Field(description="The statement in our own words; {value} and {other.id} insert values.")
    brief: Text | None = Field(default=None, description="A few words for drawings; placeholders allowed.")
    role: Role | None = Field(default=None, description="What sort of statement it is.")
    value: WrittenValue | None = None
    unit: Text | None = None
    approx: bool = Field(default=False, description="Prints ~ before the value.")
    exact: bool = Field(default=False, description="A count or a setting: the value has no interval.")
    scope: FrozenTexts = Field(
        default_factory=dict, description="Dimension to condition; unstated is allowed."
    )
    source: Identifier | None = Field(
        default=None, description="The source record that the statement comes from."
    )
    attribution: Literal["stated", "inferred", "unstated"] = Field(
        default="stated", description="Whether the document itself maps the statement to that source."
    )
    references: Identifiers = Field(default=(), description="Further source records named by the statement.")
    observed: WrittenDay | None = Field(default=None, description="When it was last seen true.")
    review: Period | None = Field(default=None, description="For how long that may be trusted.")
    pins: Pins = ()
    audience: Audience = "all"
    substitute: Identifier | None = Field(
        default=None, description="The record that stands for this one in an edition that leaves it out."
    )
    rests_on: Identifiers = ()
    conflicts_with: Identifiers = ()
    superseded_by: Identifier | None = None
    source_tag: SourceTag | None = Field(default=None, description="The tag that the source document shows.")
    source_tag_from: Literal["inline", "block", "heading", "prose"] | None = Field(
        default=None, description="Where in the document that tag sits."
    )
    document: DocumentPlace | None = None
    caveat: Text | None = Field(default=None, description="Printed with the value wherever it is shown.")
    note: Text | None = Field(default=None, description="A further remark, on the record's page.")
    verify: Text | None = Field(default=None, description="How a reader verifies it.")
    history: tuple[HistoryEntry, ...] = ()
    waive: tuple[Waive, ...] = Field(default=(), description="Findings of the audit that may stand.")

    reference_kinds: ClassVar[Mapping[str, str | None]] = MappingProxyType(
        {
            "source": "source",
            "references": "source",
            "pins": "component",
            "rests_on": None,
            "conflicts_with": None,
            "superseded_by": None,
            "substitute": None,
        }
    )
    foundation_fields: ClassVar[tuple[str, ...]] = ("rests_on",)
    text_fields: ClassVar[tuple[str, ...]] = ("says", "brief", "caveat", "note", "verify")

    @property
    def subject(self) -> str:
        """Return the file that the record stands in, without its suffix."""
        return self.identifier.partition(".")[0]

    @property
    def key(self) -> str:
        """Return the record's name inside its file."""
        return self.identifier.partition(".")[2]

    @property
    def place(self) -> Place:
        """Return where the record begins."""
        return Place(self.path, self.line, 1)

    def linked(self) -> Iterator[tuple[tuple[str | int, ...], str, str | None]]:
        """Yield every identifier that the record names: field path, identifier, kind that it must have."""
        for name, kind in self.reference_kinds.items():
            value = getattr(self, name)
            if value:  # most records leave most of these fields out
                alias = type(self).model_fields[name].alias or name
                for path, identifier in named_identifiers(value, keyed=name in KEYED):
                    yield (alias, *path), identifier, kind

    def needed(self) -> Iterator[tuple[tuple[str | int, ...], str, str | None]]:
        """Yield those of the links that the record cannot do without where an edition leaves records out."""
        return self.linked()

    def left_without(self, hidden: Container[str]) -> Record:
        """Return the record as it stands where ``hidden`` records are left out, its plain links aside."""
        del hidden
        return self

    def seen_versions(self) -> Mapping[str, str]:
        """Return the version that was seen of each pinned component, where the record states one."""
        return self.pins if isinstance(self.pins, Mapping) else {}

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """Return a copy with other fields; what was computed from them as they were is computed anew."""
        copy = super().model_copy(update=update, deep=deep)
        copy.__dict__.pop("_foundations", None)
        return copy

    def foundations(self) -> tuple[str, ...]:
        """Return the records that this one rests on: they decide its grade and its freshness."""
        return self._foundations

    @cached_property
    def _foundations(self) -> tuple[str, ...]:
        found: dict[str, None] = {}
        for name in self.foundation_fields:
            value = getattr(self, name)
            if value:
                for _, identifier in named_identifiers(value):
                    found[identifier] = None
        return tuple(found)

    def texts(self) -> Iterator[tuple[tuple[str | int, ...], str]]:
        """Yield every prose field that may hold placeholders, with its field path."""
        for name in self.text_fields:
            value = getattr(self, name)
            if isinstance(value, str):
                yield (name,), value
            elif isinstance(value, tuple):
                yield from (((name, index), item) for index, item in enumerate(value))
        yield from ((("scope", name), condition) for name, condition in self.scope.items())
        yield from ((("history", index, "says"), entry.says) for index, entry in enumerate(self.history))

    @classmethod
    def lacking(cls, fields: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """Yield the fields that this kind needs besides those of its model, and what is expected."""
        if fields.get("unit") is not None and fields.get("value") is None:
            yield "value", "a value beside the unit"

    @model_validator(mode="after")
    def _refuse_unit_of_text(self) -> Record:
        value = self.value
        if isinstance(value, Value) and self.unit is not None and not (value.numeric or value.unstated):
            context = {"field": "value", "found": value.text}
            raise PydanticCustomError("unit_of_text", "a number (a unit cannot belong to text)", context)
        return self


KEYED = frozenset({"pins"})
"""Fields whose mapping has the identifiers for its keys."""


def named_identifiers(value: object, *, keyed: bool = False) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Yield the identifiers of a field that holds one, a list or a mapping, with their paths in it."""
    if isinstance(value, str):
        yield (), value
    elif isinstance(value, tuple):
        yield from (((index,), item) for index, item in enumerate(value) if isinstance(item, str))
    elif isinstance(value, Mapping) and keyed:
        yield from (((name, "key"), name) for name in value)
    elif isinstance(value, Mapping):
        yield from (((name,), item) for name, item in value.items() if isinstance(item, str))

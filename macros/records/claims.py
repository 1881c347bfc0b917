"""The four kinds of claim: measured, derived, assumed, sourced."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from macros.records.base import FrozenIdentifiers, FrozenTexts, Record, Text
from macros.records.evidence import Evidence
from macros.records.written import UNSTATED, WrittenValue

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


class Measured(Record):
    """An instrument said so."""

    kind: Literal["measured"]
    evidence: Evidence | None = Field(
        default=None, description="The artefact that the value stands in, and how to read it there."
    )

    def linked(self) -> Iterator[tuple[tuple[str | int, ...], str, str | None]]:
        """Yield the common links and the artefact."""
        yield from super().linked()
        if self.evidence is not None:
            yield ("evidence", "artefact"), self.evidence.artefact, "artefact"

    @classmethod
    def lacking(cls, fields: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """Yield the fields that this kind needs besides those of its model."""
        yield from super().lacking(fields)
        if fields.get("evidence") is not None and fields.get("value") in (None, UNSTATED):
            yield "value", "the value that the evidence shows"
        if fields.get("source") is None:
            yield "source", "the source that measured it"
        if fields.get("observed") is None:
            yield "observed", "when it was observed, or unstated"


class Sourced(Record):
    """Read in a named source."""

    kind: Literal["sourced"]

    @classmethod
    def lacking(cls, fields: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """Yield the fields that this kind needs besides those of its model."""
        yield from super().lacking(fields)
        if fields.get("source") is None:
            yield "source", "the source that says it"


class Assumed(Record):
    """Judgement; says how to verify it."""

    kind: Literal["assumed"]

    @classmethod
    def lacking(cls, fields: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """Yield the fields that this kind needs besides those of its model."""
        yield from super().lacking(fields)
        if fields.get("verify") is None:
            yield "verify", "how to verify it"


class Derived(Record):
    """Computed from other records; a verdict when ``holds_if`` is given."""

    kind: Literal["derived"]
    inputs: FrozenIdentifiers = Field(
        alias="from", description="Name in the formula to record id.", min_length=1
    )
    formula: Text | None = None
    shown: WrittenValue | None = Field(
        default=None, description="The number as the source document prints it."
    )
    holds_if: Text | None = Field(default=None, description="A predicate over the inputs, for a verdict.")
    read: FrozenTexts = Field(
        default_factory=dict,
        description="Name of an input to its value when this record was last accepted, as it was shown.",
    )
    comparable: Text | None = Field(
        default=None,
        description="Why inputs that differ in a condition may be set against each other all the same.",
    )
    text_fields: ClassVar = (*Record.text_fields, "comparable")

    reference_kinds: ClassVar = MappingProxyType({**Record.reference_kinds, "inputs": None})
    foundation_fields: ClassVar = ("inputs", "rests_on")

    @classmethod
    def lacking(cls, fields: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """Yield the fields that this kind needs besides those of its model."""
        if fields.get("formula") is None and fields.get("holds_if") is None:
            yield "formula", "a formula or holds_if"
        elif fields.get("formula") is None and fields.get("shown") is not None:
            yield "formula", "a formula beside shown"

    @model_validator(mode="after")
    def _refuse_unknown_reading(self) -> Derived:
        for name in self.read:
            if name not in self.inputs:
                message = f"a name given in 'from': {', '.join(self.inputs)}"
                raise PydanticCustomError("reading", message, {"field": "read", "found": name})
        return self

    @model_validator(mode="after")
    def _refuse_value(self) -> Derived:
        if self.value is not None:
            message = "no value (it is computed; what a document prints goes to shown)"
            raise PydanticCustomError("computed", message, {"field": "value", "found": "a value"})
        return self

"""The four kinds of claim: measured, derived, assumed, sourced."""

from __future__ import annotations

from types import MappingProxyType
from typing import ClassVar, Literal

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from macros.records.base import FrozenIdentifiers, Record, Text
from macros.records.written import WrittenValue


def require(record: Record, field: str, why: str) -> None:
    """Raise PydanticCustomError naming ``field`` when the record lacks it."""
    if getattr(record, field) is None:
        raise PydanticCustomError("required_by_kind", "{why}", {"field": field, "why": why})


class Measured(Record):
    """An instrument said so."""

    kind: Literal["measured"]

    @model_validator(mode="after")
    def _require_provenance(self) -> Measured:
        require(self, "source", "the source that measured it (measured records need one)")
        require(self, "observed", "when it was observed, or unstated (measured records need it)")
        return self


class Sourced(Record):
    """Read in a named source."""

    kind: Literal["sourced"]

    @model_validator(mode="after")
    def _require_source(self) -> Sourced:
        require(self, "source", "the source that says it (sourced records need one)")
        return self


class Assumed(Record):
    """Judgement; says how to verify it."""

    kind: Literal["assumed"]

    @model_validator(mode="after")
    def _require_verification(self) -> Assumed:
        require(self, "verify", "how to verify it (assumed records need it)")
        return self


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

    reference_kinds: ClassVar = MappingProxyType({**Record.reference_kinds, "inputs": None})
    foundation_fields: ClassVar = ("inputs", "rests_on")

    @model_validator(mode="after")
    def _require_computation(self) -> Derived:
        if self.formula is None and self.holds_if is None:
            raise PydanticCustomError(
                "required_by_kind", "{why}", {"field": "formula", "why": "a formula or holds_if"}
            )
        if self.value is not None:
            raise PydanticCustomError(
                "computed",
                "no value (a derived value is computed; use shown for what a document prints)",
                {"field": "value"},
            )
        if self.shown is not None and self.formula is None:
            raise PydanticCustomError(
                "required_by_kind", "{why}", {"field": "formula", "why": "a formula beside shown"}
            )
        return self

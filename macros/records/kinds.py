"""Which model reads which kind; the one list of kinds."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from macros.records import charts, claims, evidence, structures

if TYPE_CHECKING:
    from collections.abc import Mapping

    from macros.records.base import Record

CLAIM_KINDS = ("measured", "derived", "assumed", "sourced")

MODELS: Mapping[str, type[Record]] = MappingProxyType(
    {
        "measured": claims.Measured,
        "derived": claims.Derived,
        "assumed": claims.Assumed,
        "sourced": claims.Sourced,
        "gate": structures.Gate,
        "denial": structures.Denial,
        "stage": structures.Stage,
        "chart": charts.Chart,
        "diagram": structures.Diagram,
        "node": structures.Node,
        "edge": structures.Edge,
        "question": structures.Question,
        "leaf": structures.Leaf,
        "intent": structures.Intent,
        "term": structures.Term,
        "source": structures.Source,
        "artefact": evidence.Artefact,
        "component": structures.Component,
        "watch": structures.Watch,
        "dimension": structures.Dimension,
        "unit": structures.Unit,
        "collection": structures.Collection,
        "discrepancy": structures.Discrepancy,
        "policy": structures.Policy,
    }
)

STATEMENT_KINDS = (*CLAIM_KINDS, "gate", "denial", "stage", "leaf", "intent")
"""Kinds that say something about the subject, and so have a grade, a state and a place in the register."""

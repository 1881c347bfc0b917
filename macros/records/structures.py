"""Records that are not single claims: gates, bans, stages, diagrams, trees, cards, terms, sources, words."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, Field, model_validator
from pydantic_core import PydanticCustomError

from macros.records.base import FrozenPeriods, FrozenTexts, Identifier, Identifiers, Part, Record, Text
from macros.records.patterns import Pattern
from macros.records.written import WrittenDay, WrittenValue

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


def _with(**kinds: str | None) -> Mapping[str, str | None]:
    return MappingProxyType({**Record.reference_kinds, **kinds})


class Setting(Part):
    """Where a gate is set, and under which name."""

    where: Literal["environment", "pod", "launch", "image", "code"]
    name: Text


class Failure(Part):
    """What happens when a gate is not met; each part may be ``unstated``."""

    mode: Text
    symptom: Text = "unstated"
    log: Text = "unstated"


class Gate(Record):
    """A hard requirement of a deployment."""

    kind: Literal["gate"]
    required: WrittenValue
    setting: Setting
    applies_to: tuple[Text, ...] = ()
    failure: Failure | None = None
    cause: Text | None = None
    exceptions: tuple[Text, ...] = Field(default=(), description="Where the gate does not hold.")
    alternatives: tuple[Text, ...] = Field(
        default=(), description="What does as well as the required value, each with its conditions."
    )
    text_fields: ClassVar = (*Record.text_fields, "cause", "applies_to", "exceptions", "alternatives")

    def texts(self) -> Iterator[tuple[tuple[str | int, ...], str]]:
        """Yield the common prose fields and those of the failure."""
        yield from super().texts()
        if self.failure:
            for name in ("mode", "symptom", "log"):
                yield ("failure", name), getattr(self.failure, name)


class Denial(Record):
    """Something banned, why, how it shows, and what to use instead."""

    kind: Literal["denial"]
    banned: Text
    why: Text
    symptom: Text = "unstated"
    replacement: Text
    exceptions: tuple[Text, ...] = ()
    detect: tuple[Text, ...] = ()
    patterns: tuple[Pattern, ...] = Field(
        default=(), description="The same for programs: what to look for in settings, code and logs."
    )
    text_fields: ClassVar = (
        *Record.text_fields,
        "banned",
        "why",
        "symptom",
        "replacement",
        "exceptions",
        "detect",
    )


class Stage(Record):
    """One stage of a roadmap."""

    kind: Literal["stage"]
    lane: Text
    status: Literal["shipping", "works", "blocked", "untested", "scoped", "research"]
    status_text: Text
    facts: Identifiers = ()
    gates: Identifiers = ()
    trigger: Text | None = Field(default=None, description="What would make us look again.")
    closing: Text | None = None
    reference_kinds: ClassVar = _with(facts=None, gates=None)
    foundation_fields: ClassVar = ("rests_on", "facts", "gates")
    text_fields: ClassVar = (*Record.text_fields, "trigger", "closing", "status_text")


class Diagram(Record):
    """A drawing made of nodes and edges, or of questions and leaves."""

    kind: Literal["diagram"]
    layout: Literal["stack", "tree"]
    notes: Identifiers = ()
    legend: FrozenTexts = Field(default_factory=dict)
    reference_kinds: ClassVar = _with(notes=None)


class Node(Record):
    """A box of a diagram."""

    kind: Literal["node"]
    diagram: Identifier
    notes: Identifiers = ()
    callouts: Identifiers = ()
    reference_kinds: ClassVar = _with(diagram="diagram", notes=None, callouts=None)
    foundation_fields: ClassVar = ("rests_on", "notes", "callouts")


class Edge(Record):
    """An arrow of a diagram."""

    kind: Literal["edge"]
    diagram: Identifier
    start: Identifier
    end: Identifier
    label: Text | None = None
    reference_kinds: ClassVar = _with(diagram="diagram", start="node", end="node")
    text_fields: ClassVar = (*Record.text_fields, "label")


class Branch(Part):
    """An answer to a question and the question or leaf that it leads to."""

    answer: Text
    to: Identifier


class Question(Record):
    """A question of a decision tree."""

    kind: Literal["question"]
    diagram: Identifier
    detail: Text | None = None
    branches: tuple[Branch, ...] = Field(min_length=1)
    reference_kinds: ClassVar = _with(diagram="diagram")
    text_fields: ClassVar = (*Record.text_fields, "detail")

    def linked(self) -> Iterator[tuple[tuple[str | int, ...], str, str | None]]:
        """Yield the common links and the branches' targets."""
        yield from super().linked()
        for index, branch in enumerate(self.branches):
            yield ("branches", index, "to"), branch.to, None


class Leaf(Record):
    """An answer of a decision tree."""

    kind: Literal["leaf"]
    diagram: Identifier
    tone: Literal["clear", "caution", "conditional"]
    points: Identifiers = ()
    reference_kinds: ClassVar = _with(diagram="diagram", points=None)
    foundation_fields: ClassVar = ("rests_on", "points")


class Intent(Record):
    """A reader's intention and what we answer to it."""

    kind: Literal["intent"]
    answer: Text
    points: Identifiers = ()
    evidence: Identifiers = ()
    recipe: Identifiers = ()
    reference_kinds: ClassVar = _with(points=None, evidence=None, recipe="gate")
    foundation_fields: ClassVar = ("rests_on", "points", "evidence")
    text_fields: ClassVar = (*Record.text_fields, "answer")


class Term(Record):
    """A word of the field and what it means here."""

    kind: Literal["term"]
    also: tuple[Text, ...] = ()
    see: Identifiers = ()
    reference_kinds: ClassVar = _with(see=None)


class Source(Record):
    """Where statements come from; unavailable ones are said to be so."""

    kind: Literal["source"]
    address: Text | None = Field(default=None, pattern=r"^https?://[^\s\"'<>]+$|^unstated$")
    dated: WrittenDay | None = Field(default=None, description="The source's own date.")
    seen: WrittenDay | None = Field(default=None, description="When we read it.")
    available: bool = True
    part_of: Identifier | None = None
    reported_by: Identifier | None = Field(
        default=None, description="Not read by us: the source that names it."
    )
    tool: Text | None = None
    reference_kinds: ClassVar = _with(part_of="source", reported_by="source")


class Component(Record):
    """A part of the deployed stack and its pinned version."""

    kind: Literal["component"]
    version: Text | None = None
    commit: Text | None = None
    role_in_stack: Text | None = None
    text_fields: ClassVar = (*Record.text_fields, "role_in_stack")


class Dimension(Record):
    """A condition that a scope may name."""

    kind: Literal["dimension"]
    separates: bool = Field(
        default=True,
        description="Figures that differ in it are not set against each other without a stated reason.",
    )
    evidenced: bool = Field(
        default=False,
        description="A verdict may name only those of its values that its inputs have.",
    )


_COMMIT = re.compile(r"[0-9a-f]{7,40}")
_REPOSITORY = re.compile(r"[A-Za-z0-9._-]+(/[A-Za-z0-9._-]+)+")


def _require_commit(text: str) -> str:
    if not _COMMIT.fullmatch(text):
        raise PydanticCustomError("sign", "7 to 40 hexadecimal digits of a commit", {"found": text})
    return text


def _require_repository(text: str) -> str:
    if not _REPOSITORY.fullmatch(text):
        raise PydanticCustomError("sign", "a repository such as owner/name", {"found": text})
    return text


def _require_pattern(text: str) -> str:
    try:
        re.compile(text)
    except (re.error, RecursionError, OverflowError) as error:
        context = {"found": text, "why": str(error)}
        raise PydanticCustomError("sign", "a regular expression ({why})", context) from error
    return text


class Sign(Part):
    """What shows that a watch has fired: words of a text, a pattern of a line, a tag or a commit."""

    text: Text | None = Field(default=None, description="Words of a line, in this case.")
    pattern: Annotated[Text, AfterValidator(_require_pattern)] | None = Field(
        default=None, description="A regular expression that a line matches."
    )
    tag: Text | None = Field(default=None, description="A tag of a release, or that of the earliest one.")
    commit: Annotated[str, AfterValidator(_require_commit)] | None = Field(
        default=None, description="A commit in the history, or its beginning."
    )
    path: Text | None = Field(
        default=None, description="Where in the repository to look for the text: a file or a folder."
    )

    @model_validator(mode="after")
    def _refuse_several(self) -> Sign:
        given = [name for name in ("text", "pattern", "tag", "commit") if getattr(self, name) is not None]
        if len(given) != 1:
            context = {"field": "signs", "found": ", ".join(given) or "none of them"}
            raise PydanticCustomError("sign", "one of text, pattern, tag and commit", context)
        if self.path is not None and given[0] in ("tag", "commit"):
            context = {"field": "path", "found": self.path}
            raise PydanticCustomError("sign", "no path: a tag and a commit lie in no file", context)
        return self


class Watch(Record):
    """Something outside that would reopen records, where to look for it, and whether it has happened."""

    kind: Literal["watch"]
    trigger: Text = Field(description="What has to happen.")
    repository: Annotated[str, AfterValidator(_require_repository)] | None = Field(
        default=None,
        description="The repository to look in, by the name under which watch check is given it.",
    )
    signs: tuple[Sign, ...] = Field(
        default=(), description="What shows a program that it has happened; one of them is enough."
    )
    address: Text | None = Field(
        default=None, pattern=r"^https?://[^\s\"'<>]+$", description="Where to look, if not at the source."
    )
    fired: bool = False
    on: WrittenDay | None = Field(default=None, description="When it happened.")
    reopens: Identifiers = Field(min_length=1, description="Records that have to be looked at again then.")
    reference_kinds: ClassVar = _with(reopens=None)
    text_fields: ClassVar = (*Record.text_fields, "trigger")

    @classmethod
    def lacking(cls, fields: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """Yield the fields that this kind needs besides those of its model."""
        yield from super().lacking(fields)
        if fields.get("source") is None and fields.get("address") is None:
            yield "address", "where to look: an address, or a source"

    @model_validator(mode="after")
    def _refuse_half_a_firing(self) -> Watch:
        if self.fired and self.on is None:
            context = {"field": "on", "found": ""}
            raise PydanticCustomError("firing", "the day on which it happened, or unstated", context)
        if self.on is not None and not self.fired:
            context = {"field": "fired", "found": "false"}
            raise PydanticCustomError("firing", "true beside the day on which it happened", context)
        return self


class Unit(Record):
    """A counted thing that is a unit of its own here."""

    kind: Literal["unit"]
    symbol: Text
    plural: Text


class Collection(Record):
    """An ordered list of records that are shown together."""

    kind: Literal["collection"]
    items: Identifiers = Field(min_length=1)
    reference_kinds: ClassVar = _with(items=None)


class Discrepancy(Record):
    """Something that the source document leaves contradictory or open, and how the site represents it."""

    kind: Literal["discrepancy"]
    concerns: Identifiers = ()
    handled: Literal["conflict", "caveat", "unstated", "scope", "kept"]
    reference_kinds: ClassVar = _with(concerns=None)


class Policy(Record):
    """For how long a kind of claim may be trusted when its record does not say."""

    kind: Literal["policy"]
    periods: FrozenPeriods = Field(description="Kind to review period.")

"""Where the figure of a measurement stands: the file of a repository, its digest, and how to read it.

Models only: nothing here opens a file. What a reading gives is for the evidence room.
"""

from __future__ import annotations

import re
from decimal import Decimal
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from pydantic import AfterValidator, PlainValidator, WithJsonSchema, model_validator
from pydantic_core import PydanticCustomError

from macros.records.base import Identifier, Part, Record, Text
from macros.records.written import UNSTATED, is_number

if TYPE_CHECKING:
    from collections.abc import Callable

WAYS = ("metric", "pointer", "cell", "query")
"""The ways to read a value; a record has one of them."""
_DRIVE = re.compile(r"[A-Za-z]:")
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)


def _matching(pattern: str, expected: str) -> Callable[[str], str]:
    """Return a check that a text has a form; ``expected`` says which in an author's words."""
    form = re.compile(pattern)

    def check(text: str) -> str:
        if form.fullmatch(text) is None:
            raise PydanticCustomError("form", expected)
        return text

    return check


def _within_the_repository(path: str) -> str:
    """Refuse a path that does not lead from the repository's folder downwards."""
    parts = path.split("/")
    leads_away = any(part in {"", ".", ".."} for part in parts) or _DRIVE.match(path) or _SCHEME.match(path)
    if leads_away or "\\" in path or any(ord(character) < ord(" ") for character in path):
        raise PydanticCustomError("path", "a path within the repository, such as results/run.json")
    return path


def _scale(raw: object) -> Decimal:
    """Read the factor; a number that is not zero."""
    if isinstance(raw, Decimal):
        return raw
    if not isinstance(raw, str) or not is_number(raw) or Decimal(raw) == 0:
        raise PydanticCustomError("scale", "a number other than zero, such as 0.001")
    return Decimal(raw)


Commit = Annotated[
    Text, AfterValidator(_matching(rf"[0-9a-f]{{40}}|{UNSTATED}", "the 40 hexadecimal digits, or unstated"))
]
Digest = Annotated[
    Text, AfterValidator(_matching(r"[0-9a-f]{64}", "the 64 hexadecimal digits of the file's SHA-256"))
]
RepositoryPath = Annotated[Text, AfterValidator(_within_the_repository)]
Metric = Annotated[
    Text,
    AfterValidator(
        _matching(
            r"[a-z0-9_]+\.(avg|min|max|sum|std|count|p\d{1,2})",
            "a metric and its statistic, such as inter_token_latency.p50",
        )
    ),
]
Pointer = Annotated[
    Text,
    AfterValidator(
        _matching(r"(/([^~/]|~[01])*)+", "a JSON pointer (RFC 6901), such as /phases/dispatch/p50")
    ),
]
Scale = Annotated[Decimal, PlainValidator(_scale), WithJsonSchema({"type": "number"})]


class Cell(Part):
    """A cell of a table: the row by the text in its first column, the column by its head."""

    row: Text
    column: Text


class Evidence(Part):
    """An artefact and the way to read a record's value from it."""

    artefact: Identifier
    metric: Metric | None = None
    pointer: Pointer | None = None
    cell: Cell | None = None
    query: Text | None = None
    unit: Text | None = None
    scale: Scale | None = None

    @model_validator(mode="after")
    def _refuse_another_number_of_ways(self) -> Evidence:
        given = [name for name in WAYS if getattr(self, name) is not None]
        if len(given) != 1:
            found = {"found": ", ".join(given)}
            raise PydanticCustomError("ways", "one of metric, pointer, cell and query", found)
        return self

    @property
    def way(self) -> str:
        """Return which of the ways it is."""
        return next(name for name in WAYS if getattr(self, name) is not None)

    @property
    def reading(self) -> str:
        """Return the way with what it names, in a line."""
        if self.cell is not None:
            return f"cell: row {self.cell.row}, column {self.cell.column}"
        return f"{self.way}: {getattr(self, self.way)}"


class Artefact(Record):
    """A file of a repository that figures were read from.

    Without a repository it is a file of the book's own: its path leads from the folder that holds the folder
    of records, and its commit is the one that the records are read at.
    """

    kind: Literal["artefact"]
    repository: Identifier | None = None
    commit: Commit | None = None
    file: RepositoryPath
    sha256: Digest
    reference_kinds: ClassVar = MappingProxyType({**Record.reference_kinds, "repository": "source"})

    @model_validator(mode="after")
    def _refuse_half_an_address(self) -> Artefact:
        if self.repository is not None and self.commit is None:
            context = {"field": "repository", "found": "no commit"}
            raise PydanticCustomError("commit", "the commit of the repository, or unstated", context)
        if self.repository is None and self.commit is not None:
            context = {"field": "commit", "found": self.commit}
            raise PydanticCustomError("commit", "a repository beside it, or neither", context)
        return self

    @property
    def suffix(self) -> str:
        """Return the end of the file's name from its last dot, in small letters."""
        name = self.file.rpartition("/")[2]
        return f".{name.rpartition('.')[2].lower()}" if "." in name else ""

"""A mutation: which texts it replaces, which rule has to find it, and where."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from random import Random

    from macros.findings import Finding
    from tests.benchmarks.mutations.ground import Ground


@dataclass(frozen=True)
class Wanted:
    """The finding that a mutation has to give: one of the codes, and about one of the records or lines.

    ``lines`` are those of the mutated text; a finding there counts whichever record it names. ``words`` have
    to stand in the message where neither a line nor a record tells enough.
    """

    codes: frozenset[str]
    path: str = ""
    lines: frozenset[int] = frozenset()
    records: frozenset[str] = frozenset()
    words: str = ""

    def met_by(self, finding: Finding) -> bool:
        """Say whether a finding is the one."""
        if finding.rule not in self.codes or finding.waived or self.words not in finding.message:
            return False
        at_line = finding.place.path == self.path and finding.place.line in self.lines
        about = finding.record in self.records and (not self.path or finding.place.path == self.path)
        return at_line or about


@dataclass(frozen=True)
class Mutation:
    """New texts of files of the site by their paths, and the finding that they have to give."""

    code: str
    operator: str
    edits: Mapping[str, str]
    wanted: Wanted
    says: str = ""

    @property
    def key(self) -> tuple[tuple[str, str], ...]:
        """Return what makes it the same as another one."""
        return tuple(sorted(self.edits.items()))


@dataclass(frozen=True)
class Operator:
    """A way to corrupt the site for one rule: it yields mutations in an order that the seed decides."""

    code: str
    name: str
    mutations: Callable[[Ground, Random], Iterator[Mutation]] = field(compare=False)


def at_lines(code: str, path: str, first: int, last: int | None = None, *also: str) -> Wanted:
    """A finding of the code in these lines of a file."""
    lines = frozenset(range(first, (last or first) + 1))
    return Wanted(frozenset({code, *also}), path, lines)


def about(code: str, *records: str, also: tuple[str, ...] = (), path: str = "", words: str = "") -> Wanted:
    """A finding of the code about one of the records."""
    return Wanted(frozenset({code, *also}), path, records=frozenset(records), words=words)

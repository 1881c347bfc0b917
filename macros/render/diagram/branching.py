"""Checks that a decision tree is a tree, and unfolds it from its root.

This module must not know how a tree is drawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from macros.render.diagram.model import DiagramError, TreeDiagram, TreeLeaf, TreeQuestion

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

DEPTH_LIMIT: Final = 6
"""How many branches may lie between the root and a leaf."""


@dataclass(frozen=True)
class Grown:
    """A node with its answered branches, at a depth counted from the root."""

    item: TreeQuestion | TreeLeaf
    depth: int
    branches: tuple[tuple[str, Grown], ...] = ()

    def walk(self) -> Iterator[Grown]:
        """Yield this node and all below it, parents first."""
        yield self
        for _, child in self.branches:
            yield from child.walk()

    @property
    def depth_below(self) -> int:
        """The greatest depth in this part of the tree."""
        return max(node.depth for node in self.walk())


def _refuse(ids: Iterable[str], complaint: str) -> None:
    named = sorted(set(ids))
    if named:
        raise DiagramError(f"{complaint}: {', '.join(named)}")


def _index(diagram: TreeDiagram) -> Mapping[str, TreeQuestion | TreeLeaf]:
    items: list[TreeQuestion | TreeLeaf] = [*diagram.questions, *diagram.leaves]
    ids = [item.id for item in items]
    _refuse((entry for entry in ids if ids.count(entry) > 1), "nodes with the same id")
    index = {item.id: item for item in items}
    targets = [branch.target for entry in diagram.questions for branch in entry.branches]
    _refuse({diagram.root, *targets} - index.keys(), "branches lead to unknown nodes")
    _refuse((entry.id for entry in diagram.questions if not entry.branches), "no branches from")
    return index


def _grow(
    index: Mapping[str, TreeQuestion | TreeLeaf], here: str, above: tuple[str, ...], seen: set[str]
) -> Grown:
    if here in above:
        raise DiagramError(f"a cycle: {' → '.join((*above[above.index(here) :], here))}")
    if len(above) > DEPTH_LIMIT:
        raise DiagramError(f"deeper than {DEPTH_LIMIT} branches: {' → '.join((*above, here))}")
    item = index[here]
    if isinstance(item, TreeLeaf):
        seen.add(here)
        return Grown(item, len(above))
    _refuse({here} & seen, "a question reached by several branches")
    seen.add(here)
    branches = tuple(
        (branch.answer, _grow(index, branch.target, (*above, here), seen)) for branch in item.branches
    )
    return Grown(item, len(above), branches)


def grow(diagram: TreeDiagram) -> Grown:
    """Return the tree unfolded from its root; a shared leaf appears at each of its places.

    Raises:
        DiagramError: repeated, unknown or unreachable ids, a question without
            branches or reached twice, a cycle, or more than six branches in a row.
    """
    index = _index(diagram)
    seen: set[str] = set()
    root = _grow(index, diagram.root, (), seen)
    _refuse(index.keys() - seen, "not reachable from the root")
    return root

"""Which names of code a text uses: dotted names under any alias, in Python that parses or in pieces of it.

Comments, strings and docstrings count for nothing; another module's class of the same name does not either.
"""

from __future__ import annotations

import ast
import re
import textwrap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

_SILENT = re.compile(r"(?s)\"\"\".*?\"\"\"|'''.*?'''|\"[^\"\n]*\"|'[^'\n]*'|#[^\n]*")
_LARGEST = 200_000


def uses(text: str, names: Collection[str]) -> Iterator[tuple[str, int]]:
    """Yield each use of a dotted name with its position."""
    wanted = [name for name in names if name.rpartition(".")[2] in text]
    if not wanted:
        return
    tree = _parsed(text) if textwrap.dedent(text) == text else None
    if tree is None:
        yield from _in_pieces(text, wanted)
        return
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    found = {
        (name, starts[node.lineno - 1] + node.col_offset) for node, name in _names(tree) if name in wanted
    }
    yield from sorted(found, key=lambda one: one[1])


def _parsed(text: str) -> ast.Module | None:
    if len(text) > _LARGEST:
        return None
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _in_pieces(text: str, names: Collection[str]) -> Iterator[tuple[str, int]]:
    """Yield what stands there word for word, in a text that is no Python as a whole."""
    plain = _SILENT.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    for name in names:
        for match in re.finditer(rf"(?<![\w.]){re.escape(name)}(?![\w])", plain):
            yield name, match.start()
        module, _, own = name.rpartition(".")
        for match in re.finditer(
            rf"\bfrom[ \t]+{re.escape(module)}[ \t]+import[ \t(]+[\w, \t]*?\b{own}\b", plain
        ):
            yield name, match.end() - len(own)


def _names(tree: ast.Module) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    """Yield the expressions and imports of a module with the dotted name that each stands for."""
    known: dict[str, str] = {}
    nodes = list(ast.walk(tree))
    for node in nodes:
        if isinstance(node, ast.Import):
            known.update(_imported(node))
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                known[alias.asname or alias.name] = f"{node.module}.{alias.name}"
                yield node, f"{node.module}.{alias.name}"
    for node in nodes:
        if isinstance(node, ast.Attribute):
            yield node, _dotted(node, known)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "getattr":
            yield node, _gotten(node, known)


def _imported(node: ast.Import) -> Iterator[tuple[str, str]]:
    """Yield the names that an import gives with the modules that they stand for."""
    for alias in node.names:
        first = alias.name.partition(".")[0]
        yield (alias.asname, alias.name) if alias.asname else (first, first)


def _dotted(node: ast.expr, known: dict[str, str]) -> str:
    """Return the dotted name that an expression stands for, or nothing."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return ""
    parts.append(known.get(node.id, node.id))
    return ".".join(reversed(parts))


def _gotten(node: ast.Call, known: dict[str, str]) -> str:
    """Return the dotted name that ``getattr(owner, "name")`` stands for, or nothing."""
    if len(node.args) < 2:  # noqa: PLR2004 - the object and the name
        return ""
    owner, name = _dotted(node.args[0], known), node.args[1]
    value = name.value if isinstance(name, ast.Constant) else None
    return f"{owner}.{value}" if owner and isinstance(value, str) else ""

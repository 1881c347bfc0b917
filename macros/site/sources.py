"""Page sources before they are rendered: template errors and calls of unknown macros, with their places.

Finding them first means that all pages' mistakes are shown together and that no output is touched.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import jinja2
from jinja2 import nodes
from mkdocs.utils.meta import YAML_RE

from macros.findings import Finding, Place, abbreviated, nearest
from macros.records.files import read_text
from macros.site.authoring import signatures, usage
from macros.site.calls import Call, check_call, place_of
from macros.site.expansion import SIMPLE_CALL
from macros.site.front_matter import check_front_matter
from macros.site.misplaced import CLOSE, OPEN
from macros.site.plain_words import RESERVED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from macros.records.binding import Bound

_FORBIDDEN = re.compile(f"[{OPEN}{CLOSE}{RESERVED}]")
_POSITION = re.compile(r" at (\d+)$")
_LINE_END = re.compile(r"\r\n|\r|\n")
_MORE_FILTERS = ("pretty", "relative_url")
"""What mkdocs-macros adds to the filters of the template engine."""
MAXIMUM_BYTES = 4 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class PageSource:
    """A page's text as written and its name in findings."""

    shown: str
    text: str


def read_sources(folder: Path, shown: str) -> tuple[list[PageSource], list[Finding]]:
    """Read every Markdown page below ``folder``; unreadable ones become findings."""
    sources: list[PageSource] = []
    findings: list[Finding] = []
    for path in sorted(folder.rglob("*.md")):
        name = f"{shown}/{path.relative_to(folder).as_posix()}"
        if os.path.isdir(path):  # noqa: PTH112 - pathlib raises for a link to itself
            continue
        text, finding = read_text(path, name, MAXIMUM_BYTES)
        if finding:
            findings.append(finding)
            continue
        sources.append(PageSource(name, text))
    if not sources and not findings:
        findings.append(Finding("no-pages", Place(shown), "no page", "at least one .md file"))
    return sources, findings


def check_sources(sources: Iterable[PageSource], bound: Bound) -> list[Finding]:
    """Return what is wrong with the templates of pages: syntax, unknown macros, arguments, ids."""
    environment = jinja2.Environment()  # noqa: S701 - parses only, renders nothing
    known = {
        *signatures(),
        *environment.globals,
        "macros_info",
        "context",
        "now",
        "fix_url",
        "caller",
        "super",
    }
    findings: list[Finding] = []
    for source in sources:
        findings.extend(_check(environment, source, known, bound))
    return findings


def _check(
    environment: jinja2.Environment, source: PageSource, known: set[str], bound: Bound
) -> Iterator[Finding]:
    bad = _FORBIDDEN.search(source.text)
    if bad is not None:
        place = Place.at(source.shown, source.text, bad.start())
        yield Finding("bad-character", place, "a private-use character", "text")
        return
    if not YAML_RE.sub("", source.text).strip():
        yield Finding("empty-page", Place(source.shown), "a page without text", "a heading and text below it")
    yield from check_front_matter(source.shown, source.text)
    if _is_plain(source.text, known, bound):
        return
    try:
        tree = environment.parse(source.text)
    except jinja2.TemplateSyntaxError as error:
        yield _syntax(source, error)
        return
    own = {node.name for node in tree.find_all(nodes.Macro)} | {
        node.name for node in tree.find_all(nodes.Name) if node.ctx in ("store", "param")
    }
    lines = source.text.split("\n")
    yield from _check_filters(environment, source, tree, lines)
    yield from _check_uncalled(source, tree, lines, own)
    for node in tree.find_all(nodes.Call):
        if not isinstance(node.node, nodes.Name):
            continue
        name = node.node.name
        place = place_of(source.shown, lines, node.lineno, name)
        if name not in known | own:
            fix = nearest(name, signatures())
            yield Finding(
                "unknown-macro", place, f"a call of {abbreviated(name)}", "the name of a macro", fix
            )
        elif name in signatures() and name not in own:
            text = lines[node.lineno - 1] if node.lineno <= len(lines) else ""
            yield from check_call(Call(name, place, text, node), bound)


def _syntax(source: PageSource, error: jinja2.TemplateSyntaxError) -> Finding:
    """Return a syntax error in a page; where the engine counts characters, they become the column."""
    message = (error.message or "").rstrip(".")
    counted = _POSITION.search(message)
    column = 1
    if counted is not None:
        message = message[: counted.start()]
        # The engine counts with every line end as one character.
        text = _LINE_END.sub("\n", source.text)
        column = int(counted[1]) - text.rfind("\n", 0, int(counted[1]))
    found = f"a macro call that cannot be read: {message}"
    place = Place(source.shown, error.lineno, column)
    return Finding("page-syntax", place, found, "{{ macro(arguments) }}", "see 'Writing guidance'")


def _check_uncalled(
    source: PageSource, tree: nodes.Template, lines: list[str], own: set[str]
) -> Iterator[Finding]:
    """Yield macros that are named and not called: the page would show where Python keeps them."""
    called = {id(call.node) for call in tree.find_all(nodes.Call)}
    for node in tree.find_all(nodes.Name):
        if node.name in signatures() and node.name not in own and id(node) not in called:
            place = place_of(source.shown, lines, node.lineno, node.name)
            yield Finding("uncalled-macro", place, f"the macro {node.name} without a call", usage(node.name))


def _check_filters(
    environment: jinja2.Environment, source: PageSource, tree: nodes.Template, lines: list[str]
) -> Iterator[Finding]:
    """Yield filters and tests that there are not; the engine would stop at the first."""
    sorts = ((nodes.Filter, {*environment.filters, *_MORE_FILTERS}), (nodes.Test, {*environment.tests}))
    for sort, known in sorts:
        for node in tree.find_all(sort):
            if node.name not in known:
                word = sort.__name__.lower()
                place = place_of(source.shown, lines, node.lineno, node.name)
                found, expected = f"the {word} {abbreviated(node.name)}", f"a {word} of the template engine"
                yield Finding(f"unknown-{word}", place, found, expected, nearest(node.name, known))


def _is_plain(text: str, known: set[str], bound: Bound) -> bool:
    """Say whether a page holds only calls of the form ``{{ name("id") }}``, right without parsing."""
    if "{%" in text or "{#" in text:
        return False
    calls = SIMPLE_CALL.findall(text)
    return len(calls) == text.count("{{") and all(name in known and id_ in bound.book for name, id_ in calls)

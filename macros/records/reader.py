"""One YAML file to plain data with positions, or findings.

Stricter than YAML: duplicate keys, anchors, aliases, explicit tags and several documents are refused, every
scalar stays as written, size and depth are bounded. It knows YAML and no record.
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import yaml

from macros.findings import Finding, Place, abbreviated
from macros.records.files import read_text
from macros.records.written import Plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path


MAXIMUM_BYTES = 8 * 1024 * 1024
MAXIMUM_DEPTH = 24
MAXIMUM_ITEMS = 10_000
"""The most entries of a list or of a record: more would take memory before anything is said of them."""
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_NULLS = frozenset({"", "~", "null", "Null", "NULL"})

DEFAULTS = "defaults"
"""The key of the fields that all records of a file share."""

_UNSHOWN = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ue000-\uf8ff\ufffe\uffff]")
"""Characters that no page shows, or that mean something to the build; escapes bring them into a text."""

FieldPath = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Document:
    """A file's mapping of records and the line of each key at its top."""

    path: str
    data: Mapping[str, Any]
    lines: Mapping[str, int]


class _RefusedError(Exception):
    """Ends the reading of one file with one finding."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding


class _Builder:
    """Turns parser events into data, noting positions on request and refusing what the rules refuse."""

    def __init__(self, path: str, *, with_positions: bool) -> None:
        self.path = path
        self.findings: list[Finding] = []
        self.positions: dict[FieldPath, Place] = {}
        self.top_lines: dict[str, int] = {}
        self.with_positions = with_positions
        self.may_hold_unshown = True

    def place(self, mark: Any) -> Place:  # noqa: ANN401 - one of two classes of marks
        return Place(self.path, mark.line + 1, mark.column + 1) if mark else Place(self.path)

    def refuse(
        self,
        rule: str,
        mark: Any,  # noqa: ANN401 - one of two classes of marks
        found: str,
        expected: str = "",
        fix: str = "",
    ) -> _RefusedError:
        return _RefusedError(Finding(rule, self.place(mark), found, expected, fix))

    def read(self, content: str) -> object:
        """Return the data of a text; raise what a parser or a rule refuses."""
        self.may_hold_unshown = "\\" in content or _UNSHOWN.search(content) is not None
        return self.document(_events(content))

    def document(self, events: Iterator[Any]) -> object:
        root: object = None
        seen = False
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent) and seen:
                raise self.refuse(
                    "yaml-documents", event.start_mark, "a second document", "one document a file"
                )
            if isinstance(event, yaml.NodeEvent):
                root = self.node(event, events, ())
                seen = True
        return root

    def refuse_markup(self, event: Any) -> None:  # noqa: ANN401 - untyped
        if event.anchor:  # an alias has one too
            raise self.refuse(
                "yaml-alias",
                event.start_mark,
                f"an anchor or alias {abbreviated(event.anchor)}",
                "plain values",
                "put what records share under 'defaults:'",
            )
        if event.tag and event.tag != "!":
            raise self.refuse(
                "yaml-tag", event.start_mark, f"an explicit tag {abbreviated(event.tag)}", "no tags"
            )

    def node(self, event: Any, events: Iterator[Any], path: FieldPath) -> object:  # noqa: ANN401 - untyped
        if event.anchor or event.tag:
            self.refuse_markup(event)
        if len(path) > MAXIMUM_DEPTH:
            raise self.refuse(
                "yaml-depth", event.start_mark, "deep nesting", f"at most {MAXIMUM_DEPTH} levels"
            )
        if self.with_positions:
            self.positions.setdefault(path, self.place(event.start_mark))
        if isinstance(event, yaml.ScalarEvent):
            return self.scalar(event)
        if isinstance(event, yaml.SequenceStartEvent):
            return self.sequence(events, path)
        return self.mapping(events, path)

    def scalar(self, event: yaml.ScalarEvent) -> str | None:
        if self.may_hold_unshown:
            self.check_characters(event)
        if not event.implicit[0]:
            return str(event.value)
        return None if event.value in _NULLS else Plain(event.value)

    def check_characters(self, event: yaml.ScalarEvent) -> None:
        unshown = _UNSHOWN.search(event.value)
        if unshown is not None:
            found = f"the character U+{ord(unshown[0]):04X}"
            expected = "text without control and private-use characters"
            self.findings.append(Finding("bad-character", self.place(event.start_mark), found, expected))

    def check_length(self, event: Any, length: int) -> None:  # noqa: ANN401 - untyped
        if length == MAXIMUM_ITEMS:
            found, expected = f"more than {MAXIMUM_ITEMS} entries", "a list or a record of ordinary length"
            raise self.refuse("yaml-length", event.start_mark, found, expected)

    def sequence(self, events: Iterator[Any], path: FieldPath) -> tuple[Any, ...]:
        items: list[Any] = []
        for event in events:
            if isinstance(event, yaml.SequenceEndEvent):
                break
            self.check_length(event, len(items))
            items.append(self.node(event, events, (*path, len(items))))
        return tuple(items)

    def mapping(self, events: Iterator[Any], path: FieldPath) -> dict[str, Any]:
        entries: dict[str, Any] = {}
        lines: dict[str, int] = {}
        for event in events:
            if isinstance(event, yaml.MappingEndEvent):
                break
            if event.anchor or event.tag:
                self.refuse_markup(event)
            if not isinstance(event, yaml.ScalarEvent):
                raise self.refuse(
                    "yaml-key", event.start_mark, "a key that is not a word", "a field or record name"
                )
            if self.may_hold_unshown:
                self.check_characters(event)
            if path:
                self.check_length(event, len(lines))
            key = str(event.value)
            if key in lines:
                self.findings.append(
                    Finding(
                        "yaml-duplicate-key",
                        self.place(event.start_mark),
                        f"the key {abbreviated(key)} a second time",
                        "each key once",
                        f"it stands first in line {lines[key]}",
                    )
                )
            mark: Any = event.start_mark
            lines.setdefault(key, mark.line + 1)
            if self.with_positions:
                self.positions[*path, key, "key"] = self.place(event.start_mark)
            entries[key] = self.node(next(events), events, (*path, key))
        if not path:
            self.top_lines = lines
        return entries


def read_document(file: Path, shown: str) -> tuple[Document | None, tuple[Finding, ...]]:
    """Read one file; ``shown`` is the path that findings carry. Never raises for what a file holds."""
    content, finding = read_text(file, shown, MAXIMUM_BYTES, "split it by subject")
    if finding:
        return None, (finding,)
    builder = _Builder(shown, with_positions=False)
    data, fatal = _build(builder, content)
    if fatal:
        return None, (*builder.findings, fatal)
    if not isinstance(data, dict) or not data:
        found = "an empty file" if data is None or data == {} else "something other than a mapping"
        return None, (
            Finding("yaml-empty", Place(shown), found, "records: a name, a colon, and fields below it"),
        )
    return Document(shown, data, builder.top_lines), tuple(builder.findings)


def _events(content: str) -> Iterator[Any]:
    """Yield the parser's events; half as many calls as the library's own generator makes."""
    loader = _LOADER(content)
    try:
        while not isinstance(event := loader.get_event(), yaml.StreamEndEvent):
            yield event
    finally:
        loader.dispose()


def _build(builder: _Builder, content: str) -> tuple[Any, Finding | None]:
    try:
        return builder.read(content), None
    except _RefusedError as refused:
        return None, refused.finding
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = builder.place(mark) if mark else Place(builder.path)
        problem = error.problem or "text that is not YAML"
        return None, Finding(
            "yaml-syntax", place, f"a YAML error: {problem}", "well-formed YAML", error.context or ""
        )
    except yaml.YAMLError as error:
        line = content.count("\n", 0, getattr(error, "position", 0)) + 1
        return None, Finding(
            "yaml-syntax", Place(builder.path, line), f"a YAML error: {abbreviated(error, 200)}", "YAML text"
        )


@functools.lru_cache(maxsize=16)
def _positions(file: Path, shown: str, digest: int) -> Mapping[FieldPath, Place]:
    del digest
    content, finding = read_text(file, shown, MAXIMUM_BYTES)
    builder = _Builder(shown, with_positions=True)
    if finding is None:
        _build(builder, content)
    return builder.positions


def locate(file: Path, shown: str, path: FieldPath) -> Place:
    """Return where a field stands in a file: the deepest part of ``path`` that the file has.

    A field that the record inherits stands under ``defaults``. The file is parsed again for this:
    positions are wanted only when something is wrong.
    """
    positions = _positions(file, shown, file.stat().st_mtime_ns)
    inherited = (DEFAULTS, *path[1:])
    for candidate in (path, inherited):
        if candidate in positions:
            return positions[candidate]
    for length in range(len(path) - 1, 0, -1):
        for prefix in (path[:length], inherited[:length] if length > 1 else path[:1]):
            found = positions.get((*prefix, "key")) or positions.get(prefix)
            if found:
                return found
    return Place(shown)

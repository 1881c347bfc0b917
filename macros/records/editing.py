"""Edits of one record in a YAML file that leave every other byte as it is.

No library writes YAML back as it was: layout, quotes and comments suffer. So the text is cut where the parser
says that a field begins and ends, and the new text goes in between. Each edit is proved before it counts:
what is read afterwards must be what was read before, but for the change asked for; otherwise it is refused.
It knows YAML and the order in which fields are written, and no model.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from macros.records.outline import Node, Scalar, outline

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

ORDER = (
    *(
        "kind",
        "role",
        "title",
        "says",
        "brief",
        "value",
        "unit",
        "approx",
        "exact",
        "from",
        "read",
        "formula",
    ),
    *(
        "shown",
        "holds_if",
        "comparable",
        "trigger",
        "address",
        "repository",
        "signs",
        "fired",
        "on",
        "scope",
        "source",
        "attribution",
        "references",
        "observed",
        "review",
    ),
    *("pins", "audience", "rests_on", "conflicts_with", "superseded_by", "source_tag", "source_tag_from"),
    *("document", "caveat", "note", "verify", "history"),
)
"""The order in which a new field takes its place; a field that is not listed stays where it is."""
_NUMBER = re.compile(r"[+-]?\d+(?:\.\d*)?(?:[eE][+-]?\d+)?")
_PLAIN = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9 ._/+-]*[A-Za-z0-9])?", re.ASCII)
_WORDS = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null", "none"})
_BREAK = re.compile("\r\n|[\r\n\x85\u2028\u2029]")
_UNPRINTABLE = re.compile('["\\\\\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]')


class EditError(ValueError):
    """The edit cannot be made without touching something else, or the file is not what it was."""


@dataclass(frozen=True, slots=True)
class SetField:
    """Give a field one value, whether the record has the field or not; ``plain`` writes it without quotes."""

    field: str
    text: str
    plain: bool = False

    @property
    def written(self) -> str:
        """Return the value as it is written."""
        return self.text if self.plain else scalar(self.text)


@dataclass(frozen=True, slots=True)
class SetMapping:
    """Give a field a mapping of names to texts in place of the one that it has."""

    field: str
    entries: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class AddEntry:
    """Add a mapping of names to texts at the end of a list."""

    field: str
    entry: Mapping[str, str]


Change = SetField | SetMapping | AddEntry


def edited(text: str, key: str, changes: Sequence[Change]) -> str:
    """Return a file's text with the record of that key changed; raise EditError where that is not safe."""
    for change in changes:
        text = _changed(text, key, change)
    return text


def edited_records(text: str, changes: Mapping[str, Sequence[Change]]) -> str:
    """Return a file's text with several records changed, each in its own part; raise EditError."""
    before = outline(text)
    if before is None or before.sort != "mapping" or before.flow:
        for key, wanted in changes.items():
            text = edited(text, key, wanted)
        return text
    starts = [entry.key.start for entry in before.entries]
    parts = [text[: starts[0]]]
    for entry, start, end in zip(before.entries, starts, [*starts[1:], len(text)], strict=True):
        key = entry.key.value
        parts.append(edited(text[start:end], key, changes[key]) if key in changes else text[start:end])
    for key in changes.keys() - {entry.key.value for entry in before.entries}:
        raise EditError(f"there is no record {key!r}")
    whole = "".join(parts)
    after = outline(whole)
    if after is None or not _differs_only_in(before, after, changes):
        raise EditError("the records cannot be changed without touching something else; edit them by hand")
    return whole


def _differs_only_in(before: Node, after: Node, keys: Mapping[str, object]) -> bool:
    """Say whether two outlines have the same records in the same order, but for what some of them say."""
    return [entry.key.value for entry in before.entries] == [
        entry.key.value for entry in after.entries
    ] and all(
        old.key.value in keys or old.node.data() == new.node.data()
        for old, new in zip(before.entries, after.entries, strict=True)
    )


def with_record(text: str, key: str, body: str) -> str:
    """Return a file's text with a record added at its end; ``body`` is its lines below the key, indented.

    Comments at the end of the file stay where they are, before the new record.
    """
    before = outline(text)
    if before is not None and (before.sort != "mapping" or before.flow):
        raise EditError("its records are not written as a block; add the record by hand")
    if before is not None and before.child(key) is not None:
        raise EditError(f"there is a record {key!r} already")
    line_break = _line_break_of(text)
    record = "\n".join(
        f"{' ' * (before.column if before else 0)}{line}" if line else ""
        for line in (f"{key}:", *body.splitlines())
    )
    record = record.replace("\n", line_break) + line_break
    for gap in (line_break, ""):
        between = "" if not text else gap if _BREAK.search(text[-1]) else line_break + gap
        candidate = text + between + record
        after = outline(candidate)
        if after is None or after.sort != "mapping" or not after.entries:
            continue
        if after.entries[-1].key.value == key and _content(after, but=key) == (
            _content(before) if before else ()
        ):
            return candidate
    raise EditError("the file's end leaves no place for a record; add it by hand")


def scalar(text: str) -> str:
    """Return a text as it is written on one line: plain where nothing can misread it, else quoted."""
    if _PLAIN.fullmatch(text) and text.lower() not in _WORDS:
        return text
    return '"' + _UNPRINTABLE.sub(_escaped, text) + '"'


def _escaped(match: re.Match[str]) -> str:
    character = match[0]
    if character in '"\\':
        return "\\" + character
    return {"\n": "\\n", "\t": "\\t", "\r": "\\r"}.get(character) or f"\\u{ord(character):04x}"


def _mapping(entries: Mapping[str, str]) -> str:
    return "{" + ", ".join(f"{scalar(name)}: {_text(text)}" for name, text in entries.items()) + "}"


def _text(text: str) -> str:
    """Return a text of a mapping as written: a number in quotes, so that every reader takes it for text."""
    return f'"{text}"' if _NUMBER.fullmatch(text) else scalar(text)


def _changed(text: str, key: str, change: Change) -> str:
    """Return the text with one change: the first candidate that reads as wanted and keeps every comment."""
    before = outline(text)
    record = before.child(key) if before is not None and before.sort == "mapping" else None
    if before is None or record is None or record.sort != "mapping":
        raise EditError(f"there is no record {key!r} with fields")
    wanted = _wanted(record, change)
    others = _content(before, but=key)
    comments = list(before.comments(text))
    for start, end, new in _candidates(text, record, change):
        candidate = text[:start] + new + text[end:]
        after = outline(candidate)
        found = after.child(key) if after is not None and after.sort == "mapping" else None
        if after is None or found is None or found.sort != "mapping":
            continue
        kept = _content(after, but=key) == others and list(after.comments(candidate)) == comments
        if kept and _fields(found) == wanted:
            return candidate
    raise EditError(f"{change.field} cannot be changed without touching something else; edit it by hand")


def _content(node: Node, but: str = "") -> tuple[object, ...]:
    """Return what a file says apart from one record, in its order."""
    return tuple((entry.key.value, entry.node.data()) for entry in node.entries if entry.key.value != but)


def _fields(record: Node) -> dict[str, object]:
    return {entry.key.value: entry.node.data() for entry in record.entries}


def _wanted(record: Node, change: Change) -> dict[str, object]:
    """Return what the record must say after the change; texts that are put in count by their words alone."""
    fields = _fields(record)
    if isinstance(change, SetField):
        fields[change.field] = Scalar(change.text)
    elif isinstance(change, SetMapping):
        fields[change.field] = _said(change.entries)
    else:
        present = fields.get(change.field, ())
        if not isinstance(present, tuple):
            raise EditError(f"{change.field} is not a list; edit it by hand")
        fields[change.field] = (*present, _said(change.entry))
    return fields


def _said(entries: Mapping[str, str]) -> dict[str, object]:
    return {name: Scalar(text) for name, text in entries.items()}


Candidate = tuple[int, int, str]
"""The part of the text to replace, and what by."""


def _candidates(text: str, record: Node, change: Change) -> Iterator[Candidate]:
    present = record.child(change.field)
    if present is None:
        yield from _insertions(text, record, change)
    elif isinstance(change, SetField):
        yield from _replacements(text, present, change.written)
    elif isinstance(change, SetMapping):
        yield from _mapped(text, record, change)
    else:
        yield from _appended(text, present, change.entry)


def _insertions(text: str, record: Node, change: Change) -> Iterator[Candidate]:
    if isinstance(change, SetField):
        written = f"{scalar(change.field)}: {change.written}"
    elif isinstance(change, SetMapping):
        written = f"{scalar(change.field)}: {_mapping(change.entries)}"
    elif record.flow:
        written = f"{scalar(change.field)}: [{_mapping(change.entry)}]"
    else:
        indent = _line_break_of(text) + " " * (record.column + 2)
        written = f"{scalar(change.field)}:{indent}- {_mapping(change.entry)}"
    place = ORDER.index(change.field) if change.field in ORDER else len(ORDER)
    earlier = [
        entry for entry in record.entries if entry.key.value in ORDER and ORDER.index(entry.key.value) < place
    ]
    last = max(earlier, key=lambda entry: ORDER.index(entry.key.value), default=record.entries[-1])
    for anchor in (last, *reversed(record.entries)):
        if record.flow:
            yield anchor.node.last, anchor.node.last, f", {written}"
        else:
            for position in dict.fromkeys((anchor.node.last, anchor.node.end)):
                yield _line(text, position, record.column, written)
    # Where a text's last line is the file's last, nothing can follow it that does not change it.
    first = record.entries[0].key.start
    gap = ", " if record.flow else _line_break_of(text) + " " * record.column
    yield first, first, written + gap


def _line(text: str, position: int, column: int, written: str) -> Candidate:
    """Return how a line goes in after the line that holds a position."""
    indent, line_break = " " * column, _line_break_of(text)
    if position and _BREAK.search(text[position - 1]):
        return position, position, f"{indent}{written}{line_break}"
    rest = _BREAK.search(text, position)
    end = rest.start() if rest else len(text)
    return end, end, f"{line_break}{indent}{written}"


def _replacements(text: str, present: Node, written: str) -> Iterator[Candidate]:
    space = "" if text[present.start - 1].isspace() else " "
    yield present.start, present.last, space + written


def _mapped(text: str, record: Node, change: SetMapping) -> Iterator[Candidate]:
    """Yield the mapping with its values put in one by one, which keeps its layout, or written anew."""
    key, present = next(
        (entry.key, entry.node) for entry in record.entries if entry.key.value == change.field
    )
    if [entry.key.value for entry in present.entries] == list(change.entries):
        new, end = "", present.start
        for entry in present.entries:
            wanted = change.entries[entry.key.value]
            start, stop, written = next(_replacements(text, entry.node, _text(wanted)))
            new += text[end:start] + (text[start:stop] if entry.node.value == wanted else written)
            end = stop
        yield present.start, present.last, new + text[end : present.last]
    yield key.last, present.last, f": {_mapping(change.entries)}"


def _appended(text: str, present: Node, entry: Mapping[str, str]) -> Iterator[Candidate]:
    if present.sort != "sequence":
        raise EditError("a field that is not a list; edit it by hand")
    if present.flow and not present.items:
        yield present.start + 1, present.start + 1, _mapping(entry)
    elif present.flow:
        end = present.items[-1].last
        yield end, end, f", {_mapping(entry)}"
    else:
        for position in dict.fromkeys((present.items[-1].last, present.end)):
            yield _line(text, position, present.column, f"- {_mapping(entry)}")


def _line_break_of(text: str) -> str:
    found = _BREAK.search(text)
    return found[0] if found else "\n"

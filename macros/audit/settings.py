"""What a text sets: variables, keys and options with their values, by the forms of the common languages.

Assignments of a shell, of Python, TOML and environment files; ``ENV`` of an image; keys of YAML and JSON;
lists of ``name`` and ``value``; options of a command line; cells of a table. It knows no name that is set: it
is told. Comments count for nothing. A value that is only known at run time is None.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

_COMMENT = re.compile(r"(?m)(?:^|(?<=[ \t;]))#[^\n]*|^[ \t]*//[^\n]*")
_VALUE = re.compile(
    r"\"(?P<double>[^\"\n]*)\"|'(?P<single>[^'\n]*)'"
    r"|(?P<bare>\$\{[^}\n]*\}|\$\([^)\n]*\)|[^\s\"'`,;&|<>()\[\]{}#][^\s\"'`,;&|<>()\[\]{}]*)"
)
_BETWEEN = re.compile(
    r"[\"']?(?:"
    r"(?P<assigned>[ \t]*=(?!=)[ \t]*|\][ \t]*=(?!=)[ \t]*)"  # NAME=v, NAME = "v", environ["NAME"] = "v"
    r"|(?P<key>[ \t]*:[ \t]+)"  # NAME: v, "NAME": "v"
    r"|(?P<listed>[\"']?[ \t]*(?:,[ \t]*|\n[ \t]*)[\"']?value[\"']?[ \t]*:[ \t]*)"  # name: NAME, value: v
    r"|(?P<unknown>[\"']?[ \t]*(?:,[ \t]*|\n[ \t]*)[\"']?valueFrom[\"']?[ \t]*:)"
    r"|(?P<call>[ \t]*,[ \t]*)"  # setdefault("NAME", "v")
    r"|(?P<cell>`?[ \t]*\|[ \t]*`?)"  # | NAME | v |
    r"|(?P<word>[ \t]+))"  # ENV NAME v
)
_OPTION_BETWEEN = re.compile(r"(?:=|[\"']?,?[ \t]*(?:\\?\r?\n[ \t]*(?:-[ \t]+)?)?(?<=[ \t,\n\"']))")
_DEFAULT = re.compile(r"\$\{\w+:?[-=]([^}$]*)\}")
_NAME_CHARACTER = re.compile(r"[\w.]")
_ENV = re.compile(r"(?:^|\n)[ \t]*ENV[ \t]+$")
_UNSET = re.compile(r"(?:\bunset(?:[ \t]+\w+)*[ \t]+|\bpop\([\"']|\bdel\b[^\n]*\[[\"'])$")
_STATEMENT_BEFORE = re.compile(
    r"[ \t>$%]*(?:(?:export|declare|readonly|ENV|set)[ \t]+(?:-\w+[ \t]+)?)?(?:\w+=\S*[ \t;]+)*"
    r"(?:[\w.]+\[[\"'])?"
)
_STATEMENT_AFTER = re.compile(r"[ \t]*(?:$|[;&#]|\w+=|[\r\\]$)")
_NAME_KEY = re.compile(r"[\"']?name[\"']?[ \t]*:[ \t]*[\"']?$")


@dataclass(frozen=True, slots=True)
class Assignment:
    """A name that is set: where, to what (None if not known), and whether a later one replaces it."""

    name: str
    value: str | None
    offset: int
    replaces: bool = False
    is_removal: bool = False


def without_comments(text: str) -> str:
    """Return the text with comments blanked, character for character."""
    return _COMMENT.sub(lambda match: " " * len(match[0]), text)


def assignments(text: str, names: Collection[str], *, commented: bool = True) -> tuple[Assignment, ...]:
    """Return where a text sets the names, in order; ``commented`` says whether a ``#`` begins a comment."""
    plain = without_comments(text) if commented else text
    found: list[Assignment] = []
    for name in names:
        is_option = name.startswith("-")
        for start in _places(plain, name):
            one = _option(plain, name, start) if is_option else _setting(plain, name, start)
            if one is not None:
                found.append(one)
    return tuple(sorted(found, key=lambda one: one.offset))


def in_force(found: Collection[Assignment]) -> tuple[Assignment, ...]:
    """Return the assignments that no later one in the same text replaces or takes back."""
    last: dict[str, int] = {one.name: index for index, one in enumerate(found) if one.replaces}
    return tuple(
        one
        for index, one in enumerate(found)
        if not one.is_removal and (not one.replaces or last[one.name] == index)
    )


def _places(text: str, name: str) -> Iterator[int]:
    """Yield where a name stands by itself."""
    start = text.find(name)
    while start >= 0:
        end = start + len(name)
        before, after = text[start - 1 : start], text[end : end + 1]
        is_read = text[max(0, start - 2) : start].endswith(("$", "${"))
        if not (is_read or before == "-" or _NAME_CHARACTER.match(before) or re.match(r"[\w-]", after)):
            yield start
        start = text.find(name, end)


def _setting(text: str, name: str, start: int) -> Assignment | None:
    before = text[max(0, start - 80) : start]
    if _UNSET.search(before):
        return Assignment(name, None, start, replaces=True, is_removal=True)
    between = _BETWEEN.match(text, start + len(name))
    if between is None:
        return None
    form = between.lastgroup or ""
    is_named = _NAME_KEY.search(before) is not None
    if form == "unknown":
        return Assignment(name, None, start) if is_named else None
    applies = {
        "listed": is_named,
        "word": _ENV.search(before) is not None,
        "call": before.endswith(('("', "('")),
        "cell": before.rstrip(" `\t").endswith("|") or before.rstrip(" `\t") == "",
    }.get(form, True)
    value = _VALUE.match(text, between.end())
    if not applies or (value is None and form not in ("assigned", "key")):
        return None
    end = value.end() if value else between.end()
    replaces = form in ("assigned", "word") and _is_statement(text, start, end)
    return Assignment(name, _value(value) if value else "", start, replaces=replaces)


def _is_statement(text: str, start: int, end: int) -> bool:
    """Say whether an assignment is a line's whole purpose and holds from there on, not for one command."""
    line, after = text[text.rfind("\n", 0, start) + 1 : start], text[end:].partition("\n")[0]
    return _STATEMENT_BEFORE.fullmatch(line) is not None and _STATEMENT_AFTER.match(after) is not None


def _option(text: str, name: str, start: int) -> Assignment | None:
    between = _OPTION_BETWEEN.match(text, start + len(name))
    value = _VALUE.match(text, between.end()) if between else None
    if value is None or (value["bare"] or "").startswith("-"):
        return Assignment(name, "", start)
    return Assignment(name, _value(value), start)


def _value(match: re.Match[str]) -> str | None:
    written = next(text for text in (match["double"], match["single"], match["bare"]) if text is not None)
    written = written.strip().rstrip("\\").strip()
    default = _DEFAULT.fullmatch(written)
    if default:
        return default[1].strip("\"' ")
    return None if "$" in written or "{{" in written else written

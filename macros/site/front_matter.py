"""A page's front matter before MkDocs reads it: MkDocs takes one that it cannot read for text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import yaml
from mkdocs.utils.meta import YAML_RE

from macros.findings import Finding, Place

if TYPE_CHECKING:
    from collections.abc import Iterator

_CALL = re.compile(r"\{[{%#]")
_SWITCHES = frozenset({"render_macros", "ignore_macros"})
_EXPECTED = "fields such as title: and description:"


def check_front_matter(shown: str, text: str) -> Iterator[Finding]:
    """Yield what is wrong with the front matter of a page, if it has one."""
    match = YAML_RE.match(text)
    if match is None:
        return
    try:
        fields = yaml.safe_load(match[1])
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        place = Place(shown, mark.line + 2, mark.column + 1) if mark else Place(shown)
        yield Finding(
            "page-front-matter", place, f"front matter that is not YAML: {error.problem}", _EXPECTED
        )
    except (yaml.YAMLError, ValueError) as error:
        yield Finding(
            "page-front-matter", Place(shown), f"front matter that cannot be read: {error}", _EXPECTED
        )
    else:
        if not isinstance(fields, dict | None):
            yield Finding("page-front-matter", Place(shown), "front matter without fields", _EXPECTED)
        for name in _SWITCHES.intersection(fields if isinstance(fields, dict) else ()):
            found = f"the field '{name}'"
            yield Finding(
                "page-front-matter", Place(shown), found, "raw tags around what is to be shown as text"
            )
    yield from _calls(shown, match[0])


def _calls(shown: str, front_matter: str) -> Iterator[Finding]:
    """Yield the macro calls of front matter: nothing renders them, and the theme would print them."""
    for number, line in enumerate(front_matter.split("\n"), 1):
        for call in _CALL.finditer(line):
            place = Place(shown, number, call.start() + 1)
            yield Finding("front-matter-macro", place, "a macro in front matter", "plain words")

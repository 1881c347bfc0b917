"""Pages that hold nothing but plain macro calls, expanded without the template engine.

Compiling a page as a template costs more than all else that is done to it. Where every call has the form
``{{ name("id") }}`` and no other template syntax stands on the page, the calls can be made one by one; the
result is the same. Any other page is left to mkdocs-macros.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from macros.site.desk import PageDesk

SIMPLE_CALL = re.compile(r"\{\{ *([a-z_]+)\(\"([\w.-]*)\"\) *\}\}", re.ASCII)


def has_template(text: str) -> bool:
    """Say whether a text holds anything that the template engine would change."""
    return any(mark in text for mark in ("{{", "{%", "{#"))


def is_simple(text: str, known: Collection[str]) -> bool:
    """Say whether a page holds only calls of known macros with one plain id each."""
    if "{%" in text or "{#" in text:
        return False
    calls = SIMPLE_CALL.findall(text)
    return len(calls) == text.count("{{") and all(name in known for name, _ in calls)


def expand(markdown: str, page: PageDesk, macros: Mapping[str, Callable[..., str]]) -> str:
    """Return a simple page's text with every call replaced by what the macro gives; others as they are."""
    if "{{" not in markdown or not is_simple(markdown, macros):
        return markdown

    def call(match: re.Match[str]) -> str:
        page.called_at = (markdown, match.start())
        return macros[match[1]](match[2])

    expanded = SIMPLE_CALL.sub(call, markdown)
    page.called_at = None
    return expanded

"""The document for the layout, with what the layout's own sheet would do to no effect left out.

That sheet has rules for the marker, the calls of notes and the notes of every element. WeasyPrint keeps a
style for each of them: six for an element that has neither, which is most of the memory of a long document.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

import weasyprint

if TYPE_CHECKING:
    from collections.abc import Callable

_NOTES = frozenset({"footnote-call", "footnote-marker", "note-call", "note-marker", "note-callback"})
"""The print sheets make no notes."""
_MARKED = frozenset({"li", "summary"})
"""The elements that are items of a list, and so have a marker."""


class PrintedHTML(weasyprint.HTML):  # type: ignore[misc] # a class without types
    """HTML whose elements have styles for markers only where there are markers."""

    def _ua_stylesheets(self, forms: bool = False) -> list[Any]:  # noqa: FBT001, FBT002 - as the class it extends
        return [_without_idle_rules(sheet) for sheet in super()._ua_stylesheets(forms)]


def _without_idle_rules(sheet: Any) -> Any:  # noqa: ANN401 - a class without types
    """Return a style sheet without the rules for notes, its rule for markers for items of lists alone."""
    slim = copy.copy(sheet)
    slim.matcher = copy.copy(sheet.matcher)
    slim.matcher.other_selectors = [
        (_of_items(test) if pseudo == "marker" else test, specificity, order, pseudo, payload)
        for test, specificity, order, pseudo, payload in sheet.matcher.other_selectors
        if pseudo not in _NOTES
    ]
    return slim


def _of_items(test: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda element: element.local_name in _MARKED and test(element)

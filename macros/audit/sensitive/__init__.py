"""Recognises what must never be published, whatever file it stands in; public are the names below.

``CODES`` says what each kind is. ``hits`` finds it in a text as written, ``seen_in`` in a line as read;
``masked`` and ``masked_line`` hide it; ``mask_of`` is what may be shown.
"""

from __future__ import annotations

from macros.audit.sensitive.finder import CODES, hits, masked
from macros.audit.sensitive.hit import Hit, mask_of
from macros.audit.sensitive.lines import masked_line, seen_in

__all__ = ["CODES", "Hit", "hits", "mask_of", "masked", "masked_line", "seen_in"]

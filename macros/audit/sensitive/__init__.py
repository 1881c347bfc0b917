"""Recognises what must never be published, whatever file it stands in; public are the names below.

``CODES`` says what each kind is; ``hits`` finds, ``masked`` hides, ``mask_of`` shows what may be shown.
"""

from __future__ import annotations

from macros.audit.sensitive.finder import CODES, hits, masked
from macros.audit.sensitive.hit import Hit, mask_of

__all__ = ["CODES", "Hit", "hits", "mask_of", "masked"]

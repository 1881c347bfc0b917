"""Text as XML 1.0 takes it: what it has no place for becomes the sign for a letter that is not shown."""

from __future__ import annotations

import re

_UNFIT = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def printable(text: str) -> str:
    """Return a text without the characters that XML 1.0 excludes (its production 2, Char)."""
    return _UNFIT.sub("\ufffd", text)

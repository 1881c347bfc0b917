"""Which characters may stand in a drawing: those that XML 1.0 allows.

This module must not know anything else about drawings.
"""

from __future__ import annotations

import re
from typing import Final

_FORBIDDEN: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_SPACE: Final = re.compile("[ \t\n\r\f\v\u2028\u2029]+")


def printable(text: str) -> str:
    """Return the text with U+FFFD for every character outside of XML 1.0, section 2.2."""
    return _FORBIDDEN.sub("\ufffd", text)


def clean(text: str) -> str:
    """Return the text in one line of single spaces, fit for XML; no-break spaces stay."""
    return printable(_SPACE.sub(" ", text)).strip(" ")

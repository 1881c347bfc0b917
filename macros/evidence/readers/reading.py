"""What a reader returns, and the checks that every reader makes of it."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING

from macros.evidence.errors import EvidenceError

if TYPE_CHECKING:
    from pathlib import Path

MAXIMUM_BYTES = 256_000_000
"""Up to which size a file is read as a whole; what is larger is read with a query."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A number or text as a file has it; ``unit`` in the file's words, None where it has none."""

    value: Decimal | str
    unit: str | None = None


def number(raw: object, where: str) -> Decimal:
    """Return a number of a file as a decimal; raises EvidenceError for NaN, infinity and everything else."""
    if isinstance(raw, bool) or not isinstance(raw, int | float | Decimal | str):
        raise EvidenceError(f"{where}: {described(raw)}", "a number")
    try:
        value = raw if isinstance(raw, Decimal) else Decimal(str(raw).strip())
    except InvalidOperation:
        raise EvidenceError(f"{where}: {described(raw)}", "a number") from None
    if not value.is_finite():
        raise EvidenceError(f"{where}: {value}", "a finite number")
    return value


def described(raw: object) -> str:
    """Return what stands in a file, for a message."""
    match raw:
        case None:
            return "nothing"
        case bool():
            return str(raw).lower()
        case dict():
            return f"a mapping of {len(raw)}"
        case list():
            return f"a list of {len(raw)}"
    text = str(raw)
    return text if len(text) <= 60 else f"{text[:57]}..."  # noqa: PLR2004 - a line's worth


def text_of(file: Path) -> str:
    """Return a file's text; raises EvidenceError where it is too large or no UTF-8."""
    if file.stat().st_size > MAXIMUM_BYTES:
        raise EvidenceError(
            f"a file of {file.stat().st_size / 1e6:.0f} MB",
            f"at most {MAXIMUM_BYTES / 1e6:.0f} MB, or a query, which reads in pieces",
        )
    try:
        return file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise EvidenceError(f"bytes that are not UTF-8, at byte {error.start}", "a text file") from None

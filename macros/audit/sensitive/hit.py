"""A stretch of text that must not be published, by its kind, and what may be shown of it."""

from __future__ import annotations

from dataclasses import dataclass

_SHOWN = 4


@dataclass(frozen=True, slots=True)
class Hit:
    """Where in a text something sensitive stands, and of which kind it is."""

    code: str
    start: int
    end: int


def mask_of(text: str) -> str:
    """Return the first characters, at most a quarter of them, and the length: too little to use."""
    shown = text[: min(_SHOWN, len(text) // 4)]
    return f"'{shown}…' ({len(text)} characters)"


def window(text: str, start: int, end: int, size: int) -> tuple[str, str]:
    """Return what stands before and after a stretch in its line, at most ``size`` characters each."""
    before = text[max(0, start - size) : start]
    after = text[end : end + size]
    return before.rpartition("\n")[2], after.partition("\n")[0]

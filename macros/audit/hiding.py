"""Findings as they may be shown: no message repeats what must not be published, whichever rule quotes it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from macros.audit.sensitive import masked

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from macros.findings import Finding

_TEXTS = ("found", "expected", "fix", "cause", "waived")


def hidden(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield the findings with their texts masked; all texts are looked at in one go."""
    kept = list(findings)
    lines = [" ".join(getattr(finding, name).splitlines()) for finding in kept for name in _TEXTS]
    shown = masked("\n".join(lines)).split("\n")
    if shown == lines:
        yield from kept
        return
    for number, finding in enumerate(kept):
        found, expected, fix, cause, waived = shown[number * len(_TEXTS) : (number + 1) * len(_TEXTS)]
        yield replace(finding, found=found, expected=expected, fix=fix, cause=cause, waived=waived)

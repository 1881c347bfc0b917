"""A baseline: the findings that a site had when it adopted the audit. They are counted, not reported.

A file of fingerprints with counts, written whole; the texts beside them are for its readers alone.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from macros.audit.inputs import AuditError
from macros.audit.own import OWN_CODES, UNUSED
from macros.findings import Finding, Level, Place

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence
    from pathlib import Path

VERSION = 1
_NAME = "claimbook_baseline"
WAIVED = "in the baseline"


class BaselineError(AuditError):
    """The file cannot be read or written, or is no baseline."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A finding that the site had, so many times."""

    fingerprint: str
    count: int
    rule: str
    path: str
    message: str


def read_baseline(file: Path) -> tuple[Entry, ...]:
    """Return the entries of a baseline; raise BaselineError."""
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise BaselineError(f"{file}: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise BaselineError(f"{file}: no JSON; expected what --write-baseline writes") from error
    if not isinstance(data, dict) or data.get(_NAME) != VERSION or not isinstance(data.get("findings"), list):
        raise BaselineError(f"{file}: no baseline of version {VERSION}; write it again with --write-baseline")
    return tuple(_entry(file, item) for item in data["findings"])


def _entry(file: Path, item: Any) -> Entry:  # noqa: ANN401 - any JSON
    texts = (
        [item.get(name) for name in ("fingerprint", "rule", "path", "message")] if _is_object(item) else []
    )
    count = item.get("count") if texts else None
    if not all(isinstance(text, str) for text in texts) or not isinstance(count, int) or count < 1:
        raise BaselineError(f"{file}: an entry without fingerprint, count, rule, path and message")
    fingerprint, rule, path, message = texts
    return Entry(fingerprint, count, rule, path, message)


def _is_object(item: object) -> bool:
    return isinstance(item, dict)


def write_baseline(file: Path, findings: Sequence[Finding], fingerprints: Sequence[str]) -> int:
    """Write the findings that nothing waives; return how many they are; raise BaselineError."""
    counts: Counter[str] = Counter()
    first: dict[str, Finding] = {}
    for finding, fingerprint in zip(findings, fingerprints, strict=True):
        if not finding.waived and finding.rule not in OWN_CODES:
            counts[fingerprint] += 1
            first.setdefault(fingerprint, finding)
    entries = [
        {
            "fingerprint": fingerprint,
            "count": counts[fingerprint],
            "rule": finding.rule,
            "path": finding.place.path,
            "message": finding.message,
        }
        for fingerprint, finding in first.items()
    ]
    entries.sort(key=lambda entry: (entry["path"], entry["rule"], entry["fingerprint"]))
    text = json.dumps({_NAME: VERSION, "findings": entries}, indent=1, ensure_ascii=False) + "\n"
    partial = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        partial.write_text(text, encoding="utf-8")
        partial.replace(file)
    except (OSError, UnicodeEncodeError) as error:
        partial.unlink(missing_ok=True)
        raise BaselineError(f"{file}: {getattr(error, 'strerror', None) or error}") from error
    return counts.total()


def apply_baseline(
    findings: Sequence[Finding],
    fingerprints: Sequence[str],
    entries: Sequence[Entry],
    shown: str,
    noted: Collection[str],
) -> list[Finding]:
    """Return the findings, those of the baseline waived; note the entries that match nothing any more.

    ``shown`` is the baseline's path; ``noted`` are the rules of which an unused entry says something.
    """
    left = Counter({entry.fingerprint: 0 for entry in entries})
    for entry in entries:
        left[entry.fingerprint] += entry.count
    kept = []
    for finding, fingerprint in zip(findings, fingerprints, strict=True):
        known = not finding.waived and finding.rule not in OWN_CODES and left[fingerprint] > 0
        if known:
            left[fingerprint] -= 1
        kept.append(replace(finding, waived=WAIVED) if known else finding)
    return [*kept, *_unused(entries, left, shown, noted)]


def _unused(
    entries: Iterable[Entry], left: Counter[str], shown: str, noted: Collection[str]
) -> Iterable[Finding]:
    for entry in entries:
        if left[entry.fingerprint] > 0 and entry.rule in noted:
            found = f"an entry of the baseline that matches nothing: {entry.rule} in {entry.path}"
            times = left[entry.fingerprint]
            expected = (
                "no entry" if times == entry.count else f"{entry.count - times} instead of {entry.count}"
            )
            yield Finding(
                UNUSED, Place(shown), f"{found} ({entry.fingerprint[:8]})", expected, level=Level.NOTE
            )

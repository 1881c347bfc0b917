"""What differs from a revision: files, records, and the records that rest on changed ones.

It asks git and compares lines; what a change means it does not know.
"""

from __future__ import annotations

import contextlib
import re
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING

from macros.audit.inputs import AuditError
from macros.audit.own import FAILED, UNREADABLE
from macros.records.reader import DEFAULTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from macros.audit.inputs import Layout
    from macros.audit.material import Artefact, Material
    from macros.findings import Finding
    from macros.records.book import Book

_HUNK = re.compile(r"@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
_KEY = re.compile(r"([A-Za-z0-9][\w-]*):(?:\s|$)")
_ALWAYS = frozenset({FAILED, UNREADABLE})


class RevisionUnknownError(AuditError):
    """There is no such revision, or no git that could say."""


@dataclass(frozen=True, slots=True)
class Change:
    """The files that differ, and of record files the lines that differ and the keys that are gone."""

    files: frozenset[str]
    lines: Mapping[str, frozenset[int]]
    gone: frozenset[str]


def changes_since(layout: Layout, revision: str) -> Change:
    """Return what differs in the working tree from where the branch left ``revision``.

    A renamed file differs under its new name. Files that git does not know yet differ too.
    """
    root = layout.root
    start = _git(
        root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}"
    ).strip()
    with contextlib.suppress(RevisionUnknownError):  # without a common commit: the revision itself
        start = _git(root, "merge-base", start, "HEAD").strip()
    options = ("--no-renames", "--no-ext-diff", "--no-textconv", "--no-color", "--relative")
    names = _git(root, "diff", *options, "--name-only", "-z", start, "--")
    others = _git(root, "ls-files", "--others", "--exclude-standard", "-z")
    files = frozenset(name for name in (*names.split("\0"), *others.split("\0")) if name)
    folder = layout.shown(layout.claims)
    prefixes = ("--src-prefix=a/", "--dst-prefix=b/")
    text = _git(root, "diff", *options, *prefixes, "--unified=0", start, "--", folder)
    lines, gone = _record_lines(text)
    return Change(files, lines, gone)


def _git(root: Path, *arguments: str) -> str:
    command = ["git", "-c", "core.quotePath=false", "-C", str(root), *arguments]
    try:
        done = subprocess.run(command, capture_output=True, check=False)  # noqa: S603 - no shell
    except OSError as error:
        raise RevisionUnknownError("--changed: git cannot be started") from error
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise RevisionUnknownError(f"--changed: {said[0] if said else 'no such commit here'}")
    return done.stdout.decode("utf-8", "surrogateescape")


def _record_lines(text: str) -> tuple[dict[str, frozenset[int]], frozenset[str]]:
    """Return the new numbers of changed lines by file, and the ids whose first line was taken out."""
    lines: dict[str, set[int]] = {}
    gone: set[str] = set()
    for old, new, first, count, taken in _hunks(text):
        keys = [match[1] for line in taken if (match := _KEY.match(line))]
        gone.update(f"{_subject(old)}.{key}" for key in keys if old)
        if count:
            lines.setdefault(new, set()).update(range(first, first + count))
        elif not _KEY.match(next((line for line in taken if line.strip()), "")):
            lines.setdefault(new, set()).add(first)  # the line above what was taken out of a record
        else:
            lines.setdefault(new, set())
    return {path: frozenset(numbers) for path, numbers in lines.items()}, frozenset(gone)


def _hunks(text: str) -> Iterator[tuple[str, str, int, int, list[str]]]:
    """Yield the hunks of a diff: both paths, the first new line, how many there are, the lines taken out."""
    rows = iter(text.split("\n"))
    old = new = ""
    for row in rows:
        hunk = _HUNK.match(row)
        if hunk:
            before, after = int(hunk[1] or 1), int(hunk[3] or 1)
            changed = [line for _ in range(before + after) if (line := _skip_note(rows)) is not None]
            yield old, new, int(hunk[2]), after, [line[1:] for line in changed if line.startswith("-")]
        elif row.startswith("--- "):
            old = row.removeprefix("--- a/") if row.startswith("--- a/") else ""
        elif row.startswith("+++ "):
            new = row.removeprefix("+++ b/")


def _skip_note(rows: Iterator[str]) -> str | None:
    """Return the next line of a hunk; git's note on a missing line end is none of the text."""
    row = next(rows, None)
    return next(rows, None) if row is not None and row.startswith("\\ ") else row


def _subject(path: str) -> str:
    return path.rpartition("/")[2].rpartition(".")[0]


def touched_records(change: Change, material: Material) -> frozenset[str]:
    """Return the records that changed, those that name one of them, and all that rest on these."""
    start = set(change.gone)
    for file in material.record_files:
        if file.shown in change.files:
            start.update(_changed_in(file.shown, file.text, change.lines.get(file.shown)))
    book = material.book
    naming = {record.identifier for record in book for _, name, _ in record.linked() if name in start}
    return _carried(book, start | naming)


def _changed_in(shown: str, text: str, lines: frozenset[int] | None) -> Iterator[str]:
    """Yield the records of a file that changed: all of it where its lines or its defaults are not known."""
    keys = [
        (number, match[1]) for number, line in enumerate(text.split("\n"), 1) if (match := _KEY.match(line))
    ]
    ends = [number for number, _ in keys[1:]]
    changed = {
        key
        for (number, key), end in zip(keys, [*ends, text.count("\n") + 2], strict=True)
        if lines is None or any(number <= line < end for line in lines)
    }
    for _, key in keys:
        if key in changed or DEFAULTS in changed:
            yield f"{_subject(shown)}.{key}"


def _carried(book: Book, start: Iterable[str]) -> frozenset[str]:
    found = set(start)
    waiting = list(found)
    while waiting:
        for name in book.carried_by(waiting.pop()):
            if name not in found:
                found.add(name)
                waiting.append(name)
    return frozenset(found)


def only_changed(findings: Iterable[Finding], change: Change, material: Material) -> list[Finding]:
    """Return the findings in what changed: in its files, about its records, on the pages built from them.

    What keeps the audit from knowing stays too: a rule that failed, a file or a record that cannot be read.
    """
    touched = touched_records(change, material)
    record_files = {file.shown for file in material.record_files}
    built = _built_from(change, touched, material)

    def concerns(finding: Finding) -> bool:
        path = finding.place.path
        if finding.rule in _ALWAYS or not finding.rule.startswith("CB") or finding.record in touched:
            return True
        if path in record_files and finding.record:
            return False
        return path in change.files or path in built

    return [finding for finding in findings if concerns(finding)]


def _built_from(change: Change, touched: frozenset[str], material: Material) -> frozenset[str]:
    """Return the built files that show something of what changed."""
    pages = {
        page.address
        for page in material.pages
        if page.shown in change.files
        or any(name in touched for call in page.calls for name in call.identifiers)
    }

    def shows(artefact: Artefact) -> bool:
        folder, _, name = artefact.address.rpartition("/")
        if not name.endswith(".html"):
            return bool(change.files)
        address = f"{folder}/" if folder else ""
        return address in pages or not touched.isdisjoint(folder.split("/"))

    return frozenset(artefact.shown for artefact in material.outputs or () if shows(artefact))

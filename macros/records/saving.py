"""An edited record file as a draft: shown as a difference, tried, and put in place of the old one at once.

A draft is refused when the file is not what it was when the draft was made, or would not load any more.
"""

from __future__ import annotations

import contextlib
import difflib
import os
import re
import stat
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from macros.records.editing import EditError
from macros.records.files import read_text
from macros.records.loader import load_folder
from macros.records.reader import MAXIMUM_BYTES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Draft:
    """A file by its path and the path shown to people, its bytes before (None: no file) and after."""

    file: Path
    shown: str
    before: bytes | None
    after: bytes

    def difference(self) -> str:
        """Return a unified difference that ``patch`` and ``git apply`` take."""
        names = (f"a/{self.shown}" if self.before is not None else "/dev/null", f"b/{self.shown}")
        lines = difflib.unified_diff(_lines(self.before or b""), _lines(self.after), *names)
        return "".join(
            line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines
        )


def drafted(file: Path, shown: str, edit: Callable[[str], str]) -> Draft:
    """Return the draft of an edit; a file that does not exist is edited as an empty one. Raise EditError."""
    if not file.exists():
        return Draft(file, shown, None, edit("").encode())
    text, finding = read_text(file, shown, MAXIMUM_BYTES)
    if finding is not None:
        raise EditError(f"{shown}: {finding.message}")
    before = file.read_bytes()
    mark = _MARK if before.startswith(_MARK) else b""
    if mark + text.encode() != before:
        raise EditError(f"{shown}: it changed while it was read; try again")
    try:
        after = edit(text)
    except EditError as error:
        raise EditError(f"{shown}: {error}") from error
    return Draft(file, shown, before, mark + after.encode())


def replacing(file: Path, shown: str, text: str) -> Draft:
    """Return the draft of a file whose whole content is new; raise EditError for what is no file."""
    try:
        before = file.read_bytes() if file.exists() else None
    except OSError as error:
        raise EditError(f"{shown}: {error.strerror}") from error
    return Draft(file, shown, before, text.encode())


def try_loading(draft: Draft) -> None:
    """Raise EditError when the file as drafted would have a fault of its own."""
    with tempfile.TemporaryDirectory(prefix="claimbook-") as name:
        folder = Path(name)
        (folder / draft.file.name).write_bytes(draft.after)
        findings = load_folder(folder, str(Path(draft.shown).parent)).findings
    if findings:
        raise EditError(f"the edited file would not load: {findings[0].place}: {findings[0].message}")


def save(drafts: Sequence[Draft]) -> None:
    """Put the drafts in place, or none of them where one of the files is not what it was; raise EditError."""
    for draft in drafts:
        _require_unchanged(draft)
    with contextlib.ExitStack() as stack:
        written = [(draft, stack.enter_context(_beside(draft))) for draft in drafts]
        for draft, temporary in written:
            _require_unchanged(draft)
            _replace(temporary, _target(draft), draft)


def _require_unchanged(draft: Draft) -> None:
    try:
        now = draft.file.read_bytes() if draft.file.exists() else None
    except OSError as error:
        raise EditError(f"{draft.shown}: {error.strerror}") from error
    if now != draft.before:
        raise EditError(f"{draft.shown}: it was changed meanwhile; nothing is written, try again")


@contextlib.contextmanager
def _beside(draft: Draft) -> Iterator[Path]:
    """Write the new content to a file beside the old one, and leave no such file behind."""
    target = _target(draft)
    try:
        handle, name = tempfile.mkstemp(prefix=f".{target.name}-", suffix=".tmp", dir=target.parent)
    except OSError as error:
        raise EditError(f"{draft.shown}: cannot be written: {error.strerror}") from error
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(draft.after)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.chmod(stat.S_IMODE(target.stat().st_mode) if target.exists() else 0o644)
        yield temporary
    except OSError as error:
        raise EditError(f"{draft.shown}: cannot be written: {error.strerror}") from error
    finally:
        temporary.unlink(missing_ok=True)


def _replace(temporary: Path, target: Path, draft: Draft) -> None:
    try:
        temporary.replace(target)
    except OSError as error:
        raise EditError(f"{draft.shown}: cannot be written: {error.strerror}") from error


def _target(draft: Draft) -> Path:
    """Return the file itself where the path is a link to it."""
    return draft.file.resolve()


def _lines(content: bytes) -> list[str]:
    return re.findall(r"[^\n]*\n|[^\n]+", content.decode("utf-8", "replace"))

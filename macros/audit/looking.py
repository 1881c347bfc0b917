"""Where the signs of a watch show: in a clone that the user has, or in a text file such as release notes.

Nothing is fetched: git is told to stay off the network. It knows signs, git and lines of text, and no books.
"""

from __future__ import annotations

import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from macros.records.files import read_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from macros.records.structures import Sign

MAXIMUM_BYTES = 64 * 1024 * 1024
_LONGEST_LINE = 4000
"""How much of a line is looked at: nobody writes release notes in longer ones."""
_OFFLINE = ("-c", "protocol.allow=never", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null")
_ENVIRONMENT = {"GIT_NO_LAZY_FETCH": "1", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}
_NUMBERS = re.compile(r"\d+(?:[.-]\d+)*")
_RELEASED = re.compile(
    r"(?P<heading>\s*#+\s*)?[\s*\[(|>-]*(?:[0-9a-f]{40}\s+)?(?:refs/tags/)?"
    r"(?P<prefix>[A-Za-z_/-]*)(?P<numbers>\d+(?:\.\d+)+(?:-\d+)?)(?![\w.+-])(?P<rest>.*)"
)


class LookError(ValueError):
    """The place that was given cannot be looked at."""


class UndecidedError(ValueError):
    """The place can be looked at, and cannot tell: what would show the sign is not in it."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A sign that shows: where, as ``path:line`` or the name of a tag or commit, and the words there."""

    place: str
    says: str = ""


def look(place: Path, signs: Sequence[Sign]) -> Hit | None:
    """Return the first sign that shows in a clone or a text file, or None.

    Raises:
        LookError: the place is no clone and no text.
        UndecidedError: no sign shows, and one could not show here.
    """
    if place.is_dir():
        _require_clone(place)
        return _first(signs, lambda sign: _in_clone(place, sign))
    text, finding = read_text(place, str(place), MAXIMUM_BYTES)
    if finding is not None:
        raise LookError(f"{place}: {finding.message}")
    lines = text.splitlines()
    return _first(signs, lambda sign: _in_lines(place, lines, sign))


def _first(signs: Sequence[Sign], shows: Callable[[Sign], Hit | None]) -> Hit | None:
    undecided = ""
    for sign in signs:
        try:
            hit = shows(sign)
        except UndecidedError as error:
            undecided = undecided or str(error)
        else:
            if hit is not None:
                return hit
    if undecided:
        raise UndecidedError(undecided)
    return None


def _in_lines(place: Path, lines: Sequence[str], sign: Sign) -> Hit | None:
    for number, line in enumerate(lines, 1):
        if _shows(line[:_LONGEST_LINE], sign):
            return Hit(f"{place}:{number}", line[:_LONGEST_LINE].strip())
    return None


def _shows(line: str, sign: Sign) -> bool:
    if sign.text is not None:
        return sign.text in line
    if sign.pattern is not None:
        return re.search(sign.pattern, line) is not None
    if sign.commit is not None:
        return re.search(rf"(?<![0-9a-f]){sign.commit}", line) is not None
    return _is_heading_of(line, sign.tag or "")


def _is_heading_of(line: str, tag: str) -> bool:
    """Say whether a line begins with the name of that release or a later one, as notes and lists of tags do.

    A bare number counts in a heading or alone on its line: elsewhere it may be any number.
    """
    match = _RELEASED.match(line)
    if match is None:
        return line.strip().removeprefix("refs/tags/") == tag
    bare = not match["prefix"] and bool(_prefix(tag))
    if bare and match["heading"] is None and match["rest"].strip():
        return False
    return is_no_earlier((_prefix(tag) if bare else match["prefix"]) + match["numbers"], tag)


def is_no_earlier(tag: str, than: str) -> bool:
    """Say whether a tag is that of a release or of a later one: same beginning, numbers as high or higher.

    A tag with words after its numbers, such as a candidate, is no release.
    """
    prefix = _prefix(than)
    numbers, least = (_numbers(text.removeprefix(prefix)) for text in (tag, than))
    if not tag.startswith(prefix) or numbers is None or least is None:
        return tag == than
    return numbers >= least


def _prefix(tag: str) -> str:
    match = re.search(r"\d", tag)
    return tag[: match.start()] if match else tag


def _numbers(text: str) -> tuple[int, ...] | None:
    return tuple(map(int, re.split(r"[.-]", text))) if _NUMBERS.fullmatch(text) else None


def _in_clone(clone: Path, sign: Sign) -> Hit | None:
    if sign.tag is not None:
        return _tagged(clone, sign.tag)
    if sign.commit is not None:
        return _committed(clone, sign.commit)
    for file, number, line in _lines_of(clone, sign):
        if _shows(line, sign):
            return Hit(f"{clone / file}:{number}", line.strip())
    return None


def _tagged(clone: Path, tag: str) -> Hit | None:
    tags = _git(clone, "tag", "--list").decode("utf-8", "replace").split()
    if not tags:
        raise UndecidedError(f"{clone} has no tags: fetch them")
    fitting = [name for name in tags if is_no_earlier(name, tag)]
    first = min(fitting, key=lambda name: _numbers(name.removeprefix(_prefix(tag))) or (), default="")
    return Hit(first) if first else None


def _committed(clone: Path, commit: str) -> Hit | None:
    if _status(clone, "merge-base", "--is-ancestor", commit, "HEAD") == 0:
        return Hit(commit)
    if _git(clone, "rev-parse", "--is-shallow-repository").strip() == b"true":
        raise UndecidedError(f"{clone} is a shallow clone, which lacks the history")
    return None


def _lines_of(clone: Path, sign: Sign) -> Iterator[tuple[str, int, str]]:
    """Yield file, line number and text of the last commit: lines that match, or all for a pattern."""
    sought = ("--fixed-strings", "-e", sign.text) if sign.text is not None else ("-e", "")
    within = ("--", sign.path) if sign.path else ()
    command = ["grep", "--line-number", "--null", "-I", "--no-color", *sought, "HEAD", *within]
    with _started(clone, command) as process:
        try:
            for raw in process.stdout or ():
                name, number, line = [*raw.rstrip(b"\n").split(b"\0", 2), b"", b""][:3]
                file = name.decode("utf-8", "replace").removeprefix("HEAD:")
                yield file, int(number or 0), line[:_LONGEST_LINE].decode("utf-8", "replace")
        finally:
            process.kill()


def _require_clone(folder: Path) -> None:
    """Refuse a folder that is no clone itself: git would take the one around it."""
    found = _git(folder, "rev-parse", "--absolute-git-dir", failure=f"{folder}: no clone of a repository")
    git_folder = Path(os.fsdecode(found.rstrip(b"\n"))).resolve()
    at_top = _git(folder, "rev-parse", "--show-prefix").strip() == b""
    if git_folder != folder.resolve() and not at_top:
        raise LookError(f"{folder}: no clone, but a folder inside one; expected the clone or a text file")
    if _status(folder, "rev-parse", "--verify", "--quiet", "HEAD^{commit}") != 0:
        raise LookError(f"{folder}: a clone without a commit")


def _git(clone: Path, *arguments: str, failure: str = "") -> bytes:
    with _started(clone, arguments) as process:
        output, _ = process.communicate()
    if process.returncode:
        raise LookError(failure or f"{clone}: git {arguments[0]} fails there")
    return output


def _status(clone: Path, *arguments: str) -> int:
    with _started(clone, arguments) as process:
        process.communicate()
    return process.returncode


def _started(clone: Path, arguments: Sequence[str]) -> subprocess.Popen[bytes]:
    command = ["git", *_OFFLINE, "-C", str(clone), *arguments]
    environment = {**os.environ, **_ENVIRONMENT}
    try:
        return subprocess.Popen(  # noqa: S603 - no shell
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment
        )
    except OSError as error:
        raise LookError("git cannot be started, so that no clone can be looked at") from error

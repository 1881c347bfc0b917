"""The day for which states are computed: given, or that of the last commit: an old commit says the same."""

from __future__ import annotations

import datetime
import os
import re
import subprocess
from typing import TYPE_CHECKING

from macros.findings import abbreviated

if TYPE_CHECKING:
    from pathlib import Path


_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_SECONDS = re.compile(r"-?\d{1,12}", re.ASCII)


class DayError(ValueError):
    """The day can neither be read nor found."""


def parse_as_of(text: str) -> datetime.date:
    """Read ``YYYY-MM-DD``; raise DayError for anything else."""
    try:
        if not _DAY.fullmatch(text):
            raise ValueError(text)  # noqa: TRY301 - Python reads other forms too
        return datetime.date.fromisoformat(text)
    except ValueError as error:
        message = f"--as-of: found {text!r}; expected a day of the calendar, YYYY-MM-DD"
        raise DayError(message) from error


def day_of_build(folder: Path, as_of: str | None) -> datetime.date:
    """Return the day given, else SOURCE_DATE_EPOCH's, else that of the last commit in ``folder``."""
    epoch = _day_of_epoch(os.environ.get("SOURCE_DATE_EPOCH", ""))
    if as_of:
        return parse_as_of(as_of)
    return epoch or _day_of_commit(folder)


def latest_day() -> datetime.date:
    """Return the last day that may have begun somewhere: time zones reach fourteen hours ahead."""
    return (datetime.datetime.now(datetime.UTC) + datetime.timedelta(hours=14)).date()


def _day_of_epoch(text: str) -> datetime.date | None:
    """Return the day of a reproducible build, or None; a wrong one is told even where a day is given.

    MkDocs reads it too, and fails on a wrong one.
    """
    if not text:
        return None
    try:
        if not _SECONDS.fullmatch(text):
            raise ValueError(text)  # noqa: TRY301 - Python reads other forms too
        return datetime.datetime.fromtimestamp(int(text), datetime.UTC).date()
    except (ValueError, OverflowError, OSError) as error:
        message = f"SOURCE_DATE_EPOCH: found {abbreviated(text)}; expected seconds since 1970"
        raise DayError(message) from error


def _day_of_commit(folder: Path) -> datetime.date:
    command = ["git", "-C", str(folder), "log", "-1", "--format=%ct"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - fixed
    except OSError:
        done = None
    stamp = done.stdout.strip() if done is not None and done.returncode == 0 else ""
    if not stamp.isdigit():
        message = (
            "no day to compute states for: this is no git checkout with a commit; give --as-of YYYY-MM-DD"
        )
        raise DayError(message)
    return datetime.datetime.fromtimestamp(int(stamp), datetime.UTC).date()

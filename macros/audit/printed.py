"""The text of a printed document, as Poppler's programs read it: its words, and what it says of itself.

Without the programs there is no text, and the rules say that they have not looked into the document.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

SUFFIX = ".pdf"
_SUBJECT = re.compile(r"^Subject:\s*(.*)$", re.MULTILINE)
_AUTHORED = re.compile(r"^(?:Title|Subject|Keywords|Author|Creator|Producer):.*$", re.MULTILINE)
"""The facts that somebody wrote; the others, such as its size, are those of the file."""
_LONGEST = 120
"""How many seconds one document may take."""


@dataclass(frozen=True, slots=True)
class Printed:
    """A document's text, its facts first, and the subject that it names; empty where it cannot be read."""

    text: str = ""
    subject: str = ""


def read_printed(file: Path) -> Printed:
    """Return what a PDF file says."""
    facts, words = _said("pdfinfo", str(file)), _said("pdftotext", "-q", "-enc", "UTF-8", str(file), "-")
    if not words.strip():
        return Printed()
    subject = _SUBJECT.search(facts)
    authored = "\n".join(_AUTHORED.findall(facts))
    return Printed(f"{authored}\n{words}", subject[1].strip() if subject else "")


def _said(program: str, *arguments: str) -> str:
    found = shutil.which(program)
    if found is None:
        return ""
    try:
        done = subprocess.run(  # noqa: S603 - a program of the system, on a file of the output
            [found, *arguments], capture_output=True, check=True, timeout=_LONGEST
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.decode("utf-8", "replace")

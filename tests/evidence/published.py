"""Where the published artefacts lie on this machine, if they do, and what comparing with them gave."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from tests.support.project import ROOT

FOLDER = Path(os.environ.get("CLAIMBOOK_EVIDENCE") or ROOT.parent / "shared" / "evidence")
"""A folder with ``manifest.json`` (repository, commit, digests) and the repository's files."""
CHECKED: list[str] = []
"""What the tests say at the end of the run; the last one counts."""


def manifest() -> dict[str, Any] | None:
    """Return the manifest of the published artefacts, or None where they are not on this machine."""
    file = FOLDER / "manifest.json"
    return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else None

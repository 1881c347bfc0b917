"""A new record in a record file, to be filled in: the file and the name are checked, nothing is written."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from macros.findings import abbreviated, nearest
from macros.records.editing import EditError, with_record
from macros.records.kinds import MODELS
from macros.records.reader import DEFAULTS, read_document
from macros.records.saving import drafted
from macros.records.skeleton import HEADER, skeleton

if TYPE_CHECKING:
    from collections.abc import Mapping

    from macros.records.saving import Draft

_NAME = re.compile(r"[a-z0-9][a-z0-9-]*", re.ASCII)
_SUFFIXES = (".yml", ".yaml")


def created(claims: Path, shown: str, file: str, key: str, kind: str) -> Draft:
    """Return the draft of a file with a new record of a kind; ``file`` is a path or a subject."""
    if kind not in MODELS:
        fix = nearest(kind, MODELS) or f"expected one of {', '.join(MODELS)}"
        raise EditError(f"no kind {abbreviated(kind)}; {fix}")
    if not _NAME.fullmatch(key) or key == DEFAULTS:
        raise EditError(f"--key: found {abbreviated(key)}; expected a-z, 0-9 and -, not beginning with -")
    path = _file(claims, shown, file)
    given: Mapping[str, object] = {}
    if path.exists():
        document, findings = read_document(path, f"{shown}/{path.name}")
        if findings and findings[0].rule != "yaml-empty":
            raise EditError(f"{findings[0].place}: {findings[0].message}; mend the file before it is edited")
        defaults = document.data.get(DEFAULTS) if document else None
        given = defaults if isinstance(defaults, dict) else {}
    names = [name for name in given if name != "kind" or given["kind"] == kind]
    body = skeleton(kind, names)

    def edit(text: str) -> str:
        return with_record(text or HEADER, key, body)

    return drafted(path, f"{shown}/{path.name}", edit)


def _file(claims: Path, shown: str, file: str) -> Path:
    """Return the record file that a path or a subject names; raise EditError for one that is none."""
    path = Path(file)
    if path.suffix.lower() not in _SUFFIXES:
        existing = [claims / f"{file}{suffix}" for suffix in _SUFFIXES]
        path = next((each for each in existing if each.exists()), existing[0])
    elif path.parent in (Path(), Path(shown)):
        path = claims / path.name
    if path.parent.resolve() != claims.resolve():
        raise EditError(f"--file: found {abbreviated(file)}; expected a file in {shown}/ or its subject")
    if not _NAME.fullmatch(path.stem):
        raise EditError(f"--file: found {abbreviated(path.stem)}; expected a name of a-z, 0-9 and -")
    if not claims.is_dir():
        raise EditError(f"{shown}: no folder of records")
    return path

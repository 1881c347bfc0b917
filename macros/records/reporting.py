"""Findings about records, each with the place of its field."""

from __future__ import annotations

from typing import TYPE_CHECKING

from macros.findings import Finding
from macros.records.loader import Unsound, locate_field

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from macros.records.base import Record


class Reporter:
    """Collects findings about records of one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.findings: list[Finding] = []

    def add(
        self,
        record: Record | Unsound,
        path: Iterable[str | int],
        rule: str,
        found: str,
        expected: str = "",
        fix: str = "",
    ) -> None:
        """Note what is wrong with a field of a record."""
        place = locate_field(self.folder, record, path)
        self.findings.append(Finding(rule, place, found, expected, fix, record.identifier))

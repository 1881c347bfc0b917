"""Records and pages checked without an output: every page's macros are run, nothing is kept."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from typing import TYPE_CHECKING

from macros.site.building import BuildFailedError, run_mkdocs

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from macros.findings import Finding

ANY_DAY = "2000-01-01"
"""States are computed for some day, but nobody sees them."""


@dataclass(frozen=True, slots=True)
class Checked:
    """How much was checked, and what was found."""

    records: int
    pages: int
    findings: Sequence[Finding]


def check_site(configuration: Path) -> Checked:
    """Return the findings about the records and pages of the site that ``configuration`` describes.

    Raises:
        BuildFailedError: the check could not be made; the error has no findings.
    """
    with tempfile.TemporaryDirectory(prefix="claimbook-") as folder:
        try:
            plugin = run_mkdocs(configuration, folder, ANY_DAY, is_checking=True)
        except BuildFailedError as error:
            if not error.findings:
                raise
            return Checked(0, 0, error.findings)
    return Checked(plugin.summary["records"], plugin.summary["pages"], ())

"""Records and page sources checked without a build."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs.config import load_config
from mkdocs.exceptions import Abort, ConfigurationError

from macros.findings import Finding, Place
from macros.records.binding import open_book
from macros.site.plugin import ClaimbookPlugin
from macros.site.sources import check_sources, read_sources

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Checked:
    """How much was checked, and what was found."""

    records: int
    pages: int
    findings: Sequence[Finding]


def check_site(configuration: Path) -> Checked:
    """Return the findings about the records and pages of the site that ``configuration`` describes."""
    try:
        config = load_config(str(configuration))
    except (Abort, ConfigurationError) as error:
        finding = Finding(
            "configuration", Place(str(configuration)), str(error), "a configuration that MkDocs accepts"
        )
        return Checked(0, 0, (finding,))
    plugin = next((item for item in config.plugins.values() if isinstance(item, ClaimbookPlugin)), None)
    claims = plugin.config.claims_dir if plugin else "claims"
    docs = Path(config.docs_dir)
    bound = open_book(configuration.resolve().parent / claims, claims)
    sources, problems = read_sources(docs, docs.name)
    return Checked(len(bound.book), len(sources), (*bound.findings, *problems, *check_sources(sources)))

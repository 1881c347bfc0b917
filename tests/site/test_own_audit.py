"""The project's own site holds against the audit: records, pages, files of the repository, built output."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.support.project import run_claimbook

if TYPE_CHECKING:
    from tests.support.built import BuiltSite


def test_our_own_site_is_clean_but_for_written_waivers(built_site: BuiltSite) -> None:
    """On the day of the last commit nothing is found from a warning upwards that is not waived."""
    outcome = run_claimbook(
        "audit", "--output", built_site.folder, "--format", "json", "--fail-on", "warning", "--no-cache"
    )
    assert outcome.returncode in (0, 1), outcome.stderr
    document = json.loads(outcome.stdout)
    found = [
        f"{item['path']}:{item['line']}:{item['column']}: {item['rule']} {item['message']}"
        for item in document["findings"]
        if not item["waived"] and item["level"] != "note"
    ]
    assert found == []
    assert outcome.returncode == 0
    assert all(len(item["waived"]) > len("why") for item in document["findings"] if item["waived"])

"""The site's own pages: what the document states is found by reading, not only in the records."""

import json
from typing import Any

import pytest

from tests.support.built import BuiltSite

PROSE = {"about/", "decisions/", "writing/", "claims/", "sources/"}


@pytest.fixture(scope="module")
def stated(built_site: BuiltSite) -> list[dict[str, Any]]:
    """The records that hold an item of the document's inventory."""
    records = json.loads(built_site.claims_file.read_text(encoding="utf-8"))["records"]
    return [record for record in records if record["document"] and record["document"]["items"]]


def test_every_item_of_the_document_is_shown_on_a_page(stated: list[dict[str, Any]]) -> None:
    """No statement of the document lives on a record's page alone."""
    assert len(stated) > 100
    assert [record["id"] for record in stated if not record["shown_on"]] == []


def test_guidance_is_shown_where_guidance_is_read(stated: list[dict[str, Any]]) -> None:
    """Figures, requirements, prohibitions and verdicts stand on a page of guidance too."""
    roles = {"figure", "requirement", "prohibition", "verdict", "recommendation"}
    # What may be published is a rule for this site, and About is its place.
    guidance = [
        record for record in stated if record["role"] in roles and record["id"] != "sanitization.rule"
    ]
    assert guidance
    assert [record["id"] for record in guidance if set(record["shown_on"]) <= PROSE] == []

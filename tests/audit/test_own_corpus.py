"""The corpus of the audit's findings about itself: waivers that are wrong, files that cannot be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from macros.audit.gather import gather
from macros.audit.inputs import Layout
from macros.audit.rules import RULES
from macros.audit.run import run_audit
from tests.support.audits import DAY, inputs_of
from tests.support.corpus import CORPUS, check_findings

if TYPE_CHECKING:
    from macros.findings import Finding

CODES = ("CB002", "CB003", "CB004", "CB005")


def _findings(code: str, kind: str) -> list[Finding]:
    folder = CORPUS / "audit" / code / kind
    layout = Layout(folder, folder / "claims", folder / "docs")
    material, loading = gather(layout, DAY, inputs=inputs_of(layout))
    chosen = [rule for rule in RULES if rule.code == "CB1002"]
    found = run_audit(RULES, chosen, material, loading).findings
    return [finding for finding in found if finding.rule == code]


@pytest.mark.parametrize("code", CODES)
def test_the_bad_case_gives_what_stands_beside_it(code: str) -> None:
    """Each expected finding at its place, and no other of that rule."""
    check_findings(_findings(code, "bad"), CORPUS / "audit" / code / "bad")


@pytest.mark.parametrize("code", CODES)
def test_the_good_case_gives_nothing(code: str) -> None:
    """What is right is no finding of that rule."""
    assert _findings(code, "good") == []

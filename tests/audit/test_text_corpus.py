"""The rules over what authors write, each against the cases that its label says."""

from __future__ import annotations

import pytest

from macros.audit.rules import assertions, copies_in_text, quantities
from tests.support.audited import audit_case
from tests.support.corpus import CORPUS, check_findings

RULES = {rule.code: rule for family in (quantities, assertions, copies_in_text) for rule in family.RULES}


@pytest.mark.parametrize("code", sorted(RULES))
def test_a_bad_site_gives_what_is_expected(code: str) -> None:
    """Each bad case gives exactly its findings: file, line, column, rule and words."""
    case = CORPUS / "audit" / code / "bad"
    outcome = audit_case(case, [RULES[code]])
    assert (outcome.failed, outcome.not_checked) == ((), ())
    check_findings(outcome.findings, case)


@pytest.mark.parametrize("code", sorted(RULES))
def test_a_good_site_gives_nothing(code: str) -> None:
    """Each good case, which resembles the bad one, gives no finding of its rule, and the rule was checked."""
    outcome = audit_case(CORPUS / "audit" / code / "good", [RULES[code]])
    assert (outcome.findings, outcome.failed, outcome.not_checked) == ((), (), ())

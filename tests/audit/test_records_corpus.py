"""The rules over records, each against its labelled cases: bad ones exactly, good ones in silence."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from macros.audit.rules import (
    comparability,
    contradictions,
    copies_of_records,
    derivations,
    freshness,
    orphans,
    provenance,
    verdicts,
)
from macros.records.binding import open_book
from tests.support.audited import audit_case
from tests.support.corpus import CORPUS, check_findings, expected_of

if TYPE_CHECKING:
    from macros.audit.rule import Rule

FAMILIES = (
    comparability,
    contradictions,
    copies_of_records,
    derivations,
    freshness,
    orphans,
    provenance,
    verdicts,
)
RULES: dict[str, Rule] = {rule.code: rule for family in FAMILIES for rule in family.RULES}
IN_TESTS_OF_THEIR_OWN = {"CB1003"}  # it needs the names of the macros, which no file of a site has
CODES = sorted(RULES.keys() - IN_TESTS_OF_THEIR_OWN)
ABOUT_LOADING = {"CB301", "CB401"}  # what loading finds is what they are about


@pytest.mark.parametrize("code", CODES)
def test_a_bad_site_gives_what_is_expected(code: str) -> None:
    """Each bad case gives exactly its findings: rule, place and words."""
    case = CORPUS / "audit" / code / "bad"
    outcome = audit_case(case, [RULES[code]])
    assert (outcome.failed, outcome.not_checked) == ((), ())
    check_findings(outcome.findings, case)


@pytest.mark.parametrize("code", CODES)
def test_a_good_site_gives_nothing(code: str) -> None:
    """Each good case, which resembles the bad one, gives no finding of its rule, and the rule was checked."""
    outcome = audit_case(CORPUS / "audit" / code / "good", [RULES[code]])
    assert (outcome.findings, outcome.failed, outcome.not_checked) == ((), (), ())


@pytest.mark.parametrize("case", [f"{code}/{name}" for code in CODES for name in ("bad", "good")])
def test_the_records_of_the_cases_are_sound(case: str) -> None:
    """No case hangs on a fault of its records that loading reports, unless it is about that."""
    findings = open_book(CORPUS / "audit" / case / "claims", "claims").findings
    if case.partition("/")[0] not in ABOUT_LOADING:
        assert not findings


def test_every_bad_case_expects_something() -> None:
    """No label is empty."""
    for code in CODES:
        assert expected_of(CORPUS / "audit" / code / "bad"), code

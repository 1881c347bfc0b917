"""Macros that nobody calls: checked where somebody says which macros there are."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from macros.audit.rules import orphans
from macros.audit.run import Outcome, run_rules
from macros.findings import Level
from tests.support.audits import material_of
from tests.support.corpus import CORPUS, check_findings

if TYPE_CHECKING:
    from pathlib import Path

CASES = CORPUS / "audit" / "CB1003"
RULES = [rule for rule in orphans.RULES if rule.code == "CB1003"]


def _outcome(name: str, macros: frozenset[str], folder: Path) -> Outcome:
    files = {
        path.relative_to(CASES / name).as_posix(): path.read_text(encoding="utf-8")
        for path in (CASES / name).rglob("*.*")
        if path.name != "expected.txt"
    }
    material, _ = material_of(folder, files)
    return run_rules(RULES, replace(material, macro_names=macros))


@pytest.mark.parametrize("name", ["bad", "good"])
def test_a_macro_that_no_page_calls_is_a_note(tmp_path: Path, name: str) -> None:
    """Of the macros that there are, those that stand on no page are found, and no others."""
    outcome = _outcome(name, frozenset({"value", "figure"}), tmp_path)
    if name == "good":
        assert outcome.findings == ()
    else:
        check_findings(outcome.findings, CASES / name)
        assert outcome.findings[0].level is Level.NOTE


def test_without_the_names_it_is_not_checked(tmp_path: Path) -> None:
    """Where nobody says which macros there are, the rule says that it was not checked."""
    outcome = _outcome("bad", frozenset(), tmp_path)
    assert [code for code, _ in outcome.not_checked] == ["CB1003"]

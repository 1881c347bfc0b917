"""A run: every rule, whatever another one does; what is missing is said, what is found is in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from macros.audit.run import run_audit, run_rules
from macros.findings import Finding, Level, Place
from tests.support.audits import material_of, rule_of, word_rule

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from macros.audit.material import Material
    from macros.audit.rule import Rule


def _broken(rule: Rule, material: Material) -> Iterator[Finding]:
    del material
    yield rule.finding(Place("docs/index.md"), "before the fault")
    raise KeyError("pump\nflow")


def test_a_rule_that_fails_is_a_finding_and_the_others_run(tmp_path: Path) -> None:
    """CB001 names the rule, its error in one line and where; what others find is there too."""
    material, _ = material_of(tmp_path, {"docs/index.md": "# Pump\n\nfault\n"})
    outcome = run_rules([rule_of("CB901", _broken), word_rule("CB902", "fault")], material)
    assert outcome.failed == ("CB901",)
    assert outcome.checked == ("CB902",)
    failures = [finding for finding in outcome.findings if finding.rule == "CB001"]
    assert len(failures) == 1
    assert failures[0].level is Level.ERROR
    assert "CB901 (rule-cb901) failed: KeyError: 'pump\\nflow' in _broken, line" in failures[0].found
    assert [str(f.place) for f in outcome.findings if f.rule == "CB902"] == ["docs/index.md:3:1"]


def test_a_rule_without_what_it_needs_is_not_checked(tmp_path: Path) -> None:
    """It is said with the reason, once for reasons that are the same, and is none of the rules checked."""
    material, _ = material_of(tmp_path, {})
    rules = [rule_of("CB901", _broken, "outputs", "catalogue"), rule_of("CB902", _broken, "pages")]
    outcome = run_rules(rules, material)
    assert outcome.not_checked == (
        ("CB901", "nothing is built: run claimbook build first"),
        ("CB902", "there are no pages"),
    )
    assert (outcome.findings, outcome.checked, outcome.failed) == ((), (), ())


def test_findings_are_in_the_order_of_places_and_each_once(tmp_path: Path) -> None:
    """Two rules that say the same of a place say it once; lines count as numbers."""

    def check(rule: Rule, material: Material) -> Iterator[Finding]:
        del material
        for line in (10, 9, 9):
            yield rule.finding(Place("docs/index.md", line), "found")

    material, _ = material_of(tmp_path, {})
    outcome = run_rules([rule_of("CB901", check), rule_of("CB901", check)], material)
    assert [finding.place.line for finding in outcome.findings] == [9, 10]


def test_findings_of_loading_stay_but_for_those_that_a_rule_turns_into_its_own(tmp_path: Path) -> None:
    """`shown-differs` is CB301's to say where there is such a rule, and stays where there is none."""
    material, _ = material_of(tmp_path, {})
    loading = [
        Finding("shown-differs", Place("claims/pump.yml", 2), "a"),
        Finding("unknown-field", Place("claims/pump.yml", 3), "b"),
    ]
    cb301 = word_rule("CB301", "nothing at all")
    with_rule = run_audit([cb301], [], material, loading)
    assert [finding.rule for finding in with_rule.findings] == ["unknown-field"]
    without = run_audit([], [], material, loading)
    assert [finding.rule for finding in without.findings] == ["shown-differs", "unknown-field"]

"""Verdicts that print figures of what none of their inputs compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from macros.audit.rules import verdicts
from macros.audit.run import run_rules
from tests.support.audits import material_of

if TYPE_CHECKING:
    from pathlib import Path

RULES = [rule for rule in verdicts.RULES if rule.code == "CB403"]
RECORDS = """\
against: {kind: dimension, title: Against, says: What it was compared with., evidenced: true}
log: {kind: source, title: Log, says: The log.}
one: {kind: measured, title: Ratio, says: "It was {value}.", value: 0.9, source: pump.log, observed: unstated,
  scope: {against: piston}}
two: {kind: measured, title: Ratio, says: "It was {value}.", value: 0.8, source: pump.log, observed: unstated,
  scope: {against: gear}}
"""


@pytest.mark.parametrize(
    ("inputs", "says", "missing"),
    [
        ("one: pump.one", "It loses, at {pump.one}.", ""),
        ("one: pump.one, two: pump.two", "It loses, at {pump.one} and at {pump.two}.", ""),
        ("one: pump.one", "It loses, at {pump.one} and at {pump.two}.", "gear"),
        ("two: pump.two", "It loses, at {pump.one} and at {pump.two}.", "piston"),
        ("one: pump.one", "It loses everywhere.", ""),
    ],
)
def test_an_inserted_figure_names_what_it_compared(
    tmp_path: Path, inputs: str, says: str, missing: str
) -> None:
    """The condition of a figure that the sentence inserts counts as named by it."""
    first = inputs.partition(":")[0]
    verdict = (
        f'lost: {{kind: derived, title: Lost, says: "{says}", from: {{{inputs}}}, holds_if: "{first} < 1"}}\n'
    )
    made, loading = material_of(tmp_path, {"claims/pump.yml": RECORDS + verdict})
    assert loading == []
    found = run_rules(RULES, made).findings
    assert [(one.record, f"'{missing}'" in one.found) for one in found] == [("pump.lost", True)] * bool(
        missing
    )

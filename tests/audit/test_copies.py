"""Figures, versions and sentences that stand a second time, in the forms in which people write them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from macros.audit.rules import copies_in_text, copies_of_records
from macros.audit.run import run_rules
from tests.audit.pump import CLAIMS, PUMP, STACK, material
from tests.support.audits import material_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from macros.audit.material import Material
    from macros.audit.rule import Rule


def found(rules: Sequence[Rule], code: str, made: Material) -> list[tuple[str, int, str]]:
    """Where something of a rule is found, and about which record."""
    chosen = [rule for rule in rules if rule.code == code]
    return [(one.place.path, one.place.line, one.record) for one in run_rules(chosen, made).findings]


NAMING = (
    "Valve 1.3.0",
    "valve==1.3.0",
    'VALVE_VERSION: "1.3.0"',
    "VALVE_VERSION ?= 1.3.0",
    "VALVE_VERSION:=1.3.0",
    "| Valve | 1.3.0 |",
    "| Valve | `v1.3.0` |",
    "[Valve 1.3.0](https://example.org/)",
    "Valve (1.3.0) is what runs",
    "Valve, version 1.3.0",
    "Valve ≥ 1.3.0",
    "valve/1.3.0",
    "valve-1.3.0.tar",
    "valve[all]==1.3.0",
    "git clone --branch v1.3.0 https://example.org/valve.git",
    "git clone -b 1.3.0 git@example.org:tools/valve",
    "1.3.0 of valve",
    "release 1.3.0 of the valve",
    "commit 1234abc of valve",
)


@pytest.mark.parametrize("words", NAMING)
@pytest.mark.parametrize("file", ["README.md", "Makefile", "docs/index.md"])
def test_a_version_is_found_before_and_behind_the_name(tmp_path: Path, words: str, file: str) -> None:
    """Another version than the pinned one is found in prose, tables, settings and commands, once."""
    made, _ = material_of(tmp_path, {"claims/stack.yml": STACK, file: f"Pumps\n\n{words}\n"})
    assert found(copies_in_text.RULES, "CB803", made) == [(file, 3, "stack.valve")]


@pytest.mark.parametrize(
    "words",
    [
        "| Valve | 1.25 × |",
        "| Valve | 0.67% |",
        "Valve (1.2 GB/s)",
        "Valve: 1.3 times the flow",
        "Valve, 1.3.0",
        "The valve opens. 1.3.0 is another thing.",
        "git clone --branch v1.3.0 https://example.org/valve-tests",
        "one of valve",
        "defaced of valve",
        "| Pump | 1.3.0 |",
    ],
)
def test_other_numbers_near_a_name_are_no_version_of_it(tmp_path: Path, words: str) -> None:
    """A ratio, a share, another sentence, another name: no version of the component."""
    made, _ = material_of(tmp_path, {"claims/stack.yml": STACK, "README.md": f"Pumps\n\n{words}\n"})
    assert found(copies_in_text.RULES, "CB803", made) == []


COMPUTED = """
sum:
  kind: derived
  title: Both
  says: "Both move {sum}."
  unit: GB/s
  from: {flow: pump.flow, rated: pump.rated}
  read: {flow: "10.0 GB/s", rated: "20.0 GB/s"}
  formula: flow + rated
"""


@pytest.mark.parametrize("typed", ["30.0 GB/s", "about 30.0 GB/s"])
def test_a_computed_value_is_one_to_repeat(tmp_path: Path, typed: str) -> None:
    """What a formula gives (10.0 + 20.0) counts as the record's value: in its own text, and on its page."""
    own = COMPUTED.replace("{sum}", typed)
    page = f'# Page\n\n{{{{ value("pump.sum") }}}}\n\nIt came to {typed}.\n'
    claims = {"pump.yml": PUMP + own, "stack.yml": STACK}
    made = material(tmp_path, claims=claims, pages={"index.md": page})
    line = (PUMP + own).split("\n").index(f'  says: "Both move {typed}."') + 1
    expected = [("claims/pump.yml", line, "pump.sum"), ("docs/index.md", 5, "pump.sum")]
    assert found(copies_in_text.RULES, "CB801", made) == expected


def test_a_computed_value_that_is_inserted_is_written_once(tmp_path: Path) -> None:
    """The same record with its value inserted gives nothing, and neither does another number."""
    page = '# Page\n\n{{ value("pump.sum") }}\n\nIt came to 31.0 GB/s.\n'
    claims = {"pump.yml": PUMP + COMPUTED.replace("{sum}", "{value}"), "stack.yml": STACK}
    made = material(tmp_path, claims=claims, pages={"index.md": page})
    assert found(copies_in_text.RULES, "CB801", made) == []


@pytest.mark.parametrize("key", ["volute", "casing"])
def test_a_second_entry_of_the_glossary_is_a_second_record(tmp_path: Path, key: str) -> None:
    """Two terms that say the same are one explanation, under whatever keys and titles."""
    terms = "shell: {kind: term, title: Shell, says: The part around the wheel.}\n"
    second = f"{key}: {{kind: term, title: {key}, says: The part around the wheel.}}\n"
    made = material(tmp_path, claims={**CLAIMS, "words.yml": terms + second})
    assert found(copies_of_records.RULES, "CB802", made) == [("claims/words.yml", 2, f"words.{key}")]

"""A few corruptions of the real site for each rule, by a seed: each is found by the rule meant for it.

The run over more than a thousand is `python -m tests.benchmarks.mutations`.
"""

from __future__ import annotations

import datetime
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from macros.audit.rules import RULES
from tests.benchmarks.mutations.ground import Ground, remembering
from tests.benchmarks.mutations.judge import Judge
from tests.benchmarks.mutations.run import CODES, choose
from tests.support.sites import DAY

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.support.built import BuiltSite

COUNT, SEED = 60, 29
FEW = 40


def test_every_rule_has_mutations() -> None:
    """No rule is left out: a new one needs a way to corrupt the site for it."""
    assert {rule.code for rule in RULES} == set(CODES)


@pytest.fixture(scope="module")
def ground(built_site: BuiltSite, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ground]:
    """The real site in memory, without most of the pages of single records."""
    folder = tmp_path_factory.mktemp("records")
    with remembering():
        yield Ground.of(built_site.folder, folder, datetime.date.fromisoformat(DAY), is_small=True)


def test_corruptions_are_found_by_the_right_rule(ground: Ground) -> None:
    """At least one corruption for each rule, and every one is found at its place by the rule meant for it."""
    chosen = choose(ground, SEED, COUNT)
    assert len(chosen) == COUNT
    assert min(Counter(mutation.code for mutation in chosen)[code] for code in CODES) >= 1
    judge = Judge(ground)
    failures = [one for one in map(judge, chosen) if one.verdict != "caught"]
    shown = [(one.mutation.code, one.mutation.operator, one.mutation.says, one.verdict) for one in failures]
    assert not failures, shown


def test_the_same_seed_gives_the_same_corruptions(ground: Ground) -> None:
    """What is corrupted depends on the seed and on nothing else."""
    first, again, other = (
        [mutation.key for mutation in choose(ground, seed, FEW)] for seed in (SEED, SEED, SEED + 1)
    )
    assert first == again != other

"""Chooses mutations by seed, each rule its share, judges them in two processes, and counts."""

from __future__ import annotations

import tempfile
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from tests.benchmarks.mutations import (
    advice,
    computed,
    conditions,
    copies,
    figures,
    freshness,
    leaks,
    provenance,
    words,
)
from tests.benchmarks.mutations.ground import Ground, remembering
from tests.benchmarks.mutations.judge import Judge, Judged

if TYPE_CHECKING:
    import datetime
    from collections.abc import Iterator, Sequence

    from tests.benchmarks.mutations.model import Mutation, Operator

OPERATORS: tuple[Operator, ...] = tuple(
    operator
    for module in (advice, computed, conditions, copies, figures, freshness, leaks, provenance, words)
    for operator in module.OPERATORS
)
CODES = tuple(sorted({operator.code for operator in OPERATORS}))


def choose(ground: Ground, seed: int, count: int, codes: Sequence[str] = CODES) -> list[Mutation]:
    """Return so many mutations: in turn one for each rule, and of a rule in turn one of each operator."""
    turns = [_of_rule(ground, seed, code) for code in codes]
    chosen: list[Mutation] = []
    seen = set()
    while turns and len(chosen) < count:
        for turn in tuple(turns):
            mutation = next((one for one in turn if one.key not in seen), None)
            if mutation is None:
                turns.remove(turn)
            elif len(chosen) < count:
                seen.add(mutation.key)
                chosen.append(mutation)
    return chosen


def _of_rule(ground: Ground, seed: int, code: str) -> Iterator[Mutation]:
    operators = [one for one in OPERATORS if one.code == code]
    turns = [
        one.mutations(ground, Random(f"{seed} {code} {one.name}"))  # noqa: S311 - no secret
        for one in operators
    ]
    while turns:
        for turn in tuple(turns):
            mutation = next(turn, None)
            if mutation is None:
                turns.remove(turn)
            else:
                yield mutation


def judged_part(
    output: Path, day: datetime.date, seed: int, count: int, codes: Sequence[str], part: slice
) -> list[Judged]:
    """Judge every so manieth of the chosen mutations; what a process of its own does."""
    with tempfile.TemporaryDirectory() as folder, remembering():
        ground = Ground.of(output, Path(folder), day)
        judge = Judge(ground)
        return [judge(one) for one in islice(choose(ground, seed, count, codes), part.start, None, part.step)]


def judged(
    output: Path, day: datetime.date, seed: int, count: int, codes: Sequence[str] = CODES, processes: int = 2
) -> list[Judged]:
    """Choose and judge mutations in so many processes."""
    parts = [slice(start, None, processes) for start in range(processes)]
    with ProcessPoolExecutor(processes) as pool:
        futures = [pool.submit(judged_part, output, day, seed, count, codes, part) for part in parts]
        return [one for future in futures for one in future.result()]

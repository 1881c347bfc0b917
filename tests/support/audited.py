"""A case of `tests/corpus/audit`, audited: a small site with what one rule is to find, or nothing of it."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING

from macros.audit.gather import gather
from macros.audit.inputs import Inputs, Layout, layout_of
from macros.audit.run import run_rules

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from macros.audit.rule import Rule
    from macros.audit.run import Outcome

DAY = datetime.date(2026, 11, 30)
_OWN = ("claims", "docs", "dist")


def audit_case(case: Path, rules: Sequence[Rule]) -> Outcome:
    """What the rules find in a folder with docs/ and, where the case needs them, claims/, dist/ and files.

    The files are those that lie there, whether git knows them or not; `expected.txt` is none of the site's.
    """
    configuration = case / "mkdocs.yml"
    plain = Layout(case, case / "claims", case / "docs")
    layout = layout_of(configuration) if configuration.is_file() else plain
    output = case / "dist"
    inputs = Inputs(
        record_files=_files(case / "claims", "*.yml"),
        pages=_files(case / "docs", "*.md"),
        files=tuple(
            path
            for path in _files(case, "*")
            if path.relative_to(case).parts[0] not in _OWN and path.name != "expected.txt"
        ),
        outputs=_files(output, "*") if output.is_dir() else None,
        output=output if output.is_dir() else None,
    )
    material, _ = gather(layout, DAY, inputs=inputs)
    return run_rules(rules, material)


def _files(folder: Path, pattern: str) -> tuple[Path, ...]:
    return tuple(sorted(path for path in folder.rglob(pattern) if path.is_file()))

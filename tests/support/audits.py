"""Audits of a few files: a site in a folder, its material, and rules that need no real site."""

from __future__ import annotations

import datetime
import re
import subprocess
from typing import TYPE_CHECKING

from macros.audit.gather import gather
from macros.audit.inputs import Inputs, Layout
from macros.audit.rule import Example, Rule
from macros.findings import Level, Place

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from pathlib import Path

    from macros.audit.material import Material
    from macros.findings import Finding

DAY = datetime.date(2026, 11, 30)
RECORDS = """\
log: {kind: source, title: Pump log, says: The log of the pump.}
flow:
  {kind: measured, title: Flow, says: 'The pump moves {value}.', value: 14.7, unit: GB/s, source: pump.log,
  observed: 2026-03-01}
"""
"""Two records with nothing wrong."""


def write_files(folder: Path, files: Mapping[str, str | bytes]) -> Layout:
    """Write the files of a site, records and pages among them."""
    for name, content in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.encode() if isinstance(content, str) else content)
    for name in ("claims", "docs"):
        (folder / name).mkdir(exist_ok=True)
    return Layout(folder, folder / "claims", folder / "docs")


def inputs_of(layout: Layout) -> Inputs:
    """Every file below the root by its part, with or without git; `expected.txt` is what a test expects."""
    every = sorted(path for path in layout.root.rglob("*") if path.is_file() and path.name != "expected.txt")
    pages = tuple(path for path in every if path.is_relative_to(layout.docs) and path.suffix == ".md")
    records = tuple(path for path in every if path.is_relative_to(layout.claims))
    dist = layout.root / "dist"
    outputs = tuple(path for path in every if path.is_relative_to(dist))
    rest = tuple(path for path in every if path not in {*pages, *records, *outputs})
    return Inputs(records, pages, rest, outputs or None, dist if outputs else None)


def material_of(
    folder: Path, files: Mapping[str, str | bytes], day: datetime.date = DAY
) -> tuple[Material, list[Finding]]:
    """The material of a site of these files, and what its loading found."""
    layout = write_files(folder, {"claims/pump.yml": RECORDS, **files})
    return gather(layout, day, inputs=inputs_of(layout))


def rule_of(code: str, check: Callable[[Rule, Material], Iterable[Finding]], *needs: str) -> Rule:
    """A rule with a check of the test's own."""
    return Rule(code, f"rule-{code.lower()}", Level.ERROR, "s", "w", Example("b", "g"), check, needs)


def word_rule(code: str, word: str) -> Rule:
    """A rule that finds a word in every page and every other text."""

    def check(rule: Rule, material: Material) -> Iterator[Finding]:
        for text in (*material.pages, *material.files, *material.record_files):
            for match in re.finditer(word, text.text):
                yield rule.finding(text.place(match.start()), f"'{word}' found")
        for artefact in material.outputs or ():
            for number, line in enumerate(artefact.text.split("\n"), 1):
                if word in line:
                    yield rule.finding(Place(artefact.shown, number, line.index(word) + 1), f"'{word}' found")

    return rule_of(code, check)


def git(folder: Path, *arguments: str) -> str:
    """Run git in a folder as a person without a configuration."""
    command = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org", "-C", str(folder), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def commit(folder: Path, message: str = "x") -> str:
    """Commit all files of a folder, which becomes a repository with the first; the commit's name."""
    if not (folder / ".git").exists():
        git(folder, "init", "-q", "-b", "main")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "--allow-empty", "-m", message)
    return git(folder, "rev-parse", "HEAD")

"""The commands of the audit: run it, and explain its rules."""

from __future__ import annotations

import gc
import importlib
import os
import sys
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import click

from macros.audit.audited import Audited, Choice, all_rules, audit_site, entries_of, find_rule
from macros.audit.baseline import apply_baseline, read_baseline
from macros.audit.baseline import write_baseline as write_entries
from macros.audit.cache import FOLDER
from macros.audit.fingerprints import Sources, fingerprints
from macros.audit.inputs import AuditError, Layout, layout_of
from macros.cli.ending import CANNOT_RUN, FINDINGS, fail, require
from macros.cli.options import AS_OF, CONFIG
from macros.day import DayError, day_of_build
from macros.findings import Level
from macros.report.layout import encodable
from macros.report.report import Report, counted

if TYPE_CHECKING:
    from collections.abc import Callable

FORMATS = {
    "text": "macros.report.terminal:as_terminal",
    "json": "macros.report.json_report:as_json",
    "sarif": "macros.report.sarif:as_sarif",
    "junit": "macros.report.junit:as_junit",
    "github": "macros.report.github:as_github",
    "markdown": "macros.report.markdown:as_markdown",
}
"""The formats of the report, and where each is written."""
_NEVER = "never"


@click.command()
@CONFIG
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    default=Path("dist"),
    show_default=True,
    help="The folder of a build; what is not built is not checked.",
)
@AS_OF
@click.option("--format", "form", type=click.Choice(list(FORMATS)), default="text", show_default=True)
@click.option("--report-file", type=click.Path(path_type=Path), help="Write the report there.")
@click.option(
    "--fail-on",
    type=click.Choice([*(level.value for level in Level), _NEVER]),
    default=Level.ERROR.value,
    show_default=True,
    help="The level from which a finding ends the command with status 1.",
)
@click.option("--only", multiple=True, metavar="RULE", help="Run only this rule; may be repeated.")
@click.option("--skip", multiple=True, metavar="RULE", help="Leave this rule out; may be repeated.")
@click.option("--changed", metavar="REV", help="Report only what differs from this commit or branch.")
@click.option(
    "--baseline", type=click.Path(path_type=Path), help="Report nothing that this file has on record."
)
@click.option(
    "--write-baseline", type=click.Path(path_type=Path), help="Put every finding on record in this file."
)
@click.option("--no-cache", is_flag=True, help="Read no earlier result, and leave none.")
def audit(  # noqa: PLR0913, PLR0917 - one argument an option
    config: Path,
    output: Path,
    as_of: str | None,
    form: str,
    report_file: Path | None,
    fail_on: str,
    only: tuple[str, ...],
    skip: tuple[str, ...],
    changed: str | None,
    baseline: Path | None,
    write_baseline: Path | None,
    *,
    no_cache: bool,
) -> None:
    """Say what in records, pages and built output no longer holds, or never had a record."""
    require(config)
    try:
        layout = _without(layout_of(config), baseline, write_baseline)
        choice = Choice(day_of_build(layout.root, as_of), only, skip, changed or "")
        cache = None if no_cache else layout.root / FOLDER
        audited = audit_site(layout, output, choice, cache, lambda: _own_macros(layout))
        report = _report(audited, choice, Sources(layout, output), baseline, _level(fail_on))
        if write_baseline is not None:
            count = write_entries(write_baseline, report.findings, report.fingerprints)
            click.echo(f"{write_baseline}: {counted(count, 'finding')} on record", err=True)
    except (AuditError, DayError) as error:
        fail(str(error))
    _show(report, form, report_file)
    gc.freeze()  # the process ends: what there was need not be gone through once more
    if report.failed:
        sys.exit(CANNOT_RUN)
    if report.failing and write_baseline is None:
        sys.exit(FINDINGS)


def _own_macros(layout: Layout) -> frozenset[str]:
    """Return the macros of the repository where it is the engine's own; another site need not use all."""
    if Path(__file__).resolve().parents[2] != layout.root:
        return frozenset()
    from macros.site.authoring import signatures  # noqa: PLC0415 - MkDocs is slow to import

    return frozenset(signatures())


def _without(layout: Layout, *files: Path | None) -> Layout:
    """Return the layout without the baselines, whose texts repeat what was found elsewhere."""
    shown = (layout.shown(file.resolve()) for file in files if file is not None)
    return replace(layout, excluded=(*layout.excluded, *shown))


def _level(name: str) -> Level | None:
    return None if name == _NEVER else Level(name)


def _report(
    audited: Audited, choice: Choice, sources: Sources, baseline: Path | None, fail_on: Level | None
) -> Report:
    findings = audited.findings
    identities = fingerprints(findings, sources)
    if baseline is not None:
        noted = () if choice.changed else audited.checked
        kept = apply_baseline(findings, identities, read_baseline(baseline), baseline.as_posix(), noted)
        identities += fingerprints(kept[len(findings) :], sources)
        findings = tuple(kept)
    return Report(
        as_of=choice.as_of.isoformat(),
        findings=findings,
        fingerprints=tuple(identities),
        entries={entry.code: entry for entry in audited.entries},
        checked=audited.checked,
        not_checked=audited.not_checked,
        failed=audited.failed,
        line=sources.shown_line,
        fail_on=fail_on,
        version=version("claimbook"),
        remarks=audited.remarks,
    )


def _show(report: Report, form: str, file: Path | None) -> None:
    """Print the report, or write it to a file and print its result alone."""
    module, _, name = FORMATS[form].partition(":")
    write: Callable[[Report], str] = getattr(importlib.import_module(module), name)
    text = write(report)
    if file is None:
        _echo(text)
        return
    try:
        file.write_text(click.unstyle(text) + "\n", encoding="utf-8", errors="replace")
    except OSError as error:
        fail(f"{file}: {error.strerror}")
    click.echo(encodable(f"{report.sentence()}; written to {file}", sys.stdout.encoding))


def _echo(text: str) -> None:
    """Print a text with its styles where a terminal shows them and NO_COLOR is not set."""
    click.echo(encodable(text, sys.stdout.encoding), color=False if os.environ.get("NO_COLOR") else None)


@click.command()
@click.argument("rule", required=False)
@click.option("--all", "every", is_flag=True, help="Explain every rule.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def explain(rule: str | None, form: str, *, every: bool) -> None:
    """Say what a rule finds, why, with an example, and how to silence it with a reason."""
    from macros.report.explanation import as_explanation, as_explanation_json  # noqa: PLC0415 - seldom wanted

    if every == (rule is not None):
        fail("expected the code of a rule, such as CB101, or --all")
    rules = all_rules()
    try:
        chosen = rules if rule is None else (find_rule(rules, rule),)
    except AuditError as error:
        fail(str(error))
    entries = entries_of(chosen)
    _echo(as_explanation(entries) if form == "text" else as_explanation_json(entries))

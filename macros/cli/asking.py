"""The commands that ask about records and change nothing: show, affected, diff."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from macros.cli.ending import FINDINGS, fail, require
from macros.cli.options import AS_OF, CONFIG
from macros.findings import nearest
from macros.report.layout import encodable
from macros.report.text import as_text

if TYPE_CHECKING:
    import datetime
    from collections.abc import Iterable

    from macros.audit.gather import Layout
    from macros.audit.material import Material
    from macros.audit.snapshot import Snapshot
    from macros.findings import Finding

FORMAT = click.option(
    "--format",
    "form",
    type=click.Choice(("text", "json")),
    default="text",
    show_default=True,
    help="Text to read, or JSON for a program.",
)


@click.command()
@click.argument("identifier", metavar="ID")
@CONFIG
@AS_OF
@FORMAT
def show(identifier: str, config: Path, as_of: str | None, form: str) -> None:
    """Show a record: what it rests on, what rests on it, its states with causes, where pages show it."""
    from macros.audit.answers import trail_data, trail_text  # noqa: PLC0415 - only what is asked for
    from macros.audit.trail import trail  # noqa: PLC0415

    material = _material(config, as_of)
    _require_record(material, identifier)
    answer = trail(material, identifier)
    say(trail_data(answer, material.as_of.isoformat()) if form == "json" else trail_text(answer))
    _mention(material.bound.findings)


@click.command()
@click.argument("what", metavar="ID|COMPONENT[@VERSION]")
@CONFIG
@AS_OF
@FORMAT
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    default=Path("dist"),
    show_default=True,
    help="The folder of the build, for the sections of printed editions.",
)
def affected(what: str, config: Path, as_of: str | None, form: str, output: Path) -> None:
    """Say what goes stale if a record, a source or a component changes: records, pages, prints, files.

    A component may be named by its key alone; with @VERSION, what was seen on that version is left out.
    """
    from macros.audit.affected import affected as ask  # noqa: PLC0415 - only what is asked for
    from macros.audit.answers import affected_data, affected_text  # noqa: PLC0415
    from macros.audit.gather import built_editions  # noqa: PLC0415

    material = _material(config, as_of)
    name, mark, version = what.partition("@")
    if mark and not version:
        fail(f"{what}: found no version after @; expected COMPONENT@VERSION")
    keys = {record.key: record.identifier for record in material.book.of_kind("component")}
    identifier = name if name in material.book else keys.get(name, name)
    _require_record(material, identifier)
    kind = material.book.records[identifier].kind
    if version and kind != "component":
        fail(f"{identifier} is a {kind}, which has no version; expected a component before @")
    answer = ask(material, identifier, version, built_editions(config.parent / output))
    say(affected_data(answer, material.as_of.isoformat()) if form == "json" else affected_text(answer))
    _mention(material.bound.findings)


@click.command()
@click.argument("revision", metavar="[REV]", required=False)
@click.argument("other", metavar="[REV]", required=False)
@CONFIG
@AS_OF
@FORMAT
def diff(revision: str | None, other: str | None, config: Path, as_of: str | None, form: str) -> None:
    """Say what changed in the meaning since REV, or between two: values, verdicts, grades, states.

    Without REV it is since the last release. Each side is judged on its own day: a commit's, or that of
    --as-of for the working tree.
    """
    from macros.audit.answers import difference_data, difference_text  # noqa: PLC0415 - only what is asked for
    from macros.audit.difference import difference  # noqa: PLC0415

    layout = layout_at(config)
    if other is not None and as_of is not None:
        fail("--as-of is the day of the working tree; expected no second REV beside it")
    before = _at_revision(layout, revision) if revision is not None else _released(layout)
    after = _at_revision(layout, other) if other is not None else _now(layout, as_of)
    answer = difference(before, after)
    if form == "json":
        sides = {
            key: {"name": side.name, "as_of": side.day.isoformat()}
            for key, side in (("from", before), ("to", after))
        }
        say({**sides, **difference_data(answer)})
    else:
        names = [f"{side.name} (as of {side.day.isoformat()})" for side in (before, after)]
        say(difference_text(answer, *names))


def _at_revision(layout: Layout, asked: str) -> Snapshot:
    from macros.audit.revision import RevisionError, book_at, find_revision  # noqa: PLC0415 - only what is asked
    from macros.audit.snapshot import snapshot  # noqa: PLC0415

    try:
        revision = find_revision(layout.root, asked)
        bound = book_at(layout.root, revision, layout.claims)
    except RevisionError as error:
        fail(str(error))
    _mention(bound.findings)
    return snapshot(bound, revision.day, asked)


def _released(layout: Layout) -> Snapshot:
    from macros.audit.snapshot import KEPT_IN, SnapshotError, read_snapshot  # noqa: PLC0415 - only what is asked

    try:
        return read_snapshot(layout.claims / KEPT_IN, f"{layout.shown(layout.claims)}/{KEPT_IN}")
    except SnapshotError as error:
        fail(f"{error}; or name a commit: claimbook diff REV")


def _now(layout: Layout, as_of: str | None) -> Snapshot:
    """Return what the records of the working tree say; end the command where there are none."""
    from macros.audit.snapshot import snapshot  # noqa: PLC0415 - only what is asked for
    from macros.records.binding import open_book  # noqa: PLC0415

    bound = open_book(layout.claims, layout.shown(layout.claims))
    if not bound.book.records:
        _no_records(layout, bound.findings)
    _mention(bound.findings)
    return snapshot(bound, day_of(layout, as_of), "the working tree")


def _material(config: Path, as_of: str | None) -> Material:
    from macros.audit.gather import gather  # noqa: PLC0415 - only what is asked for

    layout = layout_at(config)
    material, _ = gather(layout, day_of(layout, as_of))
    if not material.book.records:
        _no_records(layout, material.bound.findings)
    return material


def _no_records(layout: Layout, findings: Iterable[Finding]) -> NoReturn:
    say_error(as_text(findings))
    fail(f"{layout.claims.name}/: no record could be loaded")


def layout_at(config: Path) -> Layout:
    """Return where the site of a configuration keeps its records; end the command where there is none."""
    from macros.audit.gather import SiteError, layout_of  # noqa: PLC0415 - only what is asked for

    require(config)
    try:
        return layout_of(config)
    except SiteError as error:
        fail(str(error))


def day_of(layout: Layout, as_of: str | None) -> datetime.date:
    """Return the day for which states are computed; end the command where there is none."""
    from macros.day import DayError, day_of_build  # noqa: PLC0415 - only what is asked for

    try:
        return day_of_build(layout.root, as_of)
    except DayError as error:
        fail(str(error))


def _require_record(material: Material, identifier: str) -> None:
    """End the command where the book lacks a record: with its findings when it is only faulty."""
    if identifier in material.book:
        return
    own = [finding for finding in material.bound.findings if finding.record == identifier]
    if own:
        say_error(as_text(own))
        click.echo(f"claimbook: {identifier} could not be loaded", err=True)
        sys.exit(FINDINGS)
    fail(unknown(identifier, material.book.records))


def unknown(identifier: str, known: Iterable[str]) -> str:
    """Return the message for an id that no record has."""
    fix = nearest(identifier, known)
    return f"no record '{identifier}'" + (
        f"; {fix}" if fix else "; expected the id of a record, subject.name"
    )


def _mention(findings: Iterable[Finding]) -> None:
    """Say that some records could not be loaded: what depends on them is missing from the answer."""
    names = {finding.record or finding.place.path for finding in findings}
    if not names:
        return
    few = ", ".join(sorted(names)[:3]) + (" ..." if len(names) > 3 else "")  # noqa: PLR2004 - what fits a line
    say_error(f"claimbook: {len(names)} with findings, left out or incomplete here: {few} (claimbook check)")


def say(answer: str | dict[str, Any]) -> None:
    """Print an answer: text as far as the stream can show it, data as JSON in ASCII."""
    text = answer if isinstance(answer, str) else json.dumps(answer, indent=2) + "\n"
    click.echo(encodable(text, sys.stdout.encoding), nl=False)


def say_error(text: str) -> None:
    """Print a line that is no answer."""
    click.echo(encodable(text, sys.stderr.encoding), err=True)

"""The commands that edit records: new, verify, accept, release. All else in the files stays as it is."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Any

import click

from macros.cli.asking import FORMAT, day_of, layout_at, say, say_error, unknown
from macros.cli.ending import fail
from macros.cli.options import AS_OF, CONFIG

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from macros.audit.gather import Layout
    from macros.audit.upkeep import Reading
    from macros.records.binding import Bound
    from macros.records.claims import Derived
    from macros.records.saving import Draft

DRY_RUN = click.option("--dry-run", is_flag=True, help="Write nothing; show the difference.")


@click.command()
@click.argument("kind")
@click.option("--file", "file", required=True, metavar="FILE", help="The record file, or its subject.")
@click.option("--key", required=True, help="The record's name in the file: a-z, 0-9 and -.")
@CONFIG
@DRY_RUN
@FORMAT
def new(kind: str, file: str, key: str, config: Path, form: str, *, dry_run: bool) -> None:
    """Add a record of KIND with its fields to fill in at the end of a file; make the file if need be.

    Fields that must be written stand empty: the record is refused, field by field, until they are.
    """
    from macros.records.creating import created  # noqa: PLC0415 - only what is asked for
    from macros.records.editing import EditError  # noqa: PLC0415

    layout = layout_at(config)
    try:
        draft = created(layout.claims, layout.shown(layout.claims), file, key, kind)
    except EditError as error:
        fail(str(error))
    finish([draft], form, dry_run=dry_run, answer={"record": f"{draft.file.stem}.{key}"})
    if form == "text" and not dry_run:
        say(
            f"{draft.shown}: {draft.file.stem}.{key} added; fill in its empty fields, then: claimbook check\n"
        )


@click.command()
@click.argument("identifier", metavar="ID")
@click.option("--on", "on", required=True, metavar="YYYY-MM-DD", help="The day on which it was seen true.")
@click.option("--source", required=True, metavar="SOURCE_ID", help="The source record that it was seen in.")
@click.option("--note", default="", help="What was seen, for the record's history.")
@CONFIG
@DRY_RUN
@FORMAT
def verify(
    identifier: str, on: str, source: str, note: str, config: Path, form: str, *, dry_run: bool
) -> None:
    """Note that a record was seen true again: sets observed and source, and adds to its history."""
    from pydantic_core import PydanticCustomError  # noqa: PLC0415 - only what is asked for

    from macros.audit.upkeep import verified  # noqa: PLC0415
    from macros.records.editing import EditError  # noqa: PLC0415

    bound = bound_at(layout_at(config))
    require_record(bound, identifier)
    try:
        draft, remarks = verified(bound, identifier, on, source, note, today())
    except PydanticCustomError as error:
        fail(f"--on: found {on!r}; expected {error.message()}")
    except EditError as error:
        fail(str(error))
    finish([draft], form, dry_run=dry_run, answer={"record": identifier, "remarks": list(remarks)})
    if form == "text":
        say("" if dry_run else f"{draft.shown}: {identifier} seen true on {on} in {source}\n")
    for remark in remarks:
        say_error(f"claimbook: left as it was: {remark}")


@click.command()
@click.argument("identifier", metavar="[ID]", required=False)
@click.option("--all", "everything", is_flag=True, help="Every derived record whose inputs changed.")
@click.option("--reason", default="", help="Why the new inputs may be taken; with --all it must be given.")
@CONFIG
@DRY_RUN
@FORMAT
def accept(
    identifier: str | None, reason: str, config: Path, form: str, *, everything: bool, dry_run: bool
) -> None:
    """Read a derived record's inputs again and record what they say now, showing before and after."""
    from macros.audit.upkeep import accept as take  # noqa: PLC0415 - only what is asked for
    from macros.audit.upkeep import readings, unread  # noqa: PLC0415
    from macros.records.editing import EditError  # noqa: PLC0415

    if (identifier is None) == (not everything):
        fail("found neither an id nor --all, or both; expected claimbook accept ID, or --all --reason TEXT")
    if everything and not reason.strip():
        fail("--all: found no reason; expected --reason TEXT, which is noted in each record's history")
    bound = bound_at(layout_at(config))
    changed = unread(bound.book)
    records = list(changed) if identifier is None else [_derived(bound, identifier)]
    records = [record for record in records if record in changed]
    shown = [reading for record in records for reading in readings(bound.book, record)]
    try:
        drafts = take(bound, records, reason.strip(), today().isoformat())
    except EditError as error:
        fail(str(error))
    if form == "text":
        say("".join(f"{line}\n" for line in _readings(shown)))
    finish(drafts, form, dry_run=dry_run, answer={"readings": [_reading_data(each) for each in shown]})
    if form == "text" and not records:
        say("nothing to accept: every input is as it was read\n")
    elif form == "text" and not dry_run:
        say(f"{len(records)} accepted\n")


@click.command()
@click.argument("name")
@CONFIG
@AS_OF
@DRY_RUN
@FORMAT
def release(name: str, config: Path, as_of: str | None, form: str, *, dry_run: bool) -> None:
    """Keep what the records say now under NAME: what changed since is compared with it.

    It is written to released.json beside the records. Records with findings are not released.
    """
    from macros.audit.snapshot import KEPT_IN, snapshot  # noqa: PLC0415 - only what is asked for
    from macros.records.editing import EditError  # noqa: PLC0415
    from macros.records.saving import replacing  # noqa: PLC0415

    if not name.strip() or not name.isprintable():
        fail(f"NAME: found {name!r}; expected the release's name in a line")
    layout = layout_at(config)
    bound = bound_at(layout)
    if bound.findings:
        first = bound.findings[0]
        fail(f"{first.place}: {first.message}; a release holds sound records only (claimbook check)")
    kept = snapshot(bound, day_of(layout, as_of), name.strip())
    try:
        draft = replacing(layout.claims / KEPT_IN, f"{layout.shown(layout.claims)}/{KEPT_IN}", kept.data())
    except EditError as error:
        fail(str(error))
    finish([draft], form, dry_run=dry_run, answer={"name": kept.name, "records": len(kept.records)})
    if form == "text" and not dry_run:
        say(f"{draft.shown}: {kept.name}, {len(kept.records)} records as of {kept.day.isoformat()}\n")


def _readings(readings: Iterable[Reading]) -> Iterable[str]:
    for reading in readings:
        before, after = reading.before or "never read", reading.after or "gone"
        change = f"{before} (unchanged)" if before == after else f"{before} -> {after}"
        yield f"{reading.record}  {reading.name}: {change}"


def _reading_data(reading: Reading) -> dict[str, Any]:
    return {
        "record": reading.record,
        "input": reading.name,
        "before": reading.before or None,
        "after": reading.after or None,
    }


def _derived(bound: Bound, identifier: str) -> Derived:
    from macros.records.claims import Derived  # noqa: PLC0415 - only what is asked for

    require_record(bound, identifier)
    record = bound.book.records[identifier]
    if not isinstance(record, Derived):
        fail(f"{identifier} is {record.kind}; expected a derived record, which has inputs to read")
    return record


def bound_at(layout: Layout) -> Bound:
    """Return the records of a site, with what is wrong with them."""
    from macros.records.binding import open_book  # noqa: PLC0415 - only what is asked for

    return open_book(layout.claims, layout.shown(layout.claims))


def require_record(bound: Bound, identifier: str) -> None:
    """End the command where there is no record of that id."""
    if identifier in bound.book:
        return
    own = [finding for finding in bound.findings if finding.record == identifier]
    fail(f"{own[0].place}: {own[0].message}" if own else unknown(identifier, bound.book.records))


def finish(drafts: Sequence[Draft], form: str, *, dry_run: bool, answer: dict[str, Any]) -> None:
    """Write the drafts, or show them where nothing is to be written."""
    from macros.records.editing import EditError  # noqa: PLC0415 - only what is asked for
    from macros.records.saving import save  # noqa: PLC0415

    difference = "".join(draft.difference() for draft in drafts)
    if not dry_run:
        try:
            save(drafts)
        except EditError as error:
            fail(str(error))
    if form == "json":
        files = [draft.shown for draft in drafts]
        say({**answer, "files": files, "written": not dry_run, "difference": difference})
    elif dry_run:
        say(difference)


def today() -> datetime.date:
    """Return the day on which the command is run."""
    return datetime.datetime.now(tz=datetime.UTC).date()

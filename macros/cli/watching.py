"""The commands on watches: check what the user has for their signs, and note that one has fired."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from macros.cli.asking import FORMAT, layout_at, say, say_error, unknown
from macros.cli.ending import FINDINGS, fail
from macros.cli.keeping import DRY_RUN, bound_at, finish, require_record, today
from macros.cli.options import CONFIG

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from macros.audit.watches import Checked
    from macros.records.structures import Watch

_LONGEST_EXCERPT = 100


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def watch() -> None:
    """Look whether what would reopen records has happened, and note that it has."""


@watch.command("check")
@click.argument("identifiers", metavar="[ID]...", nargs=-1)
@click.option(
    "--in",
    "given",
    multiple=True,
    metavar="NAME=PATH",
    help="A clone, or a text such as release notes, for a repository or a watch by its id; repeatable.",
)
@CONFIG
@FORMAT
def check(identifiers: tuple[str, ...], given: tuple[str, ...], config: Path, form: str) -> None:
    """Look for the signs of watches in clones and texts that you have; nothing is fetched.

    Status 1 when a watch has fired and its record does not say so, 0 otherwise.
    """
    from macros.audit.looking import LookError  # noqa: PLC0415 - only what is asked for
    from macros.audit.watches import PlaceError  # noqa: PLC0415
    from macros.audit.watches import check as look  # noqa: PLC0415

    watches = _watches(config, identifiers)
    try:
        found = look(watches, _places(given))
    except (LookError, PlaceError) as error:
        fail(str(error))
    news = [each for each in found if each.is_news]
    if form == "json":
        say({"watches": [each.data() for each in found], "fired_unrecorded": len(news)})
    else:
        say("".join(f"{line}\n" for each in found for line in _lines(each)))
        say(f"{len(found)} {'watch' if len(found) == 1 else 'watches'}: {_counts(found)}\n")
    if news:
        raise click.exceptions.Exit(FINDINGS)


@watch.command("fire")
@click.argument("identifier", metavar="ID")
@click.option("--on", "on", required=True, metavar="DATE", help="YYYY-MM-DD, YYYY-MM or unstated.")
@click.option("--source", required=True, metavar="SOURCE_ID", help="The source record that says so.")
@click.option("--note", default="", help="What happened, for the record's history.")
@CONFIG
@DRY_RUN
@FORMAT
def fire(identifier: str, on: str, source: str, note: str, config: Path, form: str, *, dry_run: bool) -> None:
    """Note that a watch has fired: what it reopens, and all that rests on that, is stale from then on."""
    from pydantic_core import PydanticCustomError  # noqa: PLC0415 - only what is asked for

    from macros.audit.watches import fired  # noqa: PLC0415
    from macros.records.editing import EditError  # noqa: PLC0415

    bound = bound_at(layout_at(config))
    require_record(bound, identifier)
    try:
        draft = fired(bound, identifier, on, source, note, today())
    except PydanticCustomError as error:
        fail(f"--on: found {on!r}; expected {error.message()}")
    except EditError as error:
        fail(str(error))
    reopened = list(getattr(bound.book.records[identifier], "reopens", ()))
    finish([draft], form, dry_run=dry_run, answer={"record": identifier, "reopens": reopened})
    if form == "text" and not dry_run:
        say(f"{draft.shown}: {identifier} has fired, on {on}; decide anew on {', '.join(reopened)}\n")


def _watches(config: Path, identifiers: Sequence[str]) -> list[Watch]:
    from macros.audit.watches import watches_of  # noqa: PLC0415 - only what is asked for

    bound = bound_at(layout_at(config))
    for finding in bound.findings:
        say_error(f"{finding.place}: {finding.message}")
    watches = {each.identifier: each for each in watches_of(bound.book)}
    for identifier in identifiers:
        if identifier in bound.book and identifier not in watches:
            kind = bound.book.records[identifier].kind
            fail(f"{identifier} is {'superseded' if kind == 'watch' else kind}; expected a watch")
        if identifier not in watches:
            fail(unknown(identifier, watches))
    return [watches[name] for name in dict.fromkeys(identifiers)] if identifiers else list(watches.values())


def _places(given: Sequence[str]) -> dict[str, list[Path]]:
    places: dict[str, list[Path]] = {}
    for text in given:
        name, mark, path = text.partition("=")
        if not (name and mark and path):
            fail(f"--in: found {text!r}; expected NAME=PATH, such as owner/name=clones/name")
        if not Path(path).exists():
            fail(f"--in: {path}: no such file or folder; expected a clone or a text file")
        places.setdefault(name, []).append(Path(path))
    return places


def _lines(checked: Checked) -> Iterator[str]:
    record = checked.watch
    name = record.identifier
    if checked.is_news:
        yield f"{name}: fired, and its record does not say so: {checked.place}"
        yield f"  claimbook watch fire {name} --on DATE --source SOURCE_ID"
    elif checked.is_missing:
        yield f"{name}: not fired here, although its record says so"
    elif record.on is not None and checked.place and checked.outcome.value == "fired":
        yield f"{name}: fired, as recorded for {record.on.written}: {checked.place}"
    else:
        yield f"{name}: {checked.outcome.value}{': ' if checked.place else ''}{checked.place}"
    if checked.says:
        words = "".join(letter if letter.isprintable() else " " for letter in checked.says)
        yield f"  {words[:_LONGEST_EXCERPT]}{'…' if len(words) > _LONGEST_EXCERPT else ''}"


def _counts(found: Sequence[Checked]) -> str:
    outcomes = [each.outcome.value for each in found]
    return ", ".join(f"{outcomes.count(name)} {name}" for name in ("fired", "not fired", "not checked"))

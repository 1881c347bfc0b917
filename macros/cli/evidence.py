"""The commands about evidence: compare the records with the artefacts that they name."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from macros.cli.ending import FINDINGS, fail

if TYPE_CHECKING:
    from collections.abc import Mapping

    from macros.evidence.stores import Store
    from macros.records.book import Book

CLAIMS = click.option(
    "--claims",
    type=click.Path(path_type=Path),
    default=Path("claims"),
    show_default=True,
    help="The folder of records.",
)


@click.group()
def evidence() -> None:
    """Compare records with the artefacts that they were read from."""


@evidence.command()
@click.argument("records", nargs=-1, metavar="[ID]...")
@click.option(
    "--root",
    "roots",
    multiple=True,
    metavar="[SOURCE_ID=]DIR",
    help="A folder or an address (file:, s3:, gs:, https:) with the repository's files; with several "
    "repositories, one a source [default: none; artefacts that lie beside the records need none].",
)
@CLAIMS
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--keep", is_flag=True, help="Keep the outcome in verified.json, beside the records.")
@click.option(
    "--as-of",
    "as_of",
    metavar="YYYY-MM-DD",
    help="The day that --keep notes [default: day of the last commit].",
)
def verify(
    records: tuple[str, ...],
    roots: tuple[str, ...],
    claims: Path,
    form: str,
    as_of: str | None,
    *,
    keep: bool,
) -> None:
    """Say for each measured record whether its value stands in its artefact.

    Status 0: what is offered is verified. 1: a value or a digest differs, or an artefact is missing or cannot
    be read. 2: nothing could be checked.
    """
    from macros.day import DayError, day_of_build  # noqa: PLC0415 - only what is asked for
    from macros.evidence import kept, summing_up  # noqa: PLC0415
    from macros.evidence.verifying import FAILING, Outcome, verify  # noqa: PLC0415

    if keep and records:
        fail("--keep with ids; expected --keep alone, which keeps the outcome of all records")
    book = _book(claims)
    _require(book, records)
    stores = _stores(book, roots, claims)
    checks = verify(book, stores, records)
    if keep:
        try:
            day = day_of_build(claims.resolve().parent, as_of)
            (claims / kept.FILE).write_text(kept.written(book, checks, day), encoding="utf-8")
        except DayError as error:
            fail(str(error))
        except OSError as error:
            fail(f"{claims / kept.FILE}: {error.strerror}")
    text = summing_up.as_json(checks) if form == "json" else summing_up.as_text(checks, named=bool(records))
    click.echo(text, nl=False)
    if any(check.outcome in FAILING for check in checks):
        sys.exit(FINDINGS)
    if not any(check.outcome is Outcome.VERIFIED for check in checks):
        fail("nothing could be compared; expected --root with the files of a repository that artefacts name")


def _book(claims: Path) -> Book:
    from macros.records.binding import open_book  # noqa: PLC0415 - only what is asked for

    bound = open_book(claims, str(claims))
    if bound.findings:
        for finding in bound.findings[:20]:
            click.echo(f"{finding.place}: {finding.message}", err=True)
        fail(f"{claims}: records with faults; run: claimbook check")
    return bound.book


def _require(book: Book, records: tuple[str, ...]) -> None:
    for name in records:
        record = book.get(name)
        if record is None:
            hint = book.suggestion(name, ("measured",))
            fail(f"no record {name}; expected the id of a measured record{f'; {hint}' * bool(hint)}")
        if record.kind != "measured":
            fail(f"{name} is {record.kind}; expected the id of a measured record")


def _stores(book: Book, roots: tuple[str, ...], claims: Path) -> Mapping[str, Store]:
    from macros.evidence.errors import RootError  # noqa: PLC0415 - only what is asked for
    from macros.evidence.stores import open_store  # noqa: PLC0415
    from macros.evidence.verifying import HERE  # noqa: PLC0415

    stores: dict[str, Store] = {HERE: open_store(str(claims.resolve().parent))}
    sources = {record.identifier for record in book.of_kind("source")}
    for root in roots:
        source, equals, place = root.partition("=")
        name, place = (source, place) if equals and source in sources else ("", root)
        if name in stores:
            fail(f"--root {root}; expected one root for {name or 'all repositories'}")
        try:
            stores[name] = open_store(place)
        except RootError as error:
            fail(str(error))
    return stores

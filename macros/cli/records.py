"""The commands about the folder of records itself."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from macros.cli.ending import FINDINGS, fail
from macros.records.binding import open_book
from macros.records.schema import record_schema


@click.command()
@click.option(
    "--claims",
    type=click.Path(path_type=Path),
    default=Path("claims"),
    show_default=True,
    help="The folder of records.",
)
@click.option("--check", "check_only", is_flag=True, help="Only say whether the file is up to date.")
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    help="The file to write [default: record.schema.json in the folder; - prints it].",
)
def schema(claims: Path, output: Path | None, *, check_only: bool) -> None:
    """Write the JSON Schema of the record files, so that an editor completes and checks them."""
    if not claims.is_dir():
        fail(f"{claims}: no folder; expected the folder of records")
    text = record_schema(open_book(claims, claims.name).book)
    target = output or claims / "record.schema.json"
    if str(target) == "-":
        click.echo(text, nl=False)
        return
    same = target.is_file() and target.read_text(encoding="utf-8") == text
    if check_only:
        if not same:
            click.echo(f"{target}: not up to date; run: claimbook schema", err=True)
            sys.exit(FINDINGS)
        return
    if not same:
        try:
            target.write_text(text, encoding="utf-8")
        except OSError as error:
            fail(f"{target}: {error.strerror}")
    click.echo(f"{target}: {'unchanged' if same else 'written'}")

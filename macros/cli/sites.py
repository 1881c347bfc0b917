"""The commands about a whole site: build it, check it, serve it."""

from __future__ import annotations

import logging
import sys
import time
from pathlib import Path

import click

from macros.cli.ending import CANNOT_RUN, FINDINGS, fail, require
from macros.cli.options import AS_OF, CONFIG
from macros.report.text import as_text


@click.command()
@CONFIG
@AS_OF
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    default=Path("dist"),
    show_default=True,
    help="Folder for site/ and claims.json.",
)
@click.option("--verbose", is_flag=True, help="Show what MkDocs says.")
def build(config: Path, as_of: str | None, output: Path, *, verbose: bool) -> None:
    """Build the site and claims.json; the old output stays when anything is wrong."""
    from macros.site.building import BuildFailedError, build_site  # noqa: PLC0415 - MkDocs is slow to import

    require(config)
    _configure_logging(verbose=verbose)
    started = time.perf_counter()
    click.echo("building the site ...", err=True)
    try:
        built = build_site(config, output, as_of)
    except BuildFailedError as error:
        click.echo(as_text(error.findings) if error.findings else str(error), err=True)
        _end(len(error.findings), "the old output is unchanged")
        return
    counts = f"{built.pages} pages, {built.records} record pages"
    click.echo(
        f"{built.edition}: {counts}, states as of {built.as_of}, {time.perf_counter() - started:.1f} s"
    )
    click.echo(f"site     {built.site / 'index.html'}")
    click.echo(f"records  {built.records_file}")


@click.command()
@CONFIG
def check(config: Path) -> None:
    """Check records and page sources without building anything."""
    from macros.site.building import BuildFailedError  # noqa: PLC0415 - MkDocs is slow to import
    from macros.site.checking import check_site  # noqa: PLC0415 - the same

    require(config)
    _configure_logging(verbose=False)
    try:
        checked = check_site(config)
    except BuildFailedError as error:
        fail(str(error))
    if checked.findings:
        click.echo(as_text(checked.findings))
        _end(len(checked.findings))
    click.echo(f"{checked.records} records and {checked.pages} pages: nothing found")


@click.command()
@CONFIG
@click.option("--address", default="127.0.0.1:8000", show_default=True, help="Where to serve.")
def serve(config: Path, address: str) -> None:
    """Serve the site and rebuild it on every change of a page, a record or a template."""
    from macros.site.building import BuildFailedError  # noqa: PLC0415 - MkDocs is slow to import
    from macros.site.serving import serve_site  # noqa: PLC0415 - the same

    require(config)
    _configure_logging(verbose=False)
    logging.getLogger("macros").setLevel(logging.INFO)
    click.echo("building the site ...", err=True)
    try:
        serve_site(config, address)
    except BuildFailedError as error:
        if not error.findings:
            fail(str(error))
        click.echo(as_text(error.findings), err=True)
        _end(len(error.findings), "nothing is served")


def _configure_logging(*, verbose: bool) -> None:
    level = logging.INFO if verbose else logging.ERROR
    logging.basicConfig(level=level, format="%(message)s", stream=sys.stderr)
    if not verbose:
        logging.getLogger("mkdocs").setLevel(logging.WARNING)
        logging.getLogger("mkdocs").propagate = False


def _end(count: int, remark: str = "") -> None:
    """End with status 1 after findings, 2 when there are none but the work could not be done."""
    if count:
        noun = "problem" if count == 1 else "problems"
        click.echo(f"{count} {noun}{'; ' + remark if remark else ''}", err=True)
        sys.exit(FINDINGS)
    click.echo(f"claimbook: could not build{'; ' + remark if remark else ''}", err=True)
    sys.exit(CANNOT_RUN)

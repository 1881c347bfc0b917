"""The command line: parses, calls one room, hands findings to report. No work of its own.

Exit status: 0 fine, 1 findings, 2 could not run.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from macros.records.binding import open_book
from macros.records.schema import record_schema
from macros.report.text import as_text

if TYPE_CHECKING:
    from types import FrameType

FINDINGS, CANNOT_RUN = 1, 2
_ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_BY_SIGNAL = 128
"""What shells add to a signal's number for the exit status of a command that it ended."""
_DEBUGGING = "CLAIMBOOK_DEBUG"


class _EndedError(KeyboardInterrupt):
    """A signal that asks to end: what is under way is given up, and nothing half done stays."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class _Commands(click.Group):
    """Commands that end cleanly on signals, and in a line on an error that nothing foresaw."""

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - click's own type
        """Run a command; status 2 for an error that nothing foresaw, 128 and its number for a signal."""
        for number in _ENDING:
            if signal.getsignal(number) is not signal.SIG_IGN:  # nohup has the hangup ignored
                signal.signal(number, _end_by_signal)
        try:
            return super().invoke(ctx)
        except _EndedError as ended:
            click.echo(f"claimbook: ended by {signal.Signals(ended.number).name}", err=True)
            sys.exit(_BY_SIGNAL + ended.number)
        except (click.ClickException, click.Abort, click.exceptions.Exit, BrokenPipeError):
            raise
        except Exception as error:
            if os.environ.get(_DEBUGGING):
                raise
            what = " ".join(f"{type(error).__name__}: {error}".split())
            _fail(f"an error that nothing foresaw: {what} (set {_DEBUGGING}=1 to see where)")


def _end_by_signal(number: int, frame: FrameType | None) -> NoReturn:
    del frame
    raise _EndedError(number)


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="claimbook")
def main() -> None:
    """Build and check a guidance site whose every claim is a record."""


_CONFIG = click.option(
    "--config",
    "config",
    type=click.Path(path_type=Path),
    default=Path("mkdocs.yml"),
    show_default=True,
    help="The site's mkdocs.yml.",
)
_AS_OF = click.option(
    "--as-of",
    "as_of",
    metavar="YYYY-MM-DD",
    help="The day for which states are computed [default: day of the last commit].",
)


@main.command()
@_CONFIG
@_AS_OF
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

    _require(config)
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
    click.echo(f"{counts}, states as of {built.as_of}, {time.perf_counter() - started:.1f} s")
    click.echo(f"site     {built.site / 'index.html'}")
    click.echo(f"records  {built.records_file}")


@main.command()
@_CONFIG
def check(config: Path) -> None:
    """Check records and page sources without building anything."""
    from macros.site.building import BuildFailedError  # noqa: PLC0415 - MkDocs is slow to import
    from macros.site.checking import check_site  # noqa: PLC0415 - the same

    _require(config)
    _configure_logging(verbose=False)
    try:
        checked = check_site(config)
    except BuildFailedError as error:
        _fail(str(error))
    if checked.findings:
        click.echo(as_text(checked.findings))
        _end(len(checked.findings))
    click.echo(f"{checked.records} records and {checked.pages} pages: nothing found")


@main.command()
@_CONFIG
@click.option("--address", default="127.0.0.1:8000", show_default=True, help="Where to serve.")
def serve(config: Path, address: str) -> None:
    """Serve the site and rebuild it on every change of a page, a record or a template."""
    from macros.site.building import BuildFailedError  # noqa: PLC0415 - MkDocs is slow to import
    from macros.site.serving import serve_site  # noqa: PLC0415 - the same

    _require(config)
    logging.basicConfig(level=logging.INFO, format="%(message)s", stream=sys.stderr)
    try:
        serve_site(config, address)
    except BuildFailedError as error:
        _fail(str(error))


@main.command()
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
        _fail(f"{claims}: no folder; expected the folder of records")
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
            _fail(f"{target}: {error.strerror}")
    click.echo(f"{target}: {'unchanged' if same else 'written'}")


def _configure_logging(*, verbose: bool) -> None:
    level = logging.INFO if verbose else logging.ERROR
    logging.basicConfig(level=level, format="%(message)s", stream=sys.stderr)
    if not verbose:
        logging.getLogger("mkdocs").setLevel(logging.WARNING)
        logging.getLogger("mkdocs").propagate = False


def _require(config: Path) -> None:
    if not config.is_file():
        _fail(f"{config}: no such file; expected a site's mkdocs.yml (give --config)")


def _fail(message: str) -> NoReturn:
    click.echo(f"claimbook: {message}", err=True)
    sys.exit(CANNOT_RUN)


def _end(count: int, remark: str = "") -> None:
    """End with status 1 after findings, 2 when there are none but the work could not be done."""
    if count:
        noun = "problem" if count == 1 else "problems"
        click.echo(f"{count} {noun}{'; ' + remark if remark else ''}", err=True)
        sys.exit(FINDINGS)
    click.echo(f"claimbook: could not build{'; ' + remark if remark else ''}", err=True)
    sys.exit(CANNOT_RUN)

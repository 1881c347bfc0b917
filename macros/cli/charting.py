"""The command that keeps the pictures of charts: which are out of date, and drawing them."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from macros.cli.ending import FINDINGS, fail, require
from macros.cli.options import CONFIG
from macros.report.text import as_text

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from macros.site.pictures import Surveyed


@click.command()
@CONFIG
@click.option("--check", "is_check", is_flag=True, help="Only say which pictures are out of date.")
@click.option("--all", "is_all", is_flag=True, help="Draw every picture, not only those out of date.")
def charts(config: Path, *, is_check: bool, is_all: bool) -> None:
    """Draw the pictures of charts that are out of date and keep them beside the records; it needs a browser.

    What a build shows before a script runs, without one, and on paper are these pictures.
    """
    from macros.render.charts import KeptError, PictureError, PlotError  # noqa: PLC0415 - only what is asked for
    from macros.render.charts.exporting import ExportError  # noqa: PLC0415 - the same
    from macros.site.building import BuildFailedError  # noqa: PLC0415 - MkDocs is slow to import
    from macros.site.pictures import draw, survey  # noqa: PLC0415 - the same

    if is_check and is_all:
        fail("--check draws nothing, so --all has no meaning beside it")
    require(config)
    try:
        surveyed = survey(config)
        if surveyed.findings:
            click.echo(as_text(surveyed.findings), err=True)
            sys.exit(FINDINGS)
        if is_check:
            _say_outdated(surveyed)
            return
        names = tuple(surveyed.wanted) if is_all else surveyed.outdated
        if names or surveyed.superfluous:
            draw(surveyed, names)
    except (BuildFailedError, KeptError, PlotError) as error:
        fail(str(error))
    except (ExportError, PictureError) as error:
        fail(f"{error}\nout of date: {', '.join(surveyed.outdated)}; nothing was changed")
    _say_drawn(surveyed, names)


def _say_drawn(surveyed: Surveyed, names: Sequence[str]) -> None:
    for name in names:
        click.echo(f"drawn    {surveyed.kept.folder / f'{name}.svg'}")
    for name in surveyed.superfluous:
        click.echo(f"removed  {surveyed.kept.folder / f'{name}.svg'}")
    click.echo(f"{len(surveyed.wanted)} pictures, {len(names)} drawn, {len(surveyed.superfluous)} removed")


def _say_outdated(surveyed: Surveyed) -> None:
    """Say which pictures are to be drawn or removed, and end with status 1 where there is one."""
    for name in surveyed.outdated:
        click.echo(f"{name}: no picture of the figure as it is now; run: claimbook charts")
    for name in surveyed.superfluous:
        click.echo(f"{name}: a picture of no chart; run: claimbook charts")
    count, wrong = len(surveyed.wanted), len(surveyed.outdated) + len(surveyed.superfluous)
    if wrong:
        click.echo(f"{wrong} of {count} pictures to be drawn or removed", err=True)
        sys.exit(FINDINGS)
    click.echo(f"{count} pictures: all of the figures as they are")

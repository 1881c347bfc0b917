"""The command that keeps the pictures of charts: which are out of date, and drawing them."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from macros.cli.ending import FINDINGS, fail, require
from macros.cli.options import CONFIG
from macros.report.text import as_text


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
        outdated, superfluous = surveyed.outdated, surveyed.superfluous
        if is_check:
            for name in outdated:
                click.echo(f"{name}: no picture of the figure as it is now; run: claimbook charts")
            for name in superfluous:
                click.echo(f"{name}: a picture of no chart; run: claimbook charts")
            _end(len(surveyed.wanted), len(outdated) + len(superfluous))
            return
        names = tuple(surveyed.wanted) if is_all else outdated
        if names or superfluous:
            draw(surveyed, names)
    except (BuildFailedError, KeptError, PlotError) as error:
        fail(str(error))
    except (ExportError, PictureError) as error:
        fail(f"{error}\nout of date: {', '.join(surveyed.outdated)}; nothing was changed")
    for name in names:
        click.echo(f"drawn    {surveyed.kept.folder / f'{name}.svg'}")
    for name in superfluous:
        click.echo(f"removed  {surveyed.kept.folder / f'{name}.svg'}")
    click.echo(f"{len(surveyed.wanted)} pictures, {len(names)} drawn, {len(superfluous)} removed")


def _end(count: int, wrong: int) -> None:
    """Say how many pictures there are, and end with status 1 where one is wrong."""
    if wrong:
        click.echo(f"{wrong} of {count} pictures to be drawn or removed", err=True)
        sys.exit(FINDINGS)
    click.echo(f"{count} pictures: all of the figures as they are")

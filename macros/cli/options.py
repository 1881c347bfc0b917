"""The options that several commands share."""

from __future__ import annotations

from pathlib import Path

import click

CONFIG = click.option(
    "--config",
    "config",
    type=click.Path(path_type=Path),
    default=Path("mkdocs.yml"),
    show_default=True,
    help="The site's mkdocs.yml.",
)
AS_OF = click.option(
    "--as-of",
    "as_of",
    metavar="YYYY-MM-DD",
    help="The day for which states are computed [default: day of the last commit].",
)

"""How a command ends: its exit statuses, and the line that says why it could not run."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NoReturn

import click

if TYPE_CHECKING:
    from pathlib import Path

FINDINGS, CANNOT_RUN = 1, 2


def fail(message: str) -> NoReturn:
    """Say why the command could not run, and end it."""
    click.echo(f"claimbook: {message}", err=True)
    sys.exit(CANNOT_RUN)


def require(config: Path) -> None:
    """End the command where the site's configuration is no file."""
    if not config.is_file():
        fail(f"{config}: no such file; expected a site's mkdocs.yml (give --config)")

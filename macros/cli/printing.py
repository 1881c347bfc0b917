"""The command that prints a built edition: the full one, or that for customers."""

from __future__ import annotations

import json
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from macros.cli.ending import fail, require
from macros.cli.options import AS_OF

if TYPE_CHECKING:
    from macros.pdf import Printed
    from macros.site.print_settings import PrintSettings

_CONFIGURATIONS = {"full": Path("mkdocs.yml"), "customer": Path("mkdocs.customer.yml")}
_FOLDER = Path("dist")


@click.command()
@click.option(
    "--edition",
    type=click.Choice(list(_CONFIGURATIONS)),
    default="customer",
    show_default=True,
    help="Which.",
)
@click.option(
    "--output", type=click.Path(path_type=Path), help="The file to write [default: dist/ and pdf_name]."
)
@AS_OF
@click.option(
    "--page-size", type=click.Choice(["a4", "letter"]), default="a4", show_default=True, help="The paper."
)
@click.option(
    "--config",
    type=click.Path(path_type=Path),
    help="The site's configuration [default: that of the edition, mkdocs.yml or mkdocs.customer.yml].",
)
@click.option(
    "--built",
    type=click.Path(path_type=Path),
    help="The folder that claimbook build filled [default: that of the configuration].",
)
def pdf(
    edition: str,
    output: Path | None,
    as_of: str | None,
    page_size: str,
    config: Path | None,
    built: Path | None,
) -> None:
    """Print a built edition as one PDF; for another day (--as-of) it is computed anew."""
    from macros.site.print_settings import PrintSettingsError, print_settings  # noqa: PLC0415 - needs MkDocs

    configuration = config or _CONFIGURATIONS[edition]
    require(configuration)
    started = time.perf_counter()
    try:
        settings = print_settings(configuration)
    except PrintSettingsError as error:
        fail(str(error))
    target = output or _FOLDER / settings.name
    printed = _printed(configuration, settings, built or settings.built, target, as_of, page_size)
    for complaint in printed.complaints:
        click.echo(f"layout: {complaint}", err=True)
    seconds = time.perf_counter() - started
    click.echo(f"{printed.file}  {printed.pages} pages, {printed.size / 1e6:.1f} MB, {seconds:.1f} s")


def _printed(
    configuration: Path, settings: PrintSettings, built: Path, target: Path, as_of: str | None, page_size: str
) -> Printed:
    """Print what is built, or a build of its own where it was built for another day."""
    from macros.pdf import PrintError, print_edition  # noqa: PLC0415 - only what is asked for

    root = configuration.resolve().parent
    options: Any = {"root": root, "sources": settings.sources, "page_size": page_size}
    try:
        if as_of is None or _day_of(built) in (as_of, ""):
            return print_edition(built, settings.theme, target, **options)
        with tempfile.TemporaryDirectory(prefix="claimbook-pdf-") as folder:
            _build(configuration, Path(folder), as_of)
            return print_edition(Path(folder), settings.theme, target, **options)
    except PrintError as error:
        fail(str(error))


def _build(configuration: Path, folder: Path, as_of: str) -> None:
    from macros.site.building import BuildFailedError, build_site  # noqa: PLC0415 - MkDocs is slow to import

    try:
        build_site(configuration, folder, as_of)
    except BuildFailedError as error:
        fail(str(error))


def _day_of(built: Path) -> str:
    """Return the day for which an output was built; empty where nothing is built."""
    try:
        data = json.loads((built / "claims.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return ""
    return str(data.get("as_of", "")) if isinstance(data, dict) else ""

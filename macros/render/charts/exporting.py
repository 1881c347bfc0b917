"""Figures to SVG by Plotly's own exporter, which drives a browser on this machine; nothing is fetched.

The only module that needs a browser. It knows figures and files, no records.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import logging
import os
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_VARIABLE = "BROWSER_PATH"
_LONGEST = 120


class ExportError(Exception):
    """The pictures cannot be drawn; the message says why in one line."""


def browser() -> str | None:
    """Return the browser that would draw: the one that the environment names, or the first on the path."""
    named = os.environ.get(_VARIABLE)
    if named:
        return named if Path(named).is_file() else None
    return next((found for name in BROWSERS if (found := shutil.which(name))), None)


def export(figures: Sequence[Mapping[str, Any]], library: Path) -> list[str]:
    """Return each figure as Plotly's SVG; ``library`` is the file with Plotly itself.

    Raises:
        ExportError: there is no browser, or it could not draw.
    """
    found = browser()
    if found is None:
        raise ExportError(
            f"no browser to draw with: found none of {', '.join(BROWSERS)}; install one or set {_VARIABLE}"
        )
    if not library.is_file():
        raise ExportError(f"{library}: no such file; run: make setup")
    with tempfile.TemporaryDirectory(prefix="claimbook-charts-") as folder, _quietly():
        targets = [Path(folder) / f"{number}.svg" for number in range(len(figures))]
        try:
            address = library.resolve().as_uri()
            asyncio.run(asyncio.wait_for(_export(figures, targets, address, found), _LONGEST))
        except TimeoutError as error:
            raise ExportError(f"{found}: drew nothing within {_LONGEST} s") from error
        except Exception as error:
            message = " ".join(f"{type(error).__name__}: {error}".split())
            raise ExportError(f"{found}: {message}") from error
        missing = [target for target in targets if not target.is_file()]
        if missing:
            raise ExportError(f"{found}: {len(missing)} of {len(targets)} pictures were not drawn")
        return [target.read_text(encoding="utf-8") for target in targets]


async def _export(
    figures: Sequence[Mapping[str, Any]], targets: Sequence[Path], library: str, path: str
) -> None:
    import kaleido  # noqa: PLC0415 - only where something is drawn

    page = kaleido.PageGenerator(plotly=library, mathjax=False)
    async with kaleido.Kaleido(n=1, page_generator=page, path=path) as drawer:
        for figure, target in zip(figures, targets, strict=True):
            layout = figure["layout"]
            options = {"format": "svg", "width": layout["width"], "height": layout["height"]}
            await drawer.write_fig(dict(figure), path=target, opts=options)


@contextlib.contextmanager
def _quietly() -> Any:  # noqa: ANN401 - a generator of nothing
    """Keep what the exporter says of its own work away from the reader."""
    before = logging.root.manager.disable
    logging.disable(logging.ERROR)
    try:
        with contextlib.redirect_stderr(io.StringIO()):
            yield
    finally:
        logging.disable(before)

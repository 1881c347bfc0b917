"""A whole build: into a folder beside the old one, exchanged only when everything is there."""

from __future__ import annotations

import contextlib
import logging
import os
import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort, BuildError, ConfigurationError

from macros.site.plugin import ClaimbookPlugin, ReportedError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from macros.findings import Finding


@dataclass(frozen=True, slots=True)
class Built:
    """What a build made: where, how many pages and records, and for which day."""

    site: Path
    records_file: Path
    pages: int
    records: int
    as_of: str


class BuildFailedError(Exception):
    """A build that could not be done; ``findings`` when records or pages are at fault."""

    def __init__(self, message: str, findings: tuple[Finding, ...] = ()) -> None:
        """Keep message and findings."""
        super().__init__(message)
        self.findings = findings


def build_site(configuration: Path, output: Path, as_of: str | None = None) -> Built:
    """Build the site of ``configuration`` into ``output/site`` and ``output/claims.json``.

    The old output stays as it is unless the whole build succeeds. Raises BuildFailedError.
    """
    output.mkdir(parents=True, exist_ok=True)
    staging = output / ".building"
    shutil.rmtree(staging, ignore_errors=True)
    if as_of:
        os.environ["CLAIMBOOK_AS_OF"] = as_of
    try:
        with _errors_as_failures():
            config = load_config(str(configuration), site_dir=str(staging))
            config.plugins.on_startup(command="build", dirty=False)
            build(config)
            plugin = next(item for item in config.plugins.values() if isinstance(item, ClaimbookPlugin))
        _exchange(staging, output / "site")
    finally:
        shutil.rmtree(staging, ignore_errors=True)
    records_file = output / "claims.json"
    partial = output / ".claims.json"
    shutil.copyfile(output / "site" / "claims.json", partial)
    partial.replace(records_file)
    summary = plugin.summary
    return Built(output / "site", records_file, summary["pages"], summary["records"], summary["as_of"])


def _exchange(staging: Path, site: Path) -> None:
    old = site.with_name(".replaced")
    shutil.rmtree(old, ignore_errors=True)
    if site.exists():
        site.rename(old)
    staging.rename(site)
    shutil.rmtree(old, ignore_errors=True)


@contextlib.contextmanager
def _errors_as_failures() -> Iterator[None]:
    log = _Collected()
    logger = logging.getLogger("mkdocs")
    logger.addHandler(log)
    try:
        yield
    except ReportedError as error:
        raise BuildFailedError(str(error), error.findings) from error
    except (Abort, BuildError, ConfigurationError, SystemExit) as error:
        findings = _reported(error)
        raise BuildFailedError("\n".join(log.lines) or str(error), findings) from error
    except StopIteration as error:
        message = "mkdocs.yml does not list the plugin 'claimbook'"
        raise BuildFailedError(message) from error
    finally:
        logger.removeHandler(log)


def _reported(error: BaseException | None) -> tuple[Finding, ...]:
    """Return our findings where MkDocs replaced the error that holds them by one of its own."""
    while error is not None:
        if isinstance(error, ReportedError):
            return error.findings
        error = error.__context__
    return ()


class _Collected(logging.Handler):
    """Keeps what MkDocs complains of."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())

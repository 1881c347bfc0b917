"""A whole build: into a folder beside the old one, exchanged only when everything is there."""

from __future__ import annotations

import contextlib
import logging
import os
import shutil
import traceback
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import jinja2
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort, BuildError, ConfigurationError

from macros.site.complaints import of_mkdocs
from macros.site.output_folder import RECORDS, SITE, OutputError, building_in, exchange
from macros.site.plugin import CheckEndedError, ClaimbookPlugin, ReportedError
from macros.uncollected import uncollected

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mkdocs.config.defaults import MkDocsConfig

    from macros.findings import Finding


_EPOCH = "SOURCE_DATE_EPOCH"


@dataclass(frozen=True, slots=True)
class Built:
    """What a build made: of which edition, where, how many pages and records, and for which day."""

    site: Path
    records_file: Path
    pages: int
    records: int
    as_of: str
    edition: str


class BuildFailedError(Exception):
    """A build that could not be done; ``findings`` when records or pages are at fault."""

    def __init__(self, message: str, findings: tuple[Finding, ...] = ()) -> None:
        """Keep message and findings."""
        super().__init__(message)
        self.findings = findings


@uncollected()
def build_site(configuration: Path, output: Path, as_of: str | None = None) -> Built:
    """Build the site of ``configuration`` into ``output/site`` and ``output/claims.json``.

    The old output stays as it is unless the whole build succeeds. Raises BuildFailedError.
    """
    try:
        with building_in(output) as folder:
            plugin = run_mkdocs(configuration, str(folder / SITE), as_of)
            shutil.copyfile(folder / SITE / RECORDS, folder / RECORDS)
            exchange(folder, output)
    except OutputError as error:
        raise BuildFailedError(str(error)) from error
    except OSError as error:
        reason = error.strerror or str(error)
        raise BuildFailedError(f"{error.filename or output}: {reason}") from error
    summary = plugin.summary
    pages, records = summary["pages"], summary["records"]
    edition = plugin.config.edition_title
    return Built(output / SITE, output / RECORDS, pages, records, summary["as_of"], edition)


def run_mkdocs(
    configuration: Path, site: str, as_of: str | None = None, *, is_checking: bool = False, site_url: str = ""
) -> ClaimbookPlugin:
    """Let MkDocs build into the folder ``site``, or only check; return the plugin with its summary.

    With ``site_url`` the site is built for that address instead of the configured one.

    Raises:
        BuildFailedError: with findings, or with what MkDocs says.
    """
    with _errors_as_failures() as complaints:
        config = load_config(str(configuration), site_dir=site)
        plugin = next((item for item in config.plugins.values() if isinstance(item, ClaimbookPlugin)), None)
        if plugin is None:
            raise BuildFailedError(f"{configuration.name} does not list the plugin 'claimbook'")
        _refuse_own(config, plugin, Path(site))
        plugin.is_checking = is_checking
        config.site_url = site_url or config.site_url
        if as_of:
            plugin.config.as_of = as_of
        config.plugins.on_startup(command="build", dirty=False)
        with _same_epoch():
            try:
                with contextlib.suppress(CheckEndedError):
                    build(config)
            finally:
                plugin.stop()
        if is_checking and config.strict and complaints:
            raise BuildFailedError("\n".join(complaints), of_mkdocs(complaints))
    return plugin


@contextlib.contextmanager
def _same_epoch() -> Iterator[None]:
    """Leave SOURCE_DATE_EPOCH, which a build sets for MkDocs, as it was: the next one finds its own day."""
    before = os.environ.get(_EPOCH)
    try:
        yield
    finally:
        if before is None:
            os.environ.pop(_EPOCH, None)
        else:
            os.environ[_EPOCH] = before


def _refuse_own(config: MkDocsConfig, plugin: ClaimbookPlugin, site: Path) -> None:
    """Refuse an output inside a folder that the build reads: the next one would read what this one wrote."""
    root = Path(config.config_file_path).parent
    for folder in (Path(config.docs_dir), root / plugin.config.claims_dir, Path(config.theme.dirs[0])):
        if site.resolve().is_relative_to(folder.resolve()):
            raise BuildFailedError(f"the output lies in {folder.name}/, which the build reads: give another")


@contextlib.contextmanager
def _errors_as_failures() -> Iterator[list[str]]:
    log = _Collected()
    logger = logging.getLogger("mkdocs")
    logger.addHandler(log)
    try:
        yield log.lines
    except ReportedError as error:
        raise BuildFailedError(str(error), error.findings) from error
    except jinja2.TemplateError as error:
        raise BuildFailedError(f"{_template_of(error)}: {error}") from error
    except (Abort, BuildError, ConfigurationError, SystemExit) as error:
        findings = _reported(error) or (of_mkdocs(log.lines) if "strict mode" in str(error) else ())
        raise BuildFailedError("\n".join(log.lines) or str(error), findings) from error
    finally:
        logger.removeHandler(log)


def _reported(error: BaseException | None) -> tuple[Finding, ...]:
    """Return our findings where MkDocs replaced the error that holds them by one of its own."""
    while error is not None:
        if isinstance(error, ReportedError):
            return error.findings
        error = error.__context__
    return ()


def _template_of(error: jinja2.TemplateError) -> str:
    """Return the file and line of the theme's template that failed."""
    frames = traceback.extract_tb(error.__traceback__)
    names = [f"{frame.filename}:{frame.lineno}" for frame in frames if not frame.filename.endswith(".py")]
    if isinstance(error, jinja2.TemplateSyntaxError):
        names = [f"{error.filename or error.name}:{error.lineno}"]
    return names[-1] if names else "a template of the theme"


class _Collected(logging.Handler):
    """Keeps what MkDocs complains of."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())

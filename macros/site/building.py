"""A whole build: into a folder beside the old one, exchanged only when everything is there."""

from __future__ import annotations

import contextlib
import logging
import re
import shutil
import traceback
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort, BuildError, ConfigurationError

from macros.findings import Finding, Place
from macros.site.desk import current
from macros.site.plugin import CheckEndedError, ClaimbookPlugin, ReportedError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path


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
    staging, partial = output / ".building", output / ".claims.json"
    try:
        output.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(staging, ignore_errors=True)
        plugin = run_mkdocs(configuration, str(staging), as_of)
        shutil.copyfile(staging / "claims.json", partial)
        _exchange(staging, output / "site")
        partial.replace(output / "claims.json")
    except OSError as error:
        raise BuildFailedError(f"{error.filename or output}: {error.strerror}") from error
    finally:
        shutil.rmtree(staging, ignore_errors=True)
        with contextlib.suppress(OSError):
            partial.unlink(missing_ok=True)
    summary = plugin.summary
    pages, records = summary["pages"], summary["records"]
    return Built(output / "site", output / "claims.json", pages, records, summary["as_of"])


def run_mkdocs(
    configuration: Path, site: str, as_of: str | None = None, *, is_checking: bool = False
) -> ClaimbookPlugin:
    """Let MkDocs build into the folder ``site``, or only check; return the plugin with its summary.

    Raises:
        BuildFailedError: with findings, or with what MkDocs says.
    """
    with _errors_as_failures():
        config = load_config(str(configuration), site_dir=site)
        plugin = next((item for item in config.plugins.values() if isinstance(item, ClaimbookPlugin)), None)
        if plugin is None:
            raise BuildFailedError(f"{configuration.name} does not list the plugin 'claimbook'")
        plugin.is_checking = is_checking
        if as_of:
            plugin.config.as_of = as_of
        config.plugins.on_startup(command="build", dirty=False)
        with contextlib.suppress(CheckEndedError):
            build(config)
    return plugin


def _exchange(staging: Path, site: Path) -> None:
    old = site.with_name(".replaced")
    shutil.rmtree(old, ignore_errors=True)
    if site.exists():
        site.rename(old)
    try:
        staging.rename(site)
    except OSError:
        old.rename(site)
        raise
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
        findings = _reported(error) or _of_template(error) or _of_mkdocs(error, log.lines)
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


def _of_template(error: BaseException | None) -> tuple[Finding, ...]:
    """Return a finding where a page's own template failed: an undefined name, a division by zero."""
    while error is not None:
        frames = traceback.extract_tb(error.__traceback__)
        lines = [frame.lineno for frame in frames if frame.filename == "<template>"]
        page = current().page if lines else None
        if page is not None:
            place = page.place(lines[-1] or 1, "")
            found = f"a page that cannot be rendered: {error}"
            return (
                *current().findings,
                Finding("page-template", place, found, "names and values that exist"),
            )
        error = error.__context__
    return ()


def _of_mkdocs(error: BaseException, lines: Sequence[str]) -> tuple[Finding, ...]:
    """Return MkDocs' warnings about pages as findings, where they are what ends a strict build."""
    if "strict mode" not in str(error):
        return ()
    expected = "links and a navigation that lead somewhere"
    return tuple(Finding("mkdocs", Place(_page_named(line)), line, expected) for line in lines)


def _page_named(line: str) -> str:
    named = re.search(r"Doc file '([^']+)'", line)
    if named is None:
        return "mkdocs.yml"
    paths = (page.path for page in current().pages.values() if page.path.endswith(f"/{named[1]}"))
    return next(paths, named[1])


class _Collected(logging.Handler):
    """Keeps what MkDocs complains of."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())

"""Fixtures that all tests share: the built site, a server for it, a browser, small sites of a test's own.

And the last words of a run: whether the records were compared with the published artefacts.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, Page

from tests.evidence.published import CHECKED
from tests.support.browser import running_browser
from tests.support.built import ADDRESS, BuiltSite
from tests.support.project import run_claimbook
from tests.support.server import serving
from tests.support.shared import made_once
from tests.support.sites import SmallSite, write_site

# How long an example takes says how busy the machine is, and nothing about the code.
settings.register_profile("claimbook", deadline=None)
settings.load_profile("claimbook")


@pytest.fixture(scope="session")
def built_site(tmp_path_factory: pytest.TempPathFactory) -> BuiltSite:
    """The real site, built once for all tests into a folder of its own."""
    return BuiltSite(made_once(tmp_path_factory, "built", _build))


def _build(folder: Path) -> None:
    outcome = run_claimbook("build", "--output", folder, environment={"CLAIMBOOK_SITE_URL": ADDRESS})
    if outcome.returncode != 0:
        pytest.fail(f"the real site does not build:\n{outcome.stdout}{outcome.stderr}", pytrace=False)


@pytest.fixture(scope="session")
def site_address(built_site: BuiltSite) -> Iterator[str]:
    """The address at which the built site is served for the whole run; ends with a slash."""
    with serving(built_site) as address:
        yield address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A headless Chromium for the whole run."""
    with running_browser() as chromium:
        yield chromium


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """An empty page in a profile of its own."""
    context = browser.new_context()
    try:
        yield context.new_page()
    finally:
        context.close()


@pytest.fixture
def small_site(tmp_path: Path) -> Callable[..., SmallSite]:
    """Make a minimal site from `pages`, `claims` and `configuration` (see `write_site`), ready to build."""

    def make(**parts: object) -> SmallSite:
        return write_site(tmp_path, **parts)  # type: ignore[arg-type]

    return make


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Hand what this process compared to the one that reports."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["compared"] = list(CHECKED)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: object) -> None:
    """Take what another process compared."""
    CHECKED.extend(getattr(node, "workeroutput", {}).get("compared", ()))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say in any case whether the records were compared with the published artefacts."""
    if terminalreporter.config.option.collectonly:
        return
    terminalreporter.section("evidence")
    terminalreporter.line(
        CHECKED[-1] if CHECKED else "NOT CHECKED: no test compared the records with the published artefacts"
    )

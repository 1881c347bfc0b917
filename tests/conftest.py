"""Fixtures that all tests share: the built site, a server for it, a browser, small sites of a test's own."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, Page

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

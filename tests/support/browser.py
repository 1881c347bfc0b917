"""The Chromium that the tests drive. Run as a module it prints which one, or says what to install."""

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
MISSING = (
    "Claimbook: the browser tests need Chromium, and none was found; run: apt-get install chromium "
    "(or set CLAIMBOOK_CHROMIUM to the path of one)"
)


def find_browser() -> str:
    """Return the path of a Chromium: what CLAIMBOOK_CHROMIUM names, the system's, or Playwright's own.

    Raises:
        FileNotFoundError: there is none; the message says what to install.
    """
    named = os.environ.get("CLAIMBOOK_CHROMIUM")
    if named:
        if Path(named).is_file():
            return named
        raise FileNotFoundError(f"Claimbook: CLAIMBOOK_CHROMIUM names {named}, which is no file")
    for name in NAMES:
        found = shutil.which(name)
        # On Ubuntu the name may be a stand-in for a snap, which cannot see the tests' folders.
        if found and "/snap/" not in str(Path(found).resolve()) and not _is_snap_stand_in(Path(found)):
            return found
    with sync_playwright() as playwright:
        if Path(playwright.chromium.executable_path).is_file():
            return playwright.chromium.executable_path
    raise FileNotFoundError(MISSING)


def _is_snap_stand_in(path: Path) -> bool:
    return path.stat().st_size < 10_000 and b"snap" in path.read_bytes()


@contextmanager
def running_browser() -> Iterator[Browser]:
    """Start a headless Chromium and end it with the context; usable once a thread at a time."""
    path = find_browser()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()


if __name__ == "__main__":
    try:
        sys.stdout.write(find_browser() + "\n")
    except FileNotFoundError as error:
        sys.exit(str(error))

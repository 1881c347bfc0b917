"""The live preview under attack: whatever breaks while it runs, the last good site stays and it goes on."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.project import COMMAND
from tests.support.sites import DAY, SmallSite, write_site

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

RECORDS = """\
log: {kind: source, title: Pump log, says: The log of the pump.}
flow: {kind: measured, title: Flow, says: 'At {value}.', source: pump.log, observed: 2026-03-01, value: 14.7}
"""
PAGE = '# Pump\n\nIt moves {{ value("pump.flow") }}.\n'
SECONDS = 60


def _in_memory() -> set[str]:
    """The folders of previews in the system's memory, where there is such a place."""
    return {path.name for path in Path("/dev/shm").glob("claimbook-serve-*")}  # noqa: S108 - only looked at


class Preview:
    """A running `claimbook serve`, and what it has written so far."""

    def __init__(self, site: SmallSite, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.address = f"127.0.0.1:{free.getsockname()[1]}"
        self.site = site
        self.others = _in_memory()
        self.log = folder / "log.txt"
        self.scratch = folder / "scratch"
        self.scratch.mkdir()
        environment = {**os.environ, "CLAIMBOOK_AS_OF": DAY, "TMPDIR": str(self.scratch)}
        # Where the tests themselves run in the background, signals are ignored, and a child inherits that.
        command = ["/usr/bin/env", "--default-signal=INT,TERM", COMMAND, "serve", "--address", self.address]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                command, cwd=site.folder, env=environment, stdout=log, stderr=log, stdin=subprocess.DEVNULL
            )

    def page(self, path: str = "") -> str:
        """What is served, or nothing where nothing is."""
        try:
            with urllib.request.urlopen(f"http://{self.address}/{path}", timeout=SECONDS) as answer:
                return answer.read().decode()
        except urllib.error.URLError:
            return ""

    def said(self) -> str:
        """All that it has written."""
        return self.log.read_text(encoding="utf-8")

    def wait(self, what: str, is_so: Callable[[], bool]) -> None:
        """Wait until something is so; fail when it takes too long."""
        deadline = time.monotonic() + SECONDS
        while not is_so():
            assert time.monotonic() < deadline, f"{what}\n{self.said()}"
            assert self.process.poll() is None, self.said()
            time.sleep(0.05)


@pytest.fixture
def preview(tmp_path: Path) -> Iterator[Preview]:
    """A preview of one page and two records, up and running."""
    site = write_site(tmp_path / "project", pages={"index.md": PAGE}, claims={"pump.yml": RECORDS})
    running = Preview(site, tmp_path)
    try:
        running.wait("it never served", lambda: "14.7" in running.page())
        yield running
    finally:
        running.process.kill()
        running.process.wait()


BREAKAGES = {
    "a record": ("claims/pump.yml", RECORDS.replace("measured", "measurd"), "claims/pump.yml:2:14: error:"),
    "a record file": ("claims/pump.yml", "a: [", "claims/pump.yml:2:1: error:"),
    "a binary file": ("claims/other.yml", b"\0\xff", "claims/other.yml:1:2: error:"),
    "an unknown id": ("docs/index.md", '# Pump\n\n{{ value("pump.flw") }}\n', "docs/index.md:3:4: error:"),
    "a template": ("docs/index.md", "# Pump\n\n{% if %}\n", "docs/index.md:3:1: error:"),
    "a link": ("docs/index.md", "# Pump\n\n[x](y.md)\n", "docs/index.md:3:4: error:"),
    "a page of bytes": ("docs/other.md", b"# \xff", "docs/other.md:1:3: error:"),
    "the configuration": ("mkdocs.yml", "site_name: [", "mkdocs.yml"),
}


@pytest.mark.parametrize("name", BREAKAGES)
def test_a_breakage_is_told_and_mended(preview: Preview, name: str) -> None:
    """What breaks is told with its place, the last good site stays, and mended it shows the next."""
    path, content, told = BREAKAGES[name]
    file = preview.site.folder / path
    before = file.read_bytes() if file.exists() else None
    preview.site.write(path, content)
    preview.wait("it did not say what is wrong", lambda: told in preview.said())
    preview.wait("the last good site is gone", lambda: "14.7" in preview.page())
    if before is None:
        file.unlink()
    else:
        file.write_bytes(before)
    preview.site.write("docs/index.md", PAGE + "\nMended.\n")
    preview.wait("it does not recover", lambda: "Mended." in preview.page())
    assert "Traceback" not in preview.said()


def test_every_sort_of_file_is_watched(preview: Preview) -> None:
    """A changed record, a new record, a removed record and a new page are served without a restart."""
    preview.site.write("claims/pump.yml", RECORDS.replace("14.7", "15.3"))
    preview.wait("a changed record", lambda: "15.3" in preview.page())
    preview.site.write("claims/new.yml", "thing: {kind: source, title: A new thing, says: New.}\n")
    preview.wait("a new record", lambda: "A new thing" in preview.page("claims/new.thing/"))
    (preview.site.folder / "claims" / "new.yml").unlink()
    preview.wait("a removed record", lambda: not preview.page("claims/new.thing/"))
    preview.site.write("docs/next.md", "# Next\n\nThe next page.\n")
    preview.wait("a new page", lambda: "The next page." in preview.page("next/"))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda number: number.name)
def test_it_ends_cleanly(preview: Preview, number: signal.Signals) -> None:
    """A signal ends it with status 0, and nothing of it is left."""
    preview.process.send_signal(number)
    assert preview.process.wait(timeout=SECONDS) == 0, preview.said()
    assert "Traceback" not in preview.said()
    assert list(preview.scratch.iterdir()) == []
    assert _in_memory() <= preview.others


@pytest.mark.parametrize(
    "address", ["taken", "127.0.0.1:65536", "127.0.0.1:-1", "192.0.2.1:8000", "", "a b:80"]
)
def test_an_address_that_cannot_be_is_told(tmp_path: Path, address: str) -> None:
    """A port that is taken or none, or a host elsewhere, ends it with status 2 and a reason."""
    site = write_site(tmp_path, claims={"pump.yml": RECORDS})
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        wanted = f"127.0.0.1:{taken.getsockname()[1]}" if address == "taken" else address
        outcome = subprocess.run(
            [COMMAND, "serve", "--address", wanted],
            cwd=site.folder,
            env={**os.environ, "CLAIMBOOK_AS_OF": DAY, "TMPDIR": tempfile.mkdtemp(dir=tmp_path)},
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
    assert outcome.returncode == 2, outcome.stderr
    assert "cannot serve" in outcome.stderr
    assert "Traceback" not in outcome.stderr


def test_a_first_build_with_findings_serves_nothing(tmp_path: Path) -> None:
    """Findings at the start are told as a build tells them, with status 1."""
    site = write_site(tmp_path, claims={"pump.yml": "a: ["})
    command = [COMMAND, "serve", "--address", "127.0.0.1:0"]
    outcome = subprocess.run(
        command,
        cwd=site.folder,
        env={**os.environ, "CLAIMBOOK_AS_OF": DAY},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert outcome.returncode == 1
    assert "claims/pump.yml:2:1: error:" in outcome.stderr
    assert "1 problem; nothing is served" in outcome.stderr

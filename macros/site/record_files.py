"""Record pages as files: the theme's page, made once with marks in it and filled for each record.

Rendering the theme for ten thousand records would take minutes. All record pages lie equally deep and differ
in title, text and address only. The pages of a large book are begun by a second process while MkDocs makes
the others; both take the next few records from one counter until none is left.

Knows files and processes; what a page shows is the affair of ``record_pages``.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import re
import signal
import sys
import threading
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from macros.site.record_pages import RecordPages, paged

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from multiprocessing.connection import Connection
    from multiprocessing.context import ForkProcess
    from pathlib import Path

    from macros.records.base import Record
    from macros.records.book import Book
    from macros.render.renderer import Workshop
    from macros.site.record_pages import Placement

SHELL_NAME = "cbrecordname"
SHELL_ADDRESS = f"claims/{SHELL_NAME}.md"
SHELL_TITLE = "cbrecordtitle"
SHELL_TEXT = "cbrecordtext"
SHELL_DESCRIPTION = "cbrecorddescription"

_BODY = f"<p>{SHELL_TEXT}</p>"
_MARKS = re.compile(f"({SHELL_NAME}|{SHELL_TITLE}|{SHELL_DESCRIPTION}|{_BODY})")
RESERVED = re.compile(f"{SHELL_NAME}|{SHELL_TITLE}|{SHELL_DESCRIPTION}|{SHELL_TEXT}")
_INDENTATION = re.compile(r"\n\s+")

SPLIT_FROM = 2000
"""From how many records on two processes make their pages."""
_AT_ONCE = 100  # records taken from the counter
_AHEAD = 20_000  # texts made before their files can be written: some 100 MB


def addresses(book: Book) -> dict[str, str]:
    """Return where the build writes what no page is, and what that is."""
    pages = {
        f"claims/{record.identifier}/index.html": f"{record.identifier}'s page" for record in paged(book)
    }
    shell = f"claims/{SHELL_NAME}/index.html"
    return {**pages, shell: "a page of the build", "claims.json": "the list of all records"}


class Shell:
    """The theme's page around the marks, cut once."""

    def __init__(self, html: str) -> None:
        """Cut the rendered page at its marks; raise ValueError when the theme dropped the text's mark."""
        if _BODY not in html:
            message = "the theme's page does not show its content"
            raise ValueError(message)
        self.pieces = tuple(_MARKS.split(_INDENTATION.sub("\n", html)))

    def filled(self, record: Record, body: str, description: str) -> str:
        """Return the page of one record."""
        texts = {
            _BODY: body,
            SHELL_TITLE: escape(record.title),
            SHELL_NAME: record.identifier,
            SHELL_DESCRIPTION: escape(description),
        }
        return "".join([texts.get(piece, piece) for piece in self.pieces])


@dataclass(frozen=True, slots=True)
class Frame:
    """What the files need beyond the records' texts, known once MkDocs has made the other pages.

    ``placements`` are the pages that show each record, by its id; ``folder`` is where the site is written.
    """

    shell_html: str
    placements: Mapping[str, Sequence[Placement]]
    folder: Path


class RecordFiles:
    """The pages of a book's records, from the first text to the last file."""

    def __init__(self, workshop: Workshop) -> None:
        """Begin the texts of a large book in a second process, where the system can."""
        self.records = paged(workshop.book)
        self.pages = RecordPages(workshop)
        self._second: _Second | None = None
        if len(self.records) >= SPLIT_FROM and _may_fork():
            with contextlib.suppress(OSError):  # no shared memory, no process left: one process does it all
                self._second = _Second(self.pages, self.records)

    def write(self, frame: Frame) -> None:
        """Write every record's page; raise RuntimeError when the second process fails."""
        (frame.folder / "claims").mkdir(parents=True, exist_ok=True)
        writer = _Writer(self.pages, frame)
        if self._second is None:
            for record in self.records:
                writer.write(record, self.pages.body(record))
            return
        self._second.hand_over(frame)
        for record in self._second.share.records():
            writer.write(record, self.pages.body(record))
        self._second.finish()

    def stop(self) -> None:
        """End the second process, if there is one: the build has ended or failed."""
        if self._second is not None:
            self._second.stop()
            self._second = None


class _Writer:
    def __init__(self, pages: RecordPages, frame: Frame) -> None:
        self._pages = pages
        self._shell = Shell(frame.shell_html)
        self._placements = frame.placements
        self._folder = frame.folder / "claims"

    def write(self, record: Record, body: str) -> None:
        body = self._pages.placed(body, self._placements.get(record.identifier, ()))
        html = self._shell.filled(record, body, self._pages.description(record)).encode()
        folder = self._folder / record.identifier
        folder.mkdir(exist_ok=True)
        (folder / "index.html").write_bytes(html)


class _Share:
    """Records that two processes take from, a few at a time."""

    def __init__(self, records: Sequence[Record]) -> None:
        self._records = records
        self._next = multiprocessing.get_context("fork").Value("l", 0)

    def some(self) -> Sequence[Record]:
        """Return the next few records that nobody has taken, or none."""
        with self._next.get_lock():
            first = self._next.value
            self._next.value = first + _AT_ONCE
        return self._records[first : first + _AT_ONCE]

    def records(self) -> Iterator[Record]:
        """Yield what is left, as long as the other process leaves some."""
        while some := self.some():
            yield from some


class _Second:
    """The second process, seen from the first: it is told where to write, and ends with the records."""

    def __init__(self, pages: RecordPages, records: Sequence[Record]) -> None:
        context = multiprocessing.get_context("fork")
        self.share = _Share(records)
        receiver, self._sender = context.Pipe(duplex=False)
        self._process: ForkProcess = context.Process(
            target=_assist, args=(pages, self.share, receiver, self._sender), daemon=True
        )
        sys.stdout.flush()
        sys.stderr.flush()
        self._process.start()
        receiver.close()

    def hand_over(self, frame: Frame) -> None:
        """Say where and what to write; a process that has died says so in ``finish``."""
        try:
            self._sender.send(frame)
        except BrokenPipeError:
            return

    def finish(self) -> None:
        """Wait until it has written its share; raise RuntimeError when it failed."""
        self._process.join()
        if self._process.exitcode != 0:
            message = "the second process that writes record pages failed; its message stands above"
            raise RuntimeError(message)

    def stop(self) -> None:
        """End it, whatever it does."""
        self._sender.close()
        self._process.terminate()
        self._process.join()


def _assist(pages: RecordPages, share: _Share, receiver: Connection, sender: Connection) -> None:
    """Make texts until the frame is there, then files: the work of the second process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the first process ends it
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    sender.close()
    first_process = os.getppid()
    ahead: list[tuple[Record, str]] = []
    while not receiver.poll() and len(ahead) < _AHEAD and (some := share.some()):
        ahead.extend((record, pages.body(record)) for record in some)
    try:
        frame: Frame = receiver.recv()
    except EOFError:
        return  # the build failed, or the first process is gone
    writer = _Writer(pages, frame)
    for record, body in ahead:
        writer.write(record, body)
    while os.getppid() == first_process and (some := share.some()):
        for record in some:
            writer.write(record, pages.body(record))


def _may_fork() -> bool:
    return "fork" in multiprocessing.get_all_start_methods() and threading.active_count() == 1

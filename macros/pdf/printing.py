"""Layout and file: WeasyPrint with nothing but the edition's own files, and a PDF that is whole or absent."""

from __future__ import annotations

import contextlib
import gc
import logging
import os
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from macros.pdf.document import compose
from macros.pdf.edition import EditionError, read_edition
from macros.pdf.fonts import FontsMissingError, fonts_for, only_our_fonts, places_of, sheet
from macros.pdf.glyph_font import glyph_font

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from macros.pdf.document import Composed
    from macros.pdf.fonts import Fonts

PAGE_SIZES = {"a4": "A4", "letter": "letter"}
_PANGO = "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
_CUTTER_MISSING = "Using fontTools instead of HarfBuzz-Subset"
_NO_CUTTER = (
    "libharfbuzz-subset0 is not installed, so fonts are cut more slowly and the file has other bytes than "
    "elsewhere; on Debian and Ubuntu: apt-get install libharfbuzz-subset0"
)
_VARIANT = "pdf/ua-1"


class PrintError(Exception):
    """The document cannot be printed; the message says why in one line."""


@dataclass(frozen=True, slots=True)
class Printed:
    """What was printed: where, how many pages and bytes, what the layout complained of."""

    file: Path
    pages: int
    size: int
    complaints: tuple[str, ...]


def print_edition(
    output: Path,
    theme: Path,
    target: Path,
    *,
    root: Path,
    sources: Sequence[Path] = (),
    page_size: str = "a4",
) -> Printed:
    """Print the edition that a build left in ``output`` to the file ``target``.

    ``theme`` holds the print templates and fonts; ``root`` is the checkout that the commit is read from, and
    ``sources`` the folders of its pages and records.

    Raises:
        PrintError: nothing is built, a library or a font is missing, the layout failed, the file cannot be
            written.
    """
    try:
        edition = read_edition(output)
        composed = compose(edition, theme, commit=commit_of(root), page_size=PAGE_SIZES[page_size])
        fonts = fonts_for(composed.signs - {glyph.sign for glyph in edition.glyphs.values()}, theme)
    except (EditionError, FontsMissingError) as error:
        raise PrintError(str(error)) from error
    if fonts.missing:
        raise PrintError("\n".join(places_of(fonts.missing, sources, root)))
    fonts.contents["glyphs"] = glyph_font(edition.glyphs)
    with _complaints() as complaints, only_our_fonts(), _no_collecting():
        pages, content = _laid_out(composed, edition.folder, fonts)
    _write(target, content)
    return Printed(target, pages, len(content), _told_once(complaints))


def _told_once(complaints: Sequence[str]) -> tuple[str, ...]:
    """Return each complaint once; those about the program that cuts fonts, one a font, as one."""
    return tuple(
        dict.fromkeys(
            _NO_CUTTER if complaint.startswith(_CUTTER_MISSING) else complaint for complaint in complaints
        )
    )


def commit_of(folder: Path) -> str:
    """Return the short name of the commit, with a mark where files differ; empty outside git."""
    name = _git(folder, "rev-parse", "--short", "HEAD")
    changed = _git(folder, "status", "--porcelain", "--untracked-files=no") if name else ""
    return f"{name} with changes" if changed else name


def _git(folder: Path, *arguments: str) -> str:
    command = ["git", "-C", str(folder), *arguments]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - fixed
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def _laid_out(composed: Composed, folder: Path, fonts: Fonts) -> tuple[int, bytes]:
    weasyprint = _weasyprint()
    from macros.pdf.fetching import EditionFetcher  # noqa: PLC0415 - it needs WeasyPrint
    from macros.pdf.pressing import PressedPage, counted_once  # noqa: PLC0415 - the same
    from macros.pdf.slim_styles import PrintedHTML  # noqa: PLC0415 - the same

    fetcher = EditionFetcher(folder, fonts.contents)
    base = f"{folder.resolve().as_uri()}/"
    html = PrintedHTML(string=composed.html, base_url=base, url_fetcher=fetcher)
    composed.put_together(html.etree_element)
    configuration = weasyprint.text.fonts.FontConfiguration()
    further = weasyprint.CSS(string=sheet(fonts.further), url_fetcher=fetcher, font_config=configuration)
    document = html.render(font_config=configuration, stylesheets=[further], pdf_variant=_VARIANT)
    if fetcher.refused:
        refused = ", ".join(sorted(fetcher.refused))
        raise PrintError(f"a printed page needs what the edition does not hold: {refused}")
    with counted_once():
        pressed = document.copy([PressedPage(page) for page in document.pages])
        content = pressed.write_pdf(pdf_variant=_VARIANT)
    return len(document.pages), content


def _weasyprint() -> Any:  # noqa: ANN401 - a module without types
    try:
        import weasyprint  # noqa: PLC0415 - slow to import, and its libraries may be missing
    except OSError as error:
        message = (
            f"Pango is not installed, which lays out the text; on Debian and Ubuntu: apt-get install {_PANGO}"
        )
        raise PrintError(message) from error
    return weasyprint


def _write(target: Path, content: bytes) -> None:
    """Put the file in place as a whole: an interrupted run leaves the old one, and no part of the new."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        beside = target.parent / f".{target.name}-{os.getpid()}"
        beside.unlink(missing_ok=True)
        try:
            _write_new(beside, content)
            beside.replace(target)
        except BaseException:
            with contextlib.suppress(OSError):
                beside.unlink()
            raise
    except OSError as error:
        raise PrintError(f"{target}: {error.strerror or error}") from error


def _write_new(file: Path, content: bytes) -> None:
    """Write a file that has its name only when it is whole, where the system knows files without names."""
    try:
        descriptor = os.open(file.parent, os.O_WRONLY | os.O_TMPFILE, 0o644)
    except (OSError, AttributeError):
        file.write_bytes(content)
        return
    with os.fdopen(descriptor, "wb") as unnamed:
        unnamed.write(content)
        unnamed.flush()
        # A folder has to be named for the link to be followed; the path is whole and needs none.
        os.link(f"/proc/self/fd/{descriptor}", file, src_dir_fd=descriptor, follow_symlinks=True)


@contextlib.contextmanager
def _no_collecting() -> Iterator[None]:
    """Let the layout's objects be: nearly all live to its end, and looking for dead ones takes a fifth of it.

    They are kept from being looked through at the end of the program too.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was_enabled:
            gc.enable()


@contextlib.contextmanager
def _complaints() -> Iterator[list[str]]:
    """Collect what the layout says instead of printing it."""
    logger, log = logging.getLogger("weasyprint"), _Collected()
    handlers, propagate = list(logger.handlers), logger.propagate
    logger.handlers, logger.propagate = [log], False
    logger.setLevel(logging.WARNING)
    try:
        yield log.lines
    finally:
        logger.handlers, logger.propagate = handlers, propagate


class _Collected(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())

"""What a preview keeps between two builds: the records and what was rendered of them.

It holds as long as no record file, no template and no font differs, by name, size and time, and the day is
the same. Outside a preview nothing is kept. It knows files and their stamps, and judges nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from macros.evidence.kept import read_kept
from macros.records.binding import Bound, open_book
from macros.render.environment import component_environment
from macros.render.renderer import Workshop
from macros.state import assess, without

if TYPE_CHECKING:
    import datetime
    from collections.abc import Iterable
    from pathlib import Path

    from macros.records.editions import Edition
    from macros.render.charts import Pictures

Stamps = tuple[tuple[str, int, int], ...]


@dataclass
class Kept:
    """The records of a folder, bound; what renders them; the texts of their pages."""

    claims: Path
    bound: Bound
    record_stamps: Stamps
    workshop: Workshop | None = None
    workshop_key: tuple[object, ...] = ()
    bodies: dict[str, str] = field(default_factory=dict)


class _Memory:
    """Holds what one preview keeps; ``is_on`` only while there is one."""

    is_on = False
    kept: Kept | None = None


def keep(*, is_on: bool) -> None:
    """Begin to keep what builds make, or forget it."""
    _Memory.is_on = is_on
    _Memory.kept = None


def records_of(claims: Path, shown: str) -> Kept:
    """Return the records of a folder, read now or kept from the build before."""
    stamps = _stamps(claims.glob("*")) if _Memory.is_on else ()
    kept = _Memory.kept
    if kept is not None and _Memory.is_on and kept.claims == claims and kept.record_stamps == stamps:
        return kept
    kept = Kept(claims, open_book(claims, shown), stamps)
    if _Memory.is_on:
        _Memory.kept = kept
    return kept


def workshop_of(
    kept: Kept,
    edition: Edition,
    day: datetime.date,
    components: Path,
    fonts: tuple[Path, ...],
    pictures: Pictures | None = None,
) -> Workshop:
    """Return what renders an edition on a day: new, or that of the build before with all it rendered.

    States are those of all records; an edition shows them and names only what it has.
    """
    templates = _stamps(components.rglob("*.jinja")) if _Memory.is_on else ()
    drawn = tuple(sorted(pictures.digests.items())) if pictures else ()
    key = (edition.name, day, components, templates, _stamps(fonts), drawn)
    if kept.workshop is None or kept.workshop_key != key:
        assessments = assess(kept.bound.book, day)
        kept.workshop = Workshop(
            edition.book,
            without(assessments, edition.hidden, edition.stand_ins) if edition.hidden else assessments,
            component_environment(components),
            fonts,
            edition=edition.name,
            hidden=edition.hidden,
            pictures=pictures,
            verified=read_kept(kept.bound.book, kept.claims),
        )
        kept.workshop_key = key
        kept.bodies.clear()
    return kept.workshop


def bodies() -> dict[str, str] | None:
    """Return the kept texts of record pages; None outside a preview."""
    return _Memory.kept.bodies if _Memory.is_on and _Memory.kept is not None else None


def _stamps(paths: Iterable[Path]) -> Stamps:
    found = []
    for path in sorted(paths):
        try:
            status = path.stat()
        except OSError:
            found.append((str(path), 0, 0))
        else:
            found.append((str(path), status.st_size, status.st_mtime_ns))
    return tuple(found)

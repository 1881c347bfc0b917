"""What the watches of a book say of the clones and notes that a user has; and a watch that has fired, noted.

A watch is looked for where its repository is given. Nothing is written here: a firing comes to a draft.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from macros.audit.looking import UndecidedError, look
from macros.audit.upkeep import draft_of, require_sound, require_source
from macros.findings import nearest
from macros.records.editing import AddEntry, EditError, SetField
from macros.records.structures import Watch
from macros.records.written import UNSTATED, parse_day

if TYPE_CHECKING:
    import datetime
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from macros.records.binding import Bound
    from macros.records.book import Book
    from macros.records.editing import Change
    from macros.records.saving import Draft


class Outcome(StrEnum):
    """What came of looking for a watch."""

    FIRED = "fired"
    NOT_FIRED = "not fired"
    NOT_CHECKED = "not checked"


@dataclass(frozen=True, slots=True)
class Checked:
    """A watch, what came of looking for it, where it shows or why nobody looked, and the words there."""

    watch: Watch
    outcome: Outcome
    place: str = ""
    says: str = ""

    @property
    def is_news(self) -> bool:
        """Say whether it has fired and its record does not know."""
        return self.outcome is Outcome.FIRED and not self.watch.fired

    @property
    def is_missing(self) -> bool:
        """Say whether its record says that it has fired, and no sign of that shows."""
        return self.outcome is Outcome.NOT_FIRED and self.watch.fired

    def data(self) -> dict[str, Any]:
        """Return it for JSON."""
        return {
            "watch": self.watch.identifier,
            "repository": self.watch.repository,
            "outcome": self.outcome.value,
            "recorded": self.watch.fired,
            "on": self.watch.on.written if self.watch.on else None,
            "place": self.place if self.outcome is Outcome.FIRED else None,
            "says": self.says or None,
            "reason": self.place if self.outcome is Outcome.NOT_CHECKED else None,
            "reopens": list(self.watch.reopens),
        }


class PlaceError(ValueError):
    """What was given names no repository of a watch and no watch."""


def watches_of(book: Book) -> list[Watch]:
    """Return the watches that nothing has replaced, in the order of their files."""
    watches = (record for record in book.of_kind("watch") if record.superseded_by is None)
    return [record for record in watches if isinstance(record, Watch)]


def check(watches: Iterable[Watch], places: Mapping[str, Sequence[Path]]) -> list[Checked]:
    """Return the outcome for each watch; ``places`` are clones and texts by repository or by id of a watch.

    A sign in any of them will do; where none of them can tell, the watch is not checked.

    Raises:
        PlaceError: a place is given for what no watch looks at.
        LookError: a place cannot be looked at.
    """
    asked = list(watches)
    known = {name for watch in asked for name in (watch.identifier, watch.repository) if name}
    for name in places:
        if name not in known:
            message = f"{name}: no watch looks there; expected a repository or the id of a watch"
            raise PlaceError("; ".join(part for part in (message, nearest(name, known)) if part))
    return [_checked(watch, places) for watch in asked]


def _checked(watch: Watch, places: Mapping[str, Sequence[Path]]) -> Checked:
    given = (*places.get(watch.identifier, ()), *places.get(watch.repository or "", ()))
    if not watch.signs:
        return Checked(watch, Outcome.NOT_CHECKED, "its record has no signs for a program")
    if not given:
        return Checked(watch, Outcome.NOT_CHECKED, f"nothing was given for {watch.repository or 'it'}")
    undecided = []
    for place in given:
        try:
            hit = look(place, watch.signs)
        except UndecidedError as error:
            undecided.append(str(error))
        else:
            if hit is not None:
                return Checked(watch, Outcome.FIRED, hit.place, hit.says)
    if len(undecided) == len(given):
        return Checked(watch, Outcome.NOT_CHECKED, "; ".join(undecided))
    return Checked(watch, Outcome.NOT_FIRED)


def fired(bound: Bound, identifier: str, on: str, source: str, note: str, today: datetime.date) -> Draft:
    """Return the draft of a watch that has fired: that, the day, the source, and an entry in its history.

    Raises:
        EditError: it is no watch, has fired already, or the day or the source will not do.
        PydanticCustomError: ``on`` is no day.
    """
    watch = bound.book.records[identifier]
    if not isinstance(watch, Watch):
        raise EditError(f"{identifier} is a {watch.kind}; expected a watch")
    if watch.on is not None:
        raise EditError(f"{identifier} has fired already, on {watch.on.written}; edit it by hand")
    day = parse_day(on)
    if day.first is not None and day.first > today:
        raise EditError(f"--on: found {on}; expected a day that has been, up to {today.isoformat()}")
    require_source(bound.book, source)
    require_sound(bound, [watch])
    entry = AddEntry("history", {"on": on, "says": note or f"Fired, as seen in {{{source}}}."})
    changes: tuple[Change, ...] = (
        SetField("fired", "true", plain=True),
        SetField("on", on),
        SetField("source", source),
        *(() if on == UNSTATED else (entry,)),
    )
    return draft_of(bound.book, {identifier: changes})

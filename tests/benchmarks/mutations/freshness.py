"""Records that are no longer fresh: dates, periods, inputs, pins and watches that have changed."""

from __future__ import annotations

import datetime
import re
from decimal import Decimal
from typing import TYPE_CHECKING

from macros.records.claims import Derived
from macros.records.structures import Component, Source, Watch
from tests.benchmarks.mutations.model import Mutation, Operator, about
from tests.benchmarks.mutations.texts import Entry

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from macros.records.base import Record
    from tests.benchmarks.mutations.ground import Ground

_PERIODS = {"measured": 365, "sourced": 180, "assumed": 365, "derived": 365}
"""Of claims/policy.yml; no record sets its own."""
_VERSION = re.compile(r"\d+")


def _shuffled(random: Random, found: list[Mutation]) -> Iterator[Mutation]:
    random.shuffle(found)
    yield from found


def _judged(ground: Ground, code: str) -> list[Record]:
    """Return the claims that are fresh as it is, without those that a waiver of the rule covers."""
    return [
        record
        for record in ground.current("measured", "sourced", "assumed")
        if ground.material.assessments[record.identifier].state in ("current", "contested")
        and all(one.rule != code for one in record.waive)
    ]


def _entry(ground: Ground, record: Record) -> Entry:
    return Entry(ground.file_of(record), record.key)


def _moved_back(ground: Ground, random: Random) -> Iterator[Mutation]:
    """Date an observation further back than the record's kind is trusted."""
    found = []
    for record in _judged(ground, "CB201"):
        day = ground.day - datetime.timedelta(days=_PERIODS[record.kind] + random.randrange(0, 900))
        written = random.choice((day.isoformat(), f"{day:%Y-%m}"))
        text = _entry(ground, record).with_field("observed", f"observed: {written}")
        wanted = about("CB201", record.identifier, path=record.path)
        found.append(Mutation("CB201", "date moved back", {record.path: text}, wanted, written))
    yield from _shuffled(random, found)


def _old_sources(ground: Ground, random: Random) -> Iterator[Mutation]:
    """Date a source so far back that what is cited from it, without a day of its own, has aged."""
    found = []
    for source in ground.book.of_kind("source"):
        assert isinstance(source, Source)
        field = "dated" if source.dated else "seen" if source.seen else ""
        citing = [
            record.identifier
            for record in _judged(ground, "CB201")
            if ground.material.assessments[record.identifier].observed_from == source.identifier
        ]
        for year in (2019, 2021, 2023, 2024) if field and citing else ():
            text = _entry(ground, source).with_field(field, f"{field}: {year}-05-11")
            wanted = about("CB201", *citing)
            found.append(Mutation("CB201", "source dated back", {source.path: text}, wanted, f"{year}"))
    yield from _shuffled(random, found)


def _shorter(ground: Ground, random: Random) -> Iterator[Mutation]:
    """Give a record a period that has passed already."""
    found = []
    for record in _judged(ground, "CB201"):
        observed = ground.material.assessments[record.identifier].observed
        age = (ground.day - observed).days if observed else 0
        if age > 1:
            text = _entry(ground, record).with_field("review", f"review: {random.randrange(1, age + 1)}d")
            wanted = about("CB201", record.identifier, path=record.path)
            found.append(Mutation("CB201", "period cut", {record.path: text}, wanted))
    yield from _shuffled(random, found)


def _shorter_policy(ground: Ground, random: Random) -> Iterator[Mutation]:
    """Trust a whole kind for less long than its oldest record has stood."""
    found = []
    policy = ground.book.records["policy.review"]
    for kind, days in _PERIODS.items():
        ages = {
            record.identifier: (ground.day - observed).days
            for record in _judged(ground, "CB201")
            if record.kind == kind
            and (observed := ground.material.assessments[record.identifier].observed) is not None
        }
        for _ in range(3) if ages else ():
            period = random.randrange(1, max(ages.values()) + 1)
            text = _entry(ground, policy).replaced("periods", f"{kind}: {days}d", f"{kind}: {period}d")
            wanted = about("CB201", *(name for name, age in ages.items() if age >= period))
            found.append(Mutation("CB201", "policy cut", {policy.path: text}, wanted, f"{kind}: {period}d"))
    yield from _shuffled(random, found)


def _superseded_inputs(ground: Ground, random: Random) -> Iterator[Mutation]:
    """Replace a record that others rest on by another one, without a look at those."""
    found = []
    newer = sorted(record.identifier for record in ground.current("sourced") if record.subject == "upstream")
    for record in _judged(ground, "CB201"):
        carried = [
            name
            for name in ground.book.carried_by(record.identifier)
            if name in ground.material.assessments
            and ground.material.assessments[name].state != "superseded"
            and all(one.rule != "CB201" for one in ground.book.records[name].waive)
        ]
        successor = random.choice(newer)
        if carried and successor not in _below(ground, record.identifier) | {record.identifier, *carried}:
            text = _entry(ground, record).with_field("superseded_by", f"superseded_by: {successor}")
            found.append(Mutation("CB201", "input replaced", {record.path: text}, about("CB201", *carried)))
    yield from _shuffled(random, found)


def _below(ground: Ground, identifier: str) -> set[str]:
    """Return everything that rests on a record, and everything that it rests on."""
    found: set[str] = set()
    for step in (ground.book.carried_by, lambda name: ground.book.records[name].foundations()):
        waiting = [identifier]
        while waiting:
            for name in step(waiting.pop()):
                if name not in found and name in ground.book:
                    found.add(name)
                    waiting.append(name)
    return found


def _nearly_due(ground: Ground, random: Random) -> Iterator[Mutation]:
    """Date an observation so that its review is due within thirty days."""
    found = []
    for record in _judged(ground, "CB202"):
        left = random.randrange(1, 31)
        day = ground.day - datetime.timedelta(days=_PERIODS[record.kind] - left)
        text = _entry(ground, record).with_field("observed", f"observed: {day.isoformat()}")
        wanted = about("CB202", record.identifier, path=record.path)
        found.append(Mutation("CB202", "nearly due", {record.path: text}, wanted, f"{left} days left"))
    yield from _shuffled(random, found)


def _inputs(ground: Ground) -> list[tuple[Record, list[str]]]:
    """Return the stated values that derived records were accepted with, each with those records."""
    derived = [record for record in ground.current("derived") if isinstance(record, Derived)]
    found = []
    for record in ground.book:
        users = [one.identifier for one in derived if record.identifier in one.inputs.values()]
        if users and record.value is not None and record.value.number is not None:
            found.append((record, users))
    return found


def changed_number(random: Random, written: str) -> str:
    """Return another number with as many digits behind the point, not nought and of the same sign."""
    number = Decimal(written)
    step = Decimal(1).scaleb(int(number.as_tuple().exponent))
    while True:
        other = number + step * random.choice((-3, -2, -1, 1, 2, 3, 5, 10))
        if other * number > 0:
            return f"{other:+}" if written.startswith("+") else str(other)


def _changed_inputs(ground: Ground, random: Random) -> Iterator[Mutation]:
    """Change a number that a derived record was accepted with."""
    found = []
    for record, users in _inputs(ground):
        assert record.value is not None
        assert record.value.number is not None
        for _ in range(4):
            number = changed_number(random, record.value.number)
            text = _entry(ground, record).with_field("value", f"value: {number}")
            wanted = about("CB203", *users)
            found.append(Mutation("CB203", "input changed", {record.path: text}, wanted, number))
    yield from _shuffled(random, found)


UNITS = {"GB/s": ("MB/s", "TB/s", "Gbit/s"), "ms": ("µs", "s"), "µs": ("ms", "ns"), "%": ("‰",), "×": ("%",)}


def _swapped_units(ground: Ground, random: Random) -> Iterator[Mutation]:
    """Give an input another unit of its kind, or change whether it is approximate."""
    found = []
    for record, users in _inputs(ground):
        for unit, others in UNITS.items():
            for other in others if record.unit and record.unit.startswith(unit) else ():
                written = record.unit.replace(unit, other, 1)  # type: ignore[union-attr]
                try:
                    ground.book.units.parse(written)
                except ValueError:
                    continue
                text = _entry(ground, record).with_field("unit", f'unit: "{written}"')
                found.append(
                    Mutation("CB203", "unit swapped", {record.path: text}, about("CB203", *users), written)
                )
        written = "false" if record.approx else "true"
        text = _entry(ground, record).with_field("approx", f"approx: {written}")
        found.append(Mutation("CB203", "tilde changed", {record.path: text}, about("CB203", *users)))
    yield from _shuffled(random, found)


def _unread(ground: Ground, random: Random) -> Iterator[Mutation]:
    """Take away what a derived record has read, or give a name of its formula another record."""
    found = []
    for record in ground.current("derived"):
        assert isinstance(record, Derived)
        wanted = about("CB203", record.identifier, path=record.path)
        text = _entry(ground, record).without("read")
        found.append(Mutation("CB203", "reading dropped", {record.path: text}, wanted))
        for name, other in record.inputs.items():
            for one, _ in _inputs(ground):
                reading = ground.book.reading(one.identifier)
                if reading != ground.book.reading(other) and one.unit == ground.book.records[other].unit:
                    text = _entry(ground, record).replaced("from", other, one.identifier)
                    says = f"{name}: {one.identifier}"
                    found.append(Mutation("CB203", "input exchanged", {record.path: text}, wanted, says))
    yield from _shuffled(random, found)


def _other_version(random: Random, version: str) -> str:
    if "." not in version:
        return "".join(random.choice("0123456789abcdef") for _ in version[:-1]) + "7"
    parts = version.split(".")
    place = random.randrange(len(parts))
    parts[place] = str(int(parts[place]) + random.randrange(1, 4))
    return ".".join(parts)


def _moved_components(ground: Ground, random: Random) -> Iterator[Mutation]:
    """Move a component to another version under the records that were observed on the one before."""
    found = []
    for component in ground.book.of_kind("component"):
        assert isinstance(component, Component)
        for field in ("version", "commit"):
            version = getattr(component, field)
            seen = [
                record.identifier
                for record in ground.book.statements()
                if record.superseded_by is None
                and record.seen_versions().get(component.identifier) == version
            ]
            for _ in range(4) if version and seen and version != "unstated" else ():
                moved = _other_version(random, version)
                text = _entry(ground, component).with_field(field, f'{field}: "{moved}"')
                wanted = about("CB204", *seen)
                found.append(Mutation("CB204", "component moved", {component.path: text}, wanted, moved))
    yield from _shuffled(random, found)


def _moved_pins(ground: Ground, random: Random) -> Iterator[Mutation]:
    """Change the version that a record was observed on."""
    found = []
    for record in ground.book.statements():
        for component, version in record.seen_versions().items():
            if version == "unstated" or record.superseded_by is not None:
                continue
            moved = _other_version(random, version)
            text = _entry(ground, record).replaced(
                "pins", f'{component}: "{version}"', f'{component}: "{moved}"'
            )
            wanted = about("CB204", record.identifier, path=record.path)
            found.append(Mutation("CB204", "pin moved", {record.path: text}, wanted, moved))
    yield from _shuffled(random, found)


def _fired(ground: Ground, random: Random) -> Iterator[Mutation]:
    """Let a watch fire that has not, or let one that has reopen a record that nobody has looked at since."""
    found = []
    unseen = [
        record
        for record in _judged(ground, "CB205")
        if record.observed is None or record.observed.first is None or record.observed.first.month < 8
    ]
    for watch in ground.book.of_kind("watch"):
        assert isinstance(watch, Watch)
        entry = _entry(ground, watch)
        if watch.on is None:
            reopened = [name for name in watch.reopens if ground.book.records[name].superseded_by is None]
            for month in range(10, 12):
                for day in ("", "-02", "-17"):
                    text = entry.with_field("fired", f'fired: true\n"on": 2026-{month}{day}')
                    found.append(
                        Mutation("CB205", "watch fired", {watch.path: text}, about("CB205", *reopened))
                    )
            continue
        for record in random.sample(unseen, 20):
            if record.identifier not in watch.reopens:
                names = ", ".join((*watch.reopens, record.identifier))
                text = entry.with_field("reopens", f"reopens: [{names}]")
                wanted = about("CB205", record.identifier)
                found.append(Mutation("CB205", "reopens more", {watch.path: text}, wanted, record.identifier))
    yield from _shuffled(random, found)


OPERATORS = (
    Operator("CB201", "date moved back", _moved_back),
    Operator("CB201", "source dated back", _old_sources),
    Operator("CB201", "period cut", _shorter),
    Operator("CB201", "policy cut", _shorter_policy),
    Operator("CB201", "input replaced", _superseded_inputs),
    Operator("CB202", "nearly due", _nearly_due),
    Operator("CB203", "input changed", _changed_inputs),
    Operator("CB203", "unit swapped", _swapped_units),
    Operator("CB203", "reading", _unread),
    Operator("CB204", "component moved", _moved_components),
    Operator("CB204", "pin moved", _moved_pins),
    Operator("CB205", "watch fired", _fired),
)

"""Claims that exist twice, contradict each other or are shown nowhere, and pins that are repeated."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from typing import TYPE_CHECKING

from macros.audit.showing import Showing
from macros.records.structures import Component
from macros.state import Sort, State
from tests.benchmarks.mutations.freshness import UNITS, _other_version
from tests.benchmarks.mutations.ground import CATALOGUE
from tests.benchmarks.mutations.model import Mutation, Operator, about, at_lines
from tests.benchmarks.mutations.texts import Entry, before_headings, inserted

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from macros.records.base import Record
    from tests.benchmarks.mutations.ground import Ground

_WORD = re.compile(r"[A-Za-z]{4,}")


def _entry(ground: Ground, record: Record) -> Entry:
    return Entry(ground.file_of(record), record.key)


def _shuffled(random: Random, found: list[Mutation]) -> Iterator[Mutation]:
    random.shuffle(found)
    yield from found


def _contradicting(ground: Ground, random: Random) -> Iterator[Mutation]:
    """Add a record of the same subject under the same conditions with a value that excludes the first."""
    found = []
    for record in ground.current("measured", "sourced", "assumed"):
        if record.value is None or record.value.number is None:
            continue
        for factor in ("0.5", "3"):
            number = Decimal(record.value.number) * Decimal(factor)
            text = _entry(ground, record).copied(f"{record.key}-again")
            again = Entry(text, f"{record.key}-again")
            text = again.with_field("value", f"value: {number:f}")
            text = Entry(text, again.key).with_field("says", "says: Somebody else found {value}.")
            if record.conflicts_with:
                text = Entry(text, again.key).without("conflicts_with")
            wanted = about("CB701", record.identifier, f"{record.identifier}-again", path=record.path)
            found.append(Mutation("CB701", "contradiction", {record.path: text}, wanted, f"{number:f}"))
    yield from _shuffled(random, found)


def _other_units(ground: Ground, random: Random) -> Iterator[Mutation]:
    """Add a record with the same figure in another unit of its kind."""
    found = []
    for record in ground.current("measured", "sourced", "assumed"):
        for unit, others in UNITS.items():
            if (
                record.value is None
                or record.value.number is None
                or not (record.unit or "").startswith(unit)
            ):
                continue
            for other in others:
                written = (record.unit or "").replace(unit, other, 1)
                if not _is_unit(ground, written):
                    continue
                text = _entry(ground, record).copied(f"{record.key}-again")
                again = Entry(text, f"{record.key}-again")
                text = Entry(again.with_field("unit", f'unit: "{written}"'), again.key).with_field(
                    "says", "says: Somebody else found {value}."
                )
                if record.conflicts_with:
                    text = Entry(text, again.key).without("conflicts_with")
                wanted = about("CB701", record.identifier, f"{record.identifier}-again", path=record.path)
                found.append(Mutation("CB701", "unit swapped", {record.path: text}, wanted, written))
    yield from _shuffled(random, found)


def _is_unit(ground: Ground, written: str) -> bool:
    try:
        ground.book.units.parse(written)
    except ValueError:
        return False
    return True


def _one_side(ground: Ground, random: Random) -> Iterator[Mutation]:
    """Show one side of a declared conflict bare on a page that shows neither."""
    showing = Showing(ground.material)
    found = []
    for identifier, assessment in ground.material.assessments.items():
        if assessment.state is not State.CONTESTED:
            continue
        others = [cause.record for cause in assessment.causes if cause.sort is Sort.CONTESTED]
        shown = {one.path for name in (identifier, *others) for one in showing.of(name)}
        for page in ground.guidance:
            if page.shown in shown:
                continue
            places = list(before_headings(page))
            if not places:
                continue
            line, offset = random.choice(places)
            macro = "figure" if identifier in ground.book.quantities else "plain"
            text = inserted(page.text, offset, f'See {{{{ {macro}("{identifier}") }}}}.\n\n')
            wanted = at_lines("CB702", page.shown, line)
            found.append(Mutation("CB702", "one side", {page.shown: text}, wanted, identifier))
    yield from _shuffled(random, found)


def _second(ground: Ground, random: Random) -> Iterator[Mutation]:
    """Add a record of a claim that has one: word for word, or with one word changed where it has a value."""
    found = []
    for record in ground.current("measured", "sourced", "assumed", "derived", "gate", "denial", "term"):
        text = _entry(ground, record).copied(f"{record.key}-again")
        name = f"{record.identifier}-again"
        wanted = about("CB802", record.identifier, name)
        found.append(Mutation("CB802", "copied", {record.path: text}, wanted))
        words = _WORD.findall(re.sub(r"\{[^{}]*\}|`[^`]*`", "", record.says))
        if record.identifier in ground.book.quantities and len(set(words)) > 9:
            again = Entry(text, f"{record.key}-again")
            word = random.choice(words)
            if word in again.written("says"):
                text = again.replaced("says", word, f"{word[:3]}ing")
                found.append(Mutation("CB802", "reworded", {record.path: text}, wanted, word))
    yield from _shuffled(random, found)


_FORMS = (
    ("md", "Tested with {name} {version}."),
    ("md", "Install `{package}=={version}` first."),
    ("md", "| {name} | {version} |"),
    ("md", "We use {name} version {version} here."),
    ("md", "```sh\npip install {package}=={version}\n```"),
    ("md", "{name} at `{version}` is what runs."),
    ("md", "[{name} {version}](https://example.org/releases)"),
    ("md", "{name} ({version}) is what runs."),
    ("md", "{name}: {version}"),
    ("md", "{name}, version {version}, is what runs."),
    ("md", "Take {package}-{version} from the mirror."),
    ("md", "{name} ≥ {version} is wanted."),
    ("md", "Version {version} of {name} is wanted."),
    ("md", "<code>{package}=={version}</code>"),
    ("yml", "# {package}[all]=={version}"),
    ("yml", "# {package}/{version}"),
    ("yml", '# "{package}": "^{version}"'),
    ("mk", "# ARG {upper}_REF=v{version}"),
    ("yml", "# {package}=={version}"),
    ("yml", "# image: registry.example/{package}:{version}"),
    ("yml", '#   {upper}_VERSION: "{version}"'),
    ("mk", "{upper}_VERSION ?= {version}"),
    ("mk", "# git clone --branch v{version} https://example.org/{package}"),
)
_PLACES = {"md": ("README.md",), "yml": (".github/workflows/test.yml", "mkdocs.yml"), "mk": ("Makefile",)}


def _pins(ground: Ground, random: Random) -> Iterator[Mutation]:
    """Name a pinned component with its version, or with another one, in a page or another file."""
    found = []
    for component in ground.book.of_kind("component"):
        assert isinstance(component, Component)
        version = next(
            (one for one in (component.version, component.commit) if one and one != "unstated"), ""
        )
        for kind, form in _FORMS if version else ():
            for moved in (version, _other_version(random, version)):
                words = form.format(
                    name=component.title,
                    package=component.key,
                    version=moved,
                    upper=component.key.upper().replace("-", "_"),
                )
                if ("branch v" in form or "REF=v" in form) and "." not in version:
                    continue
                path, line, text = _placed(ground, random, kind, words)
                last = line + words.count("\n")
                wanted = at_lines("CB803", path, line, last)
                found.append(Mutation("CB803", "pin repeated", {path: text}, wanted, words))
    yield from _shuffled(random, found)


def _placed(ground: Ground, random: Random, kind: str, words: str) -> tuple[str, int, str]:
    """Return a file with the words on lines of their own, its path and their first line."""
    pages = [page.shown for page in ground.guidance if list(before_headings(page))]
    path = random.choice((*_PLACES[kind], *(pages if kind == "md" else ())))
    text = ground.texts[path]
    if kind == "md":
        heading = random.choice([match.start() for match in re.finditer(r"^## ", text, re.MULTILINE)])
        return path, text.count("\n", 0, heading) + 1, inserted(text, heading, f"{words}\n\n")
    return path, text.count("\n") + 1, f"{text.rstrip(chr(10))}\n{words}\n"


def _unshown(ground: Ground, random: Random) -> Iterator[Mutation]:
    """Build a site on which no page shows a record any more; add a record that no page names."""
    records = ground.current("measured", "sourced", "assumed", "derived", "gate", "denial")
    random.shuffle(records)
    for record in records:
        data = json.loads(ground.texts[CATALOGUE])
        entry = next(one for one in data["records"] if one["id"] == record.identifier)
        entry["shown_on"] = []
        wanted = about("CB1001", record.identifier, path=record.path)
        yield Mutation("CB1001", "no longer shown", {CATALOGUE: json.dumps(data)}, wanted)
        text = _entry(ground, record).copied(f"{record.key}-unseen")
        text = Entry(text, f"{record.key}-unseen").with_field("says", "says: Something that nobody shows.")
        wanted = about("CB1001", f"{record.identifier}-unseen", path=record.path)
        yield Mutation("CB1001", "added", {record.path: text}, wanted)


def _uncited(ground: Ground, random: Random) -> Iterator[Mutation]:
    """Add a source that nothing cites; name another source wherever one is cited."""
    found = []
    for source in ground.book.of_kind("source"):
        text = _entry(ground, source).copied(f"{source.key}-two")
        wanted = about("CB1002", f"{source.identifier}-two", path=source.path)
        found.append(Mutation("CB1002", "source added", {source.path: text}, wanted))
        edits: dict[str, str] = {}
        pattern = re.compile(rf"(?<![\w.-]){re.escape(source.identifier)}(?![\w.-])")
        for path, whole in ground.texts.items():
            if path.startswith("claims/") and pattern.search(whole):
                edits[path] = pattern.sub("sources.theme-notice", whole)
        if source.key != "theme-notice" and not _is_in_chain(ground, source.identifier):
            wanted = about("CB1002", source.identifier, path=source.path)
            found.append(Mutation("CB1002", "citations moved", edits, wanted, source.identifier))
    yield from _shuffled(random, found)


def _is_in_chain(ground: Ground, identifier: str) -> bool:
    """Say whether other sources are part of a source or reported by it: a circle would be another fault."""
    return any(
        identifier in (getattr(one, "part_of", None), getattr(one, "reported_by", None))
        for one in ground.book.of_kind("source")
    )


OPERATORS = (
    Operator("CB701", "contradiction", _contradicting),
    Operator("CB701", "unit swapped", _other_units),
    Operator("CB702", "one side", _one_side),
    Operator("CB802", "second record", _second),
    Operator("CB803", "pin repeated", _pins),
    Operator("CB1001", "unshown", _unshown),
    Operator("CB1002", "uncited", _uncited),
)

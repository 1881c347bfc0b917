"""A folder of YAML files to records, or findings: every problem of every file at once."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from macros.findings import Finding, Place, abbreviated, nearest, unique
from macros.records.base import KEYED, LONGEST_IDENTIFIER, named_identifiers
from macros.records.kinds import MODELS
from macros.records.problems import RESERVED, Problem, described, written
from macros.records.reader import DEFAULTS, Document, FieldPath, locate, read_document

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from macros.records.base import Record

_MERGED = ("scope", "document")
_SUFFIXES = frozenset({".yml", ".yaml"})
_NAME_CHARACTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")
_NAME = "a-z, 0-9 and -"


@dataclass(frozen=True, slots=True)
class Unsound:
    """A record with a fault: what it names is checked all the same, to report everything at once."""

    identifier: str
    path: str
    model: type[Record]
    fields: Mapping[str, Any]
    refused: frozenset[FieldPath]

    @property
    def key(self) -> str:
        """Return the record's name inside its file."""
        return self.identifier.partition(".")[2]

    def linked(self) -> Iterator[tuple[FieldPath, str, str | None]]:
        """Yield every identifier that the record names, as a sound record does."""
        for name, kind in self.model.reference_kinds.items():
            alias = self.model.model_fields[name].alias or name
            for path, identifier in named_identifiers(self.fields.get(alias), keyed=name in KEYED):
                places = {(alias, *path)[:length] for length in range(1, len(path) + 2)}
                if self.refused.isdisjoint(places):
                    yield (alias, *path), identifier, kind


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a folder held: the records that are sound, those that are not, and the findings about the rest.

    ``unread`` are the subjects whose files could not be read: nobody knows which records they have.
    """

    root: Path
    records: Mapping[str, Record]
    findings: tuple[Finding, ...]
    unsound: tuple[Unsound, ...] = ()
    unread: frozenset[str] = frozenset()


@dataclass(slots=True)
class _Reading:
    """A folder being read."""

    records: dict[str, Record] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    unsound: list[Unsound] = field(default_factory=list)
    unread: set[str] = field(default_factory=set)


def load_folder(folder: Path, shown: str | None = None) -> Loaded:
    """Read every ``*.yml`` and ``*.yaml`` of ``folder``; ``shown`` is the folder's name in findings."""
    prefix = shown if shown is not None else str(folder)
    reading = _Reading()
    if not folder.is_dir():
        reading.findings.append(_no_records(Place(prefix), "no folder"))
        return Loaded(folder, {}, tuple(reading.findings))
    try:
        entries = sorted(folder.iterdir())
    except OSError as error:
        unreadable = f"a folder that cannot be read: {error.strerror}"
        return Loaded(folder, {}, (_no_records(Place(prefix), unreadable),))
    files = [path for path in entries if path.suffix.lower() in _SUFFIXES]
    if not files:
        reading.findings.append(_no_records(Place(prefix), "no record file"))
    for path in entries:
        if path not in files and path.is_dir():
            reading.findings.extend(_misplaced(path, f"{prefix}/{path.name}"))
    for path in files:
        document, problems = read_document(path, f"{prefix}/{path.name}")
        reading.findings.extend(problems)
        if document is None:
            reading.unread.add(path.stem)
        else:
            _load_file(path, document, reading)
    found = tuple(unique(reading.findings))
    return Loaded(folder, reading.records, found, tuple(reading.unsound), frozenset(reading.unread))


def _no_records(place: Place, found: str) -> Finding:
    return Finding("no-records", place, found, "a folder with at least one .yml file of records")


def _misplaced(folder: Path, shown: str) -> Iterator[Finding]:
    for path in sorted(folder.rglob("*")):
        if path.suffix.lower() in _SUFFIXES:
            place = Place(f"{shown}/{path.relative_to(folder).as_posix()}")
            yield Finding(
                "misplaced-file", place, "a record file in a folder below", "one in the folder itself"
            )


def _load_file(file: Path, document: Document, reading: _Reading) -> None:
    subject = file.stem
    defaults = document.data.get(DEFAULTS) or {}
    if not isinstance(defaults, dict):
        place = locate(file, document.path, (DEFAULTS,))
        reading.findings.append(Finding("bad-type", place, f"defaults: {written(defaults)}", "a mapping"))
        defaults = {}
    if not _is_name(subject):
        found = f"a file named {abbreviated(subject)}"
        reading.findings.append(Finding("bad-name", Place(document.path), found, _NAME))
        return
    if not document.data.keys() - {DEFAULTS}:
        reading.findings.append(
            Finding("no-records", Place(document.path), "no record", "records below the defaults")
        )
    for key, fields in document.data.items():
        if key != DEFAULTS:
            _load_record(file, document, f"{subject}.{key}", _merged(defaults, fields), reading)


def _merged(defaults: dict[str, Any], fields: object) -> object:
    if not isinstance(fields, dict) or not defaults:
        return fields
    merged = {**defaults, **fields}
    for name in _MERGED:
        if isinstance(defaults.get(name), dict) and isinstance(fields.get(name), dict):
            merged[name] = {**defaults[name], **fields[name]}
    return merged


def _is_name(name: str) -> bool:
    return bool(name) and frozenset(name) <= _NAME_CHARACTERS and name[0] != "-"


def _load_record(file: Path, document: Document, identifier: str, fields: object, reading: _Reading) -> None:
    key = identifier.partition(".")[2]

    def report(path: FieldPath, rule: str, found: str, expected: str, fix: str = "") -> None:
        place = locate(file, document.path, (key, *path) if path else (key, "key"))
        reading.findings.append(Finding(rule, place, found, expected, fix, identifier))

    if not isinstance(fields, dict):
        report(
            (), "bad-type", f"the record {abbreviated(key)} without fields", "fields such as kind and says"
        )
        return
    obstacle = _obstacle(identifier, fields, reading)
    if obstacle is not None:
        report(*obstacle)
        return
    kind = str(fields["kind"])
    model = MODELS[kind]
    problems = list(_problems(model, fields))
    try:
        line = document.lines[key]
        given = {name: value for name, value in fields.items() if name not in RESERVED}
        record = model.model_validate(
            {**given, "identifier": identifier, "path": document.path, "line": line}
        )
    except ValidationError as error:
        problems.extend(described(error.errors(include_url=False), model, kind))
    else:
        if not problems:
            reading.records[identifier] = record
    for problem in problems:
        report(*problem)
    if problems:
        refused = frozenset(problem[0] for problem in problems)
        reading.unsound.append(Unsound(identifier, document.path, model, fields, refused))


def _obstacle(identifier: str, fields: Mapping[str, Any], reading: _Reading) -> Problem | None:
    """Return why something is no record at all, or None."""
    key = identifier.partition(".")[2]
    if not _is_name(key):
        return (), "bad-name", f"the record name {abbreviated(key)}", _NAME, ""
    if len(identifier) > LONGEST_IDENTIFIER:
        found = f"an id of {len(identifier)} characters"
        return (), "bad-name", found, f"at most {LONGEST_IDENTIFIER}, with the file's name", ""
    kind = str(fields.get("kind") or "")
    if kind not in MODELS:
        found = f"kind: {written(fields['kind'])}" if kind else "no kind"
        return ("kind",), "unknown-kind", found, f"one of {', '.join(MODELS)}", nearest(kind, MODELS)
    if identifier in reading.records:
        first = f"see {reading.records[identifier].place}"
        return (), "duplicate-id", f"the id '{identifier}' a second time", "each id once", first
    return None


def _problems(model: type[Record], fields: Mapping[str, Any]) -> Iterator[Problem]:
    for name in sorted(RESERVED & fields.keys()):
        expected = f"a field of kind {fields['kind']}"
        yield (name, "key"), "unknown-field", f"unknown field '{name}'", expected, ""
    for name, expected in model.lacking(fields):
        yield (name,), "missing-field", f"no {name}", expected, ""


def locate_field(folder: Path, record: Record | Unsound, path: Iterable[str | int]) -> Place:
    """Return where a field of a loaded record stands."""
    file = folder / Path(record.path).name
    return locate(file, record.path, (record.key, *path))

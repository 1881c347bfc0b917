"""A folder of YAML files to records, or findings: every problem of every file at once."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from macros.findings import Finding, Level, Place, abbreviated, nearest
from macros.records.kinds import MODELS
from macros.records.reader import Document, FieldPath, locate, read_document

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from macros.records.base import Record

DEFAULTS = "defaults"
_MERGED = ("scope", "document")
_RESERVED = frozenset({"identifier", "path", "line"})
_NAME_CHARACTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")
_EXPECTED = {
    "extra_forbidden": "a field of this kind",
    "missing": "this field",
    "string_type": "text",
    "string_too_short": "text that is not empty",
    "string_too_long": "at most 8000 characters",
    "string_pattern_mismatch": "an id of the form subject.name",
    "bool_parsing": "true or false",
    "bool_type": "true or false",
    "int_parsing": "a whole number",
    "tuple_type": "a list",
    "dict_type": "a mapping",
    "mapping_type": "a mapping",
    "model_type": "a mapping",
    "model_attributes_type": "a mapping",
    "too_short": "at least one entry",
}


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a folder held: the records that are sound, and the findings about the rest."""

    root: Path
    records: Mapping[str, Record]
    findings: tuple[Finding, ...]


def load_folder(folder: Path, shown: str | None = None) -> Loaded:
    """Read every ``*.yml`` and ``*.yaml`` of ``folder``; ``shown`` is the folder's name in findings."""
    prefix = shown if shown is not None else str(folder)
    records: dict[str, Record] = {}
    findings: list[Finding] = []
    files = (
        sorted(path for path in folder.glob("*.y*ml") if path.suffix in {".yml", ".yaml"})
        if folder.is_dir()
        else []
    )
    if not files:
        found = "no folder" if not folder.is_dir() else "no record file"
        findings.append(
            Finding("no-records", Place(prefix), found, "a folder with at least one .yml file of records")
        )
    for path in files:
        document, problems = read_document(path, f"{prefix}/{path.name}")
        findings.extend(problems)
        if document is not None:
            _load_file(path, document, records, findings)
    return Loaded(folder, records, tuple(findings))


def _load_file(file: Path, document: Document, records: dict[str, Record], findings: list[Finding]) -> None:
    subject = file.stem
    defaults = document.data.get(DEFAULTS) or {}
    if not isinstance(defaults, dict):
        findings.append(
            _finding(file, document, (DEFAULTS,), "bad-type", "defaults", abbreviated(defaults), "a mapping")
        )
        return
    if not _is_name(subject):
        findings.append(
            Finding(
                "bad-name", Place(document.path), f"a file named {abbreviated(subject)}", "a-z, 0-9 and -"
            )
        )
        return
    for key, fields in document.data.items():
        if key != DEFAULTS:
            _load_record(file, document, f"{subject}.{key}", _merged(defaults, fields), records, findings)


def _merged(defaults: dict[str, Any], fields: object) -> Any:  # noqa: ANN401 - plain data
    if not isinstance(fields, dict) or not defaults:
        return fields
    merged = {**defaults, **fields}
    for name in _MERGED:
        if isinstance(defaults.get(name), dict) and isinstance(fields.get(name), dict):
            merged[name] = {**defaults[name], **fields[name]}
    return merged


def _is_name(name: str) -> bool:
    return bool(name) and frozenset(name) <= _NAME_CHARACTERS and name[0] != "-"


def _load_record(
    file: Path,
    document: Document,
    identifier: str,
    fields: object,
    records: dict[str, Record],
    findings: list[Finding],
) -> None:
    key = identifier.partition(".")[2]

    def report(path: FieldPath, rule: str, found: str, expected: str, fix: str = "") -> None:
        place = locate(file, document.path, (key, *path) if path else (key, "key"))
        findings.append(Finding(rule, place, found, expected, fix, identifier))

    if not _is_name(key):
        report((), "bad-name", f"the record name {abbreviated(key)}", "a-z, 0-9 and -")
        return
    if not isinstance(fields, dict):
        report(
            (),
            "bad-type",
            f"the record {abbreviated(key)} without fields",
            "fields below it, such as kind and says",
        )
        return
    kind = fields.get("kind")
    model = MODELS.get(str(kind))
    if model is None:
        found = "no kind" if kind is None else f"kind: {abbreviated(kind)}"
        report(("kind",), "unknown-kind", found, f"one of {', '.join(MODELS)}", nearest(str(kind), MODELS))
        return
    if identifier in records:
        report(
            (),
            "duplicate-id",
            f"the id '{identifier}' a second time",
            "each id once",
            f"see {records[identifier].place}",
        )
        return
    for name in _RESERVED & fields.keys():
        report((name,), "unknown-field", f"unknown field '{name}'", "a field of this kind")
        return
    try:
        line = document.lines[key]
        records[identifier] = model.model_validate(
            {**fields, "identifier": identifier, "path": document.path, "line": line}
        )
    except ValidationError as error:
        for problem in error.errors(include_url=False):
            report(*_described(problem, model, fields))


def _described(
    problem: Mapping[str, Any], model: type[Record], fields: Mapping[str, Any]
) -> tuple[FieldPath, str, str, str, str]:
    path: FieldPath = tuple(problem["loc"])
    context = problem.get("ctx") or {}
    code = problem["type"]
    path = path or ((context["field"],) if "field" in context else ())
    name = ".".join(str(part) for part in path)
    expected = _EXPECTED.get(code) or _message(problem, context)
    if code == "extra_forbidden":
        known = [
            field.alias or label for label, field in model.model_fields.items() if label not in _RESERVED
        ]
        inside = len(path) > 1
        fix = "" if inside else nearest(str(path[-1]), known)
        return (
            (*path, "key"),
            "unknown-field",
            f"unknown field '{name}'",
            f"a field of kind {fields['kind']}",
            fix,
        )
    if code in {"missing", "required_by_kind", "missing_value"}:
        return path, "missing-field", f"no {name}", expected, ""
    return (
        path,
        "bad-value",
        f"{name}: {abbreviated(problem['input'] if problem['loc'] else fields.get(name, ''))}",
        expected,
        "",
    )


def _message(problem: Mapping[str, Any], context: Mapping[str, Any]) -> str:
    if problem["type"] == "literal_error":
        return f"one of {context['expected']}".replace("'", "").replace(" or ", ", ")
    return str(problem["msg"])


def _finding(
    file: Path, document: Document, path: FieldPath, rule: str, name: str, found: str, expected: str
) -> Finding:
    return Finding(rule, locate(file, document.path, path), f"{name}: {found}", expected, level=Level.ERROR)


def locate_field(folder: Path, record: Record, path: Iterable[str | int]) -> Place:
    """Return where a field of a loaded record stands."""
    file = folder / Path(record.path).name
    return locate(file, record.path, (record.key, *path))

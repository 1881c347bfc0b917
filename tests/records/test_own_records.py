"""The site's own records: complete against the document they itemise, sound, and as their schema says."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from macros.records.binding import Bound, open_book
from macros.records.claims import Derived
from macros.records.kinds import STATEMENT_KINDS
from macros.records.schema import record_schema
from macros.records.structures import Discrepancy, Leaf, Question, Source
from tests.support.corpus import cases, expected_of
from tests.support.project import ROOT

if TYPE_CHECKING:
    from pathlib import Path

CLAIMS = ROOT / "claims"
FILES = sorted(CLAIMS.glob("*.yml"))
# The source document's inventory itemises 176 statements and 46 contradictions or loose ends.
ITEMS = range(1, 176 + 1)
DISCREPANCIES = range(1, 46 + 1)
# Rules about one file's fields, which a schema can state; it cannot count days or follow a reference.
STRUCTURAL = {"unknown-field", "missing-field", "unknown-kind"}


@pytest.fixture(scope="module")
def bound() -> Bound:
    """The site's records."""
    return open_book(CLAIMS, "claims")


@pytest.fixture(scope="module")
def validator(bound: Bound) -> Draft202012Validator:
    """A validator of record files, from the generated schema."""
    schema = json.loads(record_schema(bound.book))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def _plain(path: Path) -> object:
    # A plain load, as an editor does it: numbers become numbers, dates stay text.
    loader = type("Loader", (yaml.SafeLoader,), {})
    loader.yaml_implicit_resolvers = {
        mark: [(tag, pattern) for tag, pattern in resolvers if not tag.endswith(("timestamp", "merge"))]
        for mark, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }
    return yaml.load(path.read_text(encoding="utf-8"), Loader=loader)  # noqa: S506 - a safe loader with fewer rules


def test_nothing_is_wrong_with_them(bound: Bound) -> None:
    """All links resolve, all units agree, all verdicts hold, every date is possible."""
    assert [str(finding.place) + " " + finding.message for finding in bound.findings] == []


def test_every_item_of_the_document_has_one_record(bound: Bound) -> None:
    """Each itemised statement is held by exactly one record, and no record names one that is not there."""
    counted = Counter(
        item
        for record in bound.book
        if record.document and not record.document.source
        for item in record.document.items
    )
    assert sorted(counted) == list(ITEMS)
    assert {item: count for item, count in counted.items() if count != 1} == {}


def test_every_discrepancy_of_the_document_has_a_record(bound: Bound) -> None:
    """Each of the contradictions and loose ends is a record that says how it is handled and for whom."""
    own = (record for record in bound.book.of_kind("discrepancy") if record.subject == "discrepancies")
    found = {record.key: record for record in own}
    assert sorted(found, key=lambda key: int(key[1:])) == [f"c{number}" for number in DISCREPANCIES]
    for record in found.values():
        assert isinstance(record, Discrepancy)
        assert record.handled in {"conflict", "caveat", "unstated", "scope", "kept"}


def test_every_conflict_that_is_handled_as_one_is_declared(bound: Bound) -> None:
    """A discrepancy shown as a conflict concerns records of which two contest each other."""
    for record in bound.book.of_kind("discrepancy"):
        if isinstance(record, Discrepancy) and record.handled == "conflict":
            concerned = set(record.concerns)
            assert any(concerned & set(bound.book.contested_by(name)) for name in concerned), (
                record.identifier
            )


def test_every_verdict_holds(bound: Bound) -> None:
    """Each verdict was decided and is true of its inputs as stated."""
    verdicts = [record for record in bound.book if isinstance(record, Derived) and record.holds_if]
    assert verdicts
    for record in verdicts:
        truth = bound.book.outcomes[record.identifier].truth
        assert truth is not None, record.identifier
        assert truth.nominal, record.identifier


def test_every_formula_was_computed(bound: Bound) -> None:
    """Each formula gave a value with a unit."""
    formulas = [record.identifier for record in bound.book if isinstance(record, Derived) and record.formula]
    assert [name for name in formulas if name not in bound.book.quantities] == []


def test_every_statement_has_a_grade(bound: Bound) -> None:
    """Whatever the register lists is measured, sourced or assumed in the end."""
    assert [
        record.identifier
        for record in bound.book.of_kind(*STATEMENT_KINDS)
        if record.identifier not in bound.book.grades
    ] == []


def test_no_number_comes_from_a_source_that_nobody_read(bound: Bound) -> None:
    """A number whose source is not available was read in another one, which reports it and is available."""
    sources = {
        record.identifier: record for record in bound.book.of_kind("source") if isinstance(record, Source)
    }
    for record in bound.book.claims():
        if record.identifier in bound.book.quantities and record.source:
            source = sources[record.source]
            reporter = sources.get(source.reported_by or "")
            assert source.available or (reporter and reporter.available), record.identifier


def test_every_tree_is_one_tree(bound: Bound) -> None:
    """Each question but the first is reached by one answer, and so is each leaf."""
    branches = Counter(
        branch.to for record in bound.book if isinstance(record, Question) for branch in record.branches
    )
    ends = [record.identifier for record in bound.book if isinstance(record, Question | Leaf)]
    assert set(branches) <= set(ends)
    assert set(branches.values()) == {1}
    trees = {record.diagram for record in bound.book if isinstance(record, Question)}
    assert len(set(ends) - set(branches)) == len(trees)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_a_file_is_as_its_schema_says(file: Path, validator: Draft202012Validator) -> None:
    """A file names its schema in its first line, and an editor that checks against it finds nothing."""
    first = file.read_text(encoding="utf-8").splitlines()[0]
    assert first == "# yaml-language-server: $schema=record.schema.json"
    assert [
        f"{list(error.path)}: {error.message[:200]}" for error in validator.iter_errors(_plain(file))
    ] == []


@pytest.mark.parametrize(
    "case",
    [case for case in cases("records/bad") if {item.rule for item in expected_of(case)} & STRUCTURAL],
    ids=lambda case: case.name,
)
def test_the_schema_refuses_what_it_can(case: Path, validator: Draft202012Validator) -> None:
    """A file with an unknown field, a missing one or an unknown kind is refused by the schema too."""
    wanted = {item.place.split(":")[0] for item in expected_of(case) if item.rule in STRUCTURAL}
    for name in wanted:
        data = _plain(case / name)
        # What is missing may stand in the defaults, so the schema does not ask for it; it asks for a kind.
        only_missing = {item.rule for item in expected_of(case) if item.place.startswith(name)} <= {
            "missing-field"
        }
        if not only_missing:
            assert list(validator.iter_errors(data)), name


@pytest.mark.parametrize(
    "fields",
    [
        {"approx": "maybe"},
        {"audience": "everyone"},
        {"role": "fact"},
        {"observed": "yesterday"},
        {"review": "180"},
        {"pins": "stack.pump"},
        {"source": "Sources.Log"},
        {"value": {"low": 1}},
        {"value": [1, 2]},
        {"scope": {"fabrik": "x"}},
        {"document": {"items": ["x"]}},
        {"history": {"on": "2026-01-01"}},
        {"identifier": "a.b"},
        {"says": ""},
    ],
    ids=lambda fields: next(iter(fields)),
)
def test_the_schema_refuses_a_bad_field(fields: dict[str, Any], validator: Draft202012Validator) -> None:
    """Each field's type, choices and form are in the schema."""
    good = {"kind": "measured", "title": "T", "says": "S.", "source": "sources.log", "observed": "2026-01-01"}
    assert not list(validator.iter_errors({"flow": good}))
    assert list(validator.iter_errors({"flow": {**good, **fields}}))


def test_the_schema_beside_the_records_is_the_generated_one(bound: Bound) -> None:
    """`claimbook schema` has been run since the models last changed."""
    assert (CLAIMS / "record.schema.json").read_text(encoding="utf-8") == record_schema(bound.book)

"""Our own examples are held against our own bans and gates."""

from __future__ import annotations

import pytest

from macros.audit.rules.denied_advice import RULES, meets
from macros.audit.settings import assignments, in_force
from macros.audit.usage import uses
from macros.records.written import Plain, Value, parse_value
from tests.support.audited import audit_case
from tests.support.corpus import CORPUS, check_findings

BY_CODE = {rule.code: rule for rule in RULES}


@pytest.mark.parametrize("code", sorted(BY_CODE))
def test_bad_examples_are_found_where_they_stand(code: str) -> None:
    """Each ban and gate is found in blocks, tables, manifests, images, scripts and code, at its column."""
    case = CORPUS / "audit" / code / "bad"
    check_findings(audit_case(case, [BY_CODE[code]]).findings, case)


@pytest.mark.parametrize("code", sorted(BY_CODE))
def test_good_examples_are_let_through(code: str) -> None:
    """Comments, prose, other names, values taken back, unknown values and partial files are no finding."""
    assert audit_case(CORPUS / "audit" / code / "good", [BY_CODE[code]]).findings == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("export A=1", [("A", "1")]),
        ("A='1 2' B=\"3\" run", [("A", "1 2"), ("B", "3")]),
        ("ENV A 1\nENV B=2 C=3", [("A", "1"), ("B", "2"), ("C", "3")]),
        ("run -e A=1 --env=B=2 -x C=3", [("A", "1"), ("B", "2"), ("C", "3")]),
        ("env:\n  - name: A\n    value: '1'\n", [("A", "1")]),
        ("env: [{name: A, value: 1}, {name: B, valueFrom: {x: y}}]", [("A", "1"), ("B", None)]),
        ("A: 'off'\nB: 2  # not 3\n", [("A", "off"), ("B", "2")]),
        ('{"A": "1", "B": 2}', [("A", "1"), ("B", "2")]),
        ('A = "1"\nB = 2\n', [("A", "1"), ("B", "2")]),
        ('os.environ["A"] = "1"\nos.environ.setdefault("B", "2")\n', [("A", "1"), ("B", "2")]),
        ("os.putenv('A', '1')", [("A", "1")]),
        ("A=${A:-8} B=${X} C=$(cat x)", [("A", "8"), ("B", None), ("C", None)]),
        ("A=1\r\nB=2\r\n", [("A", "1"), ("B", "2")]),
        ("# A=1\n  # B=2\n", []),
        ("A=1\nA=2\n", [("A", "2")]),
        ("A=1 run\nA=2 run\n", [("A", "1"), ("A", "2")]),
        ("A=1\nunset A\n", []),
        ("XA=1 A.b=2 A-B=3 $A = 4", []),
        ("if A == 1: B", []),
        ("A is 1, B", []),
    ],
)
def test_what_a_text_sets_is_read_in_each_form(text: str, expected: list[tuple[str, str | None]]) -> None:
    """Every form of assignment gives its name and value; comments, reads and other names give none."""
    found = in_force(assignments(text, ["A", "B", "C"]))
    assert [(one.name, one.value) for one in found] == expected
    assert all(text.startswith(one.name, one.offset) for one in found)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("run --x a --y", "a"),
        ("run --x=a", "a"),
        ("run --x \\\n    a", "a"),
        ('["--x", "a"]', "a"),
        ("- --x\n- a\n", "a"),
        ("- --x=a\n", "a"),
        ("run --x", ""),
        ("run --x --y", ""),
    ],
)
def test_an_option_is_read_with_its_value(text: str, value: str) -> None:
    """An option's value stands behind a sign, a blank, a line's end or in the next entry of a list."""
    (one,) = assignments(text, ["--x"])
    assert one.value == value
    assert assignments(text.replace("--x", "--xx"), ["--x"]) == ()


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("import a\na.b.Old(1)\n", 1),
        ("import a.b as c\nc.Old(1)\n", 1),
        ("from a.b import Old as New\nNew(1)\n", 1),
        ("from a import b\nclass X(b.Old): ...\n", 1),
        ("import a\nx = getattr(a.b, 'Old')\n", 1),
        ("a.b.Old(1) ...and so on\n", 1),
        (">>> from a.b import Old\n", 1),
        ('# a.b.Old\n\'a.b.Old\'\n"""a.b.Old"""\n', 0),
        ("import c\nc.Old(1)\n", 0),
        ("from c import Old\nOld(1)\n", 0),
        ("Older = a.b.Older\n", 0),
        ("the Old one: 'a.b.Old' stalls\n", 0),
    ],
)
def test_a_name_of_code_is_found_under_any_alias(text: str, count: int) -> None:
    """Imports, attributes, subclasses and ``getattr`` use a name; comments, texts and others do not."""
    assert len(list(uses(text, ["a.b.Old"]))) == count


@pytest.mark.parametrize(
    ("required", "value", "verdict"),
    [
        (Plain("8"), "8", True),
        (Plain("8"), "8.0", True),
        (Plain("8"), "2", False),
        (Plain("8"), "eight", False),
        ({"at_least": "16"}, "15.9", False),
        ({"at_least": "16"}, "16", True),
        ({"low": "1", "high": "2"}, "3", False),
        ("new", "NEW", True),
        ("new", "old", False),
        ("the build 9c44", "/opt/x", None),
        ("unstated", "1", None),
        ("unset", "0", False),
        (Plain("8"), None, None),
    ],
)
def test_a_value_meets_a_gate_or_not_or_nobody_knows(
    required: object, value: str | None, verdict: object
) -> None:
    """Numbers are compared as numbers, words without case; prose and unknown values are no verdict."""
    parsed = parse_value(required)
    assert isinstance(parsed, Value)
    assert meets(parsed, value) is verdict

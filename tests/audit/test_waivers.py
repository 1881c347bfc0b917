"""Waivers: where they are read, what they cover, when they are wrong, have ended or hide nothing."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING

import pytest

from macros.audit.run import run_audit
from tests.support.audits import DAY, RECORDS, material_of, rule_of, word_rule

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from macros.audit.material import Material
    from macros.audit.rule import Rule
    from macros.findings import Finding

WAIVER = 'claimbook: allow CB101 "an example" until 2027-01-31'


def _audit(folder: Path, files: Mapping[str, str], *, chosen: bool = True) -> list[Finding]:
    material, loading = material_of(folder, files)
    rules = [word_rule("CB101", "fault"), word_rule("CB102", "fault")]
    return list(run_audit(rules, rules[:1] if chosen else [], material, loading).findings)


def _said(findings: list[Finding]) -> list[tuple[str, int, str]]:
    return [(finding.rule, finding.place.line, finding.waived) for finding in findings]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("docs/index.md", f"<!-- {WAIVER} -->\nfault\n"),
        ("docs/index.md", f"<!-- {WAIVER} -->\n\nfault\n"),
        ("docs/index.md", f"fault <!-- {WAIVER} -->\n"),
        ("docs/index.md", f"| fault <!-- {WAIVER} --> | b |\n"),
        ("docs/index.md", f"<!--\n{WAIVER}\n-->\nfault\n"),
        ("README.md", f"<!-- {WAIVER} -->\nfault\n"),
        ("page.html", f"<p>fault</p> <!-- {WAIVER} -->\n"),
        ("drawing.svg", f"<!-- {WAIVER} -->\n<text>fault</text>\n"),
        ("run.py", f"# {WAIVER}\nfault = 1\n"),
        ("run.py", f"fault = '#'  # {WAIVER}\n"),
        ("run.sh", f"# {WAIVER}\nfault\n"),
        ("run.toml", f"fault = 'a # b' # {WAIVER}\n"),
        (".github/workflows/a.yml", f"# {WAIVER}\nfault: 1\n"),
        ("Makefile", f"fault: # {WAIVER}\n"),
        ("style.css", f"/* {WAIVER} */\n.fault {{}}\n"),
        ("main.js", f"const fault = 1; /* {WAIVER} */\n"),
        ("claims/other.yml", f"# {WAIVER}\na: {{kind: source, title: A, says: A fault.}}\n"),
    ],
)
def test_a_waiver_covers_its_line_or_the_one_below_it(tmp_path: Path, name: str, text: str) -> None:
    """In the comments of each language, at the end of the line or above it: the finding gets the reason."""
    findings = _audit(tmp_path, {name: text})
    assert [(finding.rule, finding.waived) for finding in findings] == [("CB101", "an example")]


def test_several_waivers_stand_above_one_line(tmp_path: Path) -> None:
    """A line may have one waiver a rule, and one waiver may name several rules."""
    text = (
        f'<!-- claimbook: allow CB102 "b" until 2027-01-31 -->\n<!-- {WAIVER} -->\nfault\n\n'
        '<!-- claimbook: allow CB101, CB102 "c" until 2027-01-31 -->\nfault\n'
    )
    assert _said(_audit(tmp_path, {"docs/index.md": text})) == [
        ("CB101", 3, "an example"),
        ("CB101", 6, "c"),
    ]


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("docs/index.md", f"```html\n<!-- {WAIVER} -->\n```\nfault\n", 4),
        ("docs/index.md", f"~~~\n<!-- {WAIVER} -->\nfault\n~~~\n", 3),
        ("docs/index.md", f"Write `<!-- {WAIVER} -->`; fault\n", 1),
        ("run.py", f'TEXT = """\n# {WAIVER}\nfault\n"""\n', 3),
        ("run.yml", f"text: 'x # {WAIVER}'\nfault: 1\n", 2),
        ("run.json", f'{{"a": "# {WAIVER}", "fault": 1}}\n', 1),
        ("notes.txt", f"# {WAIVER}\nfault\n", 2),
    ],
)
def test_what_only_shows_a_waiver_is_none(tmp_path: Path, name: str, text: str, line: int) -> None:
    """Code in a page, a text in a program and files without comments state no waiver and are no fault."""
    assert _said(_audit(tmp_path, {name: text})) == [("CB101", line, "")]


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("claimbook: allow", "without a rule"),
        ('claimbook: allow "why" until 2027-01-31', "without a rule"),
        ("claimbook: allow CB101", "without a reason"),
        ("claimbook: allow CB101 until 2027-01-31", "without a reason"),
        ('claimbook: allow CB101 "" until 2027-01-31', "without a reason"),
        ('claimbook: allow CB101 " " until 2027-01-31', "without a reason"),
        ('claimbook: allow CB101 "why"', "without an end date"),
        ('claimbook: allow CB101 "why" until', "without an end date"),
        ('claimbook: allow CB101 "why" until 2027-02-29', "until '2027-02-29'"),
        ('claimbook: allow CB101 "why" until 20270131', "until '20270131'"),
        ('claimbook: allow CB101 "why" until soon', "until 'soon'"),
        # 30 November 2026 and 400 days: 31 days to the year's end, 365 of 2027, 4 of 2028.
        ('claimbook: allow CB101 "why" until 2028-01-05', "2028-01-04 at the latest"),
        ('claimbook: allow CB101 "why" until 2027-01-31 or later', "with 'or later' behind it"),
        ('claimbook: allow CB999 "why" until 2027-01-31', "'CB999', which is no rule"),
        ('claimbook: allow untagged "why" until 2027-01-31', "'untagged', which is no rule"),
        *(
            (f'claimbook: allow CB00{number} "why" until 2027-01-31', f"of CB00{number}")
            for number in range(1, 6)
        ),
    ],
)
def test_a_malformed_waiver_is_a_finding_and_hides_nothing(tmp_path: Path, written: str, words: str) -> None:
    """CB002 at the comment says what is wrong; the finding below it stays open."""
    malformed, finding = _audit(tmp_path, {"docs/index.md": f"<!-- {written} -->\nfault\n"})
    assert (malformed.rule, malformed.place.line, finding.waived) == ("CB002", 1, "")
    assert words in malformed.message


def test_a_waiver_holds_on_its_last_day_and_on_the_400th(tmp_path: Path) -> None:
    """Its day is the last one on which it holds, and 400 days ahead is not too far."""
    for until in (DAY, DAY + datetime.timedelta(days=400)):
        text = f'<!-- claimbook: allow CB101 "why" until {until} -->\nfault\n'
        assert _said(_audit(tmp_path, {"docs/index.md": text})) == [("CB101", 2, "why")]


def test_an_expired_waiver_hides_nothing_and_is_a_finding(tmp_path: Path) -> None:
    """On the day after its last one CB003 says so, and the finding is open again."""
    text = '<!-- claimbook: allow CB101 "why" until 2026-11-29 -->\nfault\n'
    assert _said(_audit(tmp_path, {"docs/index.md": text})) == [("CB003", 1, ""), ("CB101", 2, "")]


def test_an_unused_waiver_is_a_finding_when_its_rule_ran(tmp_path: Path) -> None:
    """CB004 for a waiver that hides nothing, but not where its rule was left out."""
    files = {"docs/index.md": f"<!-- {WAIVER} -->\nnothing\n\nfault\n"}
    assert _said(_audit(tmp_path, files)) == [("CB004", 1, ""), ("CB101", 4, "")]
    assert _audit(tmp_path, files, chosen=False) == []


def test_no_waiver_hides_a_finding_of_the_audit_about_itself(tmp_path: Path) -> None:
    """A rule that fails is reported whatever stands at its place, in a record too."""

    def broken(rule: Rule, material: Material) -> Iterator[Finding]:
        del rule, material
        raise ValueError

    material, _ = material_of(
        tmp_path,
        {
            "claims/pump.yml": RECORDS.replace(
                "observed: 2026-03-01}",
                "observed: 2026-03-01, waive: [{rule: CB001, reason: x, until: 2027-01-31}]}",
            )
        },
    )
    rules = [rule_of("CB901", broken)]
    assert [(f.rule, f.waived) for f in run_audit(rules, rules, material, []).findings] == [
        ("CB002", ""),
        ("CB001", ""),
    ]


def _record(waive: str) -> dict[str, str]:
    return {
        "claims/pump.yml": RECORDS.replace("observed: 2026-03-01}", f"observed: 2026-03-01, waive: {waive}}}")
    }


def _stale(rule: Rule, material: Material) -> Iterator[Finding]:
    for record in material.book.of_kind("measured", "source"):
        yield rule.finding(record.place, "old", record=record.identifier)


@pytest.mark.parametrize(
    ("waive", "expected"),
    [
        (
            "[{rule: CB201, reason: No machine until spring., until: 2027-01-31}]",
            [("CB201", "No machine until spring.")],
        ),
        ("[{rule: CB201, reason: x, until: 2026-11-29}]", [("CB201", ""), ("CB003", "")]),
        ("[{rule: CB202, reason: x, until: 2027-01-31}]", [("CB201", ""), ("CB004", "")]),
        ("[{rule: CB201, until: 2027-01-31}]", [("CB201", ""), ("CB002", "")]),
        ("[{rule: CB201, reason: x}]", [("CB201", ""), ("CB002", "")]),
        ("[{reason: x, until: 2027-01-31}]", [("CB201", ""), ("CB002", "")]),
        ("[{rule: CB201, reason: x, until: someday}]", [("CB201", ""), ("CB002", "")]),
        ("[{rule: CB777, reason: x, until: 2027-01-31}]", [("CB201", ""), ("CB002", "")]),
        ("[{}]", [("CB201", ""), ("CB002", "")]),
    ],
)
def test_a_record_waives_findings_about_itself(
    tmp_path: Path, waive: str, expected: list[tuple[str, str]]
) -> None:
    """The entry of a record covers findings with its id and no other's, and is judged like a comment."""
    material, loading = material_of(tmp_path, _record(waive))
    assert loading == []
    rules = [rule_of("CB201", _stale), word_rule("CB202", "nothing of the sort")]
    findings = run_audit(rules, rules, material, loading).findings
    about = [(f.rule, f.waived) for f in findings if f.record == "pump.flow"]
    assert about == expected
    assert [f.waived for f in findings if f.record == "pump.log"] == [""]


def test_a_waiver_that_is_copied_into_the_built_page_holds_there_and_is_judged_once(tmp_path: Path) -> None:
    """The built page's copy covers the second net too, and is neither unused nor expired a second time."""
    source = f'<!-- {WAIVER} -->\nfault\n\n<!-- claimbook: allow CB101 "b" until 2026-01-01 -->\n'
    files = {"docs/index.md": source, "dist/site/index.html": source, "dist/claims.json": '{"records": []}'}
    material, loading = material_of(tmp_path, files)
    rules = [word_rule("CB102", "fault")]
    findings = run_audit([word_rule("CB101", "fault"), *rules], rules, material, loading).findings
    built = [(f.rule, f.waived) for f in findings if f.place.path.startswith("dist/")]
    assert built == [("CB102", "an example")]
    assert [f.rule for f in findings if f.place.path == "docs/index.md"] == ["CB102", "CB003"]


def test_a_waiver_of_hostile_size_is_read_in_time(tmp_path: Path) -> None:
    """A thousand rules, an unclosed comment and long runs of marks end in findings, not in a standstill."""
    text = (
        f"<!-- claimbook: allow {'CB101 ' * 1000}-->\n"
        f"<!-- claimbook: allow {'a' * 20_000} -->\n" + "<!-- claimbook: allow " * 2000 + "`" * 5000
    )
    assert {f.rule for f in _audit(tmp_path, {"docs/index.md": text})} == {"CB002"}

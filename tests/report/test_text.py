"""Findings as text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from macros.findings import Finding, FindingsError, Level, Place, abbreviated, nearest, unique
from macros.report.text import as_text

FINDINGS = st.builds(
    Finding,
    rule=st.sampled_from(["a-rule", "b-rule"]),
    place=st.builds(Place, st.sampled_from(["a.yml", "b.yml"]), st.integers(1, 20), st.integers(1, 20)),
    found=st.text(max_size=5),
)


def test_a_line_says_place_level_message_and_rule() -> None:
    """The line has the form that editors make clickable, then found, expected, fix, and the rule."""
    finding = Finding(
        "unknown-field", Place("claims/x.yml", 3, 5), "unknown field 'kin'", "a field", "did you mean 'kind'?"
    )
    expected = (
        "claims/x.yml:3:5: error: unknown field 'kin'; expected a field; did you mean 'kind'? [unknown-field]"
    )
    assert as_text([finding]) == expected


def test_a_warning_is_called_one() -> None:
    """The level is shown as it is."""
    assert as_text([Finding("r", Place("x"), "f", level=Level.WARNING)]) == "x:1:1: warning: f [r]"


@given(st.lists(FINDINGS, max_size=8), st.randoms())
def test_the_order_of_discovery_does_not_show(findings: list[Finding], random: object) -> None:
    """Findings are shown by place, whatever the order in which they were made."""
    shuffled = list(findings)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert as_text(shuffled) == as_text(findings)
    assert FindingsError(shuffled).findings == FindingsError(findings).findings


@given(st.lists(FINDINGS, max_size=8))
def test_nothing_is_said_twice(findings: list[Finding]) -> None:
    """Of findings that say the same of the same place one is kept, and nothing else is lost."""
    kept = unique(findings)
    assert {finding.sort_key for finding in kept} == {finding.sort_key for finding in findings}
    assert len({finding.sort_key for finding in kept}) == len(kept)


def test_lines_are_ordered_as_numbers() -> None:
    """Line 9 comes before line 10."""
    text = as_text([Finding("r", Place("x", 10), "f"), Finding("r", Place("x", 9), "f")])
    assert text.splitlines()[0].startswith("x:9:1")


def test_nearest_knows_a_name_without_its_subject() -> None:
    """A bare key, a wrong subject and a slip of the pen find the id; something else finds none."""
    known = ["transport.serving-tax", "transport.step-tax"]
    assert nearest("serving-tax", known) == "did you mean 'transport.serving-tax'?"
    assert nearest("perf.serving-tax", known) == "did you mean 'transport.serving-tax'?"
    assert nearest("transport.servin-tax", known) == "did you mean 'transport.serving-tax'?"
    assert nearest("entirely.other", known) == ""


@given(st.text())
def test_an_abbreviation_is_one_short_line(text: str) -> None:
    """Whatever the text, it becomes one line of at most sixty characters in quotes."""
    short = abbreviated(text)
    assert len(short) <= 62
    assert len(short.splitlines()) <= 1

"""Verdicts, requirements and bans in prose are found where no claim stands in the same block."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from macros.audit.rules import assertions
from macros.audit.run import run_rules
from tests.audit.pump import PUMP, STACK, material

if TYPE_CHECKING:
    from pathlib import Path

ASSERTIONS = (
    "It must be set.",
    "Never mix the two.",
    "This does not beat the other path.",
    "The new path wins.",
    "Only this build works.",
    "It is the fastest way.",
    "You cannot run both.",
    "It is always on.",
    "That is forbidden.",
    "The flag is required.",
    "Do not enable it.",
    "The pod needs a device.",
    "Avoid the old buffer.",
    "It is slower than the other.",
    "There is no gain.",
    "That mode is not supported.",
    "It is the right choice for long inputs.",
    "You don't need it.",
    "It outperforms the rest.",
    "All of them are to be set together.",
    "The pod needs `privileged: true`.",
    "Set `PUMP_RATE` to eight.",
    "The two are tied.",
    "It is as fast as the other.",
    "It brings nothing here.",
    "It gives no edge.",
)
PLAIN = (
    "The table lists what was seen.",
    "Each entry names its source.",
    "The drawing follows a transfer.",
    "A mustard-yellow line marks the band.",
    "The bestiary is elsewhere.",
    "Commonly, the log says so.",
    "`must` is a word of the format.",
    "It is non-only in name.",
    "The page is about winsome pumps.",
    "The set of pumps, and what belongs to it.",
    "As soon as it runs, the log says so.",
    "What the pump needs is listed here.",
)


def found(folder: Path, text: str) -> list[str]:
    """The places at which something is found on a page of this text."""
    made = material(folder, pages={"index.md": text})
    return [str(item.place) for item in run_rules(assertions.RULES, made).findings]


@pytest.mark.parametrize("text", ASSERTIONS)
def test_an_assertion_is_found(tmp_path: Path, text: str) -> None:
    """Each form is found in a paragraph, a bullet, a row and a note, once."""
    page = f"# Page\n\n{text}\n\n- {text}\n\n| a | b |\n|---|---|\n| c | {text} |\n\n!!! note\n    {text}\n"
    assert [place.split(":")[1] for place in found(tmp_path, page)] == ["3", "5", "9", "12"]


@pytest.mark.parametrize("text", PLAIN)
def test_other_words_are_left_alone(tmp_path: Path, text: str) -> None:
    """What asserts nothing, or only resembles a word that does, is not found."""
    assert found(tmp_path, f"# Page\n\n{text}\n") == []


@pytest.mark.parametrize("text", ASSERTIONS)
def test_a_claim_in_the_block_carries_it(tmp_path: Path, text: str) -> None:
    """A claim anywhere in the block is enough; one in the heading or in the next block is not."""
    call = '{{ link("pump.flow") }}'
    assert found(tmp_path / "a", f"{text}\nSee\n{call}.\n") == []
    assert len(found(tmp_path / "b", f"# {call}\n\n{text}\n\n{call}\n")) == 1


@pytest.mark.parametrize("call", ['{{ term("pump") }}', '{{ plain("pump.flow") }}', "{{ count() }}"])
def test_a_word_without_evidence_carries_nothing(tmp_path: Path, call: str) -> None:
    """A term, a plain value and a count show no evidence."""
    assert len(found(tmp_path, f"It must be set, see {call}.\n")) == 1


def test_a_page_about_the_site_may_hold_rules(tmp_path: Path) -> None:
    """Front matter that says so exempts the page; any other value does not."""
    text = "---\nclaimbook: {{about_site: {}}}\n---\n\nA record must have a title.\n"
    assert found(tmp_path / "a", text.format("true")) == []
    assert len(found(tmp_path / "b", text.format("false"))) == 1
    assert len(found(tmp_path / "c", text.format("'yes'"))) == 1


SAYING = """\
{name}:
  {{kind: assumed, role: {role}, title: Tip, verify: Look at it.,
  says: "The old pump is kept for the night shift, at {{pump.flow}}, and for nobody who asks in the day."}}
"""


@pytest.mark.parametrize("role", ["verdict", "requirement", "prohibition", "recommendation"])
def test_the_sentence_of_a_record_is_an_assertion_without_its_words(tmp_path: Path, role: str) -> None:
    """What a record of an asserting role says is found when it is typed: whole, in part, in other marks."""
    claims = {"pump.yml": PUMP + SAYING.format(name="night", role=role), "stack.yml": STACK}
    texts = (
        "The old pump is kept for the night shift, at 3 GB/s, and for nobody who asks in the day.",
        "Note: **the old** pump is kept for the *night* shift.",
        "It is there for nobody who asks, and for nobody who asks in the day.",
    )
    for number, text in enumerate(texts):
        made = material(tmp_path / str(number), claims=claims, pages={"index.md": f"# Page\n\n{text}\n"})
        findings = run_rules(assertions.RULES, made).findings
        assert [(item.place.line, item.record) for item in findings] == [(3, "pump.night")], text


@pytest.mark.parametrize(
    ("role", "text"),
    [
        ("mechanism", "The old pump is kept for the night shift, at 3 GB/s."),
        ("verdict", "The old pump is kept for the day."),
        ("verdict", 'The old pump is kept for the night shift {{ tag("pump.night") }}.'),
    ],
)
def test_a_few_words_in_common_are_no_sentence_of_a_record(tmp_path: Path, role: str, text: str) -> None:
    """A record that asserts nothing, seven words in common, or a call in the block: nothing is found."""
    claims = {"pump.yml": PUMP + SAYING.format(name="night", role=role), "stack.yml": STACK}
    made = material(tmp_path, claims=claims, pages={"index.md": f"# Page\n\n{text}\n"})
    assert run_rules(assertions.RULES, made).findings == ()

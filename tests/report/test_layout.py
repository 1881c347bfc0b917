"""Answers on a terminal: lines that fit, characters that it can show, and none that steer it."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from macros.report.layout import WIDTH, encodable, fact, item, section, shown

TEXTS = st.text(st.characters(blacklist_categories=("Cs",)), max_size=300)


@given(TEXTS, st.integers(0, 40))
def test_lines_fit_unless_a_word_does_not(text: str, depth: int) -> None:
    """A line is at most 80 columns wide, or it holds one word that is longer than what is left of it."""
    for line in (*fact("name", text), *item(text, depth)):
        assert len(line) <= WIDTH or " " not in line.strip().replace("name", "").strip()


@given(TEXTS)
def test_no_character_steers_the_terminal(text: str) -> None:
    """Control and formatting characters are replaced; what is left is one line."""
    assert not any(unicodedata.category(character) in ("Cc", "Cf", "Zl", "Zp") for character in shown(text))
    assert len(shown(text)) == len(text)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8", "cp1252", None, "no-such-encoding"])
@given(text=TEXTS)
def test_what_is_printed_can_be_printed(encoding: str | None, text: str) -> None:
    """Whatever the stream's encoding, the text goes through it, with as many lines as before."""
    safe = encodable(text, encoding)
    safe.encode(encoding if encoding in ("ascii", "latin-1", "utf-8", "cp1252") else "ascii")
    assert safe.count("\n") == text.count("\n")


def test_signs_become_their_nearest_in_ascii() -> None:
    """A range, a product and a bound stay readable."""
    text = (
        "\N{MINUS SIGN}2\N{NO-BREAK SPACE}ms \N{MULTIPLICATION SIGN} 3 \N{LESS-THAN OR EQUAL TO} \N{SNOWMAN}"
    )
    assert encodable(text, "ascii") == "-2 ms x 3 <= ?"
    assert encodable(text, "utf-8") == text


def test_a_section_without_lines_is_not_shown() -> None:
    """No title without anything below it."""
    assert section("Title", []) == []
    assert section("Title", ["a"]) == ["", "Title", "a"]

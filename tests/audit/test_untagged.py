"""Quantities are found in prose, measured on labelled texts; names, ordinals and references are not."""

from __future__ import annotations

from itertools import pairwise

import pytest

from macros.audit.quantities import recogniser_of
from tests.support.labelled import COUNTED, found_in, labelled_texts, score

TEXTS = labelled_texts()
LOWEST_RECALL, HIGHEST_FALSE_POSITIVES = 0.98, 0.02


@pytest.mark.parametrize("held_out", [False, True])
def test_recall_and_false_positives_are_within_their_bounds(held_out: bool) -> None:  # noqa: FBT001
    """At least 98 % of the quantities are found word for word; of clean texts at most 2 % give anything."""
    figures = score([text for text in TEXTS if text.held_out is held_out])
    assert figures.recall >= LOWEST_RECALL
    assert figures.false_positive_rate <= HIGHEST_FALSE_POSITIVES


def test_the_labelled_texts_are_many_and_half_of_them_clean() -> None:
    """There are at least 400 different texts, half of them clean, and each label is in its text."""
    assert len({text.text for text in TEXTS}) == len(TEXTS) >= 400
    clean = sum(not text.spans for text in TEXTS)
    assert 0.45 <= clean / len(TEXTS) <= 0.55
    assert 0.25 <= sum(text.held_out for text in TEXTS) / len(TEXTS) <= 0.4
    for text in TEXTS:
        assert all(span in text.text for span in text.spans), text


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It is one of three.", ["three"]),
        ("No one came, one by one, at one time.", []),
        ("Both frameworks, a pair, a few, several.", []),
        ("One framework, one hour, one flower.", ["One framework", "one hour"]),
        ("Exactly one flower, at least one flower.", ["one"]),
        ("twice, double the rate, a double, half of it, the second half", ["twice", "double", "half"]),
        ("a third of it, the third one, a third party", ["a third"]),
        ("zero errors, from zero, zero-copy", ["zero"]),
        ("a dozen, dozens of hosts, dozens", ["a dozen", "dozens"]),
        ("version 2, v2, v2.1, API v2", ["2", "v2.1"]),
        ("FP8, H200, EP16, GPT-4, IPv4, C++17, p5en.48xlarge, Qwen3-30B-A3B", []),
        ("8xH200 and 48xlarge", ["8x"]),
        ("section 06, Step 2, Figure 3, issue 2090, #2090, step two", []),
        ("2026-07-17, July 2026, Q3 2026, 17 July", ["2026-07-17", "July 2026", "Q3 2026", "17 July"]),
        ("Last updated 2026-07-17. Copyright 2024-2026", []),
        ("pkg==1.2.3 pkg>=1.2 image:v1.2.3 tool@4.0.1", ["1.2.3", "1.2", "v1.2.3", "4.0.1"]),
        ("commit 9c44d34 and deadbeef and facade", ["9c44d34"]),
        ("1 000 and 1,000 and 1.5e-6 and 10⁻⁶", ["1 000", "1,000", "1.5e-6", "10⁻⁶"]),
        ("≤ 8 GB, ~5 %, −3 dB, $4", ["≤ 8 GB", "~5 %", "−3 dB", "$4"]),
        ("takes 14.7\nms per\ntoken", ["14.7\nms per\ntoken"]),
    ],
)
def test_what_is_decided_holds(text: str, found: list[str]) -> None:
    """What the module says of names, words and references holds, each with its exact words."""
    assert found_in(text) == found


@pytest.mark.parametrize("address", ["10.1.2.3", "10.0.0.0/8", "00:1a:2b:3c:4d:5e", "fe80::1a2b", "0x1f"])
def test_addresses_are_no_quantities(address: str) -> None:
    """An address is for another rule."""
    assert found_in(f"It answers at {address} there.") == []


def test_findings_do_not_overlap_and_are_in_order() -> None:
    """In all labelled texts at once, what is found is in order and apart, and each piece is its text."""
    text = "\n".join(item.text for item in TEXTS)
    found = recogniser_of(COUNTED).find(text)
    assert len(found) > 300
    assert all(first.end <= second.start for first, second in pairwise(found))
    assert all(text[item.start : item.end] == item.text for item in found)

"""Nothing of an internal record reaches the customer edition unseen."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING

import pytest

from macros.audit.internals import Seeker, Words
from macros.audit.material import Artefact
from macros.audit.rules.audience import RULES
from tests.support.audited import audit_case
from tests.support.corpus import CORPUS, check_findings

if TYPE_CHECKING:
    from pathlib import Path

CASES = CORPUS / "audit" / "CB1301"
SAYS = "The supplier keeps a margin of one third on every pump that is sold in the valley."
INTERNAL = Words("pump.margin", "Margin of the supplier", (SAYS,), "33.5 %")
PUBLIC = Words("pump.flow", "Flow of the pump", ("The pump delivers its full flow under water.",), "40 L/min")


def forms(text: str, *others: Words, address: str = "a/index.html") -> list[str]:
    artefact = Artefact(address, address, text, "customer")
    return [trace.form for trace in Seeker([INTERNAL], [PUBLIC, *others]).traces([artefact])]


def test_what_is_internal_is_found_in_any_form() -> None:
    """An id, a title, copied words, an alternative text, a value by its subject, a page: each is found."""
    check_findings(audit_case(CASES / "bad", RULES).findings, CASES / "bad")


def test_what_others_say_is_let_through() -> None:
    """Words that a public record has too, words by chance, and the full edition are no finding."""
    outcome = audit_case(CASES / "good", RULES)
    assert (outcome.findings, outcome.not_checked) == ((), ())


def test_without_that_edition_nothing_is_checked(tmp_path: Path) -> None:
    """No customer edition is no pass: the run says that the rule did not look."""
    for name, text in {"docs/index.md": "# A\n", "dist/site/index.html": "<p>pump.margin</p>\n"}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    outcome = audit_case(tmp_path, RULES)
    assert outcome.not_checked == (("CB1301", "there is no customer edition"),)
    assert outcome.checked == ()


@pytest.mark.parametrize(
    "text",
    [
        f"<p>{SAYS}</p>",
        SAYS.upper(),
        SAYS.replace(" ", "\n"),
        SAYS.replace("margin", "<em>margin</em>"),
        SAYS.replace("margin", "mar&shy;gin"),
        SAYS.replace(" ", "&nbsp;"),
        json.dumps({"text": f'"{SAYS}"\n'}),
        f'<img alt="{SAYS}">',
        f"Moved: {' '.join(SAYS.split()[3:11])}.",
    ],
)
def test_copied_words_are_recognised(text: str) -> None:
    """Eight words in a row suffice, whatever markup, capitals, line ends or escapes stand between them."""
    assert set(forms(text)) == {"text"}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (" ".join(SAYS.split()[:7]), []),
        ("<h2>Margin of the supplier</h2>", ["title", "title"]),
        ('{"title": "Margin of the supplier"}', ["title", "title"]),
        ("pump.margin", ["id"]),
        ("sump.margin pump.margins pump-margin", []),
        ("The margin of the mill was 33.5 % then.", ["value"]),
        ("It rained on 33.5 % of the days.", []),
        ("The margin is 33.", []),
    ],
)
def test_each_form_and_what_is_none(text: str, found: list[str]) -> None:
    """Ids and titles count as wholes, a value beside a word of its title, seven words not yet."""
    assert forms(text) == found


def test_what_is_public_too_is_not_internal() -> None:
    """A sentence, a title and a value that another record has as well give nothing away."""
    same = Words("pump.copy", "Margin of the supplier", (SAYS,), "33.5 %")
    assert forms(f"<h2>Margin of the supplier</h2><p>{SAYS} The margin is 33.5 %.</p>", same) == []


def test_a_page_of_its_own_is_found_by_its_address() -> None:
    """A page under the record's id is one, whatever stands on it."""
    assert forms("", address="claims/pump.margin/index.html") == ["address"]


def test_many_records_and_pages_take_time_in_proportion() -> None:
    """Ten times the records and ten times the pages take about ten times as long, not a hundred times."""

    def taken(count: int) -> float:
        internal = [
            Words(
                f"pump.r{number}",
                f"Record number {number}",
                (f"{SAYS} It is the {number}th of them all here.",),
            )
            for number in range(count)
        ]
        pages = [
            Artefact(
                f"{number}", f"{number}", f"The {number}th page has words of its own.\n" * 20, "customer"
            )
            for number in range(count)
        ]
        begin = time.perf_counter()
        list(Seeker(internal, []).traces(pages))
        return time.perf_counter() - begin

    assert taken(2000) < max(30 * taken(200), 1.0)

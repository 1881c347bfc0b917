"""Verdicts, requirements and bans that no record carries, on the pages that guide.

Judged are paragraphs, rows, cards and bullets; a heading only names what follows. A call anywhere in the
block counts, unless it shows no evidence: a term, a plain value. An assertion is known by its words, or by
repeating what a record of an asserting role says. A page about the site itself, which guides nobody, says so
in its front matter: ``claimbook: {about_site: true}``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from macros.audit.echoes import echoes
from macros.audit.rule import Example, Rule
from macros.audit.scan import SETTINGS
from macros.audit.vocabulary import any_of
from macros.findings import Level, abbreviated

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from macros.audit.material import Material
    from macros.audit.scan import Block, Page
    from macros.findings import Finding

ABOUT_SITE = "about_site"
_ASSERTING = frozenset({"prohibition", "requirement", "verdict", "recommendation"})
"""The roles of records that say what is so or what to do, and not only what was seen."""
_JUDGED = frozenset({"paragraph", "item", "row", "quote", "admonition", "definition", "html"})
_WITHOUT_EVIDENCE = frozenset({"term", "plain", "count"})
_COMPARED = any_of("faster slower better worse cheaper safer stronger weaker higher lower more less quicker")
_SUPERLATIVES = any_of(
    "fastest slowest cheapest costliest largest smallest highest lowest best worst strongest weakest safest"
    " easiest simplest optimal superior inferior unbeaten"
)
_DONE = any_of(
    "use set run deploy enable select beat win help pay work support improve gain accelerate speed outperform"
    " scale fit raise"
)
_BAN = rf"""
    never | must\s+not | may\s+not | can\s*not | can['\u2019]t | don['\u2019]t | (?-i:Do)\s+not
    | do(?:es)?\s+not\s+(?:{_DONE}) | forbidden | prohibited | banned | unsupported | avoid | impossible
    | no(?:thing|body)\b[^.]*\bmay | brings?\s+nothing
    | not\s+(?:allowed|supported|permitted|possible|recommended|safe|shipping|available)
"""
_REQUIREMENT = r"""
    must | shall | should | required | requires | mandatory | ha(?:s|ve)\s+to
    | needs?(?:\s+(?:to|an?|the)|(?=[ \t]{3}))  # what code says is blank
    | (?:is|are)\s+to\s+be | always | only | nothing\s+else | essential | compulsory | recommended
    | no\s+choice | hard\s+gates? | (?<![a-z,]\s)(?-i:Set|Deploy|Point)(?=\s+[^.]*\b(?:to|at|with)\b)
"""
_VERDICT = rf"""
    beats? | wins? | won | loses? | lost\s+to | outperforms? | accelerates? | pays?\s+off | guarantees?
    | proof | {_SUPERLATIVES} | most\s+\w+(?:ful|ive|ent|ant|ing|ed) | (?:{_COMPARED})\s+than
    | (?:is|are)\s+wrong
    | no\s+(?:gain|benefit|advantage|win|speed-?up|edge) | advantage | worth\s+(?:it|more|less)
    | the\s+right\s+(?:choice|call|answer) | tied | at\s+parity | on\s+a\s+par
    | as\s+(?:fast|quick|slow|good|bad|cheap|safe|strong|high|low)\s+as
"""
_ASSERTION = re.compile(
    rf"(?<![\w-])(?:(?P<ban>{_BAN})|(?P<requirement>{_REQUIREMENT})|(?P<verdict>{_VERDICT}))(?![\w-])",
    re.IGNORECASE | re.VERBOSE,
)
_NOUNS = {"ban": "a ban", "requirement": "a requirement", "verdict": "a verdict"}


def _untagged(rule: Rule, material: Material) -> Iterator[Finding]:
    silent: list[tuple[Page, Block]] = []
    for page in material.pages:
        if page.settings.get(ABOUT_SITE) is True:
            continue
        for block in page.blocks:
            if _is_carried(block):
                continue
            match = _ASSERTION.search(block.text)
            if match is None:
                silent.append((page, block))
            elif match.lastgroup:
                yield rule.finding(
                    page.place(block.start + match.start()),
                    f"{_NOUNS[match.lastgroup]} ({abbreviated(match[0])}) that no record carries",
                    "a record's sentence, or words that assert nothing",
                    f"a page about the site says so: {SETTINGS}: {{{ABOUT_SITE}: true}}",
                )
    yield from _repeated(rule, material, silent)


def _repeated(rule: Rule, material: Material, silent: Sequence[tuple[Page, Block]]) -> Iterator[Finding]:
    """Yield the blocks that say word for word what an asserting record says, and do not show it."""
    texts = ["\n".join(line.raw for line in block.lines) for _, block in silent]
    asserting = (record for record in material.book if record.role in _ASSERTING)
    for number, record in echoes(texts, asserting).items():
        page, block = silent[number]
        offset = len(block.text) - len(block.text.lstrip())
        yield rule.finding(
            page.place(block.start + offset),
            f"the {record.role} of {record.identifier}, without that record",
            "the record's sentence, shown by a macro",
            f'{{{{ sentence("{record.identifier}") }}}}',
            record=record.identifier,
        )


def _is_carried(block: Block) -> bool:
    return block.sort not in _JUDGED or any(call.name not in _WITHOUT_EVIDENCE for call in block.calls)


RULES = (
    Rule(
        code="CB103",
        name="untagged-assertion",
        level=Level.WARNING,
        summary="A verdict, requirement or ban on a page is carried by no record.",
        why=(
            "Readers act on must, never and fastest as they act on a figure. Without a record nobody sees"
            " who says"
            " so, since when, and what it rests on."
        ),
        example=Example("Never run the pump dry.", '{{ sentence("pump.dry-run-banned") }}'),
        check=_untagged,
        needs=("pages",),
    ),
)

"""Verdicts, requirements and bans that no record carries, on the pages that guide.

Judged are paragraphs, rows, cards and bullets; a heading only names what follows. A call anywhere in the
block counts, unless it shows no evidence: a term, a plain value. A page about the site itself, which guides
nobody, says so in its front matter: ``claimbook: {about_site: true}``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from macros.audit.rule import Example, Rule
from macros.audit.scan import SETTINGS
from macros.audit.vocabulary import any_of
from macros.findings import Level, abbreviated

if TYPE_CHECKING:
    from collections.abc import Iterator

    from macros.audit.material import Material
    from macros.audit.scan import Block
    from macros.findings import Finding

ABOUT_SITE = "about_site"
_JUDGED = frozenset({"paragraph", "item", "row", "quote", "admonition", "definition", "html"})
_WITHOUT_EVIDENCE = frozenset({"term", "plain", "count"})
_COMPARED = any_of("faster slower better worse cheaper safer stronger weaker higher lower more less quicker")
_SUPERLATIVES = any_of(
    "fastest slowest cheapest costliest largest smallest highest lowest best worst strongest weakest safest"
    " easiest simplest optimal superior inferior unbeaten"
)
_DONE = any_of(
    "use set run deploy enable select beat win help pay work support improve gain accelerate speed outperform"
    " scale fit"
)
_BAN = rf"""
    never | must\s+not | may\s+not | can\s*not | can['\u2019]t | don['\u2019]t | (?-i:Do)\s+not
    | do(?:es)?\s+not\s+(?:{_DONE}) | forbidden | prohibited | banned | unsupported | avoid | impossible
    | no(?:thing|body)\b[^.]*\bmay
    | not\s+(?:allowed|supported|permitted|possible|recommended|safe|shipping|available)
"""
_REQUIREMENT = r"""
    must | shall | should | required | requires | mandatory | ha(?:s|ve)\s+to | needs?\s+(?:to|an?|the)
    | (?:is|are)\s+to\s+be | always | only | nothing\s+else | essential | compulsory | recommended
    | no\s+choice
"""
_VERDICT = rf"""
    beats? | wins? | won | loses? | lost\s+to | outperforms? | accelerates? | pays?\s+off | guarantees?
    | proof | {_SUPERLATIVES} | most\s+\w+(?:ful|ive|ent|ant|ing|ed) | (?:{_COMPARED})\s+than
    | (?:is|are)\s+wrong
    | no\s+(?:gain|benefit|advantage|win|speed-?up) | advantage | worth\s+(?:it|more|less)
    | the\s+right\s+(?:choice|call|answer)
"""
_ASSERTION = re.compile(
    rf"(?<![\w-])(?:(?P<ban>{_BAN})|(?P<requirement>{_REQUIREMENT})|(?P<verdict>{_VERDICT}))(?![\w-])",
    re.IGNORECASE | re.VERBOSE,
)
_NOUNS = {"ban": "a ban", "requirement": "a requirement", "verdict": "a verdict"}


def _untagged(rule: Rule, material: Material) -> Iterator[Finding]:
    for page in material.pages:
        if page.settings.get(ABOUT_SITE) is True:
            continue
        for block in page.blocks:
            match = None if _is_carried(block) else _ASSERTION.search(block.text)
            if match and match.lastgroup:
                yield rule.finding(
                    page.place(block.start + match.start()),
                    f"{_NOUNS[match.lastgroup]} ({abbreviated(match[0])}) that no record carries",
                    "a record's sentence, or words that assert nothing",
                    f"a page about the site says so: {SETTINGS}: {{{ABOUT_SITE}: true}}",
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

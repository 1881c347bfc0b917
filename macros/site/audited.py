"""The audit on the site: how many statements there are of each sort, what is open, and the rules.

A build audits records and page sources. What can only be read once everything is built is said to be left to
the command, so that no page claims more than was looked at.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from macros.audit.audited import all_rules, entries_of
from macros.audit.gather import address_of
from macros.audit.material import Material
from macros.audit.own import OWN_CODES
from macros.audit.run import Outcome, run_audit
from macros.audit.scan import Page, Text
from macros.records.book import GRADES
from macros.records.kinds import STATEMENT_KINDS
from macros.render.components import full_only
from macros.site.desk import current
from macros.site.record_pages import UNPAGED
from macros.state import State

if TYPE_CHECKING:
    import datetime
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from markupsafe import Markup

    from macros.findings import Finding
    from macros.records.binding import Bound
    from macros.render.renderer import PageRenderer
    from macros.site.sources import PageSource
    from macros.state import Assessment

AFTERWARDS = frozenset({"files", "outputs", "catalogue", "customer"})
"""What is not at hand while a site is being built."""


@dataclass(frozen=True, slots=True)
class OpenFinding:
    """A finding as a page shows it: its rule, its words, where it stands, and the record that it is about."""

    rule: str
    explained: bool
    level: str
    says: str
    cause: str
    waived: str
    place: str
    title: str
    href: str


def auditor(
    bound: Bound,
    as_of: datetime.date,
    assessments: Mapping[str, Assessment],
    sources: Sequence[PageSource],
    folder: Path,
) -> Callable[[], Outcome]:
    """Return what audits the records and pages of a build when a page asks for it; it runs once."""
    done: list[Outcome] = []

    def audit() -> Outcome:
        if not done:
            material = Material(
                bound=bound,
                as_of=as_of,
                assessments=assessments,
                pages=tuple(
                    Page(source.shown, source.text, address_of(source.shown.partition("/")[2]))
                    for source in sources
                ),
                record_files=tuple(
                    Text(f"{folder.name}/{path.name}", path.read_text(encoding="utf-8-sig"))
                    for path in sorted(folder.glob("*.y*ml"))
                ),
            )
            rules = all_rules()
            chosen = [rule for rule in rules if rule.code not in OWN_CODES and not AFTERWARDS & {*rule.needs}]
            done.append(run_audit(rules, chosen, material, ()))
        return done[0]

    return audit


def audit_counts(page: PageRenderer) -> Markup:
    """Show how many statements there are by kind, and of each kind by grade and by state."""
    views = [page.peek(record.identifier) for record in page.book.statements()]
    present = [kind for kind in STATEMENT_KINDS if any(view.record.kind == kind for view in views)]
    rows = [
        {"kind": kind, "numbers": _numbers([view for view in views if view.record.kind == kind])}
        for kind in present
    ]
    rows.append({"kind": "all", "numbers": _numbers(views)})
    heads = ["statements", *GRADES, *(state.value for state in State)]
    caption = "Statements by kind, by the weakest that they rest on, and by state"
    return page.component("audit-counts", heads=heads, rows=rows, caption=caption)


def _numbers(views: Sequence[object]) -> list[int]:
    grades = Counter(getattr(view, "grade", "") for view in views)
    states = Counter(getattr(view, "state", "") for view in views)
    return [len(views), *(grades[grade] for grade in GRADES), *(states[state.value] for state in State)]


def audit_findings(page: PageRenderer) -> Markup:
    """Show every finding of the audit over records and pages, waived ones with the reason."""
    full_only(page)
    desk = current()
    outcome = desk.audit() if desk.audit is not None else Outcome((), (), ())
    codes = {rule.code for rule in all_rules()}
    afterwards = [rule for rule in all_rules() if AFTERWARDS & {*rule.needs}]
    unchecked = [
        {"rule": f"{rule.code} {rule.name.replace('-', ' ')}", "why": rule.summary} for rule in afterwards
    ]
    return page.component(
        "audit-findings",
        findings=[_open(page, finding, codes) for finding in outcome.findings],
        caption="Findings, open and waived",
        nothing="The rules over records and pages find nothing.",
        unchecked=unchecked,
        unchecked_says="Not checked while the site is being built, but by claimbook audit afterwards:",
    )


def _open(page: PageRenderer, finding: Finding, codes: set[str]) -> OpenFinding:
    record = page.book.get(finding.record)
    has_page = record is not None and record.kind not in UNPAGED
    return OpenFinding(
        rule=finding.rule,
        explained=finding.rule in codes,
        level=finding.level.value,
        says=finding.message,
        cause=finding.cause,
        waived=finding.waived,
        place=str(finding.place),
        title=record.title if record is not None else "",
        href=page.href(finding.record) if has_page else "",
    )


def audit_rules(page: PageRenderer) -> Markup:
    """Show every rule: what it finds, why that matters, a bad and a good example."""
    entries = sorted(entries_of(all_rules()), key=lambda entry: _order(entry.code))
    return page.component("audit-rules", rules=entries)


def _order(code: str) -> tuple[int, int]:
    """Return a code's family and number: ``CB1001`` comes after ``CB901``."""
    digits = re.sub(r"\D", "", code)
    return int(digits[:-2] or 0), int(digits[-2:])

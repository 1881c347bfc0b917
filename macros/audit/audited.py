"""A site audited: by a run of the rules, or by what an earlier run found in the very same inputs.

The modules that load records are imported only when a run is needed.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any

from macros.audit.cache import Cache, key_of
from macros.audit.inputs import AuditError, Inputs, list_inputs
from macros.findings import Finding, Level, Place, nearest
from macros.report.report import Entry
from macros.uncollected import uncollected

if TYPE_CHECKING:
    import datetime
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from macros.audit.inputs import Layout
    from macros.audit.rule import Rule


class UnknownRuleError(AuditError):
    """No rule has that code or name."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Which rules run, and on which day: all of them but those skipped, or only those named."""

    as_of: datetime.date
    only: tuple[str, ...] = ()
    skip: tuple[str, ...] = ()
    changed: str = ""


@dataclass(frozen=True, slots=True)
class Audited:
    """What a run found and what it could not check, with the entries of all rules."""

    findings: tuple[Finding, ...]
    not_checked: tuple[tuple[str, str], ...] = ()
    failed: tuple[str, ...] = ()
    checked: tuple[str, ...] = ()
    entries: tuple[Entry, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()


def entries_of(rules: Iterable[Rule]) -> tuple[Entry, ...]:
    """Return the entries of rules, in their order."""
    return tuple(
        Entry(
            rule.code,
            rule.name,
            rule.level.value,
            rule.summary,
            rule.why,
            rule.example.bad,
            rule.example.good,
        )
        for rule in rules
    )


def all_rules() -> tuple[Rule, ...]:
    """Return every rule, those about the audit itself first."""
    from macros.audit.own import OWN_RULES  # noqa: PLC0415 - loads all that rules need
    from macros.audit.rules import RULES  # noqa: PLC0415 - the same

    return (*OWN_RULES, *RULES)


def find_rule(rules: Sequence[Rule], asked: str) -> Rule:
    """Return the rule of that code or name; raise UnknownRuleError."""
    for rule in rules:
        if asked.upper() == rule.code or asked.lower() == rule.name:
            return rule
    close = nearest(asked.upper(), [rule.code for rule in rules]) or nearest(
        asked, [rule.name for rule in rules]
    )
    message = f"found {asked!r}; expected the code or the name of a rule"
    raise UnknownRuleError(f"{message}; {close}" if close else message)


def audit_site(
    layout: Layout,
    output: Path | None,
    choice: Choice,
    cache: Path | None,
    macro_names: Callable[[], frozenset[str]] = frozenset,
) -> Audited:
    """Return what the audit of a site says; ``cache`` is a folder, or None for none.

    ``macro_names`` says which macros the site's own repository has, and is asked only when rules run.
    Raises UnknownRuleError, and RevisionUnknownError for a revision that is not there.
    """
    inputs = list_inputs(layout, output)

    def run() -> Audited:
        return _run(layout, inputs, choice, macro_names())

    remarks = tuple(_remarks(inputs))
    if cache is None or choice.changed:  # what differs from a revision depends on more than the files
        return replace(run(), remarks=remarks)
    stamps = inputs.stamps()
    key = key_of((repr(layout), inputs.digest(), repr(choice)))
    stored = Cache(cache).get(key)
    found = _read(stored) if stored is not None else None
    if found is None:
        found = run()
        if not found.failed and list_inputs(layout, output) == inputs and inputs.stamps() == stamps:
            Cache(cache).put(key, _stored(found))
    return replace(found, remarks=remarks)


def _remarks(inputs: Inputs) -> Iterator[str]:
    late = inputs.outdated()
    if late:
        files = "1 record file or page was" if late == 1 else f"{late} record files and pages were"
        yield f"{files} changed after the output was built; run claimbook build"


@uncollected()
def _run(layout: Layout, inputs: Inputs, choice: Choice, macro_names: frozenset[str]) -> Audited:
    from macros.audit.changed import changes_since, only_changed  # noqa: PLC0415 - loads the records' models
    from macros.audit.gather import gather  # noqa: PLC0415 - the same
    from macros.audit.own import OWN_CODES  # noqa: PLC0415 - the same
    from macros.audit.run import run_audit  # noqa: PLC0415 - the same

    rules = all_rules()
    only = {find_rule(rules, asked).code for asked in choice.only}
    skip = {find_rule(rules, asked).code for asked in choice.skip}
    chosen = [rule for rule in rules if (not only or rule.code in only) and rule.code not in skip]
    change = changes_since(layout, choice.changed) if choice.changed else None
    material, loading = gather(layout, choice.as_of, inputs=inputs, macro_names=macro_names)
    chosen = [rule for rule in chosen if rule.code not in OWN_CODES]
    outcome = run_audit(rules, chosen, material, loading)
    findings = outcome.findings
    if change is not None:
        findings = tuple(only_changed(findings, change, material))
    counts = {"records": len(material.book), "pages": len(material.pages)}
    return Audited(findings, outcome.not_checked, outcome.failed, outcome.checked, entries_of(rules), counts)


def _stored(audited: Audited) -> dict[str, Any]:
    return {
        "findings": [
            (
                finding.rule,
                finding.place.path,
                finding.place.line,
                finding.place.column,
                finding.found,
                finding.expected,
                finding.fix,
                finding.record,
                finding.level.value,
                finding.cause,
                finding.waived,
            )
            for finding in audited.findings
        ],
        "not_checked": audited.not_checked,
        "checked": audited.checked,
        "entries": [asdict(entry) for entry in audited.entries],
        "counts": dict(audited.counts),
    }


def _read(stored: Mapping[str, Any]) -> Audited | None:
    """Return a stored result, or None where it does not have the form of one."""
    try:
        return Audited(
            tuple(_finding(*item) for item in stored["findings"]),
            tuple((str(code), str(why)) for code, why in stored["not_checked"]),
            (),
            tuple(stored["checked"]),
            tuple(Entry(**item) for item in stored["entries"]),
            dict(stored["counts"]),
        )
    except (KeyError, TypeError, ValueError):
        return None


def _finding(rule: str, path: str, line: int, column: int, found: str, *rest: str) -> Finding:
    expected, fix, record, level, cause, waived = rest
    place = Place(path, line, column)
    return Finding(rule, place, found, expected, fix, record, Level(level), cause, waived)

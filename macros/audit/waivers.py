"""Waivers: a finding may stand for a while, for a reason, where that is written beside it.

In a text: ``claimbook: allow CB101 "reason" until 2027-01-31`` in a comment of the file's language, at the
end of the line that it is about or above it. In a record: ``waive: [{rule: …, reason: …, until: …}]``. One
that is malformed, has ended or hides nothing is a finding itself.
"""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import TYPE_CHECKING

from macros.audit.comments import waiver_comments
from macros.audit.own import EXPIRED, MALFORMED, OWN_CODES, UNUSED
from macros.findings import Finding, Level, Place, abbreviated, nearest
from macros.records.loader import locate_field

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from macros.audit.material import Material
    from macros.records.base import Record, Waive

LONGEST_DAYS = 400
SECOND_NET = MappingProxyType({"CB101": "CB102"})
"""A rule over page sources, and the one that looks for the same in built pages."""
FORM = 'claimbook: allow CB101 "reason" until YYYY-MM-DD'

_TEXT = re.compile(
    r"claimbook:\s*allow\s*(?P<rules>(?:(?!until\b)[^\s\"“”]+\s*)*)"
    r"(?:\"(?P<reason>[^\"]*)\")?\s*(?:until\s+(?P<until>\S+))?(?P<rest>.*)",
    re.DOTALL,
)
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Waiver:
    """One rule's waiver: where it stands, its reason, its last day, and what it is about.

    It is about a record (``record``), or about the lines ``lines`` of the file that it stands in.
    """

    place: Place
    rule: str
    reason: str
    until: datetime.date
    record: str = ""
    lines: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class _Written:
    """A waiver as somebody wrote it, not judged yet."""

    place: Place
    rules: tuple[str, ...]
    reason: str
    until: str
    rest: str = ""
    record: str = ""
    lines: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Waivers:
    """The waivers of a site and of its built pages, and what is wrong with those that are none."""

    waivers: tuple[Waiver, ...]
    copied: tuple[Waiver, ...]
    findings: tuple[Finding, ...]


def read_waivers(material: Material, codes: Collection[str]) -> Waivers:
    """Return every waiver of texts and records; ``codes`` are the rules that there are.

    What a page says about itself is copied into the built page: there it hides findings too, those of the
    second net beside those of the first, but it is judged once, where it was written.
    """
    waivers: list[Waiver] = []
    findings: list[Finding] = []
    for written in _written(material):
        sound, wrong = _judged(written, material.as_of, codes)
        waivers.extend(sound)
        findings.extend(wrong)
    copied: list[Waiver] = []
    for artefact in material.outputs or ():
        if artefact.address.endswith(".html"):
            for written in _in_text(artefact.shown, artefact.text, ".html"):
                for waiver in _judged(written, material.as_of, codes)[0]:
                    copied.append(waiver)
                    if waiver.rule in SECOND_NET:
                        copied.append(replace(waiver, rule=SECOND_NET[waiver.rule]))
    return Waivers(tuple(waivers), tuple(copied), tuple(findings))


def apply_waivers(
    findings: Iterable[Finding], found: Waivers, as_of: datetime.date, checked: Collection[str]
) -> list[Finding]:
    """Return the findings with the reason of the waiver that covers each, and those about the waivers.

    ``checked`` are the rules that ran: a waiver of another one may hide something and is not called unused.
    """
    by_record: dict[tuple[str, str], list[Waiver]] = {}
    by_line: dict[tuple[str, str, int], list[Waiver]] = {}
    valid = [waiver for waiver in (*found.waivers, *found.copied) if waiver.until >= as_of]
    for waiver in valid:
        if waiver.record:
            by_record.setdefault((waiver.rule, waiver.record), []).append(waiver)
        for line in waiver.lines:
            by_line.setdefault((waiver.rule, waiver.place.path, line), []).append(waiver)
    used: set[Waiver] = set()
    kept = []
    for finding in findings:
        covering = () if finding.rule in OWN_CODES else _covering(finding, by_record, by_line)
        used.update(covering)
        kept.append(replace(finding, waived=covering[0].reason) if covering else finding)
    return [*kept, *found.findings, *_about(found.waivers, used, as_of, checked)]


def _covering(
    finding: Finding,
    by_record: dict[tuple[str, str], list[Waiver]],
    by_line: dict[tuple[str, str, int], list[Waiver]],
) -> tuple[Waiver, ...]:
    beside = by_line.get((finding.rule, finding.place.path, finding.place.line), ())
    inside = by_record.get((finding.rule, finding.record), ()) if finding.record else ()
    return (*beside, *inside)


def _about(
    waivers: Iterable[Waiver], used: set[Waiver], as_of: datetime.date, checked: Collection[str]
) -> Iterator[Finding]:
    for waiver in waivers:
        if waiver.until < as_of:
            found = f"a waiver of {waiver.rule} that ended on {waiver.until.isoformat()}"
            expected = "what it hid put right, or a reason and an end date that hold now"
            yield Finding(EXPIRED, waiver.place, found, expected, record=waiver.record, level=Level.WARNING)
        elif waiver not in used and waiver.rule in checked:
            found = f"a waiver of {waiver.rule} that hides nothing"
            yield Finding(UNUSED, waiver.place, found, "no waiver", record=waiver.record, level=Level.WARNING)


def _judged(
    written: _Written, as_of: datetime.date, codes: Collection[str]
) -> tuple[list[Waiver], list[Finding]]:
    """Return the waivers that a comment or a record's entry states, or what is wrong with it."""
    faults = list(_faults(written, as_of, codes))
    if faults:
        found = ", ".join(fault for fault, _, _ in faults)
        expected = " and ".join(dict.fromkeys(expected for _, expected, _ in faults))
        fix = "; ".join(dict.fromkeys(fix for _, _, fix in faults if fix))
        return [], [
            Finding(MALFORMED, written.place, f"a waiver {found}", expected, fix, record=written.record)
        ]
    until = datetime.date.fromisoformat(written.until)
    return [
        Waiver(written.place, rule, written.reason.strip(), until, written.record, written.lines)
        for rule in written.rules
    ], []


def _faults(
    written: _Written, as_of: datetime.date, codes: Collection[str]
) -> Iterator[tuple[str, str, str]]:
    """Yield what is wrong, what is expected and the nearest fix."""
    if not written.rules:
        yield "without a rule", f"the form: {FORM}", ""
    for rule in written.rules:
        if rule in OWN_CODES:
            yield f"of {rule}", "a rule about the site", "the audit's findings about itself are never waived"
        elif rule not in codes:
            yield f"of {abbreviated(rule)}, which is no rule", "the code of a rule", nearest(rule, codes)
    if not written.reason.strip():
        yield "without a reason", f"the form: {FORM}", ""
    if written.rest.strip():
        yield f"with {abbreviated(written.rest.strip())} behind it", f"the form: {FORM}", ""
    if not written.until:
        yield "without an end date", f"the form: {FORM}", ""
        return
    until = _day(written.until)
    last = as_of + datetime.timedelta(days=LONGEST_DAYS)
    if until is None:
        yield f"until {abbreviated(written.until)}", "a day of the calendar, YYYY-MM-DD", ""
    elif until > last:
        yield (
            f"until {written.until}",
            f"a day within {LONGEST_DAYS} days, {last.isoformat()} at the latest",
            "",
        )


def _day(text: str) -> datetime.date | None:
    try:
        return datetime.date.fromisoformat(text) if _DAY.fullmatch(text) else None
    except ValueError:
        return None


def _written(material: Material) -> Iterator[_Written]:
    for text in (*material.pages, *material.record_files, *material.files):
        yield from _in_text(text.shown, text.text, PurePosixPath(text.shown).suffix)
    for record in material.book:
        for index, entry in enumerate(record.waive):
            yield _in_record(material, record, index, entry)


def _in_record(material: Material, record: Record, index: int, entry: Waive) -> _Written:
    place = locate_field(material.book.root, record, ("waive", index))
    rules = (entry.rule,) if entry.rule else ()
    return _Written(place, rules, entry.reason or "", entry.until or "", record=record.identifier)


def _in_text(shown: str, text: str, suffix: str) -> Iterator[_Written]:
    for comment in waiver_comments(text, suffix):
        match = _TEXT.match(comment.text)
        if match is not None:
            yield _Written(
                Place.at(shown, text, comment.offset),
                tuple(match["rules"].replace(",", " ").split()),
                match["reason"] or "",
                match["until"] or "",
                match["rest"],
                lines=frozenset({comment.about}),
            )

"""Answers about records as text for a terminal and as data for JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from macros.report.layout import fact, item, section, shown, wrapped

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from macros.audit.affected import Affected
    from macros.audit.difference import Difference, FieldChange, Listed, RecordChange
    from macros.audit.showing import Shown
    from macros.audit.trail import Brief, Step, Trail

MAXIMUM_STEPS = 60
"""How many lines of a tree or a list are shown as text; JSON has them all."""
SHORT = 50
"""How long two texts may be together to stand in one line."""


def trail_text(answer: Trail) -> str:
    """Return a record and its trail as text."""
    record = answer.record
    lines = [record.identifier, *wrapped(f"{record.title} ({_standing(record)})"), ""]
    lines += wrapped(answer.says)
    if answer.caveat:
        lines += wrapped(answer.caveat, first="Caveat: ")
    lines.append("")
    for name, text in (("value", record.value), ("verdict", record.verdict)):
        lines += fact(name, text) if text else []
    lines += [line for cause in record.causes for line in fact(cause.state.value, _cause(cause))]
    lines += [line for name, text in answer.fields for line in fact(name, text)]
    lines += fact("written in", f"{record.path}:{record.line}")
    lines += section("Rests on", _tree(answer.rests_on))
    lines += section("Comes from", _tree(answer.sources))
    lines += section("Rests on it", _tree(answer.carries))
    lines += section("Beside it", _tree(answer.related))
    lines += section("Shown by", _places(answer.shown)) or ["", "Shown by no page"]
    return "\n".join(lines) + "\n"


def trail_data(answer: Trail, as_of: str) -> dict[str, Any]:
    """Return a record and its trail as data."""
    return {
        "as_of": as_of,
        "record": {
            **_brief_data(answer.record),
            "says": answer.says,
            "caveat": answer.caveat,
            "fields": [{"name": name, "text": text} for name, text in answer.fields],
        },
        "rests_on": _steps_data(answer.rests_on),
        "sources": _steps_data(answer.sources),
        "carries": _steps_data(answer.carries),
        "related": _steps_data(answer.related),
        "shown": [_shown_data(place) for place in answer.shown],
    }


def affected_text(answer: Affected) -> str:
    """Return what depends on a record as text."""
    record = answer.record
    if answer.moved is False:
        return f"{record.identifier} is pinned to {answer.version} already: nothing goes stale\n"
    what = f"moves to {answer.version}" if answer.version else "changes"
    lines = wrapped(f"If {record.identifier} ({record.title}) {what}:")
    if answer.pinned:
        lines += fact("pinned now", ", ".join(answer.pinned))
    direct = sum(step.depth == 1 for step in answer.stale)
    total = sum(not step.again for step in answer.stale)
    through = f", {direct} of them directly" if total else ""
    lines += section(f"Stale: {_counted(total, 'record')}{through}", _tree(answer.stale))
    lines += section(f"Worded anew: {_counted(len(answer.reworded), 'record')}", _tree(answer.reworded))
    pages = {place.path for place, _ in answer.pages}
    lines += section(f"To be read again: {_counted(len(pages), 'page')}", _showing(answer.pages))
    lines += section(
        "Printed sections to be read again",
        (line for edition, title in answer.sections for line in item(f"{edition}: {title}")),
    )
    lines += section(
        "Repeated in files",
        (line for place, text in answer.files for line in item(f"{place} {text}")),
    )
    if not total:
        lines += ["", "No record goes stale."]
    lines += section(
        "Not checked", (line for name, why in answer.not_checked for line in item(f"{name}: {why}"))
    )
    return "\n".join(lines) + "\n"


def affected_data(answer: Affected, as_of: str) -> dict[str, Any]:
    """Return what depends on a record as data."""
    return {
        "as_of": as_of,
        "record": _brief_data(answer.record),
        "version": answer.version or None,
        "pinned": list(answer.pinned),
        "moved": answer.moved,
        "stale": _steps_data(answer.stale),
        "reworded": _steps_data(answer.reworded),
        "pages": [{**_shown_data(place), "shows": list(names)} for place, names in answer.pages],
        "sections": [{"edition": edition, "title": title} for edition, title in answer.sections],
        "files": [
            {"path": place.path, "line": place.line, "column": place.column, "text": text}
            for place, text in answer.files
        ],
        "not_checked": [{"what": name, "why": why} for name, why in answer.not_checked],
    }


def difference_text(answer: Difference, before: str, after: str) -> str:
    """Return what changed as text; ``before`` and ``after`` name the sides."""
    lines = wrapped(f"From {before} to {after}:")
    if not answer:
        lines += ["", "Nothing changed in the meaning."]
    lines += section("Added", _listing(answer.added))
    lines += section("Removed", _listing(answer.removed))
    lines += section("Under another id", _listing(answer.renamed, "was"))
    lines += section("Superseded", _listing(answer.superseded, "by"))
    lines += section("Changed", (line for change in answer.changed for line in _changed(change)))
    lines += section(
        "Not compared: could not be loaded", (line for name in answer.not_compared for line in item(name))
    )
    return "\n".join(lines) + "\n"


def difference_data(answer: Difference) -> dict[str, Any]:
    """Return what changed as data."""
    return {
        "added": [_listed_data(entry) for entry in answer.added],
        "removed": [_listed_data(entry) for entry in answer.removed],
        "renamed": [{**_listed_data(entry), "was": entry.other} for entry in answer.renamed],
        "superseded": [{**_listed_data(entry), "by": entry.other} for entry in answer.superseded],
        "changed": [
            {
                "id": change.identifier,
                "title": change.title,
                "changes": [
                    {
                        "field": field.field,
                        "before": field.before,
                        "after": field.after,
                        "wording": field.is_wording,
                    }
                    for field in change.changes
                ],
                "history": list(change.history),
                "because": list(change.because),
            }
            for change in answer.changed
        ],
        "not_compared": list(answer.not_compared),
        "summary": {
            "added": len(answer.added),
            "removed": len(answer.removed),
            "renamed": len(answer.renamed),
            "superseded": len(answer.superseded),
            "changed": len(answer.changed),
            "not_compared": len(answer.not_compared),
        },
    }


def _standing(record: Brief) -> str:
    grade = record.grade if record.state and record.grade != record.kind else ""
    return ", ".join(part for part in (record.kind, grade and f"grade {grade}", record.state) if part)


def _cause(cause: Any) -> str:  # noqa: ANN401 - a cause of the state room
    return f"{cause.says} {cause.record}".strip()


def _tree(steps: Sequence[Step]) -> Iterator[str]:
    for step in steps[:MAXIMUM_STEPS]:
        record = step.record
        facts = [record.value, record.verdict, _standing(record), "see above" if step.again else ""]
        told = "; ".join(part for part in facts if part)
        yield from item(f"{step.relation}: {record.identifier} ({told})", step.depth - 1)
    yield from _rest(steps)


def _rest(entries: Sequence[object]) -> Iterator[str]:
    if len(entries) > MAXIMUM_STEPS:
        yield from item(f"... and {len(entries) - MAXIMUM_STEPS} more (--format json has them all)")


def _places(places: Sequence[Shown]) -> Iterator[str]:
    for place in places[:MAXIMUM_STEPS]:
        through = f" through {place.through}" if place.through else ""
        yield from item(f"{place.path}:{place.line} {place.macro}{through}")
    yield from _rest(places)


def _showing(pages: Sequence[tuple[Shown, tuple[str, ...]]]) -> Iterator[str]:
    for place, names in pages[:MAXIMUM_STEPS]:
        few = ", ".join(names) if len(names) <= 3 else f"{len(names)} of them"  # noqa: PLR2004 - what fits
        yield from item(f"{place.path}:{place.line} {place.macro}: {few}")
    yield from _rest(pages)


def _listing(entries: Iterable[Listed], relation: str = "") -> Iterator[str]:
    for entry in entries:
        told = "; ".join(part for part in (entry.kind, entry.value) if part)
        other = f", {relation} {entry.other}" if relation else ""
        yield from item(f"{entry.identifier}: {entry.title} ({told}){other}")


def _changed(change: RecordChange) -> Iterator[str]:
    yield from item(f"{change.identifier}: {change.title}")
    for field in change.changes:
        yield from _field_changed(field)
    for entry in change.history:
        yield from item(f"history: {entry}", 1)
    if change.because:
        yield from item(f"rests on {', '.join(change.because)}, changed too", 1)


def _field_changed(field: FieldChange) -> Iterator[str]:
    """Yield a change in one line where it fits, else the two texts below each other."""
    before, after = shown(field.before) or "none", shown(field.after) or "none"
    if len(before) + len(after) <= SHORT:
        yield from item(f"{field.field}: {before} -> {after}", 1)
    else:
        yield from item(f"{field.field}:", 1)
        yield from item(f"- {before}", 2)
        yield from item(f"+ {after}", 2)


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _brief_data(record: Brief) -> dict[str, Any]:
    return {
        "id": record.identifier,
        "title": record.title,
        "kind": record.kind,
        "value": record.value or None,
        "verdict": record.verdict or None,
        "grade": record.grade or None,
        "state": record.state or None,
        "causes": [
            {"state": cause.state.value, "says": cause.says, "record": cause.record or None}
            for cause in record.causes
        ],
        "path": record.path,
        "line": record.line,
    }


def _steps_data(steps: Iterable[Step]) -> list[dict[str, Any]]:
    return [
        {**_brief_data(step.record), "relation": step.relation, "depth": step.depth, "again": step.again}
        for step in steps
    ]


def _shown_data(place: Shown) -> dict[str, Any]:
    return {"path": place.path, "line": place.line, "macro": place.macro, "through": place.through or None}


def _listed_data(entry: Listed) -> dict[str, Any]:
    return {"id": entry.identifier, "title": entry.title, "kind": entry.kind, "value": entry.value or None}

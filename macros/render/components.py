"""The components that authors call from pages, as functions from a page's renderer to markup.

Each raises ``ComponentError`` for arguments that it cannot show; where a call stands, the caller knows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from macros.findings import abbreviated, nearest
from macros.records.kinds import CLAIM_KINDS, MODELS, STATEMENT_KINDS
from macros.records.structures import Collection, Gate
from macros.render.columns import CELLS, Column, build_rows, is_column
from macros.render.views import AUDIENCE_WORDS, setting_text
from macros.state import State

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from markupsafe import Markup

    from macros.records.base import Record
    from macros.render.renderer import PageRenderer
    from macros.render.views import View


class ComponentError(ValueError):
    """A component cannot show what it was asked for: what was found, what is expected, the nearest fix."""

    def __init__(self, found: str, expected: str, fix: str = "") -> None:
        """Keep the three parts of the message."""
        super().__init__(found)
        self.found, self.expected, self.fix = found, expected, fix


class HiddenError(ComponentError):
    """A component was asked for a record that the edition in hand leaves out."""


@dataclass(frozen=True, slots=True)
class Component:
    """A component by name: what renders it, and whether it stands in a line of text."""

    render: Callable[..., Markup]
    inline: bool


def find(page: PageRenderer, identifier: object, kind: str | None = None) -> Record:
    """Return the record of that id; raise ComponentError when it is missing or of another kind."""
    record = page.book.get(identifier) if isinstance(identifier, str) else None
    expected = f"the id of a record of kind {kind}" if kind else "the id of a record"
    if record is None and isinstance(identifier, str) and identifier in page.workshop.hidden:
        raise hidden(page, identifier)
    if record is None:
        found = f"no record {abbreviated(identifier)}"
    elif kind and record.kind != kind:
        found = f"{abbreviated(identifier)}, of kind {record.kind}"
    else:
        return record
    fix = page.book.suggestion(str(identifier), (kind,) if kind else None)
    raise ComponentError(found, expected, fix)


def hidden(page: PageRenderer, identifier: str) -> HiddenError:
    """Return what is wrong with asking for a record that the edition in hand leaves out."""
    found = f"the record {abbreviated(identifier)}, which the {page.workshop.edition} edition leaves out"
    return HiddenError(found, 'otherwise="other words" in the call, or the call within ::: internal')


def full_only(page: PageRenderer) -> None:
    """Refuse, in an edition that leaves records out, what would tell of all of them."""
    if page.workshop.hidden:
        found = f"what the {page.workshop.edition} edition does not show"
        raise HiddenError(found, "the call on a page with audience: internal, or within ::: internal")


def members(page: PageRenderer, what: object, kind: str | None = None) -> list[str]:
    """Return ids: those of a collection given by its id, of a list of ids, or the one id itself."""
    if isinstance(what, list | tuple):
        return [find(page, identifier, kind).identifier for identifier in what]
    record = find(page, what)
    if isinstance(record, Collection):
        page.shown.add(record.identifier)
        return [find(page, identifier, kind).identifier for identifier in record.items]
    return [find(page, record.identifier, kind).identifier]


def value(page: PageRenderer, identifier: str) -> Markup:
    """Show a record's value with its tags and its caveat."""
    find(page, identifier)
    return page.value(identifier)


def figure(page: PageRenderer, identifier: str) -> Markup:
    """Show a record's value alone, linked to its record: for paragraphs that show one tag at their end."""
    find(page, identifier)
    return page.value(identifier, "figure")


def plain(page: PageRenderer, identifier: str) -> str:
    """Give a record's value, or its title, as plain words: for headings and code."""
    find(page, identifier)
    view = page.view(identifier)
    return view.value or view.record.title


def tag(page: PageRenderer, identifier: str) -> Markup:
    """Show a record's tags alone."""
    find(page, identifier)
    return page.value(identifier, "tag")


def sentence(page: PageRenderer, identifier: str) -> Markup:
    """Show a record's sentence, its tags and its caveat within a line of text."""
    find(page, identifier)
    return page.value(identifier, "sentence")


def claim(page: PageRenderer, identifier: str) -> Markup:
    """Show a record's sentence, its tags and its caveat as a paragraph of its own."""
    find(page, identifier)
    return page.component("claim", view=page.view(identifier))


def link(page: PageRenderer, identifier: str, words: str | None = None) -> Markup:
    """Link to a record by its title, or by other words."""
    record = find(page, identifier)
    return page.component("link", view=page.view(identifier), words=words or record.title)


def points(page: PageRenderer, what: object) -> Markup:
    """Show a collection, or a list of ids, as bullets: sentence, tags, caveat."""
    return page.component("points", views=page.views(members(page, what)))


def callout(page: PageRenderer, what: object, title: str, tone: str = "note") -> Markup:
    """Show one or more records in a box; tones: note, warning, contested, assumed."""
    tones = ("note", "warning", "contested", "assumed")
    if tone not in tones:
        raise ComponentError(
            f"the tone {abbreviated(tone)}", f"one of {', '.join(tones)}", nearest(tone, tones)
        )
    return page.component("callout", views=page.views(members(page, what)), title=title, tone=tone)


def cards(page: PageRenderer, what: object) -> Markup:
    """Show intents as cards."""
    return page.component("cards", views=page.views(members(page, what, "intent")))


def gates(page: PageRenderer, what: object) -> Markup:
    """Show gates in full: what is required, where, what happens otherwise."""
    return page.component("gates", views=page.views(members(page, what, "gate")), label=_label(page, what))


def denylist(page: PageRenderer, what: object) -> Markup:
    """Show bans in full: what, why, how it shows, how to find it, what to use instead."""
    return page.component(
        "denylist", views=page.views(members(page, what, "denial")), label=_label(page, what)
    )


def timeline(page: PageRenderer, what: object) -> Markup:
    """Show stages of a roadmap in order."""
    return page.component(
        "timeline", views=page.views(members(page, what, "stage")), label=_label(page, what)
    )


def settings(page: PageRenderer, what: object, where: str = "environment") -> Markup:
    """Show the gates set in one place as lines to copy: ``NAME=value`` or ``name value``."""
    views = [view for view in page.views(members(page, what, "gate")) if _is_set_in(view, where)]
    if not views:
        raise ComponentError(f"no gate set in {abbreviated(where)}", "gates of that place")
    return page.component("settings", lines=[setting_text(view) for view in views])


def _is_set_in(view: View, where: str) -> bool:
    record = view.record
    literal = record.value is None or not record.value.unstated
    return isinstance(record, Gate) and record.setting.where == where and literal


def chosen(page: PageRenderer, what: object, query: Mapping[str, str]) -> list[str]:
    """Return the ids of a collection or a list, or those that answer a query: one of the two is given."""
    if what is not None and query:
        name = next(iter(query))
        expected = "a query without a collection, or a collection without a query"
        raise ComponentError(
            f"the argument {abbreviated(name)}", expected, nearest(name, ("columns", "caption"))
        )
    return members(page, what) if what is not None else _query(page, query)


def table(
    page: PageRenderer,
    what: object = None,
    *,
    columns: Mapping[str, str] | None = None,
    caption: str = "",
    **query: str,
) -> Markup:
    """Show records as a table: a collection, ids or a query (kind, subject, role, audience, grade, state)."""
    identifiers = chosen(page, what, query)
    heads = columns or {"title": "Claim", "value": "Value", "says": "What it says", "tags": "Evidence"}
    if not isinstance(heads, Mapping):
        raise ComponentError(f"the columns {abbreviated(heads)}", 'names with heads: {"title": "Claim"}')
    for name in heads:
        if not is_column(name):
            raise ComponentError(
                f"the column {abbreviated(name)}",
                f"one of {', '.join(CELLS)} or scope.<dimension>",
                nearest(name, CELLS),
            )
    shown = tuple(Column(name, head, name == "value") for name, head in heads.items())
    words = caption or _label(page, what)
    if not words:
        raise ComponentError("a table without a caption", 'caption="what the table shows"')
    page.drawings += 1
    rows = build_rows(page.views(identifiers), shown)
    return page.component("table", rows=rows, columns=shown, caption=words, anchor=f"table-{page.drawings}")


_QUERIES: Mapping[str, Callable[[PageRenderer, Record], str]] = MappingProxyType(
    {
        "kind": lambda _, record: record.kind,
        "subject": lambda _, record: record.subject,
        "role": lambda _, record: record.role or "",
        "audience": lambda _, record: record.audience,
        "grade": lambda page, record: page.book.grades.get(record.identifier, ""),
        "state": lambda page, record: page.peek(record.identifier).state,
    }
)


def _query(page: PageRenderer, query: Mapping[str, str]) -> list[str]:
    for name in query:
        if name not in _QUERIES:
            raise ComponentError(
                f"the argument {abbreviated(name)}", f"one of {', '.join(_QUERIES)}", nearest(name, _QUERIES)
            )
    if not query:
        raise ComponentError(
            "a table of nothing", 'a collection, a list of ids, or a query such as kind="gate"'
        )
    found = _answers(page, query)
    if not found and not _may_be_empty(page, query):
        asked = ", ".join(f"{name}={abbreviated(wanted)}" for name, wanted in query.items())
        raise ComponentError(f"no record with {asked}", "a query that finds records")
    return found


def _answers(page: PageRenderer, query: Mapping[str, str]) -> list[str]:
    return [
        record.identifier
        for record in page.book
        if all(_QUERIES[name](page, record) == wanted for name, wanted in query.items())
    ]


def _may_be_empty(page: PageRenderer, query: Mapping[str, str]) -> bool:
    """Say whether a query finds nothing because of the day alone: no record has that state now."""
    rest = {name: wanted for name, wanted in query.items() if name != "state"}
    return query.get("state") in [state.value for state in State] and bool(_answers(page, rest))


def register(page: PageRenderer) -> Markup:
    """Show every statement of the edition as one table with filters."""
    views = [page.peek(record.identifier) for record in page.book.statements()]
    choices = [
        {"name": "kind", "label": "Kind", "options": _present(MODELS, (view.record.kind for view in views))},
        {
            "name": "state",
            "label": "State",
            "options": _present([state.value for state in State], (view.state for view in views)),
        },
        {"name": "subject", "label": "Subject", "options": sorted({view.record.subject for view in views})},
        {
            "name": "audience",
            "label": "Readers",
            "options": _present(AUDIENCE_WORDS, (view.record.audience for view in views)),
        },
    ]
    return page.component(
        "register", views=views, choices=choices, kinds=CLAIM_KINDS, audiences=AUDIENCE_WORDS
    )


def _present(order: Iterable[str], found: Iterable[str]) -> list[str]:
    seen = set(found)
    return [name for name in order if name in seen]


def term(page: PageRenderer, name: str, words: str | None = None) -> Markup:
    """Show a word of the glossary, linked to its entry; ``name`` is the term's id or its key."""
    known = {record.key: record for record in page.book.of_kind("term")}
    for identifier, kind in page.workshop.hidden.items():
        if kind == "term" and name not in known and name == identifier.partition(".")[2]:
            raise hidden(page, identifier)
    record = known.get(name) or find(page, name, "term")
    return page.component("term", view=page.view(record.identifier), words=words or record.title)


def glossary(page: PageRenderer) -> Markup:
    """Show all terms in alphabetical order."""
    terms = sorted(page.book.of_kind("term"), key=lambda record: (record.title.casefold(), record.identifier))
    return page.component("glossary", views=page.views(record.identifier for record in terms))


def sources(page: PageRenderer, *, available: bool | None = None) -> Markup:
    """Show the sources, with how many records cite each: all, or those that were or were not at hand."""
    if available not in (True, False, None):
        raise ComponentError(f"available={abbreviated(available)}", "true or false")
    cited: dict[str, int] = {}
    for record in page.book:
        for name in {record.source, *record.references} - {None}:
            cited[str(name)] = cited.get(str(name), 0) + 1
    entries = [
        {"view": page.view(record.identifier), "cited": cited.get(record.identifier, 0)}
        for record in page.book.of_kind("source")
        if available is None or getattr(record, "available", None) is available
    ]
    return page.component("sources", entries=entries)


_HANDLED = {
    "conflict": "a conflict between records",
    "caveat": "a caveat on the records",
    "unstated": "unstated",
    "scope": "a narrower scope",
    "kept": "written, with a note",
}


def discrepancies(page: PageRenderer) -> Markup:
    """Show what the source document leaves contradictory or open, and how the site represents it."""
    views = page.views(record.identifier for record in page.book.of_kind("discrepancy"))
    return page.component("discrepancies", views=views, handled=_HANDLED)


def legend(page: PageRenderer, what: str = "kind") -> Markup:
    """Show what the tags mean and how many statements bear each; ``what`` is kind or state."""
    meanings = {"kind": KIND_MEANINGS, "state": STATE_MEANINGS}
    if what not in meanings:
        raise ComponentError(f"the legend {abbreviated(what)}", "kind or state", nearest(what, meanings))
    views = [page.peek(record.identifier) for record in page.book.statements()]
    present = [view.record.kind if what == "kind" else view.state for view in views]
    entries = [
        {"slug": slug, "says": says, "count": present.count(slug)} for slug, says in meanings[what].items()
    ]
    return page.component(
        "legend",
        entries=entries,
        name=what,
        caption=f"The {what}s of claim" if what == "kind" else "The states of a claim",
    )


def count(page: PageRenderer, **query: str) -> Markup:
    """Show how many statements answer a query: all of them without one."""
    if not query:
        return page.component("text", runs=page.runs(next(iter(page.book)), str(len(page.book.statements()))))
    found = [name for name in _query(page, query) if page.book.records[name].kind in STATEMENT_KINDS]
    return page.component("text", runs=page.runs(next(iter(page.book)), str(len(found))))


KIND_MEANINGS = {
    "measured": "An instrument said so. The record names it, when, and the conditions.",
    "derived": (
        "Computed from other records by a formula that is evaluated at every build. "
        "It is as strong as its weakest input."
    ),
    "assumed": "Judgement. The record says how to verify it; verify it where you run.",
    "sourced": "Read in a named source. The record says which, and when.",
}
STATE_MEANINGS = {
    "current": "Nothing says otherwise, and its review is not due.",
    "due": "To be reviewed within thirty days.",
    "stale": "Past its review, or it rests on something that is; the record names every cause.",
    "contested": "Another record that is as strong says otherwise; both are shown.",
    "superseded": "Replaced by another record, kept for the history.",
}


def _label(page: PageRenderer, what: object) -> str:
    record = page.book.get(what) if isinstance(what, str) else None
    return record.title if record is not None else ""

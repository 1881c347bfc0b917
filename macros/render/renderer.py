"""Records to markup through the templates, for one page at a time.

A ``PageRenderer`` knows how to reach the site's root from its page, remembers which records it showed, and
keeps what it rendered: the same value on the same page costs one rendering.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from macros.records.editions import FULL
from macros.records.text import OWN_VALUE, Run, parse_text
from macros.records.wording import value_text
from macros.render.views import View, build_view, setting_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    import jinja2

    from macros.evidence.kept import Kept
    from macros.quantity import Formula
    from macros.records.base import Record
    from macros.records.book import Book
    from macros.render.charts import Pictures
    from macros.state import Assessment


@dataclass(frozen=True, slots=True)
class Cache:
    """What pages of one depth share: views, values with the records that they show, and templates."""

    views: dict[str, View] = field(default_factory=dict)
    values: dict[tuple[str, str], tuple[Markup, frozenset[str]]] = field(default_factory=dict)
    templates: dict[str, jinja2.Template] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Workshop:
    """What rendering needs and never changes: the book of an edition, its states and the templates.

    ``hidden`` are the records that the edition leaves out, each with its kind; ``verified`` is what became of
    the records that were last compared with their artefacts; ``pictures`` are the kept ones of charts.
    """

    book: Book
    assessments: Mapping[str, Assessment]
    environment: jinja2.Environment
    fonts: tuple[Path, ...] = ()
    caches: dict[str, Cache] = field(default_factory=dict)
    edition: str = FULL
    hidden: Mapping[str, str] = field(default_factory=dict)
    verified: Mapping[str, Kept] = field(default_factory=dict)
    pictures: Pictures | None = None

    def cache(self, root: str) -> Cache:
        """Return what pages that reach the root in the same way have rendered so far."""
        return self.caches.setdefault(root, Cache())


@dataclass(slots=True)
class PageRenderer:
    """Renders components for a page that reaches the site's root by ``root`` (such as ``../``)."""

    workshop: Workshop
    root: str
    shown: set[str] = field(default_factory=set)
    drawings: int = 0
    cached: Cache = field(init=False)

    def __post_init__(self) -> None:
        """Share the cache of the page's depth."""
        self.cached = self.workshop.cache(self.root)

    @property
    def book(self) -> Book:
        """Return the book that is rendered."""
        return self.workshop.book

    def href(self, identifier: str) -> str:
        """Return the address of a record's page, relative to this page."""
        return f"{self.root}claims/{identifier}/"

    def link(self, address: str) -> str:
        """Return an address of the site, given from its root, relative to this page."""
        return f"{self.root}{address}"

    def view(self, identifier: str) -> View:
        """Return what is shown of a record, and note that the page shows it; raises KeyError."""
        self.shown.add(identifier)
        return self.peek(identifier)

    def peek(self, identifier: str) -> View:
        """Return the view without counting it as shown on the page: for lists of relations."""
        view = self.cached.views.get(identifier)
        if view is None:
            record = self.book.records[identifier]
            assessment = self.workshop.assessments.get(identifier)
            view = self.cached.views[identifier] = build_view(
                self.book, record, assessment, self.href(identifier)
            )
        return view

    def views(self, identifiers: Iterable[str]) -> list[View]:
        """Return the views of several records."""
        return [self.view(identifier) for identifier in identifiers]

    def related(self, identifiers: Iterable[str]) -> list[View]:
        """Return the views of records that are only linked to."""
        return [self.peek(identifier) for identifier in identifiers]

    def dimension(self, name: str) -> str:
        """Return the title of a dimension of scope."""
        record = next((item for item in self.book.of_kind("dimension") if item.key == name), None)
        return record.title if record else name

    def runs(self, record: Record, text: str) -> list[Run]:
        """Return the runs of a record's prose with every placeholder replaced by the value that it names."""
        return [self._filled(record, run) for run in parse_text(text)]

    def _filled(self, record: Record, run: Run) -> Run:
        if run.sort != "value":
            return run
        if run.text == OWN_VALUE:
            return Run("value", value_text(self.book, record), run.column)
        self.shown.add(run.text)
        target = self.book.records[run.text]
        return Run("value", value_text(self.book, target) or target.title, run.column)

    def text(self, record: Record, text: str) -> Markup:
        """Return a record's prose as markup: escaped, code in backticks, placeholders filled."""
        if not any(mark in text for mark in "{}`"):
            return Markup(text.translate(_ESCAPES))  # noqa: S704 - escaped here
        return self.component("text", runs=self.runs(record, text))

    def says(self, identifier: str) -> Markup:
        """Return a record's sentence as markup."""
        record = self.view(identifier).record
        return self.text(record, record.says)

    def words(self, record: Record, text: str) -> str:
        """Return a record's prose as plain words: for attributes, drawings and search."""
        return "".join(run.text for run in self.runs(record, text))

    def value(self, identifier: str, form: str = "value") -> Markup:
        """Return a record's value with its tags (``value``) or its tags alone (``tag``)."""
        self.shown.add(identifier)
        known = self.cached.values.get((identifier, form))
        if known is None:
            before, self.shown = self.shown, set()
            markup = self.component(form, view=self.view(identifier))
            known = self.cached.values[identifier, form] = (markup, frozenset(self.shown))
            self.shown = before
        self.shown.update(known[1])
        return known[0]

    def tags(self, identifier: str) -> Markup:
        """Return a record's tags without counting it as shown: for lists of relations."""
        known = self.cached.values.get((identifier, "tag"))
        if known is None:
            markup = self.component("tag", view=self.peek(identifier))
            known = self.cached.values[identifier, "tag"] = (markup, frozenset())
        return known[0]

    def mathml(self, formula: Formula) -> Markup:
        """Return a formula as MathML, which the quantity room builds as a tree and serialises."""
        return Markup(formula.mathml())  # noqa: S704 - serialised from a tree, escaped there

    def setting(self, view: View) -> str:
        """Return what a gate sets as it is typed."""
        return setting_text(view)

    def component(self, name: str, /, **context: Any) -> Markup:
        """Render ``components/<name>.html.jinja`` with this renderer as ``page``."""
        template = self.cached.templates.get(name)
        if template is None:
            template = self.workshop.environment.get_template(f"components/{name}.html.jinja")
            self.cached.templates[name] = template
        return Markup(template.render(page=self, **context))  # noqa: S704 - the template escapes


_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&#34;", "'": "&#39;"})

"""The MkDocs plugin: records in, pages through the theme, record pages and JSON out.

It orders the work and holds no knowledge of its own about records or markup.
"""

from __future__ import annotations

import calendar
import datetime
import os
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markdown.extensions.toc import slugify
from mkdocs.config import base, config_options
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, event_priority
from mkdocs.structure.files import File, InclusionLevel

from macros.day import DayError, day_of_build, latest_day
from macros.findings import Finding, FindingsError, Place
from macros.records.editions import CUSTOMER, FULL, edition_of
from macros.render import charting
from macros.render.charts import KeptError
from macros.render.renderer import PageRenderer
from macros.report.text import as_text
from macros.site import exports, internal, outputs, record_files
from macros.site.audited import auditor
from macros.site.authoring import author_macros
from macros.site.complaints import of_left_out, of_template
from macros.site.desk import Desk, set_current
from macros.site.expansion import expand, has_template
from macros.site.kept import records_of, workshop_of
from macros.site.names import UNREADABLE, check_addresses, check_names
from macros.site.plain_words import naming, released, unguarded
from macros.site.record_pages import paged
from macros.site.sources import PageSource, check_sources, read_sources
from macros.site.theme import is_unused, theme_files
from macros.state import ahead

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import jinja2
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.livereload import LiveReloadServer
    from mkdocs.structure.files import Files
    from mkdocs.structure.nav import Navigation
    from mkdocs.structure.pages import Page
    from mkdocs.structure.toc import AnchorLink
    from mkdocs.utils.templates import TemplateContext

_SHELL = """---
title: {}
description: {}
claimbook_shell: true
hide: [toc]
search:
  exclude: true
---

{}
"""
_FONTS = "assets/fonts/source-sans-3-latin-{}-normal.woff2"


class ReportedError(PluginError):
    """A build that ends with findings; they are its message."""

    def __init__(self, findings: FindingsError) -> None:
        """Keep the findings beside their text."""
        super().__init__(f"{len(findings.findings)} problem(s)\n{as_text(findings.findings)}")
        self.findings = findings.findings


class CheckEndedError(Exception):
    """Ends a run that only checks, once every page's macros have run and nothing was found."""


class ClaimbookConfig(base.Config):  # type: ignore[no-untyped-call]
    """What ``mkdocs.yml`` may say about the records."""

    claims_dir = config_options.Type(str, default="claims")
    edition = config_options.Choice((FULL, CUSTOMER), default=FULL)
    edition_title = config_options.Type(str, default="Full edition")
    audit_exclude = config_options.ListOfItems(config_options.Type(str), default=[])
    audit_third_party = config_options.ListOfItems(config_options.Type(dict), default=[])
    as_of = config_options.Type(str, default="")
    pdf_name = config_options.Type(str, default="document.pdf")


class ClaimbookPlugin(BasePlugin[ClaimbookConfig]):  # type: ignore[no-untyped-call]
    """Reads the records, renders their macros, writes their pages."""

    def __init__(self) -> None:
        """Begin without a build in hand."""
        self.desk: Desk | None = None
        self.as_of = ""
        self.reading_order: list[dict[str, str]] = []
        self.shell = ""
        self.summary: dict[str, Any] = {}
        self.is_checking = False
        self.left_out = internal.LeftOut(frozenset(), frozenset())
        self.texts: list[str] = []
        self.record_files: record_files.RecordFiles | None = None

    @event_priority(100)
    def on_config(self, config: MkDocsConfig) -> None:
        """Read records and page sources; end here, before any output is touched, where records are wrong."""
        root = Path(config.config_file_path).parent
        try:
            day = day_of_build(root, self.config.as_of or os.environ.get("CLAIMBOOK_AS_OF"))
        except DayError as error:
            raise PluginError(str(error)) from error
        self.as_of = day.isoformat()
        self.reading_order = []
        if not os.environ.get("SOURCE_DATE_EPOCH"):
            os.environ["SOURCE_DATE_EPOCH"] = str(calendar.timegm(day.timetuple()))
        kept = records_of(root / self.config.claims_dir, self.config.claims_dir)
        bound = kept.bound
        docs = Path(config.docs_dir)
        sources, problems = read_sources(docs, _shown(docs, root))
        problems = [*problems, *check_names(docs, _shown(docs, root))]
        dates = ahead(bound.book, max(day, latest_day()))
        edition = edition_of(bound.book, self.config.edition)
        marks = [finding for source in sources for finding in internal.check_marks(source)]
        findings = [*bound.findings, *dates, *problems, *check_sources(sources, bound), *_reserved(sources)]
        findings += [*marks, *(() if bound.findings else edition.findings)]
        if bound.findings or not sources or any(problem.rule in UNREADABLE for problem in problems):
            raise ReportedError(FindingsError(findings))
        assets = [Path(folder) for folder in config.theme.dirs]
        try:
            pictures = charting.pictures_for(edition.book, root / self.config.claims_dir, assets)
        except KeptError as error:
            raise PluginError(str(error)) from error
        workshop = workshop_of(kept, edition, day, components_folder(assets), font_files(assets), pictures)
        findings += charting.without_picture(workshop)
        headings = config.mdx_configs.setdefault("toc", {})
        headings["slugify"] = naming(headings.get("slugify", slugify))
        audit = auditor(bound, day, workshop.assessments, sources, root / self.config.claims_dir)
        self.desk = Desk(workshop, findings=findings, audit=audit)
        set_current(self.desk)
        self._leave_out(sources, config)
        self.stop()
        self.record_files = None if self.is_checking else record_files.RecordFiles(workshop)

    def _leave_out(self, sources: list[PageSource], config: MkDocsConfig) -> None:
        """Take the pages that are not for the edition out of the navigation, and note what else is not."""
        docs = _shown(Path(config.docs_dir), Path(config.config_file_path).parent)
        edition = self.config.edition
        shown = [source for source in sources if internal.is_shown(source, edition)]
        left_out = {source.shown for source in sources} - {source.shown for source in shown}
        pages = frozenset(name.removeprefix(f"{docs}/") for name in left_out)
        self.left_out = internal.LeftOut(pages, frozenset(self._desk().workshop.hidden))
        if edition != FULL:
            self.texts = [internal.for_edition(source.text, edition) for source in shown]
        if pages and config.nav is not None:
            config.nav = internal.shown_navigation(config.nav, pages)

    def on_files(self, files: Files, config: MkDocsConfig) -> None:
        """Add the page that all record pages are cut from; leave out what no page needs, and faulty pages."""
        desk = self._desk()
        docs = _shown(Path(config.docs_dir), Path(config.config_file_path).parent)
        own = [file for file in files if file.src_dir == config.docs_dir]
        taken = {**record_files.addresses(desk.workshop.book), **exports.addresses(desk.workshop.book)}
        desk.findings.extend(check_addresses(own, docs, taken))
        faulty = {finding.place.path for finding in desk.findings}
        published = {file.url.strip("/") for file in own if file.src_uri in self.left_out.pages}
        for file in list(files):
            is_faulty = f"{docs}/{file.src_uri}" in faulty
            if (
                is_unused(file.src_uri)
                or is_faulty
                or (file.src_dir == config.docs_dir and self._is_left_out(file, config))
            ):
                files.remove(file)
        self.left_out = replace(self.left_out, pages=self.left_out.pages | published)
        shell = File.generated(config, record_files.SHELL_ADDRESS, content=_shell_source())
        shell.inclusion = InclusionLevel.NOT_IN_NAV
        files.append(shell)

    def _is_left_out(self, file: File, config: MkDocsConfig) -> bool:
        """Say whether a file is not for the edition: another page, or a file that no shown page names."""
        if self.config.edition == FULL or file.is_documentation_page():
            return file.src_uri in self.left_out.pages
        named = {*config.extra_css, *map(str, config.extra_javascript)}
        return file.src_uri not in named and not internal.is_named(file.src_uri, self.texts)

    @event_priority(100)
    def on_page_markdown(self, markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Begin a page and expand its macros; a page that fails is a finding, and the others go on."""
        root = Path(config.config_file_path).parent
        docs = _shown(Path(config.docs_dir), root)
        source = page.file.content_string
        title = str(page.meta.get("title") or page.title or page.file.src_uri)
        desk = self._desk().open_page(
            f"{docs}/{page.file.src_uri}", page.url if page.url != "./" else "", title
        )
        desk.line_offset = source.count("\n") - markdown.count("\n") if source.endswith(markdown) else 0
        desk.lines = tuple(source.split("\n"))
        shown = internal.for_edition(markdown, self.config.edition)
        desk.shown_lines = ("",) * desk.line_offset + tuple(shown.split("\n"))
        expanded = expand(shown, desk, author_macros())
        return self._templated(expanded, page, config, files) if has_template(expanded) else expanded

    def _templated(self, markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
        desk = self._desk()
        macros = config.plugins.get("macros")
        if macros is None or desk.page is None:
            return markdown
        try:
            rendered = str(macros.on_page_markdown(markdown, page=page, config=config, files=files))
        except SystemExit as error:  # how mkdocs-macros ends a build
            desk.findings.append(of_template(error, desk.page))
            rendered = ""
        page.meta["render_macros"] = False  # not a second time, when MkDocs calls it
        return rendered

    def on_page_content(self, html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Put what the macros rendered where their tokens stand."""
        del config, files
        desk = self._desk()
        html = internal.without_comments(html)
        if desk.page is None:
            return html
        for address, what in self.left_out.links(html, page.file.src_uri, page.url):
            desk.findings.append(of_left_out(address, what, self.config.edition, desk.page))
        desk.page.title = unguarded(str(page.title or desk.page.title))
        desk.findings.extend(desk.page.misplaced(html))
        for heading in _headings(page.toc):
            heading.title = released(heading.title)
        desk.page.html = released(html)
        return desk.page.searched()

    @event_priority(-100)
    def on_page_context(
        self, context: TemplateContext, /, *, page: Page, config: MkDocsConfig, nav: Navigation
    ) -> TemplateContext:
        """Show the page's pieces, and keep the order of the navigation, whose titles are whole by now."""
        docs = _shown(Path(config.docs_dir), Path(config.config_file_path).parent)
        desk_page = self._desk().pages.get(f"{docs}/{page.file.src_uri}")
        if desk_page is not None:
            page.content = desk_page.filled()
        self.reading_order = self.reading_order or outputs.in_reading_order(nav.pages)
        return context

    @event_priority(-100)
    def on_env(self, env: jinja2.Environment, config: MkDocsConfig, files: Files) -> None:
        """End with every problem of every page, or give the theme what it shows of the edition."""
        desk = self._desk()
        if desk.findings:
            raise ReportedError(FindingsError(desk.findings))
        if self.is_checking:
            _check_anchors(files, config)
            self.summary = {"pages": len(desk.pages) - 1, "records": len(desk.workshop.book)}
            raise CheckEndedError
        desk.placed()
        env.globals["claimbook"] = {
            "edition_title": self.config.edition_title,
            "as_of": self.as_of,
            "version": version("claimbook"),
            "theme": theme_files(config.theme.dirs),
            "record_addresses": [f"claims/{record.identifier}/" for record in paged(desk.workshop.book)],
        }

    @event_priority(-100)
    def on_post_page(self, output: str, page: Page, config: MkDocsConfig) -> str:
        """Keep the record pages' shell instead of writing it."""
        del config
        if page.file.src_uri != record_files.SHELL_ADDRESS:
            return released(internal.without_comments(output))  # pages name each other in the navigation
        self.shell = released(internal.without_comments(output))
        return ""

    @event_priority(-100)
    def on_post_template(self, output_content: str, template_name: str, config: MkDocsConfig) -> str:
        """Put back the words that the navigation of a page without Markdown shows."""
        del template_name, config
        return released(internal.without_comments(output_content))

    @event_priority(-100)
    def on_post_build(self, config: MkDocsConfig) -> None:
        """Write record pages, the search entries for them, and the records as JSON."""
        desk = self._desk()
        site = Path(config.site_dir)
        files = self.record_files or record_files.RecordFiles(desk.workshop)
        renderer = PageRenderer(desk.workshop, "")
        outputs.extend_search(site / "search" / "search_index.json", renderer, paged(desk.workshop.book))
        text = outputs.claims_json(
            desk,
            renderer,
            as_of=self.as_of,
            edition=self.config.edition_title,
            version=version("claimbook"),
            site=config.site_name,
            pages=self.reading_order,
        )
        for address, figure in charting.figures_of(desk.workshop):
            (site / address).parent.mkdir(parents=True, exist_ok=True)
            (site / address).write_text(figure, encoding="utf-8")
        (site / "claims.json").write_text(text, encoding="utf-8")
        files.write(record_files.Frame(self.shell, desk.placed_on(), site))
        count = len(files.records)
        exports.write_exports(
            site,
            text,
            desk.workshop,
            day=datetime.date.fromisoformat(self.as_of),
            language=str(config.theme["language"]),
            site_url=config.site_url or "",
        )
        self.summary = {"pages": len(desk.pages) - 1, "records": count, "as_of": self.as_of}

    def on_build_error(self, error: Exception) -> None:
        """Leave no process behind."""
        del error
        self.stop()

    def stop(self) -> None:
        """End what still works on record pages."""
        if self.record_files is not None:
            self.record_files.stop()
            self.record_files = None

    def on_serve(self, server: LiveReloadServer, config: MkDocsConfig, builder: object) -> LiveReloadServer:
        """Rebuild when a record, a template or a style changes."""
        del builder
        root = Path(config.config_file_path).parent
        for folder in (root / self.config.claims_dir, *(Path(name) for name in config.theme.dirs[:1])):
            if folder.is_dir():
                server.watch(str(folder))
        return server

    def _desk(self) -> Desk:
        if self.desk is None:
            message = "no records were read"
            raise PluginError(message)
        return self.desk


def _check_anchors(files: Files, config: MkDocsConfig) -> None:
    """Let MkDocs warn of links to anchors that are not there, which it does at the end of a build only."""
    for file in files.documentation_pages():
        if file.page is not None:
            file.page.validate_anchor_links(files=files, log_level=config.validation.links.anchors)


def _headings(level: Iterable[AnchorLink]) -> Iterator[AnchorLink]:
    for heading in level:
        yield heading
        yield from _headings(heading.children)


def _shell_source() -> str:
    marks = (record_files.SHELL_TITLE, record_files.SHELL_DESCRIPTION, record_files.SHELL_TEXT)
    return _SHELL.format(*marks)


def _reserved(sources: list[PageSource]) -> list[Finding]:
    expected = "any other word: the build uses this one"
    return [
        Finding(
            "reserved-word",
            Place.at(source.shown, source.text, mark.start()),
            f"the word '{mark[0]}'",
            expected,
        )
        for source in sources
        for mark in record_files.RESERVED.finditer(source.text)
    ]


def _shown(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else path.name


def components_folder(folders: list[Path]) -> Path:
    """Return the folder of the theme with the templates of the macros; PluginError where there is none."""
    for folder in folders:
        if (folder / "components").is_dir():
            return folder
    message = "the theme has no folder 'components' with the templates of the macros: set theme.custom_dir"
    raise PluginError(message)


def font_files(folders: list[Path]) -> tuple[Path, ...]:
    """Return the fonts of the theme that texts in drawings are measured with."""
    wanted = [_FONTS.format(weight) for weight in (400, 600)]
    return tuple(folder / name for folder in folders for name in wanted if (folder / name).is_file())

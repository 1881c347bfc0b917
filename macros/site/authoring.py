"""The macros as authors call them: each call renders a component and leaves a token in the page's text.

A call that cannot be shown becomes a finding with page, line and column, and the page goes on. Every macro
takes ``otherwise``: the words that stand there in an edition that leaves out what the call asks for.
"""

from __future__ import annotations

import functools
import inspect
import logging
import sys
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from macros.findings import Finding
from macros.render import charting, components, drawings, grids
from macros.render.components import ComponentError, HiddenError
from macros.site import audited
from macros.site.changes import changes
from macros.site.desk import Piece, current
from macros.site.plain_words import guarded

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import FrameType

    from macros.render.renderer import PageRenderer
    from macros.site.desk import PageDesk

_log = logging.getLogger(__name__)

INLINE: Mapping[str, Callable[..., Markup]] = MappingProxyType(
    {
        "value": components.value,
        "figure": components.figure,
        "tag": components.tag,
        "sentence": components.sentence,
        "link": components.link,
        "term": components.term,
        "count": components.count,
    }
)
BLOCKS: Mapping[str, Callable[..., Markup]] = MappingProxyType(
    {
        "claim": components.claim,
        "points": components.points,
        "callout": components.callout,
        "cards": components.cards,
        "gates": components.gates,
        "denylist": components.denylist,
        "timeline": components.timeline,
        "settings": components.settings,
        "table": components.table,
        "grid": grids.grid,
        "register": components.register,
        "glossary": components.glossary,
        "sources": components.sources,
        "discrepancies": components.discrepancies,
        "legend": components.legend,
        "chart": charting.chart,
        "diagram": drawings.diagram,
        "comparison": drawings.comparison,
        "answers": drawings.answers,
        "changes": changes,
        "audit_counts": audited.audit_counts,
        "audit_findings": audited.audit_findings,
        "audit_rules": audited.audit_rules,
    }
)
TEXTS: Mapping[str, Callable[..., str]] = MappingProxyType({"plain": components.plain})
"""Macros that give plain words, for headings and code."""


def author_macros() -> dict[str, Callable[..., str]]:
    """Return every macro by the name that authors use."""
    made: dict[str, Callable[..., str]] = {}
    for name, function in INLINE.items():
        made[name] = _leaving_token(name, function, inline=True)
    for name, function in BLOCKS.items():
        made[name] = _leaving_token(name, function, inline=False)
    for name, text in TEXTS.items():
        made[name] = _leaving_words(name, text)
    return made


@functools.cache
def signatures() -> dict[str, inspect.Signature]:
    """Return what each macro accepts, without the renderer that it gets from the page."""
    found = {}
    for name, function in {**INLINE, **BLOCKS, **TEXTS}.items():
        signature = inspect.signature(function)
        given = list(signature.parameters.values())[1:]
        parameters = [parameter.replace(annotation=inspect.Parameter.empty) for parameter in given]
        found[name] = signature.replace(parameters=parameters, return_annotation=inspect.Signature.empty)
    return found


class _OtherwiseError(Exception):
    """A macro was asked for what the edition leaves out: the call may say what stands there instead."""

    def __init__(self, error: HiddenError) -> None:
        super().__init__(error.found)
        self.error = error

    def words_of(self, name: str, page: PageDesk, otherwise: object) -> str:
        """Return the words of the call; report a call without any."""
        if isinstance(otherwise, str):
            return otherwise
        _report(name, page, self.error.found, self.error.expected)
        return ""


def _leaving_token(name: str, function: Callable[..., Markup], *, inline: bool) -> Callable[..., str]:
    @functools.wraps(function)
    def macro(*arguments: Any, otherwise: str | None = None, **options: Any) -> str:
        page = _page()
        place = page.place(page.called_line() or _template_line(), name)
        key = (name, arguments, tuple(options.items())) if _hashable(arguments, options) else object()
        markup = page.rendered.get(key)
        if markup is None:
            try:
                markup = Markup(_rendered(name, function, page, arguments, options))  # noqa: S704 - our templates
            except _OtherwiseError as error:
                words = error.words_of(name, page, otherwise)
                return page.keep(Piece(Markup.escape(words), inline or bool(words), place))
            if markup:
                page.rendered[key] = markup
        return page.keep(Piece(markup, inline, place))

    return macro


def _leaving_words(name: str, function: Callable[..., str]) -> Callable[..., str]:
    @functools.wraps(function)
    def macro(*arguments: Any, otherwise: str | None = None, **options: Any) -> str:
        page = _page()
        try:
            return guarded(str(_rendered(name, function, page, arguments, options)))
        except _OtherwiseError as error:
            return guarded(error.words_of(name, page, otherwise))

    return macro


def _rendered(
    name: str,
    function: Callable[..., str],
    page: PageDesk,
    arguments: tuple[Any, ...],
    options: dict[str, Any],
) -> str:
    renderer: PageRenderer = page.renderer
    try:
        return function(renderer, *arguments, **options)
    except HiddenError as error:
        raise _OtherwiseError(error) from error
    except ComponentError as error:
        _report(name, page, error.found, error.expected, error.fix)
    except Exception as error:  # noqa: BLE001 - whatever an author passes ends as a finding with its place
        is_call = isinstance(error, TypeError) and error.__traceback__ and not error.__traceback__.tb_next
        _log.debug("%s failed", name, exc_info=error)
        _report(name, page, str(error) if is_call else f"{type(error).__name__}: {error}", usage(name))
    return ""


def usage(name: str) -> str:
    """Return how a macro is called."""
    return f"{name}{signatures()[name]}".replace("'", '"')


def _report(name: str, page: PageDesk, found: str, expected: str, fix: str = "") -> None:
    finding = Finding(
        "bad-macro-call",
        page.place(page.called_line() or _template_line(), name),
        f"{name}: {found}",
        expected,
        fix,
    )
    current().findings.append(finding)


def _template_line() -> int:
    """Return the line of the page's template that is being executed: Jinja keeps it in the compiled frame."""
    frame: FrameType | None = sys._getframe(1)  # noqa: SLF001 - the only way to learn where a template calls
    while frame is not None:
        template = frame.f_globals.get("__jinja_template__") or frame.f_locals.get("__jinja_template__")
        if template is not None and template.name is None:
            return int(template.get_corresponding_lineno(frame.f_lineno))
        frame = frame.f_back
    return 1


def _hashable(arguments: tuple[Any, ...], options: dict[str, Any]) -> bool:
    try:
        hash((arguments, tuple(options.values())))
    except TypeError:
        return False
    return True


def _page() -> PageDesk:
    page = current().page
    if page is None:
        message = "a macro outside a page"
        raise RuntimeError(message)
    return page

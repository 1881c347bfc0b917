"""Markdown to prose of the same length: whatever no reader reads as text is blanked, character for character.

Every step keeps the length and the line ends, so that a position in the prose is the position in the file.
A boundary stands where two texts meet that no sentence joins: cells, attributes, the words of a macro call.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from macros.audit.vocabulary import listed

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

BLANK, BOUNDARY = " ", "\x1f"
PROSE_KEYS = frozenset({"title", "subtitle", "description", "summary", "abstract", "excerpt", "caption"})
"""The keys of front matter that a reader sees; every other one configures the site."""

_CODE_ELEMENTS = ("script", "style", "pre", "code", "kbd", "samp", "math", "sub")
FENCE = re.compile(r"[ \t]*(?:>[ \t]?)*(`{3,}|~{3,})[ \t]*\{?\.?([\w-]*)")
SEPARATOR = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*")
IDENTIFIER = re.compile(r"[a-z0-9][a-z0-9-]*\.[a-z0-9][a-z0-9-]*")
_FIGURE = re.compile(r"\d+\.\d+[a-z]{0,2}")

_FRONT = re.compile(r"---[ \t]*\n.*?^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_NO_BREAK = re.compile(r"[^\r\n]")
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+")
_STRING = re.compile(r"\"([^\"]*)\"|'([^']*)'")
_CODE = re.compile(r"(?<![`\\])(`+)(?!`)(?:(?!\n[ \t]*\r?\n)[\s\S])+?(?<!`)\1(?!`)")
_TAG = re.compile(r"</?([A-Za-z][\w-]*)(?:\"[^\"]*\"|'[^']*'|[^<>\"'])*+>")
_SHOWN_ATTRIBUTE = re.compile(r"\b(?:alt|title|aria-label|aria-description)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_DEFINITION = re.compile(r"^[ \t]{0,3}\[[^\]\n]+\]:[ \t]+\S+", re.MULTILINE)
_FOOTNOTE = re.compile(r"\[\^[^\]\n]+\]:?")
_TARGET = re.compile(
    r"\]\([ \t]*(?:<[^<>\n]*>|[^()\s]*+(?:\([^()\s]*\)[^()\s]*+)*)"
    r"(?:\s+(?:\"([^\"\n]*)\"|'([^'\n]*)'))?\s*\)|\]\[[^\]\n]*\]"
)
_ADDRESS = re.compile(
    r"<?\b(?:https?|ftp|ssh|git|mailto|file|s3)://?[^\s<>\")\]]+|\bwww\.[^\s<>\")\]]+"
    r"|(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.-]*[A-Za-z]"
)
_ATTRIBUTES = re.compile(r"\{:?[ \t]*[.#][^{}\n]*\}|\{:[^{}\n]*\}")
_EMPHASIS = re.compile(
    r"\*+(?=\S)|(?<=\S)\*+|(?<!\w)_+(?=\S)|(?<=\S)_+(?!\w)|~~|==(?=\w)|(?<=\w)==(?!\S)"
    r"|\\(?=[^\w\s])|!?\[(?![ xX]\]|\d[\d, \u2013-]*\])"
)
_MARKS = {_ADDRESS: (":/", "www.", "@"), _EMPHASIS: ("*", "_", "~~", "==", "\\", "[")}
"""A pattern that takes long, and what stands in every text that it matches."""
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]\w{1,30});")
_MARKER = re.compile(
    r"^(?:[ \t]*>)*[ \t]*(?:\[[ xX]\][ \t]"
    r"|(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)(?:[ \t]+\[[ xX]\](?=[ \t]))?|:(?=[ \t])"
    r"|(?:!!!|\?\?\?\+?)[ \t]+[\w-]+(?:[ \t]+[\w-]+)*|///.*?(?:\||$)"
    r"|#{1,6}(?:[ \t]+\d+(?:\.\d+)*[.)](?=[ \t])|[ \t]+\d+(?:\.\d+)+(?=[ \t]+[A-Z]))?)?",
    re.MULTILINE,
)
_BLOCK_TAGS = frozenset(
    listed(
        "address article aside blockquote br button caption dd details div dl dt figcaption figure footer"
        " h1 h2 h3 h4 h5 h6 header hr img li main nav ol option p section summary svg table td text th"
        " title tr ul"
    )
)
_KEY = re.compile(r"([A-Za-z_][\w-]*)[ \t]*:(?=[ \t\r\n]|$)[ \t]*(?:[>|][+-]?\d?)?")
_ORDINAL_HEAD = re.compile(
    r"[\s*]*(?:#|no\.?|nr\.?|№|step|item|row|order|place|rank|id|number|phase|stage|line)?[\s*]*",
    re.IGNORECASE,
)
_DRAWN = frozenset({"mermaid", "dot", "graphviz", "plantuml", "d2", "puml"})
_LABEL = re.compile(
    r"[\[({|]+\"?([^\[\](){}|\"\n]+)\"?[\])}|]+|\"([^\"\n]+)\"|(?<=:)[ \t]+([^\n]+)"
    r"|^[ \t]*(?:title|note [^:\n]*:)[ \t]+([^\n]+)",
    re.MULTILINE,
)
_SETTING = re.compile(r"^[ \t]*(?:style|classDef|class|linkStyle|click|%%|skinparam)\b", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class _Enclosure:
    """What a mark opens and another closes; ``closings`` by the name that the opening mark has."""

    opening: re.Pattern[str]
    closings: Mapping[str, re.Pattern[str]]

    def replaced(self, text: str, replacement: Callable[[str, str, str], str]) -> str:
        """Return the text with each enclosure replaced, given its opening, its inside and its closing mark.

        A mark that nothing closes opens nothing, and is looked for once: a text full of them takes no longer.
        """
        kept: list[str] = []
        done, unclosed = 0, set()
        for match in self.opening.finditer(text):
            name = match[1].lower()
            if match.start() < done or name in unclosed:
                continue
            end = self.closings[name].search(text, match.end())
            if end is None:
                unclosed.add(name)
                continue
            kept.append(text[done : match.start()])
            kept.append(replacement(match[0], text[match.end() : end.start()], end[0]))
            done = end.end()
        return "".join((*kept, text[done:]))


_RAW = _Enclosure(re.compile(r"\{%-?\s*(raw)\s*-?%\}"), {"raw": re.compile(r"\{%-?\s*endraw\s*-?%\}")})
_COMMENT = _Enclosure(re.compile(r"<!(--)"), {"--": re.compile(r"-->")})
_TEMPLATE = _Enclosure(
    re.compile(r"\{([{%#])"), {"{": re.compile(r"\}\}"), "%": re.compile(r"%\}"), "#": re.compile(r"#\}")}
)
_ELEMENT = _Enclosure(
    re.compile(rf"<({'|'.join(_CODE_ELEMENTS)})\b[^<>]*>", re.IGNORECASE),
    {name: re.compile(rf"</{name}\s*>", re.IGNORECASE) for name in _CODE_ELEMENTS},
)


def without_hidden(text: str) -> str:
    """Return a page's source with comments blanked, and the parts in which nothing is called."""
    return _COMMENT.replaced(_RAW.replaced(text, _blank), _blank)


def _blank(*parts: str) -> str:
    return blanked("".join(parts))


def blanked(text: str) -> str:
    """Return as many blanks, with the line ends kept."""
    if "\n" not in text and "\r" not in text:
        return BLANK * len(text)
    return _NO_BREAK.sub(BLANK, text)


def without(text: str, *patterns: re.Pattern[str]) -> str:
    """Return the text with what the patterns match blanked."""
    for pattern in patterns:
        if any(mark in text for mark in _MARKS.get(pattern, ("",))):
            text = pattern.sub(lambda match: blanked(match[0]), text)
    return text


def lines_of(text: str) -> list[str]:
    """Return the lines with their ends: a line feed, a carriage return or both end one."""
    return _LINE.findall(text)


def is_identifier(text: str) -> bool:
    """Say whether a string of a call is a record's id; ``0.67`` and ``1.5x`` are none."""
    return IDENTIFIER.fullmatch(text) is not None and _FIGURE.fullmatch(text) is None


def prose_of(text: str) -> str:
    """Return a page's source as prose, character for character."""
    prose = _prose_of(with_line_feeds(text))
    if "\r" not in text:
        return prose
    return "".join(written if written in "\r\n" else kept for written, kept in zip(text, prose, strict=True))


def with_line_feeds(text: str) -> str:
    """Return the text, as long as before, with every line ended by a line feed."""
    return text.replace("\r\n", " \n").replace("\r", "\n") if "\r" in text else text


def _prose_of(text: str) -> str:
    front = front_matter_length(text)
    written = text[front:]
    body = _RAW.replaced(written, _shown_raw)
    body = _COMMENT.replaced(_TEMPLATE.replaced(body, _words_of_template), _blank)
    body = _ELEMENT.replaced(_without_code_blocks(body, lines_of(written)), _blank_element)
    body = _TAG.sub(_words_of_tag, without(body, _CODE, _DEFINITION, _FOOTNOTE))
    body = _TARGET.sub(_words_of_target, body)
    body = without(body, _ADDRESS, _ATTRIBUTES)
    body = _without_ordinals(_MARKER.sub(_blank_marker, body))
    return _front_matter(text[:front]) + _ENTITY.sub(_entity, without(body, _EMPHASIS))


def front_matter_length(text: str) -> int:
    """Return how many characters the front matter takes, with its marks; nought where there is none."""
    match = _FRONT.match(with_line_feeds(text))
    return match.end() if match else 0


def _front_matter(text: str) -> str:
    key, kept = "", []
    for line in lines_of(text):
        match = _KEY.match(line)
        if match:
            key = match[1].lower()
        elif line.startswith(("#", "---", "...")):
            key = ""
        start = match.end() if match else 0
        shown = key in PROSE_KEYS
        kept.append(blanked(line[:start]) + line[start:] if shown else blanked(line))
    return "".join(kept)


def _shown_raw(opening: str, inside: str, closing: str) -> str:
    """Keep what stands between the marks but for calls, which a page shows as they are written."""
    return blanked(opening) + _TEMPLATE.replaced(inside, _blank) + blanked(closing)


def _words_of_template(opening: str, inside: str, closing: str) -> str:
    if opening == "{#":
        return _blank(opening, inside, closing)
    return (
        blanked(opening) + _only(inside, _STRING, lambda words: not is_identifier(words)) + blanked(closing)
    )


def _words_of_tag(match: re.Match[str]) -> str:
    kept = _only(match[0], _SHOWN_ATTRIBUTE, bool)
    return BOUNDARY + kept[1:] if match[1].lower() in _BLOCK_TAGS else kept


def _words_of_target(match: re.Match[str]) -> str:
    """Keep the title of a link, between boundaries."""
    group = match.lastindex
    if not group or not match[group]:
        return blanked(match[0])
    start, end = match.start(group) - match.start(), match.end(group) - match.start()
    whole = match[0]
    return blanked(whole[: start - 1]) + BOUNDARY + match[group] + BOUNDARY + blanked(whole[end + 1 :])


def _only(text: str, pattern: re.Pattern[str], wanted: Callable[[str], bool]) -> str:
    """Return the text blanked but for the groups of what the pattern matches, each between boundaries."""
    kept, done = [], 0
    for match in pattern.finditer(text):
        group = match.lastindex
        if group and match[group] and wanted(match[group]):
            start, end = match.span(group)
            kept += [blanked(text[done : start - 1]), _bounded(text, start - 1), text[start:end]]
            kept.append(_bounded(text, end))
            done = end + 1
    return "".join((*kept, blanked(text[done:])))


def _bounded(text: str, place: int) -> str:
    """Return a boundary for the character at a place, a line end for a line end, nothing past the end."""
    character = text[place : place + 1]
    return character if character in "\r\n" else BOUNDARY


def _blank_element(opening: str, inside: str, closing: str) -> str:
    """Blank an element of code; an index stays part of the word that it stands at."""
    whole = opening + inside + closing
    return _NO_BREAK.sub("_", whole) if opening[1:4].lower() == "sub" else blanked(whole)


def _blank_marker(match: re.Match[str]) -> str:
    return blanked(match[0])


def _entity(match: re.Match[str]) -> str:
    character = html.unescape(match[0])
    return character.ljust(len(match[0]), BLANK) if len(character) == 1 else match[0]


def _without_code_blocks(text: str, written: Sequence[str]) -> str:
    """Blank fences and indented code; of a fence that draws a diagram the labels stay.

    How deep a line is indented is read in the lines as written, since a masked call leaves blanks.
    """
    kept: list[str] = []
    fence, language, is_indented, after_blank, contained = "", "", False, True, False
    for line, raw in zip(lines_of(text), written, strict=True):
        mark, empty = FENCE.match(line), not raw.strip()
        indent = len(raw.expandtabs(4)) - len(raw.expandtabs(4).lstrip())
        if fence:
            closes = mark is not None and mark[1].startswith(fence) and not line.strip(" \t>\r\n`~")
            kept.append(_labels(line) if language in _DRAWN and not closes else blanked(line))
            fence = "" if closes else fence
            after_blank = closes
            continue
        if mark:
            fence, language = mark[1], mark[2].lower()
            kept.append(blanked(line))
            continue
        deep = indent >= 4 and not empty  # noqa: PLR2004 - Markdown's measure of indented code
        is_indented = deep and not contained and (after_blank or is_indented)
        if not deep and not empty:
            contained = _CONTAINER.match(raw) is not None or (contained and indent > 0)
        kept.append(blanked(line) if is_indented else line)
        after_blank = empty
    return "".join(kept)


_CONTAINER = re.compile(r"[ \t]*(?:>|[-*+][ \t]|\d{1,9}[.)][ \t]|!!!|\?\?\?|:[ \t]|\[\^|<|///)")


def _labels(line: str) -> str:
    return blanked(line) if _SETTING.match(line) else _only(line, _LABEL, bool)


def table_lines(lines: Sequence[str]) -> dict[int, int]:
    """Return the number of each line that is a row of a table, from nought, with its header's number."""
    found: dict[int, int] = {}
    header = -1
    for number, line in enumerate(lines):
        text = line.rstrip("\r\n")
        if "|" in text and number and "|" in lines[number - 1] and SEPARATOR.fullmatch(text):
            header = number - 1
            found[header] = header
        if header >= 0 and text.strip() and "|" in text:
            found[number] = header
        elif header >= 0 and number > header:
            header = -1
    return found


def _without_ordinals(text: str) -> str:
    """Blank whole numbers that only number the rows of a table: those below a head such as ``#`` or Step."""
    lines = lines_of(text)
    rows = table_lines(lines)
    for number, header in rows.items():
        if number == header:
            continue
        heads, cells = _cells(lines[header]), _cells(lines[number])
        if SEPARATOR.fullmatch(lines[number].rstrip("\r\n")):
            lines[number] = blanked(lines[number])
            continue
        for place, (start, end) in enumerate(cells):
            cell = lines[number][start:end].strip()
            if place < len(heads) and cell.rstrip(".)").isdecimal():
                head = lines[header][slice(*heads[place])]
                if _ORDINAL_HEAD.fullmatch(head):
                    line = lines[number]
                    lines[number] = line[:start] + blanked(line[start:end]) + line[end:]
    return "".join(lines)


def _cells(line: str) -> list[tuple[int, int]]:
    bars = [place for place, character in enumerate(line) if character == "|"]
    edges = bars if line.lstrip().startswith("|") else [-1, *bars]
    if not line.rstrip().endswith("|"):
        edges = [*edges, len(line)]
    return [(start + 1, end) for start, end in pairwise(edges)]

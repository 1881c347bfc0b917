"""Markdown to prose of the same length: whatever no reader reads as text is blanked, character for character.

Every step keeps the length and the line ends, so that a position in the prose is the position in the file.
A boundary stands where two texts meet that no sentence joins: cells, attributes, the words of a macro call.
"""

from __future__ import annotations

import html
import re
from itertools import pairwise
from typing import TYPE_CHECKING

from macros.audit.vocabulary import listed

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

BLANK, BOUNDARY = " ", "\x1f"
PROSE_KEYS = frozenset({"title", "subtitle", "description", "summary", "abstract", "excerpt", "caption"})
"""The keys of front matter that a reader sees; every other one configures the site."""

RAW = re.compile(r"\{%-?\s*raw\s*-?%\}(.*?)\{%-?\s*endraw\s*-?%\}", re.DOTALL)
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
FENCE = re.compile(r"[ \t]*(?:>[ \t]?)*(`{3,}|~{3,})[ \t]*\{?\.?([\w-]*)")
SEPARATOR = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*")
IDENTIFIER = re.compile(r"(?=[^.]*[a-z]|[^.]*\.[^.]*[a-z]{3})[a-z0-9][a-z0-9-]*\.[a-z0-9][a-z0-9-]*")

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+")
_TEMPLATE = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", re.DOTALL)
_STRING = re.compile(r"\"([^\"]*)\"|'([^']*)'")
_ELEMENT = re.compile(
    r"<(script|style|pre|code|kbd|samp|math|sub)\b[^<>]*>.*?</\1\s*>", re.DOTALL | re.IGNORECASE
)
_CODE = re.compile(r"(?<![`\\])(`+)(?!`)(?:(?!\n[ \t]*\r?\n)[\s\S])+?(?<!`)\1(?!`)")
_TAG = re.compile(r"</?([A-Za-z][\w-]*)(?:\"[^\"]*\"|'[^']*'|[^<>\"'])*+>")
_SHOWN_ATTRIBUTE = re.compile(r"\b(?:alt|title|aria-label|aria-description)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_DEFINITION = re.compile(r"^[ \t]{0,3}\[[^\]\n]+\]:[ \t]+\S+", re.MULTILINE)
_FOOTNOTE = re.compile(r"\[\^[^\]\n]+\]:?")
_TARGET = re.compile(r"\]\(\s*<?[^()\s]*(?:\([^()\s]*\)[^()\s]*)*>?|\]\[[^\]\n]*\]")
_ADDRESS = re.compile(
    r"<?\b(?:https?|ftp|ssh|git|mailto|file|s3)://?[^\s<>\")\]]+|\bwww\.[^\s<>\")\]]+"
    r"|[\w.+-]+@[\w-]+\.[\w.-]*[A-Za-z]"
)
_ATTRIBUTES = re.compile(r"\{:?[ \t]*[.#][^{}\n]*\}|\{:[^{}\n]*\}")
_EMPHASIS = re.compile(
    r"\*+(?=\S)|(?<=\S)\*+|(?<!\w)_+(?=\S)|(?<=\S)_+(?!\w)|~~|==(?=\w)|(?<=\w)==(?!\S)"
    r"|\\(?=[^\w\s])|!?\[(?![ xX\d]\])"
)
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
        "address article aside blockquote br button caption dd details div dl dt figcaption figure footer h1"
        " h2 h3 h4 h5 h6 header hr img li main nav ol option p section summary svg table td text th title tr ul"
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


def blanked(text: str) -> str:
    """Return as many blanks, with the line ends kept."""
    return re.sub(r"[^\r\n]", BLANK, text)


def without(text: str, *patterns: re.Pattern[str]) -> str:
    """Return the text with what the patterns match blanked."""
    for pattern in patterns:
        text = pattern.sub(lambda match: blanked(match[0]), text)
    return text


def lines_of(text: str) -> list[str]:
    """Return the lines with their ends: a line feed, a carriage return or both end one."""
    return _LINE.findall(text)


def is_identifier(text: str) -> bool:
    """Say whether a string of a call is a record's id; ``0.67`` and ``1.5x`` are none."""
    return IDENTIFIER.fullmatch(text) is not None


def prose_of(text: str) -> str:
    """Return a page's source as prose, character for character."""
    front = front_matter_length(text)
    written = text[front:]
    body = RAW.sub(_shown_raw, written)
    body = without(_TEMPLATE.sub(_words_of_template, body), COMMENT)
    body = _ELEMENT.sub(_blank_element, _without_code_blocks(body, lines_of(written)))
    body = _TAG.sub(_words_of_tag, without(body, _CODE, _DEFINITION, _FOOTNOTE))
    body = _TARGET.sub(lambda match: blanked(match[0][:-1]) + BOUNDARY, body)
    body = without(body, _ADDRESS, _ATTRIBUTES)
    body = _without_ordinals(_MARKER.sub(_blank_marker, body))
    return _front_matter(text[:front]) + _ENTITY.sub(_entity, without(body, _EMPHASIS))


def front_matter_length(text: str) -> int:
    """Return how many characters the front matter takes, with its marks; nought where there is none."""
    match = re.match(
        r"---[ \t]*(?:\r\n|\n|\r).*?^(?:---|\.\.\.)[ \t]*(?:\r\n|\n|\r|$)", text, re.DOTALL | re.MULTILINE
    )
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


def _shown_raw(match: re.Match[str]) -> str:
    """Keep what stands between the marks but for calls, which a page shows as they are written."""
    begin, end = match.start(1) - match.start(), match.end(1) - match.start()
    whole = match[0]
    return blanked(whole[:begin]) + without(whole[begin:end], _TEMPLATE) + blanked(whole[end:])


def _words_of_template(match: re.Match[str]) -> str:
    if match[0].startswith("{#"):
        return blanked(match[0])
    return _only(match[0], _STRING, lambda words: not is_identifier(words))


def _words_of_tag(match: re.Match[str]) -> str:
    kept = _only(match[0], _SHOWN_ATTRIBUTE, bool)
    return BOUNDARY + kept[1:] if match[1].lower() in _BLOCK_TAGS else kept


def _only(text: str, pattern: re.Pattern[str], wanted: Callable[[str], bool]) -> str:
    """Return the text blanked but for the groups of what the pattern matches, each between boundaries."""
    kept = list(blanked(text))
    for match in pattern.finditer(text):
        for group in range(1, pattern.groups + 1):
            if match[group] and wanted(match[group]):
                start, end = match.span(group)
                kept[start:end] = text[start:end]
                kept[start - 1] = kept[start - 1] if kept[start - 1] in "\r\n" else BOUNDARY
                if end < len(kept) and kept[end] not in "\r\n":
                    kept[end] = BOUNDARY
    return "".join(kept)


def _blank_element(match: re.Match[str]) -> str:
    """Blank an element of code; an index stays part of the word that it stands at."""
    if match[1].lower() == "sub":
        return re.sub(r"[^\r\n]", "_", match[0])
    return blanked(match[0])


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

"""Quantities in prose: where a sentence states a number, a ratio, a count, a date, a version, a comparison.

It works on masked prose (macros.audit.masking) and knows no records; the words for what a site counts are
given to it. A number that is no name, ordinal or reference is a quantity: listed here is what is none.

Decisions: ``both``, ``single``, ``a pair``, ``a few`` and ``several`` state no number. ``one`` is an article
or a pronoun, and a count only before a unit or a counted thing, in a rate (``one adapter per socket``), and
after exactly, only, just or at most; ``at least one`` says that something exists. ``zero`` counts before a
plural. ``v2`` names a generation, ``v2.0`` a version.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from macros.audit import vocabulary as words
from macros.audit.masking import BOUNDARY

if TYPE_CHECKING:
    from collections.abc import Iterable

Sort = Literal["name", "token", "date", "commit", "version", "comparison", "number"]

_NAME_MARK = "_"
_DIGIT = re.compile(r"\d")
_GAP = r"[ \t\r\n]*"
_EXPONENT = r"(?:[eE][-+−]?\d+)?[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]*"
_THIN = "\u00a0\u2009\u202f"
_DIGITS = rf"(?:\d{{1,3}}(?:,\d{{3}})+(?!\d)|\d{{1,3}}(?:[ {_THIN}]\d{{3}})+(?!\d)|\d+)(?:\.\d+)?{_EXPONENT}"
_SIGN = rf"(?:[~≈\u223c<>≤≥±$€£]{{1,2}}{_GAP}[+−-]?|[+−-])?"
_WORD = rf"(?i:{words.NUMBER_WORDS})\b"
_NUMBER = rf"(?:{_SIGN}{_DIGITS}{words.SCALES}?|(?<![\w-]){_WORD})"
_UNIT = rf"(?:{words.UNIT_SYMBOLS}|{words.UNIT_WORDS})(?![A-Za-z])"
_RATE = rf"(?:{_GAP}/{_GAP}[A-Za-zµ]+|\s+per\s+[A-Za-z]+)"
_MORE = rf"\s+(?:(?:{words.COMPARATIVES})\b|as\s+\w+)"
_AFTER = (
    rf"(?:{_RATE}|(?:{_GAP}|-){words.TIMES}{_MORE}|(?:{_GAP}|-){_UNIT}{_RATE}*|x(?=[A-Z])"
    rf"|\s+(?!and\b|or\b)[A-Za-z][\w-]*{_RATE}+)"
)
_AMOUNT = rf"{_NUMBER}(?:{_AFTER})?"
_JOIN = (
    rf"(?:{_GAP}(?:[\u2013—-]|\.\.\.?|…){_GAP}|\s+(?:to|through|of|out\s+of)\s+|{_GAP}±{_GAP}|[:/+^]"
    rf"|{_GAP}[x×]{_GAP})"
)
_LEFT, _RIGHT = r"(?<![\w.,/:@#\\\u2013-])", r"(?:(?<=\dx)(?=[A-Z])|(?!\w|\.\d))"
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_YEAR = r"(?:19|20)\d\d"
_MONTH = rf"(?:{words.MONTHS})\b\.?"
_DATE = (
    rf"\b{_YEAR}-(?:0[1-9]|1[0-2])(?:-[0-3]\d)?(?:T\d\d:\d\d(?::\d\d)?Z?)?(?![\w-])"
    rf"|(?<![\w.]){_DAY}\s+(?:of\s+)?{_MONTH}(?:,?\s+{_YEAR}\b)?|\b{_MONTH}\s+{_DAY}(?!\w|\.\d"
    rf"|\s*{_UNIT})(?:,?\s+{_YEAR}\b)?"
    rf"|\b{_MONTH}\s+{_YEAR}\b|\bQ[1-4]\s+{_YEAR}\b|\b{_YEAR}-?Q[1-4]\b"
    rf"|(?<![\w./])\d{{1,2}}([./])\d{{1,2}}\1{_YEAR}(?![\w.])"
)
_SUFFIX = r"(?:[-.]?(?:rc|alpha|beta|dev|post|pre|a|b)[-.]?\d*)?(?:\+[\w.]+)?"
_DOTTED = rf"\d+(?:\.\d+){{2,3}}{_SUFFIX}"
_COMPOUND = words.any_of(words.NAMING_COMPOUNDS)
_FRACTION = rf"(?:{words.any_of(words.FRACTION_NAMES)})"
_FOLLOWS = words.any_of(
    "of at in the to on when since by from for after before with over under and or but during while than"
)
_TO_TWO = r"(?<![\w-])(?i:doubl(?:e[sd]|ing)|(?:tripl|quadrupl|quintupl)(?:e[sd]|ing)|halv(?:e[sd]?|ing))\b"

_NAMES = (
    rf"(?i:©|\(c\)|\bcopyright\b)[^\n\d]{{0,12}}{_YEAR}(?:\s*[\u2013-]\s*{_YEAR})?",
    (
        rf"(?i:\b(?:last|page|this page was)\s+(?:updated|modified|reviewed|edited|built"
        rf"|changed)\b)[^\n\d]{{0,6}}(?:{_DATE})"
    ),
    rf"\b(?:{words.STANDARDS})",
    r"(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?:/\d{1,2})?(?![\w.]*\d)",
    r"\b[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\b|\b[0-9a-fA-F]{2}(?::[0-9a-fA-F]{2}){5}\b",
    (
        r"\b0x[0-9a-fA-F]+\b|(?<!\d )(?<![\w.,])0\d{2,}(?![\w.])|\b[1-5]xx\b|(?<![\w.])[2-6]G(?!\w)"
        r"|(?<![\w./])24/7(?![\w/])"
    ),
    r"\(\d{1,2}\)|\[\d+(?:[,\u2013-]\s?\d+)*\]|(?<!\w)#\d+|№\s?\d+|§+\s?\d[\d.]*",
    (
        r"\bHTTP\s+(?:status\s+)?[1-5]\d\d\b|\b(?i:an?)\s+[45]\d\d\b(?!\s*[\w%°µ-])"
        r"|\b(?i:an?)\s+[45]\d\d\s+(?=(?:is|was|means|tells|says|should|must|may|can|will|when|from|if"
        r"|answer|reply)\b)"
    ),
    r"(?i:\b(?:return(?:s|ed)?|exit(?:s|ed)?(?:\s+with)?)\s+-?[01])(?![\w.]|\s+\w+s\b)",
    (
        rf"(?i:\b(?:{words.REFERENCES})\s+(?:number\s+|no\.?\s*|#)?(?:[A-Z]\.?)?(?:\d+(?:\.\d+)*[a-z]?"
        rf"|{words.SMALL_NUMBERS})\b"
        rf"(?:\s*(?:,|,?\s*and|,?\s*or|to|[\u2013/-])\s*\d+(?:\.\d+)*\b)*)(?!\.\d|%|\+"
        rf"|\s*(?:{words.UNIT_SYMBOLS}|{words.UNIT_WORDS})\b)"
    ),
    rf"(?i:(?<![\w.-])(?:\d+|{words.NUMBER_WORDS}|one)-(?:{_COMPOUND})s?)(?!\w)",
    (
        r"(?i:\bone-(?:to|by|on)-(?:one|many)\b|\bone\s+\w+\s+at\s+a\s+time\b|\bthink\s+twice\b"
        r"|\bonce\s+or\s+twice\b)"
    ),
    (
        r"(?i:\b(?:between|the|of|these|those|other)\s+two)(?=\s*(?:[.,;:)!?]|$|\s(?:are|is|were|differ"
        r"|agree|do|may|can|must)\b))"
    ),
)
_COMMIT = (
    r"(?<![\w.-])(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}(?![\w-])"
    r"|(?<=sha256:)[0-9a-f]{12,64}|(?<=[Cc]ommit )[0-9a-f]{7,40}\b"
)
_VERSIONS = (
    rf"(?<=[\w\]])(?:[=~!<>]=?=?|@|:)\s?(?P<q>[vV]?\d+(?:\.\d+)+{_SUFFIX})(?![\w]*\.\d|%)",
    rf"(?<=[A-Za-z])[-_](?P<q>v?{_DOTTED})\b",
    (
        rf"{_LEFT}[vV]?{_DOTTED}\+?(?![\w-]|\.\d)|{_LEFT}[vV]\d+\.\d+{_SUFFIX}\+?(?![\w-]|\.\d)"
        rf"|{_LEFT}\d+(?:\.\d+){{0,3}}\.x\b"
    ),
)
_WORD_WITH_DIGITS = r"(?<![\w,])[^\W\d_]?[A-Za-z_][\w+]*(?:[-./:+&][\w+]+)*"
_ORDINAL = (
    r"(?<![\w.])\d+(?:st|nd|rd|th)\b|(?<![\w.-])\d-(?:indexed|based)\b|(?<![\w.])100-continue\b"
    r"|(?<![\w.])[1-5]\d\d(?=\s+(?:(?:status|response)(?:\s+code)?s?|errors?)\b)"
    r"|(?<![\w.])\d+(?=\s+exit\s+(?:code|status)\b)"
)
_SETTING = r"(?<![\w.-])[A-Za-z_][\w.-]+=(?!=)[^\s,;)]+"
_COMPARISONS = (
    rf"(?<![\w-])(?i:twice|thrice)\b(?!-)(?:{_MORE})?",
    rf"(?<![\w-])(?:(?i:an?|one|two|three|several)\s+)?(?i:orders?\s+of\s+magnitude)\b(?:{_MORE})?",
    rf"{_TO_TWO}(?!\s+(?i:quotes?|braces|brackets|colons?|dashes|slashes))",
    rf"(?<![\w-])(?i:double|triple|quadruple)\b(?=\s+(?:{words.AFTER_DOUBLE})\b)",
    r"(?i:\b(?:more\s+than|almost|nearly|about|is|to)\s+)(?P<q>(?i:double|triple))\b(?=\s*(?:[.,;)]|$))",
    (
        rf"(?<![\w-])(?<!first )(?<!second )(?<!other )(?<!latter )(?<!upper )(?<!lower )(?i:half)"
        rf"(?:{_MORE}|(?=\s+(?:the|an?|of|its|their|that|what|this|those|all)\b))"
    ),
    r"\b(?i:in|by|than|to|one|a)\s+(?P<q>(?i:half))(?=\s*(?:[.,;:)]|$|\s(?:at|in|on|when|with)\b))",
    (
        rf"(?<![\w-])(?<!once )(?<!twice )(?<!times )(?i:an?\s+{_FRACTION})\b(?:{_MORE}|(?=\s*(?:[.,;:)]"
        rf"|$)|\s+(?:{_FOLLOWS})\b))"
    ),
    rf"(?<![\w-])(?i:(?:{words.SMALL_NUMBERS})[-\s]+{_FRACTION}s?)\b(?:{_MORE})?",
    rf"(?<![\w-])(?i:(?:{words.SMALL_NUMBERS}|ten|hundred|many)-?fold)\b",
    rf"(?<![\w-])(?i:{words.VAGUE_NUMBERS})",
    r"(?<![\w-])(?i:zero)(?=\s+(?:[a-z]{3,}(?<!s)s|downtime|loss|overhead|latency|packet|copies)\b)",
)


@dataclass(frozen=True, slots=True)
class Found:
    """A quantity in a text: where it begins and ends, what sort it is of, and how it is written."""

    start: int
    end: int
    sort: Sort
    text: str


class Recogniser:
    """Finds the quantities of texts; ``counted`` are the words for what a site counts, in the singular."""

    def __init__(self, counted: Iterable[str] = ()) -> None:
        """Put the patterns together; the same words give the same recogniser (see recogniser_of)."""
        things = "|".join(sorted((re.escape(word) for word in counted), key=len, reverse=True)) or r"(?!)"
        amounts = (
            rf"(?i:\bbetween\s+)(?P<q>{_AMOUNT}\s+and\s+{_AMOUNT}){_RIGHT}",
            rf"(?<![\w-])(?i:one)\s+(?:to|or|in|out\s+of)\s+{_AMOUNT}{_RIGHT}",
            rf"{_LEFT}{_AMOUNT}(?:{_JOIN}(?:one\b|{_AMOUNT}))*\+?{_RIGHT}",
            (
                rf"(?<![\w-])(?i:one)(?:[-\s]+(?:{words.UNIT_WORDS}|percent|per\s+cent)\b"
                rf"|\s+(?:{things})\b)(?:{_RATE})*"
            ),
            r"(?<![\w-])(?i:one)\s+[A-Za-z][\w-]*\s+per\s+[A-Za-z]+",
            (
                r"(?<!the )\b(?i:exactly|only|just|precisely|at\s+most"
                r"|no\s+more\s+than)\s+(?P<q>one)\b(?!\s+(?:of|by|at|another)\b|-)"
            ),
        )
        steps: tuple[tuple[Sort, Iterable[str]], ...] = (
            ("name", _NAMES),
            ("date", (_DATE,)),
            ("commit", (_COMMIT,)),
            ("version", _VERSIONS),
            ("name", (_ORDINAL, _SETTING)),
            ("token", (_WORD_WITH_DIGITS,)),
            ("comparison", _COMPARISONS),
            ("number", amounts),
        )
        self._steps = tuple((sort, re.compile(pattern)) for sort, patterns in steps for pattern in patterns)
        self._hint = re.compile(rf"\d|(?i:\b(?:one|{_HINTS}))")

    def find(self, text: str) -> list[Found]:
        """Return the quantities of a text of masked prose, in order; none overlaps another."""
        if not self._hint.search(text):
            return []
        found: list[Found] = []
        left = text
        for sort, pattern in self._steps:
            left = pattern.sub(lambda match, sort=sort: _taken(match, sort, text, found), left)  # type: ignore[misc]
        return sorted(found, key=lambda item: item.start)


_HINTS = (
    "two|three|four|five|six|seven|eight|nine|ten|eleven|twel|thir|fif|twenty|dozen|hundred"
    "|thousand|million|billion"
    "|trillion|zero|tens|twice|thrice|half|halv|double|doubl|tripl|quadr|quint|quarter|seventh"
    "|order|nint|hundredth"
)


def _taken(match: re.Match[str], sort: Sort, text: str, found: list[Found]) -> str:
    """Note what matched unless it only names, and return the text without it."""
    if sort == "name":
        return _NAME_MARK * len(match[0])
    if sort == "token":
        return _NAME_MARK * len(match[0]) if _DIGIT.search(match[0]) else match[0]
    group = "q" if match.re.groupindex.get("q") else 0
    start, end = match.span(group)
    found.append(Found(start, end, sort, text[start:end]))
    whole = match[0]
    offset = match.start()
    return whole[: start - offset] + BOUNDARY * (end - start) + whole[end - offset :]


@lru_cache(maxsize=8)
def recogniser_of(counted: frozenset[str] = frozenset()) -> Recogniser:
    """Return the recogniser for these words; compiling its patterns takes longer than a page."""
    return Recogniser(sorted(counted))

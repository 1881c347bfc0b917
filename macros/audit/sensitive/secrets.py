"""Keys and tokens, by the forms that their issuers give them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from macros.audit.sensitive.hit import Hit, window

if TYPE_CHECKING:
    from collections.abc import Iterator

SECRET = "CB1108"  # noqa: S105 - the code of a rule


@dataclass(frozen=True, slots=True)
class _Form:
    """A form of a key: what must be in the text for the pattern to be tried, and the pattern.

    Where ``mixed``, the part that varies has a digit and a letter; words joined by dashes have not. No
    letter, no digit and no character of ``apart`` stands right before it.
    """

    needles: tuple[str, ...]
    pattern: re.Pattern[str]
    mixed: bool = True
    apart: str = "_"


def _form(needles: str, pattern: str, *, mixed: bool = True, apart: str = "_") -> _Form:
    return _Form(tuple(needles.split()), re.compile(pattern), mixed, apart)


_FORMS = (
    _form(
        "AKIA ASIA ABIA ACCA AIDA AROA AGPA ANPA",
        r"(?:AKIA|ASIA|ABIA|ACCA|AIDA|AROA|AGPA|ANPA)[A-Z0-9]{16}(?![A-Za-z0-9])",
        mixed=False,
    ),
    _form(
        "aws_secret AWS_SECRET ecretAccessKey",
        r"(?:[Aa][Ww][Ss]_[Ss][Ee][Cc][Rr][Ee][Tt]_[Aa][Cc][Cc][Ee][Ss][Ss]_[Kk][Ee][Yy]|[Ss]ecretAccessKey)"
        r"[\"'\s]{0,8}[=:][\"'\s]{0,8}[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])",
    ),
    _form("ghp_ gho_ ghu_ ghs_ ghr_", r"gh[pousr]_[A-Za-z0-9]{20,255}(?![A-Za-z0-9_])"),
    _form("github_pat_", r"github_pat_[A-Za-z0-9_]{22,255}"),
    _form("glpat-", r"glpat-[A-Za-z0-9_-]{20,255}"),
    _form("hf_", r"hf_[A-Za-z0-9]{20,255}(?![A-Za-z0-9_])"),
    _form("xox xapp-", r"(?:xox[abeoprs]|xapp)-[A-Za-z0-9-]{8,255}"),
    _form(
        "hooks.slack.com", r"hooks\.slack\.com/services/T[A-Z0-9]{1,20}/B[A-Z0-9]{1,20}/[A-Za-z0-9]{16,64}"
    ),
    _form(
        "sk-",
        r"sk-(?=[A-Za-z0-9_-]{0,40}[A-Za-z0-9]{16})[A-Za-z0-9_-]{20,255}",
    ),
    _form("sk_live_ rk_live_", r"[sr]k_live_[A-Za-z0-9]{16,255}"),
    _form("AIza", r"AIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])"),
    _form("npm_", r"npm_[A-Za-z0-9]{36}(?![A-Za-z0-9_])"),
    _form("pypi-AgE", r"pypi-AgE[A-Za-z0-9_-]{20,255}"),
    _form("nvapi-", r"nvapi-[A-Za-z0-9_-]{20,255}"),
    _form("dckr_pat_", r"dckr_pat_[A-Za-z0-9_-]{20,255}"),
    _form("wandb_v1_", r"wandb_v1_[A-Za-z0-9_-]{20,255}"),
    _form(
        "PRIVATE",
        r"-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----(?![\"'`)|\]])",
        mixed=False,
    ),
    _form("earer EARER", r"[Bb](?:earer|EARER)[ :]{1,4}[\"']?(?!eyJ)[A-Za-z0-9._~+/-]{16,2000}=*"),
    _form("eyJ", r"eyJ[A-Za-z0-9_-]{8,1000}\.[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{8,1000}", mixed=False),
    _form("X-Amz-Signature", r"X-Amz-Signature=[0-9a-f]{64}"),
)
_LOGIN = re.compile(
    r"://[A-Za-z0-9._~%+-]{1,64}:(?![$<{*%]|\.\.\.|password@|secret@|[xX]+@)[^\s/@:\"'<>{}$]{6,128}@[A-Za-z0-9]"
)
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]{1,20}$")
_MIXED = re.compile(r"(?=[^0-9]*[0-9])(?=.*[A-Za-z])")
_WORDS = re.compile(r"(?:[a-z]+[-_./])+[a-z]*[0-9]{0,2}")
_PLACEHOLDER = re.compile(r"(?:(.)\1{7,}|[xX.*]{8,}|(?:your|my|some|example)[-_])", re.IGNORECASE)


def secrets(text: str) -> Iterator[Hit]:
    """Yield keys and tokens."""
    for form in _FORMS:
        if not any(needle in text for needle in form.needles):
            continue
        for match in form.pattern.finditer(text):
            if _is_apart(text, match.start(), form.apart) and (not form.mixed or _is_random(match[0])):
                yield Hit(SECRET, match.start(), match.end())
    for match in _LOGIN.finditer(text):
        scheme = _SCHEME.search(window(text, match.start(), match.end(), 24)[0])
        if scheme:
            yield Hit(SECRET, match.start() - len(scheme[0]), match.end())


def _is_apart(text: str, start: int, apart: str) -> bool:
    before = text[start - 1] if start else " "
    return not (before.isascii() and before.isalnum()) and before not in apart


def _is_random(token: str) -> bool:
    """Say whether a token varies as a generated one does, and is no placeholder nor words with dashes."""
    varying = token[4:]
    return bool(_MIXED.match(varying)) and not _WORDS.fullmatch(varying) and not _PLACEHOLDER.search(token)

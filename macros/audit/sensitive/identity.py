"""What names a person or an account: account numbers, resource ids, e-mail addresses, home folders.

Let through: digests, decimals, dates, sizes in bytes, package versions behind an at-sign, the addresses of
example domains and of machines that answer nobody.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from macros.audit.sensitive.hit import Hit, window

if TYPE_CHECKING:
    from collections.abc import Iterator

ACCOUNT, RESOURCE, MAIL, HOME = "CB1102", "CB1104", "CB1106", "CB1107"

_TWELVE = re.compile(r"[0-9][0-9][0-9][0-9][0-9]{8}(?![0-9])")  # faster than the same as one repetition
_BEFORE_TWELVE = re.compile(r"[0-9A-Za-z]$|(?:[0-9]|[^A-Za-z0-9]|^)\.$|[0-9A-Fa-f]{4}-$|[0-9]e[-+]$|\\x?$")
_AFTER_TWELVE = re.compile(r"[0-9A-Za-z]|\.[0-9]")
_NUMBERED_RUN = re.compile(r"(?:runs?|jobs?|issuecomment|discussion_r|suites|artifacts|comments)[-/_]?$")
_MOMENT = re.compile(
    r"(?:19|20)[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])(?:[01][0-9]|2[0-3])[0-5][0-9]"
)
_NAMED_ACCOUNT = re.compile(r"(?:\barn:[\w:*-]*|account\W{0,3}(?:id|number|no\.?)?\W{0,4})$", re.IGNORECASE)
_LIMITS = (0, 999_999_999_999, 253402300799)  # the last is the last second of the year 9999
_MEBIBYTE = 1 << 20
_ROUND = 1_000_000
_FOURS = re.compile(r"-(?=[0-9]{4}-[0-9]{4})")
_FOURS_WITH_OTHER_DASHES = re.compile(r"[\u2010-\u2013](?=[0-9]{4}[-\u2010-\u2013][0-9]{4})")
_SPACED = re.compile(r" (?=[0-9]{4} [0-9]{4})")
_GROUP, _TWO_GROUPS = 4, 9
_YEAR = re.compile(r"(?:19|20)[0-9]{2}")
_MONTH_DAY = re.compile(r"(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])")

_RESOURCE = re.compile(
    r"-(?=[0-9a-f]{8})(?:[0-9a-f]{17}|[0-9a-f]{8})(?![\w-])",
)
_RESOURCE_KIND = re.compile(
    r"(?<![\w-])(?:i|vpc|subnet|sg|sgr|eni|vol|snap|ami|rtb|igw|eigw|nat|eipalloc|eipassoc|acl|aclassoc|lt|fs|"
    r"fsap|fsmt|fsvol|tgw|tgw-attach|tgw-rtb|vpce|vpce-svc|pcx|vgw|cgw|vpn|dopt|cr|h|r|pl|eni-attach|pg|mi|cgw|"
    r"ipam|ipam-pool|key|spotfleet|sir|sfr|cb|crf)$"
)
_SHORT_KIND = re.compile(r"i|vpc|subnet|sg|eni|vol|snap|ami|rtb|igw|acl|eipalloc|nat|fs")
_SHORT = 8

_AT = re.compile(r"@(?=[A-Za-z0-9][A-Za-z0-9-]*\.[A-Za-z0-9])")
_LOCAL = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._%+'-]*[A-Za-z0-9_+-])?$")
_DOMAIN = re.compile(r"(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,62}[A-Za-z0-9])?\.){1,8}[A-Za-z]{2,24}(?![\w-])")
_SPELLED = re.compile(
    r"[\w.+-]{1,64}\s?[\[(]\s?at\s?[\])]\s?[\w-]{1,63}(?:\s?(?:[\[(]\s?dot\s?[\])]|\.)\s?[\w-]{1,63}){1,4}",
    re.IGNORECASE,
)
_EXAMPLE = re.compile(
    r"(?:.*\.)?(?:example\.(?:com|org|net|edu)|example|invalid|test|localhost)"
    r"|domain\.tld|(?:your-?|my-?)?(?:domain|company|email)\.(?:com|org)",
    re.IGNORECASE,
)
_NOBODY = re.compile(
    r"(?:.*\+)?(?:no-?reply|do-?not-?reply)(?:@|$)|.*@(?:[\w-]+\.)*noreply\.[\w.-]+$", re.IGNORECASE
)
_FILE = re.compile(
    r"(?:png|jpe?g|gif|svg|webp|avif|ico|css|scss|less|[cm]?jsx?|[cm]?tsx?|json|ya?ml|toml|md|html?|vue|py|whl|"
    r"map|lock|txt|xml|wasm|gz|tgz|zip|exe|service|timer|target|conf|rc|alpha|beta|next)",
    re.IGNORECASE,
)
_VERSION = re.compile(r"v?[0-9]+\.[0-9]+")
_SHELL_ACCOUNT = frozenset({"git", "hg", "svn", "gitlab"})

_HOME = re.compile(r"/(?:home|Users)/([A-Za-z0-9_][\w.+-]*)")
_WINDOWS_HOME = re.compile(r":[\\/]{1,2}Users[\\/]{1,2}([\w.+-]+)")
_BEFORE_HOME = re.compile(
    r"(?:^|[^\w.~)}\]/$<>@%-]|//|>|(?<![A-Za-z0-9_])/(?:var|export|mnt|mnt/[a-z]|[a-z]|data|nfs|net|usr|srv))$"
)
_NOBODYS_HOME = re.compile(r"Shared|Public|Default|All|user|username|USER|USERNAME|you|your-?name|NAME")


def accounts(text: str) -> Iterator[Hit]:
    """Yield account numbers: twelve digits in one run or in groups of four."""
    for match in _TWELVE.finditer(text):
        if _is_account(text, match):
            yield Hit(ACCOUNT, match.start(), match.end())
    for match in (*_FOURS.finditer(text), *_FOURS_WITH_OTHER_DASHES.finditer(text)):
        start, end = match.start() - _GROUP, match.end() + _TWO_GROUPS
        if _is_grouped(text, start, end):
            yield Hit(ACCOUNT, start, end)
    for match in _SPACED.finditer(text) if "ccount" in text or "CCOUNT" in text else ():
        start, end = match.start() - _GROUP, match.end() + _TWO_GROUPS
        before, _ = window(text, start, end, 40)
        if "account" in before.lower() and _is_grouped(text, start, end):
            yield Hit(ACCOUNT, start, end)


def _is_account(text: str, match: re.Match[str]) -> bool:
    before, after = window(text, match.start(), match.end(), 60)
    if _BEFORE_TWELVE.search(before) or _AFTER_TWELVE.match(after) or _NUMBERED_RUN.search(before):
        return False
    if _NAMED_ACCOUNT.search(before) or after.startswith((".dkr.", ":")):
        return True
    number = int(match[0])
    return not (
        number in _LIMITS or _MOMENT.fullmatch(match[0]) or number % _MEBIBYTE == 0 or number % _ROUND == 0
    )


def _is_grouped(text: str, start: int, end: int) -> bool:
    """Say whether three groups of four digits stand alone and are no years, days or times."""
    if start < 0 or not text[start : start + _GROUP].isdigit():
        return False
    before, after = window(text, start, end, 2)
    if re.search(r"[\w.+%-]$|[0-9] $", before) or re.match(r"[\w+-]|\.[0-9]| [0-9]", after):
        return False
    first, second, third = text[start:end][0:4], text[start:end][5:9], text[start:end][10:14]
    is_dated = _YEAR.fullmatch(first) and (_MONTH_DAY.fullmatch(second) or _YEAR.fullmatch(second))
    return not is_dated and not (_YEAR.fullmatch(first) and _YEAR.fullmatch(third))


def resources(text: str) -> Iterator[Hit]:
    """Yield ids of cloud resources: a kind, a dash, and eight or seventeen hexadecimal digits."""
    for match in _RESOURCE.finditer(text):
        before, _ = window(text, match.start(), match.end(), 16)
        kind = _RESOURCE_KIND.search(before)
        digits = match[0][1:]
        if kind is None or (len(digits) == _SHORT and not _SHORT_KIND.fullmatch(kind[0])):
            continue
        if any(char.isdigit() for char in digits):
            yield Hit(RESOURCE, match.start() - len(kind[0]), match.end())


def mails(text: str) -> Iterator[Hit]:
    """Yield e-mail addresses, spelt out ones too."""
    for match in _AT.finditer(text):
        before, _ = window(text, match.start(), match.start(), 64)
        local = _LOCAL.search(before)
        domain = _DOMAIN.match(text, match.end())
        if local and domain and _is_mail(text, before[: local.start()], local[0], domain):
            yield Hit(MAIL, match.start() - len(local[0]), domain.end())
    for match in _SPELLED.finditer(text) if re.search(r"[\[(]\s?at\s?[\])]", text, re.IGNORECASE) else ():
        domain_text = re.sub(
            r"\s?[\[(]\s?dot\s?[\])]\s?", ".", re.split(r"[\])]", match[0], maxsplit=1)[1]
        ).strip()
        if not _EXAMPLE.fullmatch(domain_text):
            yield Hit(MAIL, match.start(), match.end())


def _is_mail(text: str, before: str, local: str, domain: re.Match[str]) -> bool:
    name = domain[0]
    after = text[domain.end() : domain.end() + 1]
    if _VERSION.match(name) or _FILE.fullmatch(name.rpartition(".")[2]) or _EXAMPLE.fullmatch(name):
        return False
    if _NOBODY.match(f"{local}@{name}"):
        return False
    is_shell = local in _SHELL_ACCOUNT or (
        after == ":" and text[domain.end() + 1 : domain.end() + 2].isalpha()
    )
    return not is_shell and after not in ("(", "/") and not before.endswith(("://", "/"))


def homes(text: str) -> Iterator[Hit]:
    """Yield home folders of users, up to the user's name."""
    for match in _HOME.finditer(text):
        before, _ = window(text, match.start(), match.end(), 12)
        if _BEFORE_HOME.search(before) and not _NOBODYS_HOME.fullmatch(match[1]):
            yield Hit(HOME, match.start(), match.end())
    for match in _WINDOWS_HOME.finditer(text) if "Users" in text else ():
        drive, _ = window(text, match.start(), match.end(), 2)
        if re.search(r"(?<![A-Za-z])[A-Za-z]$", drive) and not _NOBODYS_HOME.fullmatch(match[1]):
            yield Hit(HOME, match.start() - 1, match.end())

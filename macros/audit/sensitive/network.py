"""Addresses of networks and machines: IPv4, IPv6, hardware addresses, host names.

What names nobody is let through: loopback, the ranges kept for documentation, multicast, whole reserved
ranges, the link-local services that every cloud machine has, and numbers with dots that are versions.
"""

from __future__ import annotations

import ipaddress
import re
from typing import TYPE_CHECKING

from macros.audit.sensitive.hit import Hit, window

if TYPE_CHECKING:
    from collections.abc import Iterator

ADDRESS, HOST, HARDWARE = "CB1101", "CB1103", "CB1105"

# Patterns begin with the rare mark in the middle: searching for that is many times faster than for a digit.
_LAST_THREE = re.compile(r"\.[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}(?:/[0-9]{1,3}(?![0-9.]))?")
_FIRST = re.compile(r"[0-9]{1,3}$")
_FOUR = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}")
_GLUED = re.compile(r"[A-Za-z0-9.]$")
_JOINED = re.compile(r"[-+_@]$")
_AFTER_FOUR = re.compile(
    r"\w|\.[0-9]|[-+](?!(?:[0-9]{1,3}\.){3}[0-9])(?:[0-9]*[A-Za-z_]|[0-9]+\.[0-9a-z])"
    r"|\.(?:tar|zip|whl|jar|tgz|dll|so|rpm|deb)\b"
)
_BEHIND_WORD = r"[\"'\s:=(>\[]*(?:[0-9.]+\s*(?:to|and|or|[-\u2013])\s*)?v?$"
_VERSION_BEFORE = re.compile(
    r"(?:\b(?:\w*versions?|releases?|ver|rev|revision|oid\w*|upgraded? (?:to|from)|v)\b|§)" + _BEHIND_WORD,
    re.IGNORECASE,
)
_NUMBER_BEFORE = re.compile(
    r"(?:\b(?:build|part \w|section|step|workflow|paragraph|chapter|clause|appendix|driver|firmware)\b"
    r"|\w[\"'\]]?\s?[=~<>!]=\s?|[\^~])" + _BEHIND_WORD,
    re.IGNORECASE,
)
"""Before an address of a closed network these words tell nothing."""
_HEADING_BEFORE = re.compile(r"^[\s#*|-]*$")
_HEADING_AFTER = re.compile(r"\.?\s+[A-Z][a-z]")
_FIRST_OF_HOSTS = 20
_DRAWN_BEFORE = re.compile(r"[-0-9.,\sMmLlHhVvCcSsQqTtAaZz]+$")
_DRAWN_AFTER = re.compile(r"[-0-9.,\sMmLlHhVvCcSsQqTtAaZz]+")
_WRITTEN_TIGHT = re.compile(
    r"[0-9][MmLlHhVvCcSsQqTtAaZz]-?[0-9.]|-\.[0-9]|[\s,]\.[0-9]|[0-9]-[0-9]*\.[0-9]|\.[0-9]+\.[0-9]"
)
_DECIMAL = re.compile(r"\.[0-9]")
_IN_COMMENT = re.compile(r"(?://|#|--|/?\*)\s*$")
_HEADS = re.compile(r"\s*$|\.? [A-Z]")
_EVERYWHERE = frozenset(
    f"169.254.{rest}" for rest in ("169.254", "169.253", "169.250", "169.123", "169.249", "170.2", "170.23")
)
_INSIDE_4 = tuple(
    ipaddress.IPv4Network(text)
    for text in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "169.254.0.0/16")
)
_NOBODY_4 = tuple(
    ipaddress.IPv4Network(text)
    for text in (
        "0.0.0.0/8",
        "127.0.0.0/8",
        "192.0.2.0/24",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "233.252.0.0/24",
        "224.0.0.0/4",
        "192.0.0.0/24",
        "192.175.48.0/24",
        "2.5.4.0/24",  # names of the directory X.500, as are the next
        "2.5.29.0/24",
        "255.0.0.0/8",
    )
)
_RESERVED_4 = (
    "0.0.0.0/0",
    "10.0.0.0/8",
    "100.64.0.0/10",
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.168.0.0/16",
    "198.18.0.0/15",
    "240.0.0.0/4",
)

_COLONS = re.compile(r":(?=[0-9A-Fa-f]{0,4}:)")
_COLON_TOKEN = frozenset("0123456789abcdefABCDEF:")
_FIRST_GROUP = re.compile(r"(?:[23][0-9a-f]{3}|f[cd][0-9a-f]{2}|fe[89ab][0-9a-f]):", re.IGNORECASE)
_PREFIX = re.compile(r"/([0-9]{1,3})(?![0-9.])")
_NOBODY_6 = tuple(ipaddress.IPv6Network(text) for text in ("2001:db8::/32", "3fff::/20", "2001:2::/48"))
_SHORTEST_PREFIX = 16
_COLONS_OF_SIX = 7

_HARDWARE = re.compile(r"[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){5}")
_DASHED = re.compile(r"-(?:[0-9A-Fa-f]{2}-){4}[0-9A-Fa-f]{2}")
_DOTTED = re.compile(r"\.[0-9A-Fa-f]{4}\.[0-9A-Fa-f]{4}(?![0-9A-Za-z_.-])")
_HARDWARE_OF_NOBODY = re.compile(r"(?:00){6}|(?:ff){6}|00005e0053..", re.IGNORECASE)

_MACHINE = re.compile(r"-[0-9]{1,3}-[0-9]{1,3}-[0-9]{1,3}-[0-9]{1,3}(?:\.[A-Za-z0-9-]+)*")
_BEFORE_MACHINE = re.compile(r"(?:^|[^\w-])ip$", re.IGNORECASE)
_INTERNAL = re.compile(r"\.(?:compute|ec2)\.internal(?![\w-])", re.IGNORECASE)
_CLOUD = re.compile(r"\.amazonaws\.com(?:\.cn)?(?![\w-])", re.IGNORECASE)
_LABELS = re.compile(r"[A-Za-z0-9_*.-]+$")
_OWN_HOST = re.compile(
    r"(?:ec2|ip)-[0-9]+-[0-9]+-[0-9]+-[0-9]+|[0-9]{12}|(?:i|fs|fsmt|vpce|vpce-svc)-[0-9a-f-]{8,}",
    re.IGNORECASE,
)
_HOSTED = re.compile(
    r"elb|rds|eks|efs|fsx|es|aoss|execute-api|cache|redshift|docdb|neptune|kafka|mq|compute|compute-1|"
    r"elasticbeanstalk|lambda-url|emr|memorydb|dax|opensearch|workspaces|transfer|vpce",
    re.IGNORECASE,
)
_SERVICE = re.compile(
    r"\*|api|fips|dualstack|data|management|com|control|agent|[a-z]{2}(?:-[a-z]+)+-[0-9][a-z]?", re.IGNORECASE
)


def addresses(text: str) -> Iterator[Hit]:
    """Yield IPv4 and IPv6 addresses and ranges."""
    for match in _LAST_THREE.finditer(text):
        first = _FIRST.search(window(text, match.start(), match.end(), 3)[0])
        if first and _is_own_four(text, match.start() - len(first[0]), match.end()):
            yield Hit(ADDRESS, match.start() - len(first[0]), match.end())
    for start, end in _colon_tokens(text):
        reached = _own_six(text, start, end)
        if reached:
            yield Hit(ADDRESS, start, reached)


def _is_own_four(text: str, start: int, end: int) -> bool:
    address, _, length = text[start:end].partition("/")
    parts = address.split(".")
    if any(int(part) > 255 or (len(part) > 1 and part[0] == "0") for part in parts):  # noqa: PLR2004 - an octet
        return False
    own = ipaddress.IPv4Address(address)
    before, after = window(text, start, end, 48)
    if _GLUED.search(before) or (_JOINED.search(before) and not _is_inside(own)) or _AFTER_FOUR.match(after):
        return False
    if not length and _is_version(parts, before, after, inside=_is_inside(own)):
        return False
    return not (
        address in _EVERYWHERE
        or any(own in network for network in _NOBODY_4)
        or f"{address}/{length}" in _RESERVED_4
    )


def _is_inside(address: ipaddress.IPv4Address) -> bool:
    """Say whether an address belongs to a network that nobody outside can reach."""
    return any(address in network for network in _INSIDE_4)


def _is_version(parts: list[str], before: str, after: str, *, inside: bool) -> bool:
    """Say whether four numbers with dots are a version, the number of a section or part of a drawing."""
    if _VERSION_BEFORE.search(before) or _is_drawn(parts, before, after):
        return True
    if inside:
        return False
    is_heading = _HEADING_BEFORE.match(before) and _HEADING_AFTER.match(after)
    is_remark = _IN_COMMENT.search(before) and _HEADS.match(after)
    is_section = int(parts[0]) < _FIRST_OF_HOSTS and (is_heading or is_remark)
    return bool(is_section or _NUMBER_BEFORE.search(before))


def _is_drawn(parts: list[str], before: str, after: str) -> bool:
    """Say whether the numbers around are those of a drawing, written without the blanks they do not need.

    Such a drawing writes no fraction with a nought at its end.
    """
    if any(part.endswith("0") for part in parts[1:]):
        return False
    left, right = _DRAWN_BEFORE.search(before), _DRAWN_AFTER.match(after)
    around = _FOUR.sub(" ", f"{left[0] if left else ''}|{right[0] if right else ''}")
    return len(_DECIMAL.findall(around)) > 1 and _WRITTEN_TIGHT.search(around) is not None


def _colon_tokens(text: str) -> Iterator[tuple[int, int]]:
    """Yield the stretches of hexadecimal groups between colons, without a label before them."""
    reached = 0
    for match in _COLONS.finditer(text):
        if match.start() < reached:
            continue
        start, end = match.start(), match.end()
        while start > 0 and text[start - 1] in _COLON_TOKEN:
            start -= 1
        while end < len(text) and text[end] in _COLON_TOKEN:
            end += 1
        reached = end
        is_labelled = start > 0 and text[start - 1].isalnum()
        if is_labelled or (text[start] == ":" and text[start : start + 2] != "::"):
            start = text.index(":", start) + 1
        if text[end - 1] == ":" and text[end - 2] != ":":
            end -= 1
        is_cut = end < len(text) and (text[end].isalnum() or text[end] == "_")
        if not is_cut and not (start and text[start - 1] in "._-"):
            yield start, end


def _own_six(text: str, start: int, end: int) -> int:
    """Return where an IPv6 address of somebody ends, with the prefix behind it, or nought."""
    token = text[start:end]
    if not _FIRST_GROUP.match(token) or (token.count(":") != _COLONS_OF_SIX and "::" not in token):
        return 0
    try:
        address = ipaddress.IPv6Address(token)
    except ValueError:
        return 0
    prefix = _PREFIX.match(text, end)
    is_wide = prefix is not None and int(prefix[1]) <= _SHORTEST_PREFIX
    is_range = int(address) & ((1 << 112) - 1) == 0
    if is_wide or is_range or any(address in network for network in _NOBODY_6):
        return 0
    return prefix.end() if prefix else end


def hardware(text: str) -> Iterator[Hit]:
    """Yield hardware addresses with colons, dashes or dots."""
    for start, end in _colon_tokens(text):
        token = text[start:end]
        if _HARDWARE.fullmatch(token) and not _of_nobody(token):
            yield Hit(HARDWARE, start, end)
    for match in _DASHED.finditer(text):
        start, end = match.start() - 2, match.end()
        yield from _written_with(text, start, end, "-")
    for match in _DOTTED.finditer(text):
        yield from _written_with(text, match.start() - 4, match.end(), ".")


def _written_with(text: str, start: int, end: int, separator: str) -> Iterator[Hit]:
    """Yield a hardware address with dashes or dots: it has letters and digits, unlike a date or a version."""
    token = text[max(0, start) : end]
    plain = token.replace(separator, "")
    is_mixed = any(char.isdigit() for char in plain) and any(char.isalpha() for char in plain)
    is_address = start >= 0 and len(plain) == 12 and all(char in _COLON_TOKEN for char in plain)  # noqa: PLR2004
    if is_address and is_mixed and _stands_alone(text, start, end) and not _of_nobody(token):
        yield Hit(HARDWARE, start, end)


def _stands_alone(text: str, start: int, end: int) -> bool:
    before, after = window(text, start, end, 1)
    return not re.match(r"[\w:.-]", before) and not re.match(r"[\w:-]", after)


def _of_nobody(token: str) -> bool:
    return _HARDWARE_OF_NOBODY.fullmatch(re.sub(r"[:.-]", "", token)) is not None


def hosts(text: str) -> Iterator[Hit]:
    """Yield names of machines, and cloud host names with an account or a host in them."""
    for match in _MACHINE.finditer(text):
        if _BEFORE_MACHINE.search(window(text, match.start(), match.end(), 3)[0]):
            yield Hit(HOST, match.start() - len("ip"), match.end())
    for match in _INTERNAL.finditer(text):
        start = _start_of_labels(text, match.start())
        if text[start : match.start()].strip("*.-"):
            yield Hit(HOST, start, match.end())
    for match in _CLOUD.finditer(text):
        start = _start_of_labels(text, match.start())
        if _has_own_host(text[start : match.start()].split(".")):
            yield Hit(HOST, start, match.end())


def _start_of_labels(text: str, end: int) -> int:
    before, _ = window(text, end, end, 253)
    labels = _LABELS.search(before)
    return end - len(labels[0]) if labels else end


def _has_own_host(labels: list[str]) -> bool:
    """Say whether the labels before the provider's domain name an account or a host of somebody."""
    if any(_OWN_HOST.fullmatch(label) for label in labels):
        return True
    for index, label in enumerate(labels):
        if _HOSTED.fullmatch(label):
            return any(own and not _SERVICE.fullmatch(own) for own in labels[:index])
    return False

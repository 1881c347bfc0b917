"""The units every campaign has, in the definition language of pint, and which prefixes fit which.

Information is counted in bits; GB is 10^9 bytes and GiB 2^30 (IEC 80000-13). It must not know any
unit that a campaign adds.
"""

from __future__ import annotations

PREFIXES = (
    "nano- = 1e-9 = n-",
    "micro- = 1e-6 = µ- = μ- = u-",
    "milli- = 1e-3 = m-",
    "kilo- = 1e3 = k-",
    "mega- = 1e6 = M-",
    "giga- = 1e9 = G-",
    "tera- = 1e12 = T-",
    "peta- = 1e15 = P-",
    "kibi- = 1024 = Ki-",
    "mebi- = 1048576 = Mi-",
    "gibi- = 1073741824 = Gi-",
    "tebi- = 1099511627776 = Ti-",
)

UNITS = (
    "second = [time] = s",
    "minute = 60 * second = min",
    "hour = 3600 * second = h",
    "day = 86400 * second = d",
    "hertz = 1 / second = Hz",
    "bit = [information] = b",
    "byte = 8 * bit = B",
    "bps = bit / second",
    "flop = [operation] = FLOP",
    "FLOPS = flop / second",
    "watt = [power] = W",
    "dollar = [currency] = $ = USD",
    "percent = 0.01 = %",
    "ratio = 1 = × = x",
)

SUBMULTIPLES = frozenset({"nano", "micro", "milli"})
BINARY = frozenset({"kibi", "mebi", "gibi", "tebi"})

TAKES_SUBMULTIPLE = frozenset({"second", "watt"})
TAKES_BINARY = frozenset({"bit", "byte", "bps"})
TAKES_NO_PREFIX = frozenset({"minute", "hour", "day", "percent", "ratio", "dollar"})

COMMON = (
    "kB",
    "MB",
    "GB",
    "TB",
    "KiB",
    "MiB",
    "GiB",
    "TiB",
    "Mb",
    "Gb",
    "Gbit",
    "Gbps",
    "ns",
    "us",
    "ms",
)
"""Prefixed spellings that are offered when an unknown unit looks like one of them."""


def spellings(definition: str) -> tuple[str, ...]:
    """Return every way to write the unit that a definition line defines, its name first."""
    name, _, *symbols = (part.strip() for part in definition.split("="))
    return (name, *symbols)


def takes_prefix(unit: str, prefix: str) -> bool:
    """Whether the prefix makes sense on the unit; a millibyte or a kilominute is a slip."""
    if unit in TAKES_NO_PREFIX:
        return False
    if prefix in SUBMULTIPLES:
        return unit in TAKES_SUBMULTIPLE
    if prefix in BINARY:
        return unit in TAKES_BINARY
    return True

"""All recognisers over one text, and the text with what they find hidden."""

from __future__ import annotations

from bisect import bisect_left
from types import MappingProxyType
from typing import TYPE_CHECKING

from macros.audit.sensitive import identity, network, secrets

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from macros.audit.sensitive.hit import Hit

CODES: Mapping[str, str] = MappingProxyType(
    {
        network.ADDRESS: "an IP address",
        identity.ACCOUNT: "an account number",
        network.HOST: "a host name",
        identity.RESOURCE: "the id of a cloud resource",
        network.HARDWARE: "a hardware address",
        identity.MAIL: "an e-mail address",
        identity.HOME: "the home folder of a user",
        secrets.SECRET: "a key or token",
    }
)
# The earlier names the whole where two overlap: a host name with an address in it is a host name.
_FINDERS = (
    secrets.secrets,
    network.hardware,
    identity.accounts,
    network.hosts,
    identity.mails,
    network.addresses,
    identity.resources,
    identity.homes,
)
HIDDEN = "•"


def hits(text: str) -> list[Hit]:
    """Return what must not be published, in order; nothing is counted twice."""
    found: list[Hit] = []
    for finder in _FINDERS:
        fresh = [hit for hit in finder(text) if not _overlaps(found, hit)]
        found = sorted((*found, *fresh), key=lambda hit: hit.start)
    return found


def _overlaps(taken: Sequence[Hit], hit: Hit) -> bool:
    """Say whether one of the hits, which are in order and apart, shares a character with another one."""
    index = bisect_left(taken, hit.start, key=lambda one: one.end - 1)
    return index < len(taken) and taken[index].start < hit.end


def masked(text: str) -> str:
    """Return the text with all that must not be published hidden, at the same length."""
    parts: list[str] = []
    end = 0
    for hit in hits(text):
        parts += (text[end : hit.start], HIDDEN * (hit.end - hit.start))
        end = hit.end
    return "".join((*parts, text[end:]))

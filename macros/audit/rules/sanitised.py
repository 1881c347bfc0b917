"""What must never be published: addresses, accounts, hosts, ids, people, keys. One rule a kind."""

from __future__ import annotations

import fnmatch
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from macros.audit.rule import Example, Rule, Unchecked
from macros.audit.sensitive import CODES
from macros.findings import Level, Place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from macros.audit.inputs import ThirdParty
    from macros.audit.leaks import Leak
    from macros.audit.material import Material
    from macros.findings import Finding

_DOCUMENT = ".pdf"


def _check(rule: Rule, material: Material) -> Iterator[Finding | Unchecked]:
    used: set[ThirdParty] = set()
    for leak in material.leaks:
        if leak.code == rule.code:
            finding = _finding(rule, leak)
            declared = _declared(material, leak)
            used.update((declared,) if declared else ())
            yield replace(finding, waived=declared.why) if declared else finding
    for entry in material.third_party:
        if material.outputs is not None and rule.code in entry.allow and entry not in used:
            found = (
                f"{entry.files}, declared as the text of others, has no {CODES[rule.code].partition(' ')[2]}"
            )
            yield rule.finding(Place(entry.path), found, "no such declaration", level=Level.NOTE)
    yield from _unread(rule, material)


def _finding(rule: Rule, leak: Leak) -> Finding:
    others = leak.files - 1 if leak.address else leak.files
    published = f", published in {others}{' more' if leak.address else ''} files" if others > 0 else ""
    fix = "say what it stands for, such as «the head node»"
    if leak.address:
        fix = f"{fix}, or declare the file in mkdocs.yml as the text of others (audit_third_party)"
    return rule.finding(
        leak.place,
        f"{CODES[leak.code]}, {leak.mask}{published}",
        "nothing that names a machine, an account or a person",
        fix,
        record=leak.record,
    )


def _declared(material: Material, leak: Leak) -> ThirdParty | None:
    """Return the declaration by which a published file may hold something of a third party."""
    for entry in material.third_party:
        if leak.address and leak.code in entry.allow and fnmatch.fnmatchcase(leak.address, entry.files):
            return entry
    return None


def _unread(rule: Rule, material: Material) -> Iterator[Unchecked]:
    """Say which published files the rule has not looked into, once for the family."""
    if material.outputs is None or rule.code != min(CODES):
        return
    unread = [one for one in material.outputs if one.address.lower().endswith(_DOCUMENT) and not one.text]
    if unread:
        yield Unchecked(
            f"the text of {len(unread)} PDF documents is not read; it stands for {', '.join(CODES)}"
        )
    elif not any(one.address.lower().endswith(_DOCUMENT) for one in material.outputs):
        yield Unchecked(f"there is no PDF document; the same holds for {', '.join(sorted(CODES)[1:])}")


@dataclass(frozen=True, slots=True)
class _Entry:
    name: str
    why: str
    example: Example


_ENTRIES = {
    "CB1101": _Entry(
        "ip-address",
        "An address tells how a network is laid out and which machine did what. Loopback, the ranges for "
        "documentation, multicast and whole reserved ranges name nobody and are let through.",
        Example(
            "the head node answers at 10.…", "the head node answers at 192.0.2.17, or: the head node answers"
        ),
    ),
    "CB1102": _Entry(
        "account-number",
        "Twelve digits name a cloud account: bare, in groups of four, in a resource name, in a registry. "
        "Digests, decimals, moments and sizes in bytes are let through.",
        Example("image: <twelve digits>.dkr.ecr.…/serve", "image: registry.example/serve"),
    ),
    "CB1103": _Entry(
        "host-name",
        "A host name holds an address or an account, and stays in search engines. The names of a provider's "
        "services are let through.",
        Example("ip-10-… is slow", "one node is slow"),
    ),
    "CB1104": _Entry(
        "resource-id",
        "The id of an instance, network, subnet, security group, interface or volume leads to an account.",
        Example("subnet-<17 digits>", "the subnet of the nodes"),
    ),
    "CB1105": _Entry(
        "hardware-address",
        "A hardware address names one machine for ever. Those of nobody, and of documents, are let through.",
        Example("link/ether <six pairs of digits>", "link/ether 00:00:5e:00:53:01"),
    ),
    "CB1106": _Entry(
        "e-mail-address",
        "An address that is published is collected. Example domains and machines that answer nobody are let "
        "through; a licence that is copied into the site keeps its author's, declared in mkdocs.yml.",
        Example("ask <name>@<company>", "ask in the issue tracker"),
    ),
    "CB1107": _Entry(
        "home-folder",
        "A path below a home folder names a person and the layout of a machine.",
        Example("cd /home/<name>/run", "cd ~/run"),
    ),
    "CB1108": _Entry(
        "key-or-token",
        "A key that was published once has to be revoked, whether it is taken away again or not.",
        Example("HF_TOKEN=hf_…", "HF_TOKEN in the environment of the job"),
    ),
}

RULES = tuple(
    Rule(
        code=code,
        name=entry.name,
        level=Level.ERROR,
        summary=f"A source or a published file has {CODES[code]}.",
        why=entry.why,
        example=entry.example,
        check=_check,
    )
    for code, entry in _ENTRIES.items()
)

"""What a record's page shows of its evidence: the artefact, the way to the value, commands to verify it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from macros.records.claims import Measured
from macros.records.evidence import Artefact
from macros.records.structures import Source
from macros.records.written import UNSTATED

if TYPE_CHECKING:
    from collections.abc import Mapping

    from macros.records.base import Record
    from macros.render.renderer import PageRenderer

_OUTCOMES = {
    "verified": "The value stood there",
    "differs": "Another value stood there",
}


def evidence_of(page: PageRenderer, record: Record) -> Mapping[str, Any] | None:
    """Return what a template shows of a measurement's evidence, or None where it names none."""
    if not isinstance(record, Measured) or record.evidence is None:
        return None
    artefact = page.book.typed(record.evidence.artefact, Artefact)
    kept = page.workshop.verified.get(record.identifier)
    evidence = record.evidence
    return {
        "artefact": page.peek(artefact.identifier),
        "way": evidence.way,
        "place": evidence.reading.partition(": ")[2],
        "unit": evidence.unit or "",
        "scale": f"{evidence.scale.normalize():f}" if evidence.scale is not None else "",
        "commands": commands(page, artefact, record.identifier),
        "outcome": _OUTCOMES.get(kept.outcome, "") if kept is not None else "",
        "kept": kept,
    }


def commands(page: PageRenderer, artefact: Artefact, identifier: str = "") -> list[str]:
    """Return the commands that fetch an artefact's repository and verify a record against it."""
    if artefact.repository is None:
        return [f"claimbook evidence verify {identifier}".rstrip()]
    source = page.book.get(artefact.repository)
    address = source.address if isinstance(source, Source) else None
    fetching = []
    if address is not None and address != UNSTATED:
        fetching.append(f"git clone {address} evidence")
        if artefact.commit != UNSTATED:
            fetching.append(f"git -C evidence checkout {artefact.commit}")
    return [*fetching, f"claimbook evidence verify --root evidence {identifier}".rstrip()]


def read_from(page: PageRenderer, artefact: Artefact) -> list[str]:
    """Return the ids of the records that were read from an artefact."""
    return [
        record.identifier
        for record in page.book.of_kind("measured")
        if isinstance(record, Measured)
        and record.evidence is not None
        and record.evidence.artefact == artefact.identifier
    ]

"""The records as linked data: JSON-LD with the words of schema.org (Claim) and PROV-O.

A claim is an entity that was derived from what it rests on, attributed to its source, and generated when it
was last seen true; a month or an unknown day has no such time, for that would be an invented one. A source is
an agent in the sense of PROV-O: it is what answers for the claim. Addresses are relative to the file.

Sources of the terms: https://schema.org/Claim, https://www.w3.org/TR/prov-o/.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from macros.records.kinds import STATEMENT_KINDS
from macros.records.structures import Source

if TYPE_CHECKING:
    from collections.abc import Mapping

    from macros.records.book import Book

CONTEXT: Mapping[str, Any] = {
    "@vocab": "https://schema.org/",
    "prov": "http://www.w3.org/ns/prov#",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
    "appearance": {"@type": "@id"},
    "citation": {"@type": "@id"},
    "url": {"@type": "@id"},
    "prov:wasDerivedFrom": {"@type": "@id"},
    "prov:wasAttributedTo": {"@type": "@id"},
    "prov:generatedAtTime": {"@type": "xsd:dateTime"},
    "dateModified": {"@type": "Date"},
    "datePublished": {"@type": "Date"},
    "expires": {"@type": "Date"},
}
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


def linked_data(catalogue: Mapping[str, Any], book: Book) -> str:
    """Return the document: every statement of ``claims.json``, and the sources that they name."""
    claims = [_claim(record) for record in catalogue["records"] if record["kind"] in STATEMENT_KINDS]
    sources = [_source(record) for record in book.of_kind("source") if isinstance(record, Source)]
    document = {
        "@context": CONTEXT,
        "@id": "claims.jsonld",
        "@type": "Dataset",
        "name": catalogue["site"],
        "version": catalogue["version"],
        "dateModified": catalogue["as_of"],
    }
    head = json.dumps(document, ensure_ascii=False)
    parts = ",\n".join(json.dumps(node, ensure_ascii=False) for node in (*claims, *sources))
    return f'{head[:-1]}, "hasPart": [\n{parts}\n]}}\n'


def _address(identifier: str) -> str:
    return f"claims/{identifier}/"


def _claim(record: Mapping[str, Any]) -> dict[str, Any]:
    observed = record["observed"] or ""
    fields = {
        "@id": _address(record["id"]),
        "@type": ["Claim", "prov:Entity"],
        "identifier": record["id"],
        "name": record["title"],
        "text": record["says"],
        "appearance": record["shown_on"],
        "creativeWorkStatus": record["state"],
        "dateModified": observed if observed != "unstated" else "",
        "expires": record["review_due"],
        "prov:generatedAtTime": f"{observed}T00:00:00Z" if _DAY.fullmatch(observed) else "",
        "prov:wasDerivedFrom": [_address(name) for name in record["rests_on"]],
        "prov:wasAttributedTo": _address(record["source"]) if record["source"] else "",
        "citation": [_address(name) for name in record["references"]],
        "additionalProperty": _properties(record),
    }
    return {name: value for name, value in fields.items() if value}


def _properties(record: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return what schema.org has no word for: kind, grade, value with its interval, and conditions."""
    value = record["value"] or {}
    number = {
        "@type": "PropertyValue",
        "name": "value",
        "value": record["display"] or value.get("written"),
        "minValue": value.get("low"),
        "maxValue": value.get("high"),
        "unitText": record["unit"],
    }
    named = {"kind": record["kind"], "grade": record["grade"], "verdict": record["verdict"]}
    found = [{"@type": "PropertyValue", "name": name, "value": text} for name, text in named.items() if text]
    if number["value"]:
        found.append({name: part for name, part in number.items() if part is not None})
    conditions = record["scope"].items()
    return found + [{"@type": "PropertyValue", "name": name, "value": text} for name, text in conditions]


def _source(source: Source) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "@id": _address(source.identifier),
        "@type": ["CreativeWork", "prov:Entity", "prov:Agent"],
        "name": source.title,
        "url": source.address if source.address != "unstated" else "",
        "datePublished": source.dated.written if source.dated and not source.dated.unstated else "",
    }
    return {name: value for name, value in fields.items() if value}

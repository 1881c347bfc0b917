"""Which of the generated record pages a browser looks at: a sample in which every sort of page is.

Record pages share one template, so that what can differ is which parts of it a record fills, and with what.
The sample is the same for the same records: no chance is in it.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from lxml import html

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.support.built import BuiltSite

RECORDS = "claims/"


def is_authored(path: str) -> bool:
    """Whether a page has a text of its own: all but the pages of single records."""
    return not path.startswith(RECORDS) or path == RECORDS


def sampled_records(built: BuiltSite) -> dict[str, str]:
    """The paths of the record pages to look at, each with the first reason for which it is there."""
    pages = {path: built.pages_folder / path / "index.html" for path in built.paths if not is_authored(path)}
    records = {f"{RECORDS}{record['id']}/": record for record in _records(built)}
    with_page = {path: record for path, record in records.items() if path in pages}
    chosen = {
        max(sorted(pages), key=lambda path: pages[path].stat().st_size): "the longest in bytes",
        max(sorted(with_page), key=lambda path: len(with_page[path]["rests_on"])): "the most inputs",
    }
    for element, path in _longest_words(pages).items():
        chosen.setdefault(path, f"the longest word in {element}")
    covered = {feature for path in chosen for feature in _features(records[path])}
    for path, record in sorted(with_page.items()):
        for feature in _features(record):
            if feature not in covered:
                chosen.setdefault(path, feature)
        covered.update(_features(records[path]) if path in chosen else ())
    return chosen


def every_feature(built: BuiltSite) -> set[str]:
    """What at least one page of the sample must have: each kind, state and combination of tags there is."""
    paths = set(built.paths)
    records = [record for record in _records(built) if f"{RECORDS}{record['id']}/" in paths]
    return {feature for record in records for feature in _features(record)}


def features_of(built: BuiltSite, path: str) -> set[str]:
    """The kind, state and tags of the record that a page is about."""
    return {
        feature
        for record in _records(built)
        if f"{RECORDS}{record['id']}/" == path
        for feature in _features(record)
    }


def _records(built: BuiltSite) -> list[dict[str, Any]]:
    records: list[dict[str, Any]] = json.loads(built.claims_file.read_text(encoding="utf-8"))["records"]
    return records


def _features(record: dict[str, Any]) -> Iterator[str]:
    yield f"kind {record['kind']}"
    yield f"state {record['state'] or 'none'}"
    shown = {
        f"derived of {record['grade']}" if record["kind"] == "derived" else record["grade"] or "no grade",
        *(cause["state"] for cause in record["causes"]),
        *({"fragile"} & {record["verdict"]}),
    }
    yield f"tags {', '.join(sorted(shown))}"


def _longest_words(pages: dict[str, Path]) -> dict[str, str]:
    """For each element of the record pages, named by its class: the page where its longest word stands."""
    longest: dict[str, tuple[int, str]] = {}
    for path, file in sorted(pages.items()):
        for element in html.fromstring(file.read_bytes()).xpath("//main//*[text()]"):
            named = element.xpath("ancestor-or-self::*[@class][1]/@class")[0].split()[0]
            words = " ".join(element.xpath("text()")).split()
            length = max(map(len, words), default=0)
            if length > longest.get(named, (0, ""))[0]:
                longest[named] = (length, path)
    return {named: path for named, (_, path) in longest.items()}

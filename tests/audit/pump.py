"""A small site about a pump, to ask about: two measurements, what is computed from them, and a page."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING

from macros.audit.gather import gather, layout_of
from tests.support.sites import write_site

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from macros.audit.material import Material

DAY = datetime.date(2026, 8, 1)
STACK = """\
valve: {kind: component, title: Valve, says: The valve., version: "1.4.0", commit: abcdef0}
"""
PUMP = """\
maker: {kind: source, title: Maker, says: Its pages., address: "https://example.org/", seen: 2026-02-01}
log: {kind: source, title: Log, says: A log., part_of: pump.maker}
flow:
  kind: measured
  title: Flow
  says: The pump moves {value}.
  value: 10.0
  unit: GB/s
  source: pump.log
  observed: 2026-03-01
  review: 200d
  pins: {stack.valve: "1.4.0"}
rated: {kind: sourced, title: Rated flow, says: "Rated {value}.", value: 20.0, unit: GB/s, source: pump.maker}
share:
  kind: derived
  title: Share
  says: That is {value} of {pump.rated}.
  from: {flow: pump.flow, rated: pump.rated}
  read: {flow: "10.0 GB/s", rated: "20.0 GB/s"}
  formula: flow / rated
good:
  kind: derived
  title: Good
  says: It does well.
  from: {share: pump.share}
  holds_if: share >= 0.4
tip: {kind: assumed, title: Tip, says: "Open it: {pump.flow}.", verify: Look., source: pump.maker}
all: {kind: collection, title: All, says: What there is., items: [pump.flow, pump.tip]}
"""
PAGE = """\
# Pump

It moves {{ value("pump.flow") }}, see {{ link("pump.all") }}.

{{ points("pump.all") }}

{{ table(kind="derived", caption="Computed") }}
"""
OTHER = '# Other\n\nThe valve 1.4.0 is old: {{ sentence("pump.good") }}\n'
PAGES = {"index.md": PAGE, "other.md": OTHER}
CLAIMS = {"pump.yml": PUMP, "stack.yml": STACK}


def material(
    folder: Path,
    claims: Mapping[str, str | bytes] | None = None,
    pages: Mapping[str, str | bytes] | None = None,
) -> Material:
    """The material of the site, or of one with other records or pages, on DAY."""
    site = write_site(folder, claims=claims or CLAIMS, pages=pages or PAGES)
    gathered, findings = gather(layout_of(site.folder / "mkdocs.yml"), DAY)
    assert not findings, findings
    return gathered


def changed(**replacements: str) -> dict[str, str | bytes]:
    """The records with each text replaced: names are ``before`` and ``after`` with a number."""
    text = PUMP
    for name, before in replacements.items():
        if name.startswith("before"):
            after = replacements[name.replace("before", "after")]
            assert text.count(before) == 1, before
            text = text.replace(before, after)
    return {"pump.yml": text, "stack.yml": STACK}

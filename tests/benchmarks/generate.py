"""Sites of any size for measurements: records of mixed kinds in chains, and pages that quote them.

What is written depends on the three counts alone.
"""

from collections.abc import Iterator
from pathlib import Path

from tests.support.sites import SmallSite, write_site

RECORDS_A_FILE = 100
COMPARABLE = "comparable: They are steps of one run."
CHAIN = 10  # records from one measurement to the next start of a chain

DIMENSIONS = """\
fabric:
  kind: dimension
  title: Fabric
  says: The network between the nodes.
nodes:
  kind: dimension
  title: Nodes
  says: How many nodes took part.
step:
  kind: dimension
  title: Step
  says: Which step of the run it was.
"""
SOURCES = """\
run:
  kind: source
  title: Generated run
  says: The run that every generated record names.
  address: https://run.example/log
  dated: 2026-07-17
  seen: 2026-07-18
  tool: The generator's clock
  available: true
"""


def generate_site(folder: Path, *, records: int, pages: int, quotations: int) -> SmallSite:
    """Write a valid site of so many records, pages and inline values spread evenly over the pages."""
    identifiers = [_identifier(number) for number in range(records)]
    claims: dict[str, str | bytes] = {"scope.yml": DIMENSIONS, "sources.yml": SOURCES}
    for start in range(0, records, RECORDS_A_FILE):
        numbers = range(start, min(start + RECORDS_A_FILE, records))
        claims[f"{_subject(start)}.yml"] = "\n".join(_record(number) for number in numbers)
    texts: dict[str, str | bytes] = {
        _page_name(page): _page(page, list(_quoted(page, pages, quotations, identifiers)))
        for page in range(pages)
    }
    return write_site(folder, pages=texts, claims=claims)


def _subject(number: int) -> str:
    return f"subject-{number // RECORDS_A_FILE:04d}"


def _identifier(number: int) -> str:
    return f"{_subject(number)}.record-{number:05d}"


def _page_name(page: int) -> str:
    return "index.md" if page == 0 else f"page-{page:03d}.md"


def _quoted(page: int, pages: int, quotations: int, identifiers: list[str]) -> Iterator[str]:
    for number in range(page, quotations, pages):
        yield identifiers[number % len(identifiers)]


def _page(page: int, quoted: list[str]) -> str:
    lines = [f'- The run took {{{{ value("{identifier}") }}}} there.' for identifier in quoted]
    return "\n".join([f"# Page {page}", "", "What the generated records say.", "", *lines, ""])


def _record(number: int) -> str:
    """One record: a chain starts with two measurements and an assumption, on which the rest is computed."""
    place = number % CHAIN
    if place in {0, 1}:
        return _claim(number, "measured", ["source: sources.run", "observed: 2026-07-17", *_written(number)])
    if place == 2:
        return _claim(number, "assumed", ["verify: Run it once more.", *_written(number)])
    if place == CHAIN - 1:
        return _claim(number, "sourced", ["source: sources.run", "observed: 2026-07", *_written(number)])
    earlier = [f"first: {_identifier(number - 1)}", f"second: {_identifier(number - 2)}"]
    formula = "(first + second) / 2"
    fields = ["unit: ms", f"from: {{{', '.join(earlier)}}}", f'formula: "{formula}"', COMPARABLE]
    return _claim(number, "derived", fields)


def _written(number: int) -> list[str]:
    return [f"value: {number % 97 + 1}.{number % 10}", "unit: ms"]


def _claim(number: int, kind: str, fields: list[str]) -> str:
    shared = [
        f"kind: {kind}",
        f"title: Duration {number}",
        f'says: "Step {number} takes {{value}} there."',
        "role: figure",
        f'scope: {{fabric: AWS EFA, nodes: "2", step: "{number}"}}',
    ]
    return "\n  ".join([f"record-{number:05d}:", *shared, *fields]) + "\n"

"""The printed customer edition holds nothing of what is internal, in no stream of the file."""

import re
import zlib
from pathlib import Path

from tests.pdf.conftest import SOURCES
from tests.pdf.reading import Paper
from tests.support.project import run_claimbook
from tests.support.sites import CONFIGURATION, DAY, write_site

CLAIMS = """\
public:
  kind: sourced
  title: A public reading
  says: Everybody may read this.
  source: sources.paper
  observed: 2026-10-02
private:
  kind: sourced
  title: Zqxtitle
  says: Zqxsentence of an internal record.
  audience: internal
  source: sources.paper
  observed: 2026-10-02
"""
PAGES = {
    "index.md": '# The answer\n\n{{ claim("wheel.public") }}\n\n'
    '{{ claim("wheel.private", otherwise="not shown here") }}\n',
    "inside.md": "---\naudience: internal\n---\n\n# Zqxpage\n\nZqxprose.\n",
}


def _streams(content: bytes) -> bytes:
    """The file with every compressed stream of it unpacked."""
    parts = [content]
    for found in re.finditer(rb"stream\r?\n(.*?)\r?\nendstream", content, re.DOTALL):
        try:
            parts.append(zlib.decompress(found[1]))
        except zlib.error:
            continue
    return b"\0".join(parts)


def test_nothing_internal_is_printed(tmp_path: Path) -> None:
    """Title, sentence, id, page and prose that are internal are in no text, bookmark, field or stream."""
    site = write_site(tmp_path, pages=PAGES, claims={"sources.yml": SOURCES, "wheel.yml": CLAIMS})
    site.write(
        "mkdocs.customer.yml",
        CONFIGURATION
        + "plugins:\n  claimbook:\n    edition: customer\n    edition_title: Customer edition\n",
    )
    arguments = ("--config", "mkdocs.customer.yml")
    built = run_claimbook(
        "build", *arguments, "--as-of", DAY, "--output", "dist/customer", folder=site.folder
    )
    assert built.returncode == 0, built.stdout + built.stderr
    outcome = run_claimbook("pdf", "--built", "dist/customer", "--output", "out.pdf", folder=site.folder)
    assert outcome.returncode == 0, outcome.stderr
    paper = Paper(site.folder / "out.pdf")
    assert "Everybody may read this" in paper.text
    assert "Customer edition" in paper.pages[0]
    everything = (
        f"{paper.text} {paper.outline()} {paper.reader.metadata} {list(paper.reader.named_destinations)}"
    )
    assert "zqx" not in everything.lower()
    assert "wheel.private" not in everything
    unpacked = _streams(paper.file.read_bytes()).lower()
    assert b"wheel.public" in unpacked
    assert b"zqx" not in unpacked
    assert b"wheel.private" not in unpacked

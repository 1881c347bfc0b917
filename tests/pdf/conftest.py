"""A small edition that has everything a printed document shows, printed once for all tests."""

import shutil
from pathlib import Path

import pytest

from tests.pdf.reading import Paper
from tests.support.built import BuiltSite
from tests.support.project import run_claimbook
from tests.support.sites import DAY, SmallSite, write_site

SOURCES = """\
paper:
  kind: source
  title: A paper
  says: A paper that is read.
  address: https://example.org/paper
  seen: 2026-09
"""
CLAIMS = """\
speed:
  kind: sourced
  title: Speed of the wheel
  says: The wheel turns at {value}.
  value: 14.7
  unit: ms
  source: sources.paper
  observed: 2026-10-02
  review: 180d
old:
  kind: sourced
  title: An old reading
  says: The wheel once turned at {value}.
  value: 99
  unit: ms
  source: sources.paper
  observed: 2025-01-15
  review: 30d
unseen:
  kind: sourced
  title: Shown on no page
  says: No page shows this.
  source: sources.paper
  observed: 2024-01-15
  review: 30d
"""
ROWS = 120


def _index() -> str:
    rows = "\n".join(
        f"| row {number} begins | words in the middle, enough of them to need two lines on any "
        f"paper that a printer takes, whatever its size may be | row {number} ends |"
        for number in range(1, ROWS + 1)
    )
    return f"""# The answer

{{{{ claim("wheel.speed") }}}}

See [an outside page](https://example.org/outside) and [the second page](second.md#a-part).

## A long table

| First | Second | Third |
|---|---|---|
{rows}
"""


PAGES = {
    "index.md": _index(),
    "second.md": '# The second page\n\n## A part\n\n{{ claim("wheel.old") }}\n\n'
    '{{ claim("wheel.speed") }}\n\nRight to left: \u05e9\u05dc\u05d5\u05dd. '
    "A command: `SOME_LONG_NAME_OF_A_VARIABLE=1`.\n",
}


@pytest.fixture(scope="session")
def small_edition(tmp_path_factory: pytest.TempPathFactory) -> SmallSite:
    """The small site, built."""
    folder = tmp_path_factory.mktemp("printed")
    site = write_site(folder, pages=PAGES, claims={"sources.yml": SOURCES, "wheel.yml": CLAIMS})
    outcome = site.build()
    assert outcome.returncode == 0, outcome.stdout + outcome.stderr
    return site


@pytest.fixture(scope="session")
def paper(small_edition: SmallSite, tmp_path_factory: pytest.TempPathFactory) -> Paper:
    """The small edition, printed."""
    target = tmp_path_factory.mktemp("pdf") / "small.pdf"
    outcome = run_claimbook("pdf", "--edition", "full", "--output", target, folder=small_edition.folder)
    assert outcome.returncode == 0, outcome.stdout + outcome.stderr
    assert outcome.stderr == ""
    return Paper(target)


@pytest.fixture(scope="session")
def guide(built_site: BuiltSite, tmp_path_factory: pytest.TempPathFactory) -> Paper:
    """The full edition of the real site, printed without a complaint of the layout."""
    target = tmp_path_factory.mktemp("guide") / "guide.pdf"
    outcome = run_claimbook(
        "pdf", "--edition", "full", "--built", built_site.folder, "--output", target, seconds=300
    )
    assert outcome.returncode == 0, outcome.stderr
    assert outcome.stderr == ""
    return Paper(target)


@pytest.fixture
def copied_edition(small_edition: SmallSite, tmp_path: Path) -> SmallSite:
    """The small site with its output, copied to another folder."""
    target = tmp_path / "a copy of it"
    shutil.copytree(small_edition.folder, target)
    return SmallSite(target)


__all__ = ["DAY"]

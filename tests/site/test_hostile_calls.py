"""Macro calls under attack that are no calls: what a page would show instead is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from macros.site.authoring import signatures
from tests.support.sites import write_site

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    "text", ["{{ NAME }}", "{{ [NAME] }}", "{{ NAME | string }}", "{% if NAME %}x{% endif %}"]
)
def test_a_macro_that_is_not_called_is_told(tmp_path: Path, text: str) -> None:
    """A page that names a macro without calling it is told for each; it would show an address in memory."""
    names = sorted(signatures())
    page = "# Page\n\n" + "\n\n".join(text.replace("NAME", name) for name in names) + "\n"
    claims = {"pump.yml": "log: {kind: source, title: Log, says: L.}\n"}
    outcome = write_site(tmp_path, pages={"index.md": page}, claims=claims).build()
    assert outcome.returncode == 1
    column = text.index("NAME") + 1
    for number, name in enumerate(names):
        place = f"docs/index.md:{3 + 2 * number}:{column}: error:"
        assert f"{place} the macro {name} without a call; expected {name}(" in outcome.stderr


def test_a_name_of_the_page_is_its_own(tmp_path: Path) -> None:
    """A page may have a variable that is called as a macro is."""
    page = (
        "# Page\n\n{% set value = 5 %}{{ value }}{% macro tag(term) %}{{ term }}{% endmacro %}{{ tag(1) }}\n"
    )
    claims = {"pump.yml": "log: {kind: source, title: Log, says: L.}\n"}
    outcome = write_site(tmp_path, pages={"index.md": page}, claims=claims).build()
    assert outcome.returncode == 0, outcome.stderr

"""What authors can use is written down: every macro with an example on the page about writing."""

import re

from macros.site.authoring import author_macros
from tests.support.project import ROOT

EXAMPLES = re.compile(r"\{% raw %\}(.*?)\{% endraw %\}", re.DOTALL)


def test_every_macro_is_documented_with_an_example() -> None:
    """The page about writing names each macro in a heading and calls it in an example."""
    page = (ROOT / "docs/writing.md").read_text(encoding="utf-8")
    headed = set(re.findall(r"\w+", " ".join(re.findall(r"^#{2,3} (.+)$", page, re.MULTILINE))))
    called = set(re.findall(r"\{\{ (\w+)\(", " ".join(EXAMPLES.findall(page))))
    assert author_macros().keys() - headed == set()
    assert author_macros().keys() - called == set()

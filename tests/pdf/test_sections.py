"""Which pages of an edition become sections of its document."""

from __future__ import annotations

import pytest

from macros.pdf.document import _is_register
from macros.pdf.edition import BuiltPage
from macros.pdf.paper import on_paper

REGISTER = '<div class="cb-table cb-register"><table><tr><td>Flow</td></tr></table></div>'


@pytest.mark.parametrize(
    ("markup", "is_register"),
    [
        (f"<h1>Claims</h1><p>All of them.</p>{REGISTER}", True),
        (f"<h1>Claims</h1><h2>How to read</h2><p>So.</p>{REGISTER}", False),
        ("<h1>Claims</h1><p>None here.</p>", False),
    ],
)
def test_only_a_page_about_the_register_alone_is_left_to_the_appendix(markup: str, is_register: bool) -> None:  # noqa: FBT001 - a case
    """Text beside the register is printed, without the register, which is the appendix."""
    page = BuiltPage(
        address="claims/",
        title="Claims",
        markup=f'<html><body><div class="cb-text">{markup}</div></body></html>',
    )
    text = on_paper(page.markup, {})
    assert _is_register(page, text) is is_register
    assert "Flow" not in "".join(text.itertext())

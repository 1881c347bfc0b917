"""A page's title wherever it is shown: as words, each sign once, never as markup."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lxml import html

from tests.support.sites import CONFIGURATION, write_site

if TYPE_CHECKING:
    from pathlib import Path

LOG = "log: {kind: source, title: Log, says: The log.}\n"


def test_titles_are_words_everywhere(tmp_path: Path) -> None:
    """Markup in a title of a page's front matter, or in the site's name, is shown as words or left out."""
    pages = {
        "index.md": "# A & B < C\n\nText.\n\n## D & E\n\nText.\n\n## F\n\nText.\n",
        "b.md": "---\ntitle: Pump & <b>bold</b> <script>alert(1)</script>\n---\n\nText.\n",
        "c.md": "# Last\n\nText.\n",
    }
    configuration = CONFIGURATION.replace("site_name: Small site", 'site_name: "Small <img src=x> & site"')
    site = write_site(tmp_path, pages=pages, claims={"pump.yml": LOG}, configuration=configuration)
    assert site.build().returncode == 0
    for name in ("index.html", "b/index.html", "c/index.html"):
        page = html.parse(str(tmp_path / "dist/site" / name)).getroot()
        menu = [
            " ".join(link.text_content().split()) for link in page.xpath("//ul[@class='cb-nav__list']//a")
        ]
        assert menu == ["A & B < C", "Pump & bold alert(1)", "Last"]
        assert page.xpath("//script[contains(., 'alert')] | //header//b | //img[@src='x']") == []
        assert page.xpath("string(//a[@class='cb-brand'])") == "Small <img src=x> & site"
    front = html.parse(str(tmp_path / "dist/site/index.html")).getroot()
    assert front.xpath("//nav[@class='cb-toc']//a/text()") == ["D & E", "F"]
    titles = (
        html.parse(str(tmp_path / "dist/site/b/index.html")).getroot().xpath("//title/text() | //h1/text()")
    )
    assert titles[1:] == ["Pump & bold alert(1)"]
    assert titles[0].startswith("Pump & bold alert(1) - ")

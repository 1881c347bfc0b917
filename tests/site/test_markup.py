"""Markup of every page of the built site: valid HTML, one first-level heading, nothing inline."""

import json
import re
import subprocess
from pathlib import Path

from lxml import html

from tests.support.built import BuiltSite
from tests.support.project import ROOT

CHECKER = ROOT / "tests/node_modules/vnu-jar/build/dist/vnu.jar"
INLINE = " | ".join(  # noqa: FLY002 - one path a line
    [
        "//script[not(@src) and not(@type='application/json')]",
        "//style",
        "//*[@style]",
        "//@*[starts-with(name(), 'on')]",
    ]
)
# How styles and scripts ask for something elsewhere; the namespace of SVG is a name and never asked for.
FOREIGN = re.compile(
    r"@import|url\(\s*[\"']?(?:https?:)?//|[\"'`](?:https?:)?//(?!www\.w3\.org/2000/svg)[^\"'`\s]+"
)
# Each entry: a message of the checker that is not a fault here, and why.
ACCEPTED: list[tuple[re.Pattern[str], str]] = []


def _messages(folder: Path) -> list[dict[str, str]]:
    command = [
        "java",
        "-Xss8m",
        "-jar",
        CHECKER,
        "--errors-only",
        "--skip-non-html",
        "--format",
        "json",
        folder,
    ]
    outcome = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    return json.loads(outcome.stderr or outcome.stdout)["messages"]


def test_every_page_is_valid_html(built_site: BuiltSite) -> None:
    """The HTML checker of the W3C's validator finds no error in any page."""
    errors = [
        f"{message['url'].rsplit('/site/', 1)[-1]}:{message.get('lastLine', '?')}: {message['message']}"
        for message in _messages(built_site.pages_folder)
        if not any(pattern.search(message["message"]) for pattern, _ in ACCEPTED)
    ]
    shown = "\n".join(errors[:40])
    assert not errors, f"{len(errors)} errors:\n{shown}"


def test_nothing_is_inline(built_site: BuiltSite) -> None:
    """No page has a script, a style or an event handler of its own: a strict content policy breaks nothing.

    A script element that holds JSON is data, which the policy lets through.
    """
    found = {
        str(file.relative_to(built_site.pages_folder)): len(marks)
        for file in built_site.documents
        if (marks := html.fromstring(file.read_bytes()).xpath(INLINE))
    }
    assert found == {}


def test_every_page_has_one_first_level_heading(built_site: BuiltSite) -> None:
    """A page is about one thing, and its only first-level heading says which."""
    headings: dict[str, list[str]] = {}
    for file in built_site.documents:
        texts = [element.text_content().strip() for element in html.parse(file).xpath("//h1")]
        headings[str(file.relative_to(built_site.pages_folder))] = texts
    assert {name: texts for name, texts in headings.items() if len(texts) != 1 or not texts[0]} == {}


def test_no_style_or_own_script_names_another_host(built_site: BuiltSite) -> None:
    """Styles import nothing, and their pictures and fonts lie beside them; own scripts hold no address."""
    styles = (built_site.pages_folder / "assets").rglob("*.css")
    scripts = (ROOT / "overrides/assets/javascripts").rglob("*.js")
    found = {file.name: FOREIGN.findall(file.read_text(encoding="utf-8")) for file in (*styles, *scripts)}
    assert found
    assert {name: addresses for name, addresses in found.items() if addresses} == {}

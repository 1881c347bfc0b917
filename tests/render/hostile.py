"""Markup, templates and tricks as a record's text, and a site that shows such records by every macro."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tests.render.whole_book import BASE, as_file
from tests.support.built import BuiltSite
from tests.support.project import run_claimbook
from tests.support.sites import write_site

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

ATTACK = (
    """<script>alert(1)</script> "><img src=x onerror=alert(1)> '><svg/onload=alert(1)> {{ 7777*7 }} """
    "{% raw %} {# gone #} ]]> --> </p></dd></title> &amp; &lt;b&gt; javascript:alert(1) **b** "
    "[l](javascript:alert(1)) \u202e\u2066 \\u003cb\\u003e %s $& \\1"
)


def attack(path: str, *, is_markup: bool) -> str:
    """Return the text of a field: its path and all the tricks; braces that count are doubled."""
    text = f"{path} {ATTACK}"
    return text.replace("{", "{{").replace("}", "}}") if is_markup else text


def every_macro() -> str:
    """Return a page that calls every macro, and each macro that takes any record with each record."""
    keys = [f"pump.{key}" for key, base in BASE.items()]
    names = json.dumps(keys)
    return f"""---
title: All
---

# All

{{% for name in {names} %}}
{{{{ value(name) }}}} {{{{ figure(name) }}}} {{{{ tag(name) }}}} {{{{ sentence(name) }}}} {{{{ link(name) }}}}
{{{{ link(name, "words") }}}} `{{{{ plain("pump.flow") }}}}`

{{{{ claim(name) }}}}

{{{{ callout([name], title="One") }}}}
{{% endfor %}}

There are {{{{ count() }}}}, {{{{ count(kind="measured") }}}} of them measured. {{{{ term("impeller") }}}}

{{{{ points({names}) }}}}

{{{{ changes() }}}}

{{{{ audit_findings() }}}}

{{{{ audit_counts() }}}}

{{{{ audit_rules() }}}}

{{{{ callout({names}, title="All", tone="warning") }}}}

{{{{ cards(["pump.drain"]) }}}}

{{{{ gates(["pump.speed", "pump.seal"]) }}}}

{{{{ denylist("pump.dry-run") }}}}

{{{{ timeline(["pump.first"]) }}}}

{{{{ settings(["pump.speed"]) }}}}

{{{{ table({names}, caption="All", columns={{"title": "T", "says": "S", "value": "V", "required": "R",
   "setting": "Se", "where": "W", "applies_to": "A", "failure": "F", "version": "Ve", "purpose": "P",
   "banned": "B", "replacement": "Re", "address": "Ad",
   "source": "So", "trigger": "Tr", "fired": "Fi", "tags": "Ta", "kind": "K", "grade": "G",
   "state": "St", "observed": "O", "note": "N", "document_tag": "D", "scope.site": "Site"}}) }}}}

{{{{ table(kind="measured", caption="Measured") }}}}

{{{{ table("pump.all-flows") }}}}

{{{{ grid(["pump.flow"], rows={{"site": "Site"}}, across=["site"], caption="Grid") }}}}

{{{{ register() }}}}

{{{{ sources() }}}}

{{{{ discrepancies() }}}}

{{{{ legend("kind") }}}}

{{{{ legend("state") }}}}

{{{{ diagram("pump.path") }}}}

{{{{ diagram("pump.choice") }}}}

{{{{ chart("pump.drawing") }}}}

{{{{ comparison(["pump.ratio"], title="Ratio", band="pump.band", less="less", more="more") }}}}

{{{{ answers("pump.choice", caption="Ways") }}}}
"""


def build_site(folder: Path, records: Mapping[str, Any]) -> BuiltSite:
    """Build a site of records with the page of every macro, and the glossary that terms lead to."""
    pages = {
        "index.md": every_macro(),
        "glossary.md": "# Words\n\n{{ glossary() }}\n",
        "claims.md": "# Claims\n\nx\n",
    }
    site = write_site(folder, pages=pages, claims={"pump.yml": as_file(records)})
    drawn = run_claimbook("charts", folder=folder)
    assert drawn.returncode == 0, drawn.stderr
    outcome = site.build()
    assert outcome.returncode == 0, outcome.stderr
    return BuiltSite(folder / "dist")

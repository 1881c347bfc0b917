"""A small site with a marker in every place where an author can write something that is not for customers.

``~name~`` in a text below becomes a marker: a word that nothing else has, by which a leak names its source.
"""

import re

from tests.support.project import ROOT

HIDDEN_RECORDS = (ROOT / "tests" / "corpus" / "editions" / "hidden.yml").read_text(encoding="utf-8")
"""An internal record of every kind that readers see, with a marker in each of its text fields."""

SHOWN_RECORDS = """\
ticks:
  kind: sourced
  title: A shown figure
  says: "It ticks every {value}."
  value: 12.5
  unit: ms
  source: sources.both
drawing:
  kind: chart
  title: A shown chart
  says: "Every time that this reader may know."
  alt: "Marks on an axis of times."
  form: points
  axis: {title: Time, unit: ms}
  panels:
    - title: All times
      comparable: Each is a time.
      series: [{title: Found by their unit, where: {unit: ms}}]
plain:
  kind: sourced
  title: A shown statement
  says: "This is for all readers."
  source: sources.both
contested:
  kind: assumed
  title: A statement in dispute
  says: "An instrument of theirs says otherwise."
  verify: "Measure it."
reopened:
  kind: sourced
  title: A statement that a watch reopens
  says: "Upstream has moved on."
  source: sources.both
  observed: 2026-07-01
superseded:
  kind: sourced
  title: A statement that was replaced
  says: "Something newer has taken its place."
  source: sources.both
  superseded_by: hidden.sourced
substituted:
  kind: sourced
  title: A statement with a substitute
  says: "It stands beside {hidden.replaced}."
  source: sources.both
  rests_on: [hidden.replaced]
public-value:
  kind: sourced
  title: What all may know
  says: "It is public."
  value: "enough"
  source: sources.both
diagram:
  kind: diagram
  title: A shown drawing
  says: "Two steps, one below the other."
  layout: stack
first: {kind: node, diagram: shown.diagram, title: First step, says: It begins.}
last: {kind: node, diagram: shown.diagram, title: Last step, says: It ends.}
to-node: {kind: edge, diagram: shown.diagram, start: shown.first, end: hidden.node, title: Way on, says: On.}
both:
  kind: collection
  title: Some statements
  says: "They belong together."
  items: [hidden.assumed, shown.plain, hidden.sourced]
word: {kind: term, title: Shown word, says: It is explained., see: [hidden.word]}
open: {kind: discrepancy, title: An open point, says: It is open., concerns: [hidden.assumed], handled: kept}
place: {kind: dimension, title: Place, says: Where it is.}
"""
"""Shown records with every link that may lead to a hidden one."""

REPLACED = """\
replaced:
  kind: sourced
  title: Replaced ~replaced-title~
  says: "It is ~replaced-says~ in truth."
  value: "~replaced-value~"
  source: sources.only-hidden
  substitute: shown.public-value
"""

SOURCES = """\
both: {kind: source, title: A cited source, says: It is cited by all.}
only-hidden:
  kind: source
  title: Source ~uncited-title~
  says: "Only ~uncited-says~ names it."
  address: "https://example.org/~uncited-address~"
  part_of: sources.above-hidden
above-hidden: {kind: source, title: "Above ~above-title~", says: "It holds ~above-says~ too."}
"""

PAGE = """\
---
title: Shown page
description: What all may read
notes: ~front-matter~
---

# Shown page

Before the block. <!-- ~comment-inline~ --> After the comment.

<!-- ~comment-block~
over lines, with ::: internal and {{ value("hidden.measured") }}

~comment-last~ -->

{# ~template-comment~ #}

{{ chart("shown.drawing") }}

::: internal
Words ~block~ of the block, {{ sentence("hidden.assumed") }}

{{ chart("hidden.chart") }}

```text
~block-code~
:::
```

![~alt-text~](~picture~.png "~picture-title~")
<p title="~attribute~" data-x="~data~">raw</p>

::: internal
A block in it: ~block-nested~ [away](~file~/~page~.md)
:::

## Heading ~block-heading~

Still inside: ~block-after~
:::

- An item

    ::: internal
    ~block-in-list~ {{ link("hidden.gate") }}
    :::

- Another item

> ::: internal
> ~block-in-quote~
> :::

Shown again: {{ link("hidden.assumed", otherwise="a judgement") }}, {{ count() }} in all.

{{ points("shown.both") }}

{{ points(["hidden.assumed"], otherwise="") }}

{{ diagram("shown.diagram") }}

{{ table(kind="sourced", caption="All that was read") }}

{{ table(state="contested", caption="In dispute") }}

{{ glossary() }}

{{ sources() }}

{{ discrepancies() }}

{{ legend("state") }}

{{ points(["shown.substituted", "shown.contested", "shown.superseded", "shown.reopened"]) }}
"""

REGISTER = "# All statements\n\n{{ register() }}\n"

HIDDEN_PAGE = """\
---
title: Page ~page-title~
description: About ~page-description~
audience: internal
---

# Page ~page-heading~

Text ~page-text~.

{{ claim("hidden.measured") }}

{{ diagram("hidden.diagram") }}

{{ timeline(["hidden.stage"]) }}

{{ denylist(["hidden.denial"]) }}

{{ audit_findings() }}

{{ changes() }}
"""

NAVIGATION = """\
nav:
  - Start: index.md
  - All: all.md
  - Section ~nav-section~:
      - Title ~nav-title~: ~file~/~page~.md
"""

UNPUBLISHED = frozenset(
    {"front-matter", "comment-inline", "comment-block", "comment-last", "template-comment"}
)
"""Markers that no edition shows."""

_MARK = re.compile(r"~([a-z-]+)~")


def marker(name: str) -> str:
    """Return the word that stands for a place where something is written."""
    return f"zq{name.replace('-', 'q')}qz"


def planted(text: str) -> str:
    """Return a text with its markers."""
    return _MARK.sub(lambda match: marker(match[1]), text)


def markers() -> dict[str, str]:
    """Return every marker with the name of its place."""
    texts = (HIDDEN_RECORDS, SHOWN_RECORDS, REPLACED, SOURCES, PAGE, HIDDEN_PAGE, NAVIGATION)
    return {marker(name): name for text in texts for name in _MARK.findall(text)}


def internal(records: str) -> str:
    """Return a file of internal records."""
    return "defaults: {audience: internal}\n" + planted(records)

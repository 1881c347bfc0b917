"""Wrong names by the thousand: each is told, and suggesting what was meant has a bound."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from macros.findings import Suggestions, nearest
from macros.records.binding import open_book

if TYPE_CHECKING:
    from pathlib import Path

COUNT = 3000


def test_thousands_of_dangling_references_are_told_in_time(tmp_path: Path) -> None:
    """3000 records that each name a missing one give 3000 findings, the first with a suggestion."""
    records = "".join(
        f"record-name-{number}: {{kind: sourced, title: T, says: S., source: x.s, "
        f"rests_on: [y.recrd-nme-{number}]}}\n"
        for number in range(COUNT)
    )
    (tmp_path / "x.yml").write_text("s: {kind: source, title: S, says: S.}\n" + records, encoding="utf-8")
    started = time.process_time()
    findings = open_book(tmp_path, "claims").findings
    assert [finding.rule for finding in findings] == ["dangling-reference"] * COUNT
    assert findings[0].fix == "did you mean 'x.record-name-0'?"
    assert time.process_time() - started < 60  # comparing all with all takes minutes


def test_suggestions_are_the_nearest_names() -> None:
    """Within its bound an index suggests what a comparison with all names does, and the same key always."""
    names = ["pump.flow", "pump.flow-rate", "tank.level", "tank.flow"]
    index = Suggestions(names)
    for wrong in ("pump.flw", "pipe.flow", "tank.levle", "zzz", "flow", "level", ""):
        assert index.nearest(wrong) == nearest(wrong, names)
    spent = Suggestions(names, comparisons=len(names))
    assert spent.nearest("tank.levle") == "did you mean 'tank.level'?"
    assert spent.nearest("tank.lvl") == ""
    assert spent.nearest("tank.levle") == "did you mean 'tank.level'?"
    assert spent.nearest("pipe.level") == "did you mean 'tank.level'?"

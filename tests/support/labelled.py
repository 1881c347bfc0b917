"""The labelled texts of `tests/corpus/untagged`, and the figures of the recogniser on them."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import yaml

from macros.audit.quantities import recogniser_of
from macros.audit.scan import Page
from tests.support.corpus import CORPUS

if TYPE_CHECKING:
    from collections.abc import Sequence

COUNTED = frozenset({"node", "GPU", "NIC", "framework", "thread", "request", "token"})
HELD_OUT_SHARE = 3


@dataclass(frozen=True)
class Labelled:
    """A text and the quantities in it, as written; none where it is clean."""

    file: str
    text: str
    spans: tuple[str, ...]

    @property
    def held_out(self) -> bool:
        """Whether tuning must not look at it."""
        return int(hashlib.sha256(self.text.encode()).hexdigest(), 16) % HELD_OUT_SHARE == 0


@dataclass
class Figures:
    """What came out: recall counts exact spans; a clean text with any finding is a false positive."""

    flagged: int = 0
    clean: int = 0
    spans: int = 0
    recalled: int = 0
    false_positives: int = 0
    surplus: int = 0
    failures: list[str] = field(default_factory=list)

    @property
    def recall(self) -> float:
        """The share of the quantities that were found, each with its exact words."""
        return self.recalled / self.spans

    @property
    def false_positive_rate(self) -> float:
        """The share of the clean texts in which something was found."""
        return self.false_positives / self.clean

    def as_dict(self) -> dict[str, float]:
        """The figures without the failures."""
        return {
            "flagged": self.flagged,
            "clean": self.clean,
            "quantities": self.spans,
            "recall": self.recall,
            "false_positives": self.false_positive_rate,
            "surplus": self.surplus,
        }


def labelled_texts() -> list[Labelled]:
    """All labelled texts, in the order of their files."""
    texts = []
    for file in sorted((CORPUS / "untagged").glob("*.yml")):
        data = yaml.safe_load(file.read_text(encoding="utf-8"))
        texts += [Labelled(file.stem, item["text"], tuple(item["spans"])) for item in data["flagged"]]
        clean = (item if isinstance(item, str) else item["text"] for item in data["clean"])
        texts += [Labelled(file.stem, text, ()) for text in clean]
    return texts


def found_in(text: str) -> list[str]:
    """The quantities found in a page's source, as its author wrote them, in order."""
    page = Page("page.md", text)
    recogniser = recogniser_of(COUNTED)
    return [
        text[block.start + item.start : block.start + item.end]
        for block in page.blocks
        for item in recogniser.find(block.text)
    ]


def score(texts: Sequence[Labelled]) -> Figures:
    """The figures of the recogniser on these texts."""
    figures = Figures()
    for item in texts:
        left = found_in(item.text)
        if not item.spans:
            figures.clean += 1
            figures.false_positives += bool(left)
            if left:
                figures.failures.append(f"{item.file}: {item.text!r}: found {left}")
            continue
        figures.flagged += 1
        figures.spans += len(item.spans)
        missed = [span for span in item.spans if span not in left]
        for span in item.spans:
            if span in left:
                left.remove(span)
        figures.recalled += len(item.spans) - len(missed)
        figures.surplus += bool(left)
        if missed or left:
            figures.failures.append(f"{item.file}: {item.text!r}: missed {missed}, besides {left}")
    return figures

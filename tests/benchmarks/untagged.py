"""How well untagged quantities are found: recall and false positives on the labelled texts.

Run as `python -m tests.benchmarks.untagged`. It prints the figures of the texts that the recogniser was tuned
on and of those held out, and with `--failures` what went wrong in the former; the latter are never shown.
"""

import argparse
import json

from tests.support.labelled import labelled_texts, score


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--failures", action="store_true", help="show what went wrong in the texts tuned on")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    options = parser.parse_args()
    texts = labelled_texts()
    parts = {
        "tuned on": [text for text in texts if not text.held_out],
        "held out": [text for text in texts if text.held_out],
        "all": texts,
    }
    figures = {name: score(part) for name, part in parts.items()}
    if options.json:
        print(json.dumps({name: figure.as_dict() for name, figure in figures.items()}, indent=2))
        return
    for name, figure in figures.items():
        print(
            f"{name:9} {figure.flagged} flagged texts, {figure.spans} quantities, "
            f"recall {figure.recall:.1%}; "
            f"{figure.clean} clean texts, false positives {figure.false_positive_rate:.1%}, "
            f"{figure.surplus} beside what was expected"
        )
    if options.failures:
        for line in figures["tuned on"].failures:
            print(" ", line)


if __name__ == "__main__":
    main()

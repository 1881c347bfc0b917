"""A formula: read once, evaluated over quantities, printed for scripts and for readers.

It must not know where the inputs come from.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from macros.quantity import formula_tree as tree
from macros.quantity import printing
from macros.quantity.errors import QuantityError
from macros.quantity.evaluation import Evaluation, Result, Truth

if TYPE_CHECKING:
    from collections.abc import Mapping

    from macros.quantity.quantity import Quantity
    from macros.quantity.unit_table import UnitTable


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula as written, with the names of its inputs; make one with `parse_formula`."""

    text: str
    root: tree.Node = field(repr=False)
    names: frozenset[str]

    @property
    def is_predicate(self) -> bool:
        """Whether the formula is true or false rather than a number."""
        return isinstance(self.root, tree.Predicate)

    def evaluate(self, inputs: Mapping[str, Quantity], units: UnitTable) -> Result | Truth:
        """Return the `Truth` of a predicate and the `Result` of any other formula.

        Inputs that the formula does not name are ignored. Raises QuantityError for a missing input,
        units that do not fit, a divisor that may be zero, and the like.
        """
        evaluation = Evaluation(inputs, units)
        if isinstance(self.root, tree.Predicate):
            return evaluation.decide(self.root)
        return evaluation.compute(self.root)

    def compute(self, inputs: Mapping[str, Quantity], units: UnitTable) -> Result:
        """Return the result, as `evaluate`; raises QuantityError also for a predicate."""
        outcome = self.evaluate(inputs, units)
        if isinstance(outcome, Truth):
            raise QuantityError(self.text, "a formula that gives a number, not a comparison")
        return outcome

    def decide(self, inputs: Mapping[str, Quantity], units: UnitTable) -> Truth:
        """Return the truth, as `evaluate`; raises QuantityError also for what is no predicate."""
        outcome = self.evaluate(inputs, units)
        if isinstance(outcome, Result):
            raise QuantityError(self.text, "a comparison")
        return outcome

    def javascript(self) -> str:
        """Return a JavaScript expression over `inputs.name`.

        It has no units: its inputs are plain numbers in units that need no conversion between them.
        """
        return printing.javascript(self.root)

    def mathml(self) -> str:
        """Return a `math` element of MathML Core."""
        return printing.mathml(self.root)

    def readable(self) -> str:
        """Return the formula as plain text with × ÷ ≤ ≥."""
        return printing.readable(self.root)


@lru_cache(maxsize=4096)
def parse_formula(text: str) -> Formula:
    """Read a formula; raises QuantityError, with the column, for what is none."""
    node = tree.parse_tree(text)
    return Formula(text, node, tree.names_in(node))

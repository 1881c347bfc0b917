"""A number with its unit, as it is shown.

It must not know where the quantity comes from.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from macros.quantity.number import Number
    from macros.quantity.unit import Unit

_ONE = frozenset({"1", "+1", "-1"})


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number and its unit; `approximate` puts a tilde before it and changes nothing else."""

    number: Number
    unit: Unit | None = None
    approximate: bool = False

    def display(self) -> str:
        """Return the quantity as people read it, for example `~2.2%`, `≥ 16` or `+14.7 ms/token`.

        A counted thing is singular after a one that stands last (`1 node`, `≥ 1 node`).
        """
        written = f"~{self.number.written}" if self.approximate else self.number.written
        if self.unit is None:
            return written
        last = self.number.written.rpartition(" ")[2]
        return self.unit.display(written, plural=last not in _ONE)

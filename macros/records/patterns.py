"""How a ban shows in a text that a machine reads: an assignment, an option, a name of code, a line of a log.

The same patterns serve every checker: of a site's own examples, of deployments, of logs. They say what is
banned and hold no knowledge of any format.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from macros.records.base import Part, Text

if TYPE_CHECKING:
    from collections.abc import Iterator

_SORTS = ("setting", "flag", "code", "log")


class Condition(Part):
    """A setting or an option with one of some values; without values, with any."""

    setting: Text | None = Field(default=None, description="Name of a variable or a key.")
    flag: Text | None = Field(default=None, description="Option of a command line, with its dashes.")
    values: tuple[Text, ...] = Field(
        default=(), alias="is", description="The values, as written without quotes; case does not matter."
    )

    @property
    def name(self) -> str:
        """Return the name that is set."""
        return self.setting or self.flag or ""

    def holds(self, value: str | None) -> bool:
        """Say whether a value, None for one that is not known, is one of those meant."""
        if not self.values:
            return True
        return value is not None and value.casefold() in (one.casefold() for one in self.values)

    @model_validator(mode="after")
    def _refuse_no_name(self) -> Condition:
        names = [name for name in _SORTS if getattr(self, name, None) is not None]
        if len(names) != 1:
            context = {"field": names[1] if names else "setting", "found": ", ".join(names) or "none of them"}
            raise PydanticCustomError("pattern", "exactly one of " + ", ".join(self._sorts()), context)
        return self

    @classmethod
    def _sorts(cls) -> Iterator[str]:
        return (name for name in _SORTS if name in cls.model_fields)


class Pattern(Condition):
    """One way to recognise a ban; all its parts have to apply."""

    code: Text | None = Field(default=None, description="Dotted name that must not be used in code.")
    log: Text | None = Field(default=None, description="Words of a line of a log.")
    at_most: Text | None = Field(
        default=None, description="Banned where the value is no greater than that of this setting beside it."
    )
    unless: tuple[Condition, ...] = Field(
        default=(), description="No ban where one of these is set in the same place."
    )

    @model_validator(mode="after")
    def _refuse_idle_parts(self) -> Pattern:
        is_set = self.setting is not None or self.flag is not None
        if not is_set and (self.values or self.at_most):
            name = "is" if self.values else "at_most"
            context = {"field": name, "found": name}
            raise PydanticCustomError("pattern", "a setting or a flag beside it", context)
        return self

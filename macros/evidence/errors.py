"""What can be wrong with an artefact: said in one line, caught by whoever verifies or imports."""

from __future__ import annotations


class EvidenceError(Exception):
    """An artefact cannot be read as its record says: what was found, and what is expected."""

    def __init__(self, found: str, expected: str) -> None:
        super().__init__(f"{found}; expected {expected}")
        self.found, self.expected = found, expected


class MissingError(EvidenceError):
    """The root does not have the file."""


class RootError(Exception):
    """A root that cannot be used at all: no such folder, an address that nothing here can read."""

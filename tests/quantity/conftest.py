"""The unit table that the tests of quantities share."""

from __future__ import annotations

import pytest

from macros.quantity import CustomUnit, UnitTable


@pytest.fixture(scope="session")
def units() -> UnitTable:
    """Return a table with the things that the tests count."""
    names = ("NIC", "GPU", "node", "framework", "rank")
    return UnitTable([CustomUnit("token", "tok", "tokens"), *(CustomUnit(name) for name in names)])

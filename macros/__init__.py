"""Claimbook: records to guidance. For mkdocs-macros this module registers the macros, nothing else."""

from __future__ import annotations

from typing import Any


def define_env(env: Any) -> None:  # noqa: ANN401 - mkdocs-macros has no types
    """Register every macro with mkdocs-macros; all state lives in ``macros.site``, which is imported once."""
    from macros.site.authoring import author_macros  # noqa: PLC0415 - floors below need no MkDocs

    for name, macro in author_macros().items():
        env.macro(macro, name)

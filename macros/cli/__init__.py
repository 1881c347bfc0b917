"""The command line: one module a group of commands. Each parses, calls one room, hands findings to report.

Exit status: 0 fine, 1 findings, 2 could not run. A module is imported when one of its commands is asked for.
"""

from __future__ import annotations

import click

from macros.cli.group import Commands

COMMANDS = {
    "accept": "macros.cli.keeping:accept",
    "affected": "macros.cli.asking:affected",
    "audit": "macros.cli.auditing:audit",
    "build": "macros.cli.sites:build",
    "charts": "macros.cli.charting:charts",
    "check": "macros.cli.sites:check",
    "diff": "macros.cli.asking:diff",
    "evidence": "macros.cli.evidence:evidence",
    "explain": "macros.cli.auditing:explain",
    "import": "macros.cli.importing:import_",
    "new": "macros.cli.keeping:new",
    "pdf": "macros.cli.printing:pdf",
    "release": "macros.cli.keeping:release",
    "schema": "macros.cli.records:schema",
    "serve": "macros.cli.sites:serve",
    "show": "macros.cli.asking:show",
    "verify": "macros.cli.keeping:verify",
    "watch": "macros.cli.watching:watch",
}
"""The name of each command, and where it stands: ``module:function``."""


@click.group(cls=Commands, commands_at=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="claimbook")
def main() -> None:
    """Build and check a guidance site whose every claim is a record."""

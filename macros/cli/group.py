"""The group of commands: found when asked for, ended cleanly on signals and on errors nobody foresaw."""

from __future__ import annotations

import importlib
import os
import signal
import sys
from typing import TYPE_CHECKING, Any, NoReturn

import click

from macros.cli.ending import fail

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import FrameType

_ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_BY_SIGNAL = 128
"""What shells add to a signal's number for the exit status of a command that it ended."""
_DEBUGGING = "CLAIMBOOK_DEBUG"


class _EndedError(KeyboardInterrupt):
    """A signal that asks to end: what is under way is given up, and nothing half done stays."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class Commands(click.Group):
    """Commands by name, each imported only when it is asked for: most of them need no MkDocs."""

    def __init__(self, *arguments: Any, commands_at: Mapping[str, str], **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self._commands_at = commands_at

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands."""
        return sorted({*super().list_commands(ctx), *self._commands_at})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command, imported now, or None."""
        if cmd_name not in self._commands_at:
            return super().get_command(ctx, cmd_name)
        module, _, name = self._commands_at[cmd_name].partition(":")
        command: click.Command = getattr(importlib.import_module(module), name)
        return command

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - click's own type
        """Run a command; status 2 for an error that nothing foresaw, 128 and its number for a signal."""
        for number in _ENDING:
            if signal.getsignal(number) is not signal.SIG_IGN:  # nohup has the hangup ignored
                signal.signal(number, _end_by_signal)
        try:
            return super().invoke(ctx)
        except _EndedError as ended:
            click.echo(f"claimbook: ended by {signal.Signals(ended.number).name}", err=True)
            sys.exit(_BY_SIGNAL + ended.number)
        except (click.ClickException, click.Abort, click.exceptions.Exit, BrokenPipeError):
            raise
        except Exception as error:
            if os.environ.get(_DEBUGGING):
                raise
            what = " ".join(f"{type(error).__name__}: {error}".split())
            fail(f"an error that nothing foresaw: {what} (set {_DEBUGGING}=1 to see where)")


def _end_by_signal(number: int, frame: FrameType | None) -> NoReturn:
    del frame
    raise _EndedError(number)

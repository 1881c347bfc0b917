"""The commands that turn the exports of a tool into proposed records."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from macros.cli.ending import CANNOT_RUN, FINDINGS, fail

if TYPE_CHECKING:
    from macros.evidence.proposing import Arm, Proposal

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,60}", re.ASCII)


@click.group(name="import")
def import_() -> None:
    """Turn the exports of a tool into proposed records."""


@import_.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
@click.option(
    "--arm", "arms", multiple=True, metavar="NAME", help="The name of each file's arm, in their order."
)
@click.option(
    "--subject", metavar="NAME", help="The record file's name [default: that of --output, or serving]."
)
@click.option("--source", default="", metavar="SOURCE_ID", help="The source record of the files' repository.")
@click.option(
    "--root", type=click.Path(path_type=Path), help="The repository's folder: paths are given from it."
)
@click.option("--commit", metavar="SHA", help="The repository's commit [default: unstated].")
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    help="A record file to add them to [default: print them]. A record that is there is never written over.",
)
def aiperf(
    files: tuple[Path, ...],
    arms: tuple[str, ...],
    subject: str | None,
    source: str,
    root: Path | None,
    commit: str | None,
    output: Path | None,
) -> None:
    """Propose records from AIPerf's exports (JSON, CSV, JSON Lines), one run a FILE.

    Of two files, the first is the baseline, and the second's ratios to it are proposed too.

    Status 0: all proposed. 1: some figure was left out. 2: a file cannot be read, and nothing is proposed.
    """
    from macros.evidence.proposing import Provenance, propose  # noqa: PLC0415 - only what is asked for

    subject = subject or (output.stem if output else "serving")
    _require_name("--subject", subject)
    if commit is not None and not re.fullmatch("[0-9a-f]{40}", commit):
        fail(f"--commit: found {commit}; expected 40 hexadecimal digits")
    read = _arms(files, arms)
    paths = {str(file): _below(file, root) for file in files}
    proposal = propose(read, Provenance(subject, source, commit or "unstated", paths))
    text = _text(proposal)
    if output is None:
        click.echo(text, nl=False)
    else:
        _add(output, proposal)
        click.echo(
            f"{output}: {len(proposal.records)} records added; review them, then: claimbook check", err=True
        )
    for remark in proposal.remarks:
        click.echo(f"remark: {remark}", err=True)
    for reason in proposal.left_out:
        click.echo(f"left out: {reason}", err=True)
    if proposal.left_out:
        sys.exit(FINDINGS)


def _arms(files: tuple[Path, ...], names: tuple[str, ...]) -> list[Arm]:
    """Return each file's run under its name; end the command where a file or a name will not do."""
    from macros.evidence.errors import EvidenceError  # noqa: PLC0415 - only what is asked for
    from macros.evidence.proposing import Arm  # noqa: PLC0415
    from macros.evidence.runs import read_run  # noqa: PLC0415

    if names and len(names) != len(files):
        fail(f"{len(names)} --arm for {len(files)} files; expected one a file, or none")
    chosen = names or (
        ("run",) if len(files) == 1 else tuple(f"arm-{number + 1}" for number in range(len(files)))
    )
    for name in chosen:
        _require_name("--arm", name)
    if len(set(chosen)) < len(chosen):
        fail("two arms of one name; expected a name for each")
    found, faults = [], 0
    for file, name in zip(files, chosen, strict=True):
        try:
            found.append(Arm(name, read_run(file)))
        except EvidenceError as error:
            click.echo(f"{file}: {error}", err=True)
            faults += 1
    if faults:
        sys.exit(CANNOT_RUN)
    return found


def _require_name(option: str, name: str) -> None:
    if not _NAME.fullmatch(name):
        fail(f"{option}: found {name!r}; expected a-z, 0-9 and -, not beginning with -")


def _below(file: Path, root: Path | None) -> str:
    if root is None:
        return file.name
    try:
        return file.resolve().relative_to(root.resolve()).as_posix()
    except ValueError:
        fail(f"{file} is not below --root {root}; expected a file of the repository")


def _text(proposal: Proposal) -> str:
    from macros.records.skeleton import HEADER  # noqa: PLC0415 - only what is asked for

    return HEADER + "\n".join(f"{key}:\n{body}\n" for key, body in proposal.records.items())


def _add(output: Path, proposal: Proposal) -> None:
    """Add the records at the end of a file; none of them where one is there already."""
    from macros.records.editing import EditError, with_record  # noqa: PLC0415 - only what is asked for
    from macros.records.saving import drafted, save  # noqa: PLC0415
    from macros.records.skeleton import HEADER  # noqa: PLC0415

    if not output.parent.is_dir():
        fail(f"{output.parent}: no such folder")

    def edit(text: str) -> str:
        changed = text or HEADER
        for key, body in proposal.records.items():
            changed = with_record(changed, key, body)
        return changed

    try:
        save([drafted(output, str(output), edit)])
    except EditError as error:
        fail(f"{error}; nothing is written")

"""Where the project lies, and how a test runs its command."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COMMAND = Path(sys.executable).with_name("claimbook")


def run_claimbook(
    *arguments: str | Path,
    folder: Path = ROOT,
    environment: Mapping[str, str] | None = None,
    seconds: float = 120,
) -> subprocess.CompletedProcess[str]:
    """Run the console script in a folder, as a person would, and return its status and outputs.

    Raises:
        FileNotFoundError: the command is not installed beside the running Python (`make` installs it).
        subprocess.TimeoutExpired: it took longer than the given seconds.
    """
    return subprocess.run(
        [COMMAND, *arguments],
        cwd=folder,
        env={**os.environ, **(environment or {})},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
    )

"""A run that is ended at any moment leaves the old file or the new one, and no part of either."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

from tests.support.project import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from tests.pdf.reading import Paper
    from tests.support.sites import SmallSite

OLD, NEW = b"the old file, whole", b"%PDF" + bytes(range(256)) * 400
COMMAND = "from macros.cli import main; main()"
AT_EVERY_LINE = """\
import os, signal, sys
from pathlib import Path
from macros.pdf import printing

target, new, line = Path(sys.argv[1]), b"%PDF" + bytes(range(256)) * 400, 0
while line < 60:
    target.write_bytes(b"the old file, whole")
    child = os.fork()
    if not child:
        seen = 0
        def trace(frame, event, argument):
            global seen
            if frame.f_code.co_filename == printing.__file__ and event == "line":
                if seen == line:
                    os.kill(os.getpid(), signal.SIGKILL)
                seen += 1
            return trace
        sys.settrace(trace)
        printing._write(target, new)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    names = sorted(path.name for path in target.parent.iterdir())
    whole = [path.read_bytes() in (b"the old file, whole", new) for path in target.parent.iterdir()]
    print(line, status == 0, target.name in names, all(whole), flush=True)
    for path in target.parent.iterdir():
        path.unlink()
    if status == 0:
        break
    line += 1
"""


def test_killed_at_every_line_of_the_writing(tmp_path: Path) -> None:
    """Killed before each line that writes the file, the target is there and every file beside it is whole."""
    folder = tmp_path / "dist"
    folder.mkdir()
    done = subprocess.run(
        [sys.executable, "-c", AT_EVERY_LINE, folder / "out.pdf"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    moments = [line.split() for line in done.stdout.splitlines()]
    assert len(moments) > 8
    assert moments[-1][1] == "True"
    assert [moment for moment in moments if moment[2:] != ["True", "True"]] == []


def test_killed_at_seeded_moments(small_edition: SmallSite, paper: Paper, tmp_path: Path) -> None:
    """Killed while it reads, lays out or writes, the command leaves the old file alone in its folder."""
    folder = tmp_path / "dist"
    folder.mkdir()
    (folder / "out.pdf").write_bytes(OLD)
    chance = random.Random(4711)  # noqa: S311 - moments, no secrets
    for _ in range(3):
        running = subprocess.Popen(
            [sys.executable, "-c", COMMAND, "pdf", "--edition", "full", "--output", folder / "out.pdf"],
            cwd=small_edition.folder,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        time.sleep(chance.uniform(0.05, 0.7))
        running.send_signal(chance.choice([signal.SIGKILL, signal.SIGTERM, signal.SIGINT]))
        running.wait()
        assert [path.name for path in folder.iterdir()] == ["out.pdf"]
        assert (folder / "out.pdf").read_bytes() in (OLD, paper.file.read_bytes())

"""What a run took place on: devices, driver, links, clocks and libraries, as their own tools say it.

    python3 environment.py FILE      adds the state of now to the list in FILE, a JSON document

Called before and after the measurements, so that a change of clocks between the two can be seen. Names of hosts,
serial numbers and addresses are not asked for.
"""

from __future__ import annotations

import json
import os
import platform
import re
import subprocess
import sys
from pathlib import Path

FIELDS = (
    "index,name,driver_version,pstate,clocks.sm,clocks.mem,clocks.max.sm,temperature.gpu,power.draw,"
    "power.limit,memory.total,pcie.link.gen.current,pcie.link.width.current"
)


def said(*command: str) -> str:
    """Return what a command prints, or why it did not."""
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout.strip()
    except (OSError, subprocess.SubprocessError) as error:
        return f"not known: {type(error).__name__}"


def state() -> dict[str, object]:
    """Return the state of now."""
    devices = said("nvidia-smi", f"--query-gpu={FIELDS}", "--format=csv,noheader")
    rows = [
        dict(zip(FIELDS.split(","), map(str.strip, row.split(",")), strict=False))
        for row in devices.split("\n")
    ]
    return {
        "devices": rows,
        "topology": re.sub(r"\x1b\[\d*m", "", said("nvidia-smi", "topo", "-m").split("\n\n")[0]),
        "compiler": said("nvcc", "--version").split("\n")[-1],
        "kernel": platform.release(),
        "processors": len(os.sched_getaffinity(0)),
        "processor": next(
            (
                line.split(":", 1)[1].strip()
                for line in Path("/proc/cpuinfo").read_text().split("\n")
                if "model name" in line
            ),
            "not known",
        ),
        "python": platform.python_version(),
        **_libraries(),
    }


def _libraries() -> dict[str, object]:
    import torch  # noqa: PLC0415 - slow, and not everywhere

    return {
        "torch": torch.__version__,
        "cuda": torch.version.cuda,
        "nccl": ".".join(map(str, torch.cuda.nccl.version())),
        "settings": {name: value for name, value in sorted(os.environ.items()) if name.startswith("NCCL_")},
    }


def main() -> int:
    """Add the state of now to the file."""
    if len(sys.argv) != 2:  # noqa: PLR2004 - the program and the file
        print("usage: environment.py FILE", file=sys.stderr)
        return 2
    file = Path(sys.argv[1])
    states = json.loads(file.read_text()) if file.exists() else []
    file.write_text(json.dumps([*states, state()], indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

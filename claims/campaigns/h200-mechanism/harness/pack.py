"""Raw data into the files that are kept: compressed tables, one row an iteration, and a manifest of digests.

    python3 pack.py RAW FOLDER       writes FOLDER/{hop,issue,step,exchange}.csv.gz and FOLDER/manifest.json

The same raw data give the same bytes: the compression keeps neither a name nor a time.
"""

from __future__ import annotations

import array
import gzip
import hashlib
import io
import json
import sys
from pathlib import Path

HOP_HEAD = "way,thread,repetition,ns\n"


def hop_table(raw: Path) -> str:
    """Return the hops' table: way, whether the thread was pinned, repetition, nanoseconds, in their order."""
    text = io.StringIO()
    text.write(HOP_HEAD)
    for file in sorted(raw.glob("hop-*.u32")):
        way, thread, repetition = hop_name(file.stem)
        values = array.array("I")
        values.frombytes(file.read_bytes())
        if sys.byteorder == "big":
            values.byteswap()
        text.writelines(f"{way},{thread},{repetition},{value}\n" for value in values)
    return text.getvalue()


def hop_name(stem: str) -> tuple[str, str, str]:
    """Return way, thread and repetition of a file of hops: ``hop-proxied-pair-pinned-0``."""
    way, _, repetition = stem.removeprefix("hop-").rpartition("-")
    for thread in ("pinned", "free"):
        if way.endswith(f"-{thread}"):
            return way.removesuffix(f"-{thread}"), thread, repetition
    return way, "none", repetition


def packed(text: str) -> bytes:
    """Return text compressed, without a name or a time."""
    return gzip.compress(text.encode(), compresslevel=9, mtime=0)


def manifest(folder: Path) -> str:
    """Return the digests of a folder's files as JSON."""
    files = [file for file in sorted(folder.iterdir()) if file.is_file() and file.name != "manifest.json"]
    entries = [
        {
            "file": file.name,
            "bytes": file.stat().st_size,
            "sha256": hashlib.sha256(file.read_bytes()).hexdigest(),
        }
        for file in files
    ]
    return json.dumps({"files": entries}, indent=1) + "\n"


def main() -> int:
    """Pack what a run has left."""
    if len(sys.argv) != 3:  # noqa: PLR2004 - the program and two folders
        print("usage: pack.py RAW FOLDER", file=sys.stderr)
        return 2
    raw, folder = Path(sys.argv[1]), Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "hop.csv.gz").write_bytes(packed(hop_table(raw)))
    for name in ("issue", "step", "exchange"):
        if (raw / f"{name}.csv").exists():
            (folder / f"{name}.csv.gz").write_bytes(packed((raw / f"{name}.csv").read_text()))
    (folder / "manifest.json").write_text(manifest(folder))
    return 0


if __name__ == "__main__":
    sys.exit(main())

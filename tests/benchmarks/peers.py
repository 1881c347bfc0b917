"""Measure what others need for as many records on as many pages, beside this project, in one run.

Run as ``python -m tests.benchmarks.peers [--records N] [--times N] [--only NAME]``. Each peer is installed
at the version written here, into an environment of its own below ``.cache/peers``, with the network.
What does not install or takes longer than the limit is said, and left out. No peer does the same as another:
the table says what each was asked for. Ratios come first, as what a machine does at one moment is no property
of the code. The memory of a small program is at least that of this one, which starts it.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tests.benchmarks.audit import DAY as AUDIT_DAY
from tests.benchmarks.audit import accept_all
from tests.benchmarks.generate import generate_site
from tests.benchmarks.run import MEBIBYTE, Run
from tests.support.project import COMMAND, ROOT
from tests.support.sites import DAY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ENVIRONMENTS = ROOT / ".cache" / "peers"
RECORDS, PAGES, TIMES, LIMIT = 10_000, 100, 3, 600.0


@dataclass(frozen=True)
class Peer:
    """A program: what is installed, how its input is written, what is run there, and what that does."""

    name: str
    does: str
    packages: tuple[str, ...]
    write: Callable[[Path, int, int], None]
    command: tuple[str, ...]


def _pages(records: int, pages: int) -> Iterator[tuple[int, range]]:
    each = records // pages
    yield from ((page, range(page * each, (page + 1) * each)) for page in range(pages))


def _value(number: int) -> str:
    return f"{1 + number % 997}.{number % 10}"


def _sentences(numbers: range) -> str:
    return "\n".join(f"- Record {number:05d}: the run took {_value(number)} ms there." for number in numbers)


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def write_material(folder: Path, records: int, pages: int) -> None:
    """Write pages with a macro call a record, whose values a module of ten lines reads from one YAML file."""
    _write(
        folder / "mkdocs.yml",
        "site_name: Plain\ntheme: {name: material, font: false}\n"
        "plugins: [search, {macros: {module_name: values}}]\n",
    )
    _write(
        folder / "values.py",
        "from pathlib import Path\n\nimport yaml\n\n\ndef define_env(env):\n"
        "    records = yaml.safe_load(Path('records.yml').read_text())\n\n"
        "    @env.macro\n    def value(name):\n        record = records[name]\n"
        "        return f\"{record['value']} {record['unit']}\"\n",
    )
    lines = [
        f'r{number:05d}: {{value: "{_value(number)}", unit: ms, says: The run took so long, on: 2026-07-17}}'
        for number in range(records)
    ]
    _write(folder / "records.yml", "\n".join(lines) + "\n")
    for page, numbers in _pages(records, pages):
        calls = "\n".join(f'- The run took {{{{ value("r{number:05d}") }}}} there.' for number in numbers)
        name = "index.md" if page == 0 else f"page-{page:03d}.md"
        _write(folder / "docs" / name, f"# Page {page}\n\nWhat the records say.\n\n{calls}\n")


def write_material_with_records(folder: Path, records: int, pages: int) -> None:
    """Write the same, and a page a record with its value and its facts."""
    write_material(folder, records, pages)
    for number in range(records):
        _write(
            folder / "docs" / "claims" / f"r{number:05d}.md",
            f'# Record {number}\n\nThe run took {{{{ value("r{number:05d}") }}}}.\n\n'
            "| Fact | |\n|---|---|\n| Kind | measured |\n| Observed | 2026-07-17 |\n",
        )


def write_needs(folder: Path, records: int, pages: int) -> None:
    """Write a need a record with a link to the one before it, and a reference to it in a list."""
    _write(
        folder / "conf.py",
        "project = 'Needs'\nextensions = ['sphinx_needs']\nneeds_id_regex = '^[A-Z0-9_]{5,}'\n"
        "needs_build_json = True\n",
    )
    names = [f"page-{page:03d}" for page in range(pages)]
    toc = "\n".join(f"   {name}" for name in names)
    _write(folder / "index.rst", f"Needs\n=====\n\n.. toctree::\n\n{toc}\n")
    for page, numbers in _pages(records, pages):
        title = f"Page {page}"
        needs = "\n".join(
            f".. req:: Record {number}\n   :id: REC_{number:05d}\n"
            + (f"   :links: REC_{number - 1:05d}\n" if number % 10 else "")
            + f"\n   The run took {_value(number)} ms there.\n"
            for number in numbers
        )
        calls = "\n".join(f"* As :need:`REC_{number:05d}` says." for number in numbers)
        _write(folder / f"{names[page]}.rst", f"{title}\n{'=' * len(title)}\n\n{needs}\n{calls}\n")


def write_doorstop(folder: Path, records: int, pages: int) -> None:
    """Write an item a record, linked to the one before it; a document of items has no pages."""
    del pages
    subprocess.run(["git", "init", "--quiet", folder], check=True)  # noqa: S607 - as found on PATH
    _write(
        folder / "reqs" / ".doorstop.yml",
        "settings:\n  digits: 5\n  itemformat: yaml\n  prefix: REC\n  sep: ''\n",
    )
    for number in range(records):
        _write(
            folder / "reqs" / f"REC{number + 1:05d}.yml",
            "active: true\nderived: false\nheader: ''\n"
            f"level: 1.{number + 1}\nlinks: []\nnormative: true\nref: ''\nreviewed: null\n"
            f"text: |\n  The run took {_value(number)} ms there.\n",
        )


def write_strictdoc(folder: Path, records: int, pages: int) -> None:
    """Write a document a page with a requirement a record."""
    for page, numbers in _pages(records, pages):
        body = "\n".join(
            f"[REQUIREMENT]\nUID: REC-{number:05d}\nTITLE: Record {number}\n"
            f"STATEMENT: >>>\nThe run took {_value(number)} ms there.\n<<<\n"
            for number in numbers
        )
        _write(folder / f"page-{page:03d}.sdoc", f"[DOCUMENT]\nTITLE: Page {page}\n\n{body}")


def write_docclaims(folder: Path, records: int, pages: int) -> None:
    """Write a ledger entry a record, derived from a file of values, and the page that it appears in."""
    entries = []
    for page, numbers in _pages(records, pages):
        _write(folder / "docs" / f"page-{page:03d}.md", f"# Page {page}\n\n{_sentences(numbers)}\n")
        constants = "".join(f"R{number:05d} = {_value(number)}\n" for number in numbers)
        _write(folder / "src" / f"values_{page:03d}.py", constants)
        entries += [
            {
                "id": f"r{number:05d}",
                "claim": "How long the run took",
                "value": f"{_value(number)} ms",
                "format": "%s ms",
                "derive": {"files": [f"src/values_{page:03d}.py"], "capture": rf"^R{number:05d} = (\S+)"},
                "status": "measured",
                "anchor": f"R{number:05d}",
                "checked_on": "2026-07-17",
                "durable": "read from source on every verify",
                "appears_in": [f"docs/page-{page:03d}.md"],
                "near": [f"Record {number:05d}"],
            }
            for number in numbers
        ]
    _write(folder / "claims.json", json.dumps({"claims": entries}))


def write_numaudit(folder: Path, records: int, pages: int) -> None:
    """Write pages with a number a record, and the data that they come from."""
    for page, numbers in _pages(records, pages):
        _write(folder / "docs" / f"page-{page:03d}.md", f"# Page\n\n{_sentences(numbers)}\n")
        data = [{"record": number, "ms": float(_value(number))} for number in numbers]
        _write(folder / "data" / f"page-{page:03d}.json", json.dumps(data))


def write_zensical(folder: Path, records: int, pages: int) -> None:
    """Write pages with their values typed in: it runs no macros of others."""
    _write(folder / "mkdocs.yml", "site_name: Plain\ntheme: {name: material, font: false}\n")
    for page, numbers in _pages(records, pages):
        name = "index.md" if page == 0 else f"page-{page:03d}.md"
        _write(folder / "docs" / name, f"# Page {page}\n\n{_sentences(numbers)}\n")


def write_claims_cli(folder: Path, records: int, pages: int) -> None:
    """Write a manifest with an assertion a record, each read from a pinned file of a page's values."""
    claims, artefacts = [], []
    for page, numbers in _pages(records, pages):
        text = json.dumps({f"r{number:05d}": float(_value(number)) for number in numbers})
        _write(folder / "data" / f"page-{page:03d}.json", text)
        digest = {"algorithm": "sha256", "value": hashlib.sha256(text.encode()).hexdigest()}
        artefacts.append({"id": f"page-{page:03d}", "path": f"data/page-{page:03d}.json", "digest": digest})
        claims += [
            {
                "id": f"r{number:05d}",
                "text": "The run took so long",
                "evidence": [
                    {
                        "kind": "metric",
                        "artifact": f"page-{page:03d}",
                        "name": "ms",
                        "pointer": f"/r{number:05d}",
                        "reported": _value(number),
                    }
                ],
            }
            for number in numbers
        ]
    _write(folder / "repro.yaml", json.dumps({"artifacts": artefacts, "claims": claims}))


def write_own_site(folder: Path, records: int, pages: int) -> None:
    """Write the generated book of the other benchmarks."""
    generate_site(folder, records=records, pages=pages, quotations=records)


def write_own_audited_site(folder: Path, records: int, pages: int) -> None:
    """Write the same with every derived record accepted, so that nothing is found."""
    write_own_site(folder, records, pages)
    accept_all(folder)


MATERIAL = ("mkdocs==1.6.1", "mkdocs-material==9.8.2", "mkdocs-macros-plugin==1.5.0")
OWN = "claimbook build"
OWN_AUDIT = "claimbook audit"
SITES = (
    Peer(
        OWN,
        "site with a page a record",
        (),
        write_own_site,
        ("build", "--as-of", DAY, "--output", "{output}"),
    ),
    Peer(
        "mkdocs-material, macros",
        "site without pages of records",
        MATERIAL,
        write_material,
        ("mkdocs", "build", "--quiet", "--site-dir", "{output}"),
    ),
    Peer(
        "mkdocs-material, macros, a page a record",
        "site with a page a record",
        MATERIAL,
        write_material_with_records,
        ("mkdocs", "build", "--quiet", "--site-dir", "{output}"),
    ),
    Peer(
        "sphinx-needs html",
        "site, the needs on their pages",
        ("sphinx==9.0.4", "sphinx-needs==9.1.0"),
        write_needs,
        ("sphinx-build", "-q", "-b", "html", ".", "{output}"),
    ),
    Peer(
        "sphinx-needs needs",
        "needs.json alone",
        ("sphinx==9.0.4", "sphinx-needs==9.1.0"),
        write_needs,
        ("sphinx-build", "-q", "-b", "needs", ".", "{output}"),
    ),
    Peer(
        "strictdoc",
        "site, a document a page",
        ("strictdoc==0.30.4",),
        write_strictdoc,
        ("strictdoc", "export", "--formats=html", "--output-dir", "{output}", "."),
    ),
    Peer(
        "zensical",
        "site without pages of records, values typed in",
        ("zensical==0.0.40",),
        write_zensical,
        ("zensical", "build"),
    ),
)
CHECKS = (
    Peer(
        OWN_AUDIT,
        "all rules over records and pages, no cache",
        (),
        write_own_audited_site,
        ("audit", "--as-of", AUDIT_DAY, "--fail-on", "never", "--no-cache"),
    ),
    Peer(
        "numaudit",
        "each number of the pages is in the data",
        ("numaudit==0.1.0",),
        write_numaudit,
        ("numaudit", "docs", "--data", "data"),
    ),
    Peer(
        "docclaims",
        "each number of the ledger is in its source and on its page",
        ("docclaims==0.4.0",),
        write_docclaims,
        ("docclaims", "verify", ".", "--quiet", "--scan", "docs/*.md"),
    ),
    Peer(
        "claims-cli",
        "each assertion of the manifest is in its file; reads no prose",
        ("claims-cli==0.6.1",),
        write_claims_cli,
        ("claims", "verify"),
    ),
    Peer(
        "doorstop",
        "each item is valid; reads no prose",
        ("doorstop==3.2",),
        write_doorstop,
        ("doorstop", "--quiet", "-W"),
    ),
)


def installed(peer: Peer) -> Path | None:
    """Return the folder of the peer's programs, installed where it was not; None where it cannot be."""
    if not peer.packages:
        return COMMAND.parent
    key = hashlib.sha256(" ".join(peer.packages).encode()).hexdigest()[:12]
    folder = ENVIRONMENTS / key
    if not (folder / "installed").is_file():
        subprocess.run([sys.executable, "-m", "venv", "--clear", folder], check=True)
        install = [folder / "bin" / "python", "-m", "pip", "install", "--quiet", *peer.packages]
        if subprocess.run(install, check=False, capture_output=True).returncode:
            return None
        (folder / "installed").touch()
    return folder / "bin"


def timed(peer: Peer, programs: Path, folder: Path, number: int) -> Run | None:
    """Run the peer once into an output of its own; None where it takes longer than the limit or fails.

    A checker that finds something ends with status 1, which is no failure here.
    """
    name, *arguments = (part.format(output=folder / f"output-{number}") for part in peer.command)
    command = [
        COMMAND if not peer.packages else programs / name,
        *([name] if not peer.packages else []),
        *arguments,
    ]
    if "docs" in arguments and peer.name == "numaudit":
        command = [command[0], *sorted((folder / "docs").glob("*.md")), *command[2:]]
    environment = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}", "NO_MKDOCS_2_WARNING": "1"}
    with (folder / "said.log").open("wb") as said:
        started = time.perf_counter()
        process = subprocess.Popen(command, cwd=folder, stdout=said, stderr=said, env=environment)
        while True:
            ended, status, usage = os.wait4(process.pid, os.WNOHANG)
            if ended:
                break
            if time.perf_counter() - started > LIMIT:
                process.kill()
                process.wait()
                return None
            time.sleep(0.005)
        wall = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in {0, 1}:
        print((folder / "said.log").read_text(encoding="utf-8", errors="replace")[-400:], file=sys.stderr)
        return None
    return Run(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024 / MEBIBYTE)


def measured(peers: tuple[Peer, ...], records: int, times: int) -> dict[str, list[Run]]:
    """Return the runs of each peer, taken in turns so that all see the same moods of the machine."""
    runs: dict[str, list[Run]] = {}
    with tempfile.TemporaryDirectory(prefix="claimbook-peers-") as base:
        ready = []
        for index, peer in enumerate(peers):
            programs = installed(peer)
            if programs is None:
                print(f"{peer.name}: does not install here", flush=True)
                continue
            folder = Path(base) / str(index)
            folder.mkdir()
            peer.write(folder, records, PAGES)
            ready.append((peer, programs, folder))
        for number in range(times):
            for peer, programs, folder in list(ready):
                run = timed(peer, programs, folder, number)
                if run is None:
                    print(f"{peer.name}: failed, or not done after {LIMIT:.0f} s", flush=True)
                    ready.remove((peer, programs, folder))
                    continue
                runs.setdefault(peer.name, []).append(run)
    return runs


def report(peers: tuple[Peer, ...], runs: dict[str, list[Run]], own: str) -> None:
    """Print a line a peer: how many times our time it takes, then seconds and memory with their spread."""
    base = statistics.median(run.wall for run in runs[own])
    print(f"{'':42}{'÷ ours':>7}  wall s (spread)          CPU s   MiB  what it did")
    for peer in peers:
        if peer.name in runs:
            walls = sorted(run.wall for run in runs[peer.name])
            cpu = statistics.median(run.processor for run in runs[peer.name])
            memory = statistics.median(run.memory for run in runs[peer.name])
            middle = statistics.median(walls)
            spread = f"{middle:7.2f} ({walls[0]:.2f} to {walls[-1]:.2f})"
            print(
                f"{peer.name:42}{middle / base:7.2f}  {spread:24}{cpu:6.2f}{memory:6.0f}  {peer.does}",
                flush=True,
            )


def main() -> None:
    """Measure sites, then checks."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--records", type=int, default=RECORDS)
    parser.add_argument("--times", type=int, default=TIMES)
    parser.add_argument(
        "--only", action="append", default=[], metavar="NAME", help="beside ours; may be repeated"
    )
    options = parser.parse_args()
    for peers, own in ((SITES, OWN), (CHECKS, OWN_AUDIT)):
        chosen = tuple(peer for peer in peers if not options.only or peer.name in {own, *options.only})
        print(f"{options.records} records, {PAGES} pages, {options.times} runs each, in turns", flush=True)
        report(chosen, measured(chosen, options.records, options.times), own)


if __name__ == "__main__":
    main()

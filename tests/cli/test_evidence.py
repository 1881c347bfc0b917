"""`claimbook evidence verify` as a stranger uses it: statuses, forms, wrong roots and names, what is kept."""

from __future__ import annotations

import functools
import hashlib
import json
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

import pytest

from tests.support.project import run_claimbook

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

CONTENT = b'{"p50": 14.68, "p99": 20.1}\n'
RECORDS = f"""\
repository: {{kind: source, title: Repository, says: Where it lies.}}
file: {{kind: artefact, title: File, says: The file., repository: run.repository, commit: unstated,
  file: results/run.json, sha256: "{hashlib.sha256(CONTENT).hexdigest()}"}}
median: {{kind: measured, title: Median, says: "{{value}}", value: 14.7, unit: ms, source: run.repository,
  observed: unstated, evidence: {{artefact: run.file, pointer: /p50, unit: ms}}}}
tail: {{kind: measured, title: Tail, says: "{{value}}", value: 20, unit: ms, source: run.repository,
  observed: unstated, evidence: {{artefact: run.file, pointer: /p99, unit: ms}}}}
bare: {{kind: measured, title: Bare, says: It is., source: run.repository, observed: unstated}}
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with records and a clone of their repository."""
    (tmp_path / "claims").mkdir()
    (tmp_path / "claims" / "run.yml").write_text(RECORDS, encoding="utf-8")
    (tmp_path / "clone" / "results").mkdir(parents=True)
    (tmp_path / "clone" / "results" / "run.json").write_bytes(CONTENT)
    return tmp_path


@pytest.fixture
def address(project: Path) -> Iterator[str]:
    """The clone as a server on this machine gives it."""
    handler = functools.partial(_Silent, directory=str(project / "clone"))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class _Silent(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


def test_what_is_offered_and_agrees_is_status_0(project: Path) -> None:
    """Each verified record has a line with both values; the last line counts."""
    outcome = run_claimbook("evidence", "verify", "--root", "clone", folder=project)
    assert outcome.returncode == 0, outcome.stderr
    assert outcome.stdout.splitlines() == [
        "verified: run.median 14.7 ms, read 14.68 ms",
        "verified: run.tail 20 ms, read 20.1 ms",
        "2 verified, 1 not offered",
    ]


def test_a_difference_is_status_1_with_both_values(project: Path) -> None:
    """A record that says otherwise than its artefact fails, and names both."""
    file = project / "claims" / "run.yml"
    file.write_text(RECORDS.replace("value: 14.7", "value: 14.5"), encoding="utf-8")
    outcome = run_claimbook("evidence", "verify", "--root", "clone", "run.median", folder=project)
    assert outcome.returncode == 1
    assert "differs: run.median: the record says 14.5 ms, the artefact 14.68 ms" in outcome.stdout
    assert "run.tail" not in outcome.stdout


def test_a_server_is_a_root_too(project: Path, address: str) -> None:
    """The same records are verified against an address, and what it does not have is missing."""
    outcome = run_claimbook("evidence", "verify", "--root", address, folder=project)
    assert (outcome.returncode, outcome.stdout.splitlines()[-1]) == (0, "2 verified, 1 not offered"), (
        outcome.stdout
    )
    (project / "clone" / "results" / "run.json").unlink()
    outcome = run_claimbook("evidence", "verify", "--root", address, "--format", "json", folder=project)
    assert outcome.returncode == 1
    assert json.loads(outcome.stdout)["summary"]["artefact missing"] == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--root", "nowhere"], "nowhere: no such folder"),
        (["--root", "gs://bucket"], "needs a package that is not installed: gcsfs"),
        (["--root", "clone", "--claims", "nowhere"], "nowhere"),
        (["--root", "clone", "run.medain"], "did you mean 'run.median'?"),
        (["--root", "clone", "run.file"], "run.file is artefact; expected the id of a measured record"),
        (["--root", "clone", "--root", "clone"], "expected one root"),
        (["--root", "clone", "--keep", "run.median"], "--keep with ids"),
        (["--root", "clone", "--as-of", "someday", "--keep"], "someday"),
        ([], "nothing could be compared; expected --root"),
        (["--root", "clone", "--format", "xml"], "'xml' is not one of"),
    ],
)
def test_what_cannot_run_is_status_2(project: Path, arguments: list[str], words: str) -> None:
    """A wrong root, folder, id or option ends with status 2 and one message, and no traceback."""
    outcome = run_claimbook("evidence", "verify", *arguments, folder=project)
    assert outcome.returncode == 2
    assert words in outcome.stderr
    assert "Traceback" not in outcome.stderr


def test_records_with_faults_are_not_verified(project: Path) -> None:
    """Nothing is said about records that the check refuses: the faults are shown, with status 2."""
    (project / "claims" / "run.yml").write_text(
        RECORDS.replace("pointer: /p50", "pointer: p50"), encoding="utf-8"
    )
    outcome = run_claimbook("evidence", "verify", "--root", "clone", folder=project)
    assert outcome.returncode == 2
    assert "claims/run.yml:5:" in outcome.stderr
    assert outcome.stdout == ""


def test_keep_writes_the_outcome_beside_the_records(project: Path) -> None:
    """What is kept is the same for the same day, and names no machine and no time."""
    arguments = ("evidence", "verify", "--root", "clone", "--keep", "--as-of", "2026-07-20")
    assert run_claimbook(*arguments, folder=project).returncode == 0
    text = (project / "claims" / "verified.json").read_text(encoding="utf-8")
    assert json.loads(text)["on"] == "2026-07-20"
    assert set(json.loads(text)["records"]) == {"run.median", "run.tail"}
    assert str(project) not in text
    assert run_claimbook(*arguments, folder=project).returncode == 0
    assert (project / "claims" / "verified.json").read_text(encoding="utf-8") == text


OWN = """\
own: {{kind: artefact, title: Own, says: Beside the records., file: results/own.json, sha256: "{digest}"}}
own-median: {{kind: measured, title: Own median, says: "{{{{value}}}}", value: 14.7, unit: ms,
  source: run.repository, observed: unstated, evidence: {{artefact: run.own, pointer: /p50, unit: ms}}}}
"""


def test_an_artefact_beside_the_records_needs_no_root(project: Path) -> None:
    """Without --root, what lies beside the records is verified, and the rest is said to be unchecked."""
    file = project / "claims" / "run.yml"
    own = OWN.format(digest=hashlib.sha256(CONTENT).hexdigest())
    file.write_text(RECORDS + own, encoding="utf-8")
    (project / "results").mkdir()
    (project / "results" / "own.json").write_bytes(CONTENT)
    outcome = run_claimbook("evidence", "verify", folder=project)
    assert outcome.returncode == 0, outcome.stderr
    assert outcome.stdout.splitlines() == [
        "verified: run.own-median 14.7 ms, read 14.68 ms",
        "1 verified, 2 not checked, 1 not offered",
    ]
    (project / "results" / "own.json").write_bytes(CONTENT + b"\n")
    outcome = run_claimbook("evidence", "verify", "--root", "clone", folder=project)
    assert outcome.returncode == 1
    assert "artefact changed: run.own-median" in outcome.stdout
    assert "2 verified, 1 artefact changed, 1 not offered" in outcome.stdout

"""Artefacts in an object store: a real S3-compatible server on this machine, asked through the command."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING

import boto3
import duckdb
import pytest
from moto.server import ThreadedMotoServer

from tests.support.project import run_claimbook

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

BUCKET, PREFIX = "evidence", "campaign one"
# Latencies 0.0 to 99.9 ms: the median of these thousand is 49.95.
PARQUET = "COPY (SELECT i, i / 10 AS latency FROM range(1000) t(i)) TO '{}' (FORMAT parquet)"
QUERY = "SELECT median(latency) FROM artefact"


@pytest.fixture(scope="module")
def environment() -> Iterator[Mapping[str, str]]:
    """What a client needs to reach the server: its address and keys that it takes."""
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    try:
        yield {
            "AWS_ENDPOINT_URL": f"http://{host}:{port}",
            "AWS_ACCESS_KEY_ID": "testing",
            "AWS_SECRET_ACCESS_KEY": "testing",
            "AWS_DEFAULT_REGION": "us-east-1",
            "AWS_CONFIG_FILE": "/dev/null",
            "AWS_SHARED_CREDENTIALS_FILE": "/dev/null",
            "AWS_EC2_METADATA_DISABLED": "true",
            "NO_PROXY": "127.0.0.1",
            "no_proxy": "127.0.0.1",
        }
    finally:
        server.stop()


@pytest.fixture(scope="module")
def stored(environment: Mapping[str, str], tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, bytes]:
    """The objects of the bucket, by their path below the prefix."""
    file = tmp_path_factory.mktemp("objects") / "requests.parquet"
    with duckdb.connect() as connection:
        connection.execute(PARQUET.format(file))
    objects = {
        "results/requests.parquet": file.read_bytes(),
        "results/requests.jsonl": "".join(
            json.dumps({"latency": i / 10}) + "\n" for i in range(1000)
        ).encode(),
        "results/summary.json": b'{"p50": 49.95}\n',
    }
    client = boto3.client(
        "s3",
        endpoint_url=environment["AWS_ENDPOINT_URL"],
        aws_access_key_id="testing",
        aws_secret_access_key="testing",  # noqa: S106 - the server takes any
        region_name="us-east-1",
    )
    client.create_bucket(Bucket=BUCKET)
    for path, content in objects.items():
        client.put_object(Bucket=BUCKET, Key=f"{PREFIX}/{path}", Body=content)
    return objects


def _claims(folder: Path, objects: Mapping[str, bytes]) -> Path:
    ways = {".json": "pointer: /p50", ".parquet": f"query: {QUERY}", ".jsonl": f"query: {QUERY}"}
    lines = ["repository: {kind: source, title: Repository, says: Where it lies.}"]
    for path, content in objects.items():
        name = Path(path).suffix[1:]
        digest = hashlib.sha256(content).hexdigest()
        lines.append(
            f"file-{name}: {{kind: artefact, title: F, says: F., repository: load.repository, "
            f"commit: unstated, "
            f'file: {path}, sha256: "{digest}"}}'
        )
        lines.append(
            f"{name}: {{kind: measured, title: L, says: '{{value}}', value: 49.95, unit: ms, "
            f"source: load.repository, observed: unstated, "
            f"evidence: {{artefact: load.file-{name}, {ways[Path(path).suffix]}, unit: ms}}}}"
        )
    folder.mkdir(exist_ok=True)
    (folder / "load.yml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


def _verify(claims: Path, root: str, environment: Mapping[str, str]) -> tuple[int, dict[str, str], str]:
    outcome = run_claimbook(
        "evidence", "verify", "--claims", claims, "--root", root, "--format", "json", environment=environment
    )
    checks = json.loads(outcome.stdout)["checks"] if outcome.stdout else []
    return outcome.returncode, {check["record"]: check["outcome"] for check in checks}, outcome.stdout


def test_values_are_verified_in_an_object_store(
    environment: Mapping[str, str], stored: Mapping[str, bytes], tmp_path: Path
) -> None:
    """A JSON file, and requests in Parquet and JSON Lines through DuckDB, are read from S3 and agree."""
    status, outcomes, said = _verify(
        _claims(tmp_path / "claims", stored), f"s3://{BUCKET}/{PREFIX}", environment
    )
    assert outcomes == dict.fromkeys(("load.parquet", "load.jsonl", "load.json"), "verified"), said
    assert status == 0


def test_a_lacking_object_and_a_changed_one_are_told(
    environment: Mapping[str, str], stored: Mapping[str, bytes], tmp_path: Path
) -> None:
    """What the store does not have is missing, and what it has with other bytes is changed: status 1."""
    other = {"results/none.json": b"{}", "results/summary.json": b"other"}
    assert stored
    claims = _claims(tmp_path / "claims", {"results/summary.json": other["results/summary.json"]})
    assert _verify(claims, f"s3://{BUCKET}/{PREFIX}", environment)[:2] == (
        1,
        {"load.json": "artefact changed"},
    )
    claims = _claims(tmp_path / "claims", {"results/none.json": other["results/none.json"]})
    assert _verify(claims, f"s3://{BUCKET}/{PREFIX}", environment)[:2] == (
        1,
        {"load.json": "artefact missing"},
    )


def test_a_bucket_that_is_not_there_is_no_traceback(environment: Mapping[str, str], tmp_path: Path) -> None:
    """An address without a bucket, and one that nobody may read, end in an outcome and status 1."""
    claims = _claims(tmp_path / "claims", {"results/summary.json": b"{}"})
    status, outcomes, said = _verify(claims, "s3://no-such-bucket/x", environment)
    assert (status, list(outcomes.values())) == (1, ["artefact missing"]), said
    unreachable = {**environment, "AWS_ENDPOINT_URL": "http://127.0.0.1:9"}
    status, outcomes, said = _verify(claims, f"s3://{BUCKET}", unreachable)
    assert (status, list(outcomes.values())) == (1, ["unreadable"]), said

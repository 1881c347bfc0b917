"""A store hands out the files below its root, and nothing else."""

from __future__ import annotations

import hashlib
import os
from typing import TYPE_CHECKING

import fsspec
import pytest

from macros.evidence.errors import EvidenceError, MissingError, RootError
from macros.evidence.stores import open_store

if TYPE_CHECKING:
    from pathlib import Path

CONTENT = b"what was measured\n"
DIGEST = hashlib.sha256(CONTENT).hexdigest()


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A root with a file, beside a file that is not below it."""
    root = tmp_path / "a clone"
    (root / "results").mkdir(parents=True)
    (root / "results" / "run.json").write_bytes(CONTENT)
    (tmp_path / "secret.json").write_bytes(b"{}")
    return root


@pytest.mark.parametrize("form", ["{}", "file://{}", "file:{}"])
def test_a_folder_gives_its_files_by_path_and_by_address(clone: Path, form: str) -> None:
    """A file is found below a folder however the root is written, with the digest of its bytes."""
    store = open_store(form.format(str(clone).replace(" ", "%20") if "file" in form else clone))
    with store.fetched("results/run.json") as fetched:
        assert fetched.file.read_bytes() == CONTENT
        assert fetched.sha256 == DIGEST


def test_an_address_gives_a_copy_that_goes(clone: Path) -> None:
    """What lies at an address is there while it is wanted, and nothing is left of it."""
    memory = fsspec.filesystem("memory")
    memory.pipe("/bucket/results/run.json", (clone / "results" / "run.json").read_bytes())
    store = open_store("memory://bucket")
    with store.fetched("results/run.json") as fetched:
        copy = fetched.file
        assert copy.read_bytes() == CONTENT
        assert fetched.sha256 == DIGEST
    assert not copy.exists()
    with pytest.raises(MissingError), store.fetched("results/none.json"):
        pass


@pytest.mark.parametrize(
    "path",
    [
        "../secret.json",
        "results/../../secret.json",
        "/etc/passwd",
        "./run.json",
        "results//run.json",
        "~/x",
        "..\\secret.json",
        "file:///etc/passwd",
        "",
    ],
)
@pytest.mark.parametrize("kind", ["folder", "address"])
def test_no_path_leads_out_of_the_root(clone: Path, path: str, kind: str) -> None:
    """Steps upwards, absolute paths, homes and addresses are refused by every store, whatever is there."""
    store = open_store(str(clone) if kind == "folder" else "memory://bucket")
    with pytest.raises(EvidenceError, match="below the root"), store.fetched(path):
        pass


def test_no_link_leads_out_of_the_root(clone: Path) -> None:
    """A link to a file or a folder outside is refused; one within the root is followed."""
    (clone / "out.json").symlink_to(clone.parent / "secret.json")
    (clone / "up").symlink_to(clone.parent, target_is_directory=True)
    (clone / "in.json").symlink_to(clone / "results" / "run.json")
    (clone / "round").symlink_to(clone / "round")
    store = open_store(str(clone))
    for path in ("out.json", "up/secret.json"):
        with pytest.raises(EvidenceError, match="leads out of the root"), store.fetched(path):
            pass
    with pytest.raises(EvidenceError), store.fetched("round"):
        pass
    with store.fetched("in.json") as fetched:
        assert fetched.sha256 == DIGEST


def test_what_is_no_file_is_refused(clone: Path) -> None:
    """A folder and a pipe are not read; a path through a file, and one to nothing, are missing."""
    os.mkfifo(clone / "pipe")
    store = open_store(str(clone))
    for path in ("results", "pipe"):
        with pytest.raises(EvidenceError, match="other than a file"), store.fetched(path):
            pass
    for path in ("none.json", "results/run.json/x"):
        with pytest.raises(MissingError), store.fetched(path):
            pass


@pytest.mark.parametrize(
    ("root", "words"),
    [
        ("/none/such", "no such folder"),
        ("gs://bucket", "gcsfs"),
        ("nonsense://bucket", "nonsense"),
        ("", "folder"),
    ],
)
def test_a_root_that_is_none_says_so(root: str, words: str) -> None:
    """A folder that is not there, a scheme without its package and one that nobody knows are named."""
    if root == "":
        root = "/dev/null"
    with pytest.raises(RootError, match=words):
        open_store(root)

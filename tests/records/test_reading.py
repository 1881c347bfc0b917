"""The YAML reader keeps what is written; properties over arbitrary plain data."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml
from hypothesis import given
from hypothesis import strategies as st

from macros.records.binding import open_book
from macros.records.reader import MAXIMUM_DEPTH, read_document
from macros.records.written import Plain

if TYPE_CHECKING:
    from collections.abc import Mapping

# YAML's own printable characters; the others cannot stand in a file as they are.
CHARACTERS = st.characters(
    exclude_categories=["Cs", "Cc", "Co", "Cn"], exclude_characters="\ufeff\u2028\u2029\x85"
)
TEXTS = st.text(CHARACTERS, max_size=40)
KEYS = st.text(CHARACTERS, min_size=1, max_size=12)
DATA = st.recursive(
    TEXTS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4), max_leaves=20
)
NUMBERS = st.from_regex(r"[1-9][0-9]{0,8}(\.[0-9]{1,8})?", fullmatch=True)


class _Quoting(yaml.SafeDumper):
    """Writes no anchors and quotes every text, so that what comes back is what was given."""

    def ignore_aliases(self, data: object) -> bool:  # noqa: ARG002
        return True


def _read(text: str) -> object:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "x.yml"
        file.write_bytes(text.encode())
        document, findings = read_document(file, "x.yml")
    assert not findings, findings
    assert document is not None
    return document.data


def _plain(data: object) -> object:
    if isinstance(data, dict):
        return {key: _plain(value) for key, value in data.items()}
    return tuple(_plain(value) for value in data) if isinstance(data, list) else data


@given(st.dictionaries(KEYS, DATA, min_size=1, max_size=5), st.booleans(), st.sampled_from(["'", '"']))
def test_what_a_dumper_writes_comes_back(data: Mapping[str, Any], flow: bool, quote: str) -> None:  # noqa: FBT001
    """Nested lists and mappings of text, written by a YAML dumper, are read back unchanged."""
    text = yaml.dump(data, Dumper=_Quoting, default_flow_style=flow, default_style=quote, allow_unicode=True)
    assert _read(text.replace("!!null ", "")) == _plain(data)


@given(NUMBERS)
def test_a_plain_number_keeps_every_digit(number: str) -> None:
    """An unquoted number keeps its digits, trailing zeros too, and is told from a quoted one."""
    data = _read(f"a: {number}\nb: '{number}'\n")
    assert data["a"] == data["b"] == number
    assert isinstance(data["a"], Plain)
    assert not isinstance(data["b"], Plain)


@given(st.binary(max_size=300))
def test_no_bytes_make_the_reader_fail(content: bytes) -> None:
    """Whatever a file holds, reading ends with data or with findings, each in that file."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "x.yml").write_bytes(content)
        bound = open_book(Path(folder), "claims")
    assert bound.findings
    assert {finding.place.path for finding in bound.findings} == {"claims/x.yml"}


@given(st.text(alphabet="ab: -[]{}\"'#&*!|>%@`\n\t,?", max_size=80))
def test_no_yaml_marks_make_the_reader_fail(content: str) -> None:
    """Text made of YAML's marks ends with findings; their lines and columns lie in the file."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "x.yml").write_text(content, encoding="utf-8")
        findings = open_book(Path(folder), "claims").findings
    assert findings
    lines = content.split("\n")
    for finding in findings:
        assert 1 <= finding.place.line <= len(lines) + 1
        assert finding.place.column >= 1


def test_nesting_is_read_to_the_limit(tmp_path: Path) -> None:
    """Lists nested to the limit are read, one more is refused: the root and its key are a level each."""
    file = tmp_path / "x.yml"
    deep = MAXIMUM_DEPTH - 1
    file.write_text(f"a: {'[' * deep}x{']' * deep}\n", encoding="utf-8")
    assert not read_document(file, "x.yml")[1]
    file.write_text(f"a: {'[' * (deep + 1)}x{']' * (deep + 1)}\n", encoding="utf-8")
    assert [finding.rule for finding in read_document(file, "x.yml")[1]] == ["yaml-depth"]

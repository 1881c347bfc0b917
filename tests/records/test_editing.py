"""Edits of record files: one record changes as asked, and every byte outside of it stays."""

from __future__ import annotations

import stat
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from macros.records.creating import created
from macros.records.editing import (
    AddEntry,
    Change,
    EditError,
    SetField,
    SetMapping,
    edited,
    edited_records,
    scalar,
    with_record,
)
from macros.records.kinds import MODELS
from macros.records.loader import load_folder
from macros.records.reader import read_document
from macros.records.saving import drafted, save, try_loading

if TYPE_CHECKING:
    from collections.abc import Mapping

SAID = st.text(
    st.characters(blacklist_categories=("Cc", "Cf", "Cn", "Co", "Cs")) | st.just("\n"),
    min_size=1,
    max_size=30,
)
"""Any text that a record may hold; the reader refuses control and private-use characters."""
WORDS = st.text("abc :#-'\"{}[]%&*!|>@`,?", min_size=1, max_size=12)


def _read(text: str) -> Mapping[str, Any]:
    """What the project's own reader makes of a file with this text."""
    with TemporaryDirectory() as name:
        file = Path(name) / "x.yml"
        file.write_bytes(text.encode())
        document, findings = read_document(file, "x.yml")
    assert document is not None, findings
    assert not findings
    return document.data


class _Writer:
    """Draws a record file in any layout that the reader takes, with numbered comments all over it."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw
        self.comments = 0

    def one_of(self, *choices: str) -> str:
        return self.draw(st.sampled_from(choices))

    def comment(self) -> str:
        self.comments += 1
        return f"# note {self.comments}: {self.one_of('plain', 'a: b', '{x}', '- y', 'a # b')}"

    def trailing(self) -> str:
        return self.one_of("", "", "  " + self.comment())

    def between(self, indent: str) -> str:
        return "".join(
            self.one_of("", "", "\n", f"{indent}{self.comment()}\n", f"{self.comment()}\n")
            for _ in range(self.draw(st.integers(0, 2)))
        )

    def quoted(self, text: str) -> str:
        return "'" + text.replace("'", "''") + "'"

    def block_value(self, indent: str) -> str:
        """Everything after the colon of a field in block style, with its line end."""
        text = self.draw(WORDS)
        style = self.draw(st.integers(0, 6))
        if style <= 1:
            return f" plain {self.draw(st.integers(0, 9))}{self.trailing()}\n"
        if style == 2:
            return f" {self.quoted(text)}{self.trailing()}\n"
        if style == 3:
            head = self.one_of("|", ">", "|-", ">-", "|+", ">+")
            body = f"{indent}   x{text.strip()}\n{indent}   # no comment\n"
            return f" {head}{self.trailing()}\n{body}" + self.one_of("", "\n", "\n\n")
        if style == 4:
            return f" {{a: 1, b: [2, {self.quoted(text)}]}}{self.trailing()}\n"
        if style == 5:
            return f"{self.trailing()}\n{indent}  c: 1{self.trailing()}\n{indent}  d: 2\n"
        return f"{self.trailing()}\n{indent}- one{self.trailing()}\n{indent}- {{e: 3}}\n"

    def record(self, key: str) -> str:
        if self.draw(st.booleans()):
            return self.flow_record(key)
        indent = self.one_of("  ", "    ", " ")
        lines = f"{key}:{self.trailing()}\n"
        for name in ("title", *self.fields()):
            lines += self.between(indent) + f"{indent}{name}:{self.block_value(indent)}"
        if self.draw(st.booleans()):
            dash = self.one_of(indent, indent + "  ")
            lines += f'{indent}history:\n{dash}- {{"on": 2026-01-01, says: x}}{self.trailing()}\n'
        return lines

    def fields(self) -> list[str]:
        names = ("kind", "says", "value", "source", "observed", "scope", "caveat", "odd")
        return self.draw(st.lists(st.sampled_from(names), unique=True, max_size=5))

    def flow_record(self, key: str) -> str:
        gap = self.one_of(" ", "\n      ", f"  {self.comment()}\n    ")
        values = [self.one_of("1", "plain words", self.quoted(self.draw(WORDS)), "[a, b]", "{c: d}")]
        fields = ["title: t", *(f"{name}: {values[0]}" for name in self.fields())]
        if self.draw(st.booleans()):
            fields.append('history: [{"on": 2026-01-01, says: x}]')
        return f"{key}: {{{(',' + gap).join(fields)}{self.one_of('', ', ', gap)}}}{self.trailing()}\n"

    def file(self) -> tuple[str, str, str, str]:
        """The text before a record, its key, its own text, and the text after it."""
        parts = [
            self.between("") + self.record(f"r{number}") for number in range(self.draw(st.integers(1, 4)))
        ]
        chosen = self.draw(st.integers(0, len(parts) - 1))
        text = "".join(parts) + self.between("")
        if self.draw(st.booleans()):
            text = text.rstrip("\n")
        line_end = self.one_of("\n", "\n", "\r\n")
        text = text.replace("\n", line_end)
        start = text.index(f"r{chosen}:")
        following = text.find(f"r{chosen + 1}:")
        end = following if following >= 0 else len(text)
        return text[:start], f"r{chosen}", text[start:end], text[end:]


@st.composite
def files(draw: st.DrawFn) -> tuple[str, str, str, str, int]:
    writer = _Writer(draw)
    return (*writer.file(), writer.comments)


CHANGES = st.one_of(
    st.builds(SetField, st.sampled_from(["observed", "source", "value", "verify", "title"]), SAID),
    st.builds(SetMapping, st.just("read"), st.dictionaries(SAID, SAID, min_size=1, max_size=3)),
    st.builds(
        AddEntry, st.just("history"), st.fixed_dictionaries({"on": st.just("2026-08-01"), "says": SAID})
    ),
)


def _expected(record: Mapping[str, Any], change: Change) -> dict[str, Any]:
    fields = dict(record)
    if isinstance(change, SetField):
        fields[change.field] = change.text
    elif isinstance(change, SetMapping):
        fields[change.field] = dict(change.entries)
    else:
        fields[change.field] = (*fields.get(change.field, ()), dict(change.entry))
    return fields


@given(files(), CHANGES)
def test_an_edit_changes_what_is_asked_and_nothing_else(
    file: tuple[str, str, str, str, int], change: Change
) -> None:
    """Bytes outside the record and all comments stay, and the reader sees the one change only."""
    before, key, own, after, comments = file
    text = before + own + after
    data = _read(text)
    try:
        new = edited(text, key, [change])
    except EditError:
        old = data[key].get(change.field)
        assert old is not None, "a field that is not there yet can always be added"
        return
    assert new.startswith(before)
    assert new.endswith(after)
    places = [
        new.index(f"# note {number}:") for number in range(1, comments + 1) if f"# note {number}:" in text
    ]
    assert len(places) == sum(f"# note {number}:" in text for number in range(1, comments + 1))
    assert _read(new) == {**data, key: _expected(data[key], change)}
    assert list(_read(new)) == list(data)


@given(files(), st.lists(CHANGES, min_size=1, max_size=3))
def test_records_edited_together_read_as_those_edited_one_by_one(
    file: tuple[str, str, str, str, int], changes: list[Change]
) -> None:
    """Editing several records of a file at once gives the text that editing them in turn gives."""
    before, _, own, after, _ = file
    text = before + own + after
    keys = list(_read(text))
    try:
        one_by_one = text
        for key in keys:
            one_by_one = edited(one_by_one, key, changes)
    except EditError:
        return
    assert _read(edited_records(text, dict.fromkeys(keys, changes))) == _read(one_by_one)


@given(files(), st.sampled_from(sorted(MODELS)))
def test_a_new_record_comes_after_all_others(file: tuple[str, str, str, str, int], kind: str) -> None:
    """The old text is the beginning of the new one, which has one record more."""
    before, _, own, after, _ = file
    text = before + own + after
    try:
        new = with_record(text, "newcomer", f"  kind: {kind}\n  title: # to do\n")
    except EditError:
        assert not text.endswith("\n"), "a text in a block scalar would get a line end that it has not"
        return
    assert new.startswith(text)
    data = _read(text)
    assert _read(new) == {**data, "newcomer": {"kind": kind, "title": None}}


@given(SAID)
def test_a_text_is_written_so_that_it_reads_as_itself(text: str) -> None:
    """What is put into a file comes back from it, whatever the characters."""
    assert _read(f"r: {{a: {scalar(text)}, b: 1}}") == {"r": {"a": text, "b": "1"}}
    assert _read(f"r:\n  a: {scalar(text)}\n") == {"r": {"a": text}}


@pytest.mark.parametrize(
    "text", ["yes", "No", "on", "null", "~", "a: b", "a #b", "#a", "- a", "{a}", " a", ""]
)
def test_a_text_that_yaml_could_misread_is_quoted(text: str) -> None:
    """Other programs that read the file see a text too."""
    assert scalar(text).startswith('"')


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("r: 3\n", "no record 'r' with fields"),
        ("other: {a: 1}\n", "no record 'r' with fields"),
        ("", "no record 'r' with fields"),
        ("r: {history: many}\n", "history is not a list"),
        ("r: [", "no record 'r' with fields"),
    ],
)
def test_what_cannot_be_edited_is_refused_in_a_line(text: str, reason: str) -> None:
    """No edit, and one line that says why."""
    with pytest.raises(EditError, match=reason):
        edited(text, "r", [AddEntry("history", {"on": "2026-01-01", "says": "x"})])


def test_a_comment_inside_a_value_that_is_replaced_refuses_the_edit() -> None:
    """A comment is never lost: where it cannot stay, the author edits by hand."""
    with pytest.raises(EditError, match="by hand"):
        edited("r:\n  title: >-  # why\n    x\n", "r", [SetField("title", "y")])


def test_values_read_again_keep_the_layout_of_their_mapping() -> None:
    """Where the names are the same, each value is put in its place, and its comment stays."""
    text = "r:\n  read:\n    a: 1 ms   # slow\n    b: '2 ms'\n  formula: a\n"
    new = edited(text, "r", [SetMapping("read", {"a": "1 ms", "b": "3 ms"})])
    assert new == text.replace("'2 ms'", "3 ms")


# -- files -------------------------------------------------------------------------------------------------

FILE = b"\xef\xbb\xbflog: {kind: source, title: Log, says: A log.}\r\n# last\r\n"


def test_a_saved_file_keeps_its_mark_its_line_ends_and_its_mode(tmp_path: Path) -> None:
    """The byte order mark, CRLF and the permissions stay, and nothing is left beside the file."""
    file = tmp_path / "x.yml"
    file.write_bytes(FILE)
    file.chmod(0o640)
    save([drafted(file, "claims/x.yml", lambda text: edited(text, "log", [SetField("note", "New")]))])
    assert file.read_bytes() == FILE.replace(b"A log.", b"A log., note: New")
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert list(tmp_path.iterdir()) == [file]


def test_a_linked_file_stays_a_link(tmp_path: Path) -> None:
    """What the link leads to is edited."""
    (tmp_path / "real.yml").write_bytes(FILE)
    link = tmp_path / "x.yml"
    link.symlink_to("real.yml")
    save([drafted(link, "x.yml", lambda text: text + "# more\n")])
    assert link.is_symlink()
    assert (tmp_path / "real.yml").read_bytes() == FILE + b"# more\n"


@pytest.mark.parametrize("meanwhile", [b"changed", None])
def test_nothing_is_written_when_a_file_changed_meanwhile(tmp_path: Path, meanwhile: bytes | None) -> None:
    """One file that is not what it was keeps all of them as they are."""
    first, second = tmp_path / "a.yml", tmp_path / "b.yml"
    for file in (first, second):
        file.write_bytes(FILE)
    drafts = [drafted(file, file.name, lambda text: text + "# more\n") for file in (first, second)]
    if meanwhile is None:
        second.unlink()
    else:
        second.write_bytes(meanwhile)
    with pytest.raises(EditError, match=r"b\.yml: it was changed meanwhile"):
        save(drafts)
    assert first.read_bytes() == FILE
    assert {path.name for path in tmp_path.iterdir()} <= {"a.yml", "b.yml"}


def test_an_edit_after_which_the_file_would_not_load_is_refused(tmp_path: Path) -> None:
    """The draft is loaded before it is saved."""
    file = tmp_path / "x.yml"
    file.write_bytes(FILE)
    draft = drafted(file, "claims/x.yml", lambda text: edited(text, "log", [SetField("seen", "soon")]))
    with pytest.raises(EditError, match=r"would not load: claims/x\.yml:1:\d+: seen: 'soon'"):
        try_loading(draft)


def test_the_difference_is_one_that_git_can_apply(tmp_path: Path) -> None:
    """Lines removed and added, with the marks that a file without a last line end needs."""
    file = tmp_path / "x.yml"
    file.write_bytes(b"a: {b: 1}")
    shown = drafted(file, "claims/x.yml", lambda _: "a: {b: 2}").difference()
    assert shown == (
        "--- a/claims/x.yml\n+++ b/claims/x.yml\n@@ -1 +1 @@\n"
        "-a: {b: 1}\n\\ No newline at end of file\n+a: {b: 2}\n\\ No newline at end of file\n"
    )


# -- new records -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", MODELS)
def test_a_new_record_is_refused_for_its_empty_fields_only(tmp_path: Path, kind: str) -> None:
    """Every finding about a skeleton names a field that stands empty in it, and there is at least one."""
    save([created(tmp_path, "claims", "pump", "flow", kind)])
    text = (tmp_path / "pump.yml").read_text(encoding="utf-8")
    fields = _read(text)["flow"]
    findings = load_folder(tmp_path, "claims").findings
    assert findings
    for finding in findings:
        assert finding.rule in {"bad-value", "missing-field"}, finding
        name = finding.found.removeprefix("no ").partition(":")[0].partition(".")[0]
        assert name in fields, finding
        assert finding.record == "pump.flow"


def test_a_new_record_leaves_out_what_the_defaults_state(tmp_path: Path) -> None:
    """The kind and the fields under defaults are not asked for again."""
    (tmp_path / "pump.yml").write_text("defaults: {kind: measured, observed: unstated}\n", encoding="utf-8")
    save([created(tmp_path, "claims", "pump.yml", "flow", "measured")])
    assert list(_read((tmp_path / "pump.yml").read_text(encoding="utf-8"))["flow"]) == [
        "title", "says", "source",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("file", "key", "kind", "reason"),
    [
        ("pump", "flow", "mesured", "did you mean 'measured'"),
        ("pump", "Flow", "measured", "--key"),
        ("pump", "defaults", "measured", "--key"),
        ("pump", "log", "measured", "there is a record 'log' already"),
        ("../pump.yml", "flow", "measured", "--file"),
        ("/tmp/pump.yml", "flow", "measured", "--file"),  # noqa: S108 - it is refused
        ("Pump", "flow", "measured", "--file"),
        ("broken", "flow", "measured", "mend the file"),
        ("flow", "flow", "measured", "not written as a block"),
    ],
)
def test_a_new_record_that_cannot_be_is_refused_in_a_line(
    tmp_path: Path, file: str, key: str, kind: str, reason: str
) -> None:
    """A wrong kind, name or place, a name that is taken, a file that is broken: said, and nothing written."""
    (tmp_path / "pump.yml").write_text("log: {kind: source}\n", encoding="utf-8")
    (tmp_path / "broken.yml").write_text("log: {kind\n", encoding="utf-8")
    (tmp_path / "flow.yml").write_text("{log: {kind: source}}\n", encoding="utf-8")
    with pytest.raises(EditError, match=reason) as refusal:
        created(tmp_path, "claims", file, key, kind)
    assert "\n" not in str(refusal.value)


def test_a_number_among_texts_is_quoted() -> None:
    """What an accepted input said is text: a reader that knows YAML alone must not take it for a number."""
    text = "half:\n  kind: derived\n  title: Half\n"
    new = edited(text, "half", [SetMapping("read", {"caught": "1200", "share": "99.4", "flow": "40 l"})])
    assert yaml.safe_load(new)["half"]["read"] == {"caught": "1200", "share": "99.4", "flow": "40 l"}

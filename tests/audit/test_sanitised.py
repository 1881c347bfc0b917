"""What must not be published is found wherever it stands, and is never repeated."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from macros.audit.gather import gather
from macros.audit.inputs import Inputs, Layout, SiteError, layout_of
from macros.audit.rules import sanitised
from macros.audit.run import run_rules
from macros.audit.sensitive import CODES, hits, mask_of, masked, masked_line, seen_in
from macros.findings import Level
from tests.support.audited import DAY, audit_case
from tests.support.corpus import CORPUS, check_findings

if TYPE_CHECKING:
    from pathlib import Path

    from macros.audit.material import Material
    from macros.audit.rule import Rule
    from macros.findings import Finding

RULES = {rule.code: rule for rule in sanitised.RULES}
ADDRESS = "10.0.12.34"
CONFIGURATION = """\
plugins:
  - claimbook:
      audit_third_party:
        - files: assets/licences/*.txt
          allow: [CB1106]
          why: A licence keeps its author's address.
"""


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize("code", sorted(CODES))
def test_each_kind_is_found_where_it_stands(code: str) -> None:
    """The bad lines give exactly the expected findings, each at its column and with its mask."""
    case = CORPUS / "audit" / code / "bad"
    check_findings(audit_case(case, [RULES[code]]).findings, case)


@pytest.mark.parametrize("code", sorted(CODES))
def test_what_looks_alike_is_let_through(code: str) -> None:
    """No rule of the family finds anything in the good lines of any kind."""
    assert audit_case(CORPUS / "audit" / code / "good", sanitised.RULES).findings == ()


@pytest.mark.parametrize("code", sorted(CODES))
def test_no_message_repeats_what_it_found(code: str) -> None:
    """Of what was found a message shows at most its first four characters and at most a quarter of them."""
    case = CORPUS / "audit" / code / "bad"
    lines = (case / "docs" / "index.md").read_text(encoding="utf-8").split("\n")
    for finding in audit_case(case, [RULES[code]]).findings:
        if finding.place.path != "docs/index.md":
            continue
        rest = lines[finding.place.line - 1][finding.place.column - 1 :]
        length = int(finding.message.partition("' (")[2].partition(" ")[0])
        shown = finding.message.partition("'")[2].partition("…'")[0]
        assert rest.startswith(shown)
        assert len(shown) <= min(4, length / 4)
        assert rest[:length] not in finding.message


def test_a_mask_shows_too_little_to_use() -> None:
    """A quarter of the characters at most, four at most, and the length."""
    assert mask_of("10.0.0.5") == "'10…' (8 characters)"
    assert mask_of("a@b.io") == "'a…' (6 characters)"
    assert mask_of("ghp_16C7e42F292c6912E7710c838347Ae178B4a") == "'ghp_…' (40 characters)"


def test_a_masked_text_keeps_its_length_and_all_else() -> None:
    """Whoever prints a line prints it with what is in it hidden, column for column."""
    line = f"ping {ADDRESS} and jane@corp-mail.io, not 127.0.0.1"
    hidden = f"ping {'•' * len(ADDRESS)} and {'•' * len('jane@corp-mail.io')}, not 127.0.0.1"
    assert masked(line) == hidden
    assert hits(masked(line)) == []


@pytest.mark.parametrize("code", sorted(CODES))
def test_a_printed_line_shows_nothing(code: str) -> None:
    """No line of the bad cases, printed as an excerpt, has anything left to find, disguised or not."""
    for file in sorted((CORPUS / "audit" / code / "bad").rglob("*.*")):
        for line in file.read_text(encoding="utf-8").split("\n"):
            hidden = masked_line(line)
            assert len(hidden) == len(line)
            assert seen_in(hidden) == []


@pytest.mark.parametrize("end", [" ", ". ", ", ", ")", "`", '"', "'", "<", ": ", ";", "\n", "|"])
@pytest.mark.parametrize("begin", [" ", "(", "`", '"', " '", ">", "=", "[", "\t", "|", "/", ""])
@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("CB1101", "10.0.12.34"),
        ("CB1101", "2a05:d014:1c2:4f00::21"),
        ("CB1102", "482913570264"),
        ("CB1102", "4829-1357-0264"),
        ("CB1103", "ip-10-0-31-7"),
        ("CB1104", "i-0a1b2c3d4e5f60718"),
        ("CB1105", "0a:1b:2c:3d:4e:5f"),
        ("CB1106", "jane@corp-mail.io"),
        ("CB1108", "AKIAQ3EGRT7YH2KLMN4P"),
    ],
)
def test_what_stands_around_does_not_matter(code: str, text: str, begin: str, end: str) -> None:
    """Each kind is found between any marks of prose, code, markup or a table."""
    found = hits(f"x{begin}{text}{end}x" if begin else f"{text}{end}x")
    if (code, begin) == ("CB1106", "/"):
        return  # an address's path, as in owner/name@branch
    assert [(hit.code, hit.start, hit.end) for hit in found] == [
        (code, len(begin and f"x{begin}"), len(begin and f"x{begin}") + len(text))
    ]


@pytest.mark.parametrize(
    ("text", "is_found"),
    [
        ("release 1.2.3.4", False),
        ("build 1.2.3.4", False),
        ("build 10.1.2.3", True),
        ("version 10.1.2.3", False),
        ("version 10.1.2.3/24", True),
        ("foo==1.2.3.4", False),
        ("host == 10.1.2.3", True),
        ("// 4.2.5.1", False),
        ("// 10.2.5.1 is slow", True),
        ("M4 3.8h6v6.7 1.9.8.7 8.2l.4.3", False),
        ("M4 3.8h6v6.7 10.0.8.7 8.2l.4.3", True),
    ],
)
def test_four_numbers_are_a_version_only_by_what_stands_before(text: str, *, is_found: bool) -> None:
    """A word for versions, a numbered remark or a drawing excuses it; a closed network needs more."""
    assert [hit.code for hit in hits(text)] == ["CB1101"] * is_found


@pytest.mark.parametrize(
    ("first", "last", "outside"),
    [
        ("127.0.0.0", "127.255.255.255", ["126.255.255.255", "128.0.0.0"]),
        ("192.0.2.0", "192.0.2.255", ["192.0.3.0"]),
        ("198.51.100.0", "198.51.100.255", ["198.51.99.255", "198.51.101.0"]),
        ("203.0.113.0", "203.0.113.255", ["203.0.112.255", "203.0.114.0"]),
        ("224.0.0.0", "239.255.255.255", ["223.255.255.255", "240.0.0.1"]),
        ("2001:db8::1", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff", ["2001:db7::1", "2001:db9::1"]),
        ("3fff::1", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff", ["3ffe::1", "3fff:1000::1"]),
    ],
)
def test_ranges_of_nobody_end_where_their_documents_say(first: str, last: str, outside: list[str]) -> None:
    """Loopback (RFC 1122), documentation (RFC 5737, 3849, 9637), multicast (RFC 5771): nothing beside."""
    assert hits(f"at {first} or {last}") == []
    assert [hit.code for hit in hits(" or ".join(outside))] == ["CB1101"] * len(outside)


def test_what_a_page_says_is_found_once_in_its_source(tmp_path: Path) -> None:
    """A secret of a page is one finding at the page, which counts the published files that repeat it."""
    pages = {f"dist/site/p{number}/index.html": f"<p>{ADDRESS}</p>\n" for number in range(3)}
    case = write(tmp_path, {"docs/index.md": f"# A page\n\nThe node is {ADDRESS}.\n", **pages})
    (finding,) = audit_case(case, [RULES["CB1101"]]).findings
    assert str(finding.place) == "docs/index.md:3:13"
    assert "published in 3 files" in finding.message


def test_what_only_the_output_has_is_found_there(tmp_path: Path) -> None:
    """A secret of no page is one finding at the first published file, which counts the others."""
    pages = {f"dist/site/p{number}/index.html": f"<p>\n{ADDRESS}</p>\n" for number in range(3)}
    case = write(tmp_path, {"docs/index.md": "# A page\n", **pages})
    (finding,) = audit_case(case, [RULES["CB1101"]]).findings
    assert str(finding.place) == "dist/site/p0/index.html:2:1"
    assert "published in 2 more files" in finding.message


def test_a_record_is_named(tmp_path: Path) -> None:
    """A secret in a record's text is found in its file, under the record's id."""
    claims = "a: {kind: source, title: A, says: S.}\nb:\n  kind: source\n  title: B\n  says: At 10.0.12.34.\n"
    case = write(tmp_path, {"docs/index.md": "# A page\n", "claims/pump.yml": claims})
    (finding,) = audit_case(case, [RULES["CB1101"]]).findings
    assert (str(finding.place), finding.record) == ("claims/pump.yml:5:12", "pump.b")


def test_other_files_and_names_of_files_are_looked_at(tmp_path: Path) -> None:
    """A manifest, a file without a suffix and the name of a published file are sources and outputs too."""
    files = {
        "Dockerfile": f"ENV PEER={ADDRESS}\n",
        "deploy/pod.yaml": f"peer: {ADDRESS}\n",
        "docs/index.md": "# A page\n",
        "dist/site/10.0.12.77/index.html": "<p>A page</p>\n",
    }
    case = write(tmp_path, files)
    found = [str(finding.place) for finding in audit_case(case, [RULES["CB1101"]]).findings]
    assert found == ["Dockerfile:1:10", "deploy/pod.yaml:1:7", "dist/site/10.0.12.77/index.html:1:1"]


LICENCE = {"docs/index.md": "# A page\n", "dist/site/assets/licences/theme.txt": "(c) <jane@corp-mail.io>\n"}


def test_texts_of_others_may_be_declared(tmp_path: Path) -> None:
    """What is declared stays in the report with its reason, as waived; the same elsewhere is none of it."""
    case = write(tmp_path, {**LICENCE, "mkdocs.yml": CONFIGURATION, "dist/site/a.txt": "joe@corp-mail.io\n"})
    first, second = audit_case(case, sanitised.RULES).findings
    assert (str(first.place), first.waived) == ("dist/site/a.txt:1:1", "")
    assert second.waived == "A licence keeps its author's address."


def test_texts_of_others_are_findings_undeclared(tmp_path: Path) -> None:
    """Without the declaration the author's address is a finding."""
    (finding,) = audit_case(write(tmp_path, LICENCE), sanitised.RULES).findings
    assert (finding.rule, finding.level, finding.waived) == ("CB1106", Level.ERROR, "")


def test_a_declaration_that_covers_nothing_is_said(tmp_path: Path) -> None:
    """A declaration is no licence for ever: when nothing needs it any longer, that is a note."""
    case = write(tmp_path, {"mkdocs.yml": CONFIGURATION, "docs/index.md": "# A\n", "dist/site/a.txt": "a\n"})
    (finding,) = audit_case(case, sanitised.RULES).findings
    assert (finding.rule, finding.level, finding.place.path) == ("CB1106", Level.NOTE, "mkdocs.yml")


@pytest.mark.parametrize(
    "entry", ["{files: a.txt, allow: [CB1106]}", "{files: a, why: b}", "a.txt", "{allow: [x]}"]
)
def test_half_a_declaration_is_refused(tmp_path: Path, entry: str) -> None:
    """A declaration without files, rules or reason ends the run with what is expected."""
    file = tmp_path / "mkdocs.yml"
    file.write_text(f"plugins: [claimbook: {{audit_third_party: [{entry}]}}]\n", encoding="utf-8")
    with pytest.raises(SiteError, match="expected files"):
        layout_of(file)


def test_an_unread_document_is_not_checked(tmp_path: Path) -> None:
    """Without a PDF, and with one whose text nobody read, that is said and counted as no pass."""
    case = write(tmp_path, {"docs/index.md": "# A\n", "dist/site/a.txt": "a\n"})
    (said,) = audit_case(case, sanitised.RULES).not_checked
    assert said == ("CB1101", f"there is no PDF document; the same holds for {', '.join(sorted(CODES)[1:])}")
    (case / "dist/site/a.pdf").write_bytes(b"%PDF-1.7")
    (said,) = audit_case(case, sanitised.RULES).not_checked
    assert "the text of 1 PDF document" in said[1]


def test_another_rule_cannot_quote_it(tmp_path: Path) -> None:
    """A finding of any rule is shown with what must not be published hidden in its texts."""
    case = write(tmp_path, {"docs/index.md": "# A\n"})
    layout = Layout(case, case / "claims", case / "docs")
    material, _ = gather(layout, DAY, inputs=Inputs((), (case / "docs/index.md",), (), None, None))
    rule = RULES["CB1101"]
    quoting = replace(rule, code="CB999", check=_quote)
    (finding,) = run_rules([quoting], material).findings
    assert finding.found == f"the words '{'•' * len(ADDRESS)} is slow'"
    assert finding.fix == f"not {'•' * len(ADDRESS)}"


def _quote(rule: Rule, material: Material) -> list[Finding]:
    place = material.pages[0].place(0)
    return [rule.finding(place, f"the words '{ADDRESS} is slow'", fix=f"not {ADDRESS}")]


def test_a_large_text_takes_time_in_proportion() -> None:
    """Ten times the text takes about ten times as long, not a hundred times, whatever it is made of."""
    marks = ("xox", "eyJ", "ghp_", "sk-", "Bearer ", "PRIVATE KEY", "://", "@", "[at]", "AKIA", "account ")
    for unit in (
        *marks,
        "1.1.9.2 ",
        "12:",
        "a@",
        "1234-",
        "/home/",
        "ip-1-",
        "0123456789",
        "a.b.",
        "sk-a",
        "a:b@",
    ):
        taken = []
        for length in (10_000, 100_000):
            text = f"{' '.join(marks)} {unit * (length // len(unit))}"
            begin = time.perf_counter()
            hits(text)
            taken.append(time.perf_counter() - begin)
        assert taken[1] < max(25 * taken[0], 1.0), unit

"""The printed document, read as a person and as a reading program read it."""

import json
import re
from pathlib import Path

import pytest

from tests.pdf.conftest import ROWS
from tests.pdf.reading import Paper
from tests.support.project import ROOT, run_claimbook
from tests.support.sites import DAY, SmallSite


def _register(paper: Paper) -> str:
    """The text of the appendix."""
    start = next(page for title, page in paper.outline() if title == "A Register of claims")
    return " ".join(paper.pages[start - 1 :])


def test_the_cover_says_what_it_is_and_how_long_it_holds(paper: Paper) -> None:
    """The cover has title, edition, day and the earliest review among what is shown: 2025-01-15 + 30 days."""
    cover = paper.pages[0]
    for words in (
        "Small site",
        "Full edition",
        DAY,
        "Valid until 2025-02-14",
        "Claims shown 2, of which 0 superseded, 1 stale, 0 contested",
    ):
        assert words in cover
    assert "Commit" not in cover  # the small site is no git checkout


def test_what_is_stale_stands_right_after_the_cover(paper: Paper) -> None:
    """The claim past its review is named on the second page, and no other is."""
    assert "An old reading" in paper.pages[1]
    assert "Speed of the wheel" not in paper.pages[1]


def test_every_shown_claim_is_in_the_register_with_its_number(paper: Paper) -> None:
    """Each of the two shown claims has the same number in text and register; the third is nowhere."""
    register = _register(paper)
    assert re.search(r"sourced\s1\b", paper.text)
    assert re.search(r"sourced\s2\b", paper.text)
    assert re.search(
        r"\b1\. The wheel turns at 14.7\sms\. in 1 · 14.7\sms · sourced · current · A paper · .*2026-10-02",
        register,
    )
    assert re.search(
        r"\b2\. The wheel once turned at 99\sms\. in 2\.1 · .*stale.* review by 2025-02-14", register
    )
    assert "No page shows this" not in paper.text


def test_the_contents_name_the_pages_where_the_sections_begin(paper: Paper) -> None:
    """The page number beside a heading in the contents is that of the page whose text has the heading."""
    contents = next(page for page in paper.pages if page.lstrip().find("Contents 1 The answer") >= 0)
    for number, title in (("1.1", "A long table"), ("2", "The second page"), ("A", "Register of claims")):
        found = re.search(rf"{re.escape(number)} {title}[ .]+(\d+)", contents)
        assert found, (number, title)
        assert f"{number} {title}" in paper.pages[int(found[1]) - 1]


def test_pages_say_which_of_how_many(paper: Paper) -> None:
    """Every page but the cover says its number and the number of all."""
    count = len(paper.pages)
    assert f"of {count}" not in paper.pages[0]
    for number, text in enumerate(paper.pages[1:], 2):
        assert f"page {number} of {count}" in text


def test_no_row_is_cut_and_the_head_is_repeated(paper: Paper) -> None:
    """Beginning and end of each of 120 rows stand on one page, and each page with rows has the head."""
    with_rows = [text for text in paper.pages if re.search(r"row \d+ begins", text)]
    assert len(with_rows) > 2
    begun = [set(re.findall(r"row (\d+) begins", text)) for text in with_rows]
    assert begun == [set(re.findall(r"row (\d+) ends", text)) for text in with_rows]
    assert sum(map(len, begun)) == ROWS
    assert all("First Second Third" in text for text in with_rows)


def test_outside_addresses_are_numbered_references(paper: Paper) -> None:
    """The address behind a link stands in the list at the end under the number beside the link."""
    assert re.search(r"an outside page ?\[1\]", paper.text)
    assert "https://example.org/outside" in paper.pages[-1]


def test_the_file_is_tagged_and_names_itself(paper: Paper) -> None:
    """Title, language, structure, bookmarks and the mark of PDF/UA are there."""
    assert paper.reader.metadata is not None
    assert paper.reader.metadata.title == "Small site, Full edition"
    assert paper.root["/Lang"] == "en"
    assert paper.root["/MarkInfo"]["/Marked"]
    assert b"pdfuaid" in paper.root["/Metadata"].get_object().get_data()
    titles = [title for title, _ in paper.outline()]
    assert titles[:3] == ["Stale or contested", "Contents", "1 The answer"]
    assert {"1.1 A long table", "2 The second page", "2.1 A part", "B References"} < set(titles)
    kinds = {str(element["/S"]) for element in paper.elements()}
    assert {"/H1", "/H2", "/Table", "/TR", "/TH", "/TD", "/L", "/P", "/Link"} <= kinds


def test_every_link_inside_has_its_target(paper: Paper) -> None:
    """Each link to a place of the document names one that exists."""
    names = set(paper.reader.named_destinations)
    for page in paper.reader.pages:
        for annotation in page.get("/Annots", []):
            destination = annotation.get_object().get("/Dest")
            assert destination is None or str(destination) in names


def test_every_font_is_in_the_file(paper: Paper) -> None:
    """No reader needs a font of its own, and the text is set in the site's faces."""
    fonts = set(paper.fonts())
    assert all(held for _, held in fonts)
    assert {"Source-Sans-3", "Source-Serif-4", "Source-Code-Pro"} <= {
        found[0] for name, _ in fonts if (found := re.search(r"Source-(?:Sans-3|Serif-4|Code-Pro)", name))
    }


def test_commands_are_copied_as_they_are_written(paper: Paper) -> None:
    """No invisible character stands in a name that may be broken."""
    assert "SOME_LONG_NAME_OF_A_VARIABLE=1" in paper.text.replace(" ", "")
    assert "\u200b" not in paper.text


@pytest.mark.parametrize(("size", "width", "height"), [("a4", 595.28, 841.89), ("letter", 612, 792)])
def test_the_paper_is_what_was_asked_for(
    small_edition: SmallSite, tmp_path: Path, size: str, width: float, height: float
) -> None:
    """A4 is 210 by 297 mm and letter 8.5 by 11 inches, in points."""
    target = tmp_path / "sized.pdf"
    outcome = run_claimbook(
        "pdf", "--edition", "full", "--page-size", size, "--output", target, folder=small_edition.folder
    )
    assert outcome.returncode == 0, outcome.stderr
    boxes = [page.mediabox for page in Paper(target).reader.pages]
    assert all(abs(float(box.width) - width) < 0.1 for box in boxes)
    assert all(abs(float(box.height) - height) < 0.1 for box in boxes)


def test_two_prints_are_the_same_bytes(paper: Paper, copied_edition: SmallSite, tmp_path: Path) -> None:
    """Another folder, time zone, hash seed and other fonts of the machine change no byte."""
    target = tmp_path / "again.pdf"
    outcome = run_claimbook(
        "pdf",
        "--edition",
        "full",
        "--output",
        target,
        folder=copied_edition.folder,
        environment={
            "PYTHONHASHSEED": "4711",
            "TZ": "Pacific/Kiritimati",
            "LC_ALL": "C",
            "FONTCONFIG_FILE": "/nowhere",
        },
    )
    assert outcome.returncode == 0, outcome.stderr
    assert target.read_bytes() == paper.file.read_bytes()


def test_another_day_has_the_states_of_that_day(small_edition: SmallSite, tmp_path: Path) -> None:
    """On 2027-06-01 the reading of 2026-10-02, trusted for 180 days, is stale too, and the output is kept."""
    target = tmp_path / "later.pdf"
    before = (small_edition.folder / "dist/claims.json").read_bytes()
    outcome = run_claimbook(
        "pdf", "--edition", "full", "--as-of", "2027-06-01", "--output", target, folder=small_edition.folder
    )
    assert outcome.returncode == 0, outcome.stderr
    pages = Paper(target).pages
    assert "2027-06-01" in pages[0]
    assert "Speed of the wheel" in pages[1]
    assert (small_edition.folder / "dist/claims.json").read_bytes() == before


def test_the_colours_of_tags_are_legible_in_greyscale() -> None:
    """Every colour of text in the print sheets has a contrast of 4.5 or more on white, which grey keeps."""
    text = "".join(file.read_text() for file in sorted((ROOT / "overrides/print").glob("*.css*")))
    colours = set(re.findall(r"(?<![-\w])color: #([0-9a-f]{6})", text))
    assert len(colours) > 5
    for colour in colours:
        channels = [int(colour[at : at + 2], 16) / 255 for at in (0, 2, 4)]
        linear = [
            value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels
        ]
        luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
        assert 1.05 / (luminance + 0.05) >= 4.5, colour


def test_the_records_of_the_edition_bound_what_is_printed(small_edition: SmallSite, paper: Paper) -> None:
    """What claims.json shows on a page is in the register: as many rows as such statements."""
    data = json.loads((small_edition.folder / "dist/claims.json").read_text())
    shown = [record for record in data["records"] if record["state"] and record["shown_on"]]
    assert len(re.findall(r" in \d[\d.]* · ", _register(paper))) == len(shown) == 2

"""What cannot be printed says so in one line and leaves nothing behind."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.project import ROOT, run_claimbook
from tests.support.sites import SmallSite, write_site


def _print(folder: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return run_claimbook("pdf", "--edition", "full", *arguments, folder=folder)


def test_nothing_built(tmp_path: Path) -> None:
    """Without a build the command says to make one."""
    site = write_site(tmp_path)
    outcome = _print(site.folder)
    assert outcome.returncode == 2
    assert "nothing is built there; run: claimbook build" in outcome.stderr
    assert outcome.stderr.count("\n") == 1
    assert not (site.folder / "dist").exists()


def test_no_configuration(tmp_path: Path) -> None:
    """Without a configuration the command names the file that it looked for."""
    outcome = run_claimbook("pdf", folder=tmp_path)
    assert outcome.returncode == 2
    assert "mkdocs.customer.yml: no such file" in outcome.stderr


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"pages": [{}]}'])
def test_records_that_no_build_wrote(copied_edition: SmallSite, content: str) -> None:
    """A claims.json of another hand is refused in one line."""
    (copied_edition.folder / "dist/claims.json").write_text(content)
    outcome = _print(copied_edition.folder)
    assert outcome.returncode == 2
    assert "not what a build writes" in outcome.stderr
    assert "Traceback" not in outcome.stderr


def test_a_target_that_cannot_be_written(small_edition: SmallSite, tmp_path: Path) -> None:
    """A folder in the place of the file, or a file in the place of the folder, ends in one line."""
    (tmp_path / "taken.pdf").mkdir()
    (tmp_path / "file").touch()
    for target in (tmp_path / "taken.pdf", tmp_path / "file" / "x.pdf"):
        outcome = _print(small_edition.folder, "--output", target)
        assert outcome.returncode == 2
        assert outcome.stderr.startswith(f"claimbook: {target}: ")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "taken.pdf"]


def test_no_network_and_no_other_file(copied_edition: SmallSite) -> None:
    """A picture from a host or from outside the edition is refused by name, and no file is written."""
    page = copied_edition.folder / "dist/site/index.html"
    text = page.read_text()
    for source in ("https://example.org/x.png", "file:///etc/hostname", "../../../mkdocs.yml"):
        page.write_text(text.replace("<h1", f'<p><img src="{source}" alt="x"></p><h1', 1))
        outcome = _print(copied_edition.folder, "--output", copied_edition.folder / "out.pdf")
        assert outcome.returncode == 2, source
        assert "needs what the edition does not hold" in outcome.stderr
        assert not (copied_edition.folder / "out.pdf").exists()


def test_missing_pango_is_named(small_edition: SmallSite, tmp_path: Path) -> None:
    """Where the layout's library cannot be loaded, the package to install is named."""
    (tmp_path / "weasyprint.py").write_text("raise OSError('cannot load library libpango-1.0-0')\n")
    outcome = subprocess.run(
        [sys.executable, "-c", "from macros.cli import main; main()", "pdf", "--edition", "full"],
        cwd=small_edition.folder,
        env={**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert outcome.returncode == 2
    assert "apt-get install libpango-1.0-0" in outcome.stderr
    assert "Traceback" not in outcome.stderr

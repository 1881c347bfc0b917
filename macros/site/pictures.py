"""The kept pictures of a site's charts: which are out of date, and drawing these anew.

It reads the records of every edition, since an edition that leaves records out may have a figure of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs.config import load_config
from mkdocs.exceptions import Abort, ConfigurationError

from macros.records.binding import open_book
from macros.records.editions import AUDIENCES, FULL, edition_of
from macros.render import charting
from macros.render.charts import FOLDER, FORMS, figure_text, picture_name, read_pictures, tools
from macros.render.charts.exporting import export
from macros.render.charts.keeping import Pictures, fingerprint, write_pictures
from macros.render.charts.picture import cleaned
from macros.render.environment import component_environment
from macros.render.renderer import Workshop
from macros.site.building import BuildFailedError
from macros.site.plugin import ClaimbookPlugin, components_folder, font_files

if TYPE_CHECKING:
    from collections.abc import Mapping

    from macros.findings import Finding


@dataclass(frozen=True, slots=True)
class Wanted:
    """A picture that has to be kept: the text of its figure, the figure, how many marks it has."""

    text: str
    figure: Mapping[str, Any]
    marks: int


@dataclass(frozen=True, slots=True)
class Surveyed:
    """A site's charts: the pictures that it needs by name, those that are kept, and where the library is.

    ``findings`` are what is wrong with the records; then nothing else is known.
    """

    wanted: Mapping[str, Wanted]
    kept: Pictures
    library: Path
    findings: tuple[Finding, ...] = ()

    @property
    def outdated(self) -> tuple[str, ...]:
        """Return the names of the pictures that are missing or of another figure."""
        return tuple(name for name, one in self.wanted.items() if self.kept.picture(name, one.text) is None)

    @property
    def superfluous(self) -> tuple[str, ...]:
        """Return the names of what is kept for no chart."""
        return tuple(sorted(set(self.kept.digests) - set(self.wanted)))


def survey(configuration: Path) -> Surveyed:
    """Read the charts of a site and what is kept of them.

    Raises:
        BuildFailedError: the configuration is none of a site.
        KeptError: the index or the library cannot be read.
    """
    try:
        config: Any = load_config(str(configuration))
    except (Abort, ConfigurationError) as error:
        raise BuildFailedError(f"{configuration}: {error}") from error
    plugin = next((item for item in config.plugins.values() if isinstance(item, ClaimbookPlugin)), None)
    if plugin is None:
        raise BuildFailedError(f"{configuration.name} does not list the plugin 'claimbook'")
    claims = Path(config.config_file_path).parent / plugin.config.claims_dir
    theme = [Path(folder) for folder in config.theme.dirs]
    library = charting.library_of(theme)
    kept = read_pictures(claims / FOLDER, tools(library))
    bound = open_book(claims, plugin.config.claims_dir)
    if bound.findings:
        return Surveyed({}, kept, library, bound.findings)
    wanted: dict[str, Wanted] = {}
    for name in sorted(AUDIENCES, key=lambda edition: edition != FULL):
        book = edition_of(bound.book, name).book
        workshop = Workshop(
            book, {}, component_environment(components_folder(theme)), font_files(theme), edition=name
        )
        for drawn in charting.all_drawn(workshop):
            for form in FORMS:
                one = Wanted(figure_text(drawn.figures[form]), drawn.figures[form], len(drawn.plot.points))
                common = wanted.get(picture_name(drawn.chart.identifier, form))
                if name == FULL:
                    wanted[picture_name(drawn.chart.identifier, form)] = one
                elif common is None or common.text != one.text:
                    wanted[picture_name(drawn.chart.identifier, form, name)] = one
    return Surveyed(wanted, kept, library)


def draw(surveyed: Surveyed, names: tuple[str, ...]) -> None:
    """Draw pictures anew and keep them; those that no chart needs go.

    Raises:
        ExportError: there is no browser, or it could not draw: then everything stays as it was.
        KeptError: the folder cannot be written.
    """
    wanted = surveyed.wanted
    drawn = export([wanted[name].figure for name in names], surveyed.library) if names else []
    texts = {name: cleaned(svg, wanted[name].marks) for name, svg in zip(names, drawn, strict=True)}
    versions = surveyed.kept.tools
    pictures = {name: (fingerprint(one.text, versions), texts.get(name)) for name, one in wanted.items()}
    write_pictures(surveyed.kept.folder, pictures, versions)

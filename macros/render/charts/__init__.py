"""Charts: records to Plotly figures, and the pictures of them that are kept.

``plot`` resolves a chart's records, ``layout`` and ``figure`` lay them out for Plotly, ``picture`` makes
Plotly's export safe, ``keeping`` holds the pictures by the digest of their figure, ``exporting`` draws them
anew with a browser. None of them knows pages.
"""

from macros.render.charts.figure import FORMS, figure, figure_text
from macros.render.charts.keeping import (
    FOLDER,
    LIBRARY,
    KeptError,
    Pictures,
    picture_name,
    read_pictures,
    tools,
)
from macros.render.charts.picture import PictureError, shown
from macros.render.charts.plot import Plot, PlotError, plot_of

__all__ = [
    "FOLDER",
    "FORMS",
    "LIBRARY",
    "KeptError",
    "PictureError",
    "Pictures",
    "Plot",
    "PlotError",
    "figure",
    "figure_text",
    "picture_name",
    "plot_of",
    "read_pictures",
    "shown",
    "tools",
]

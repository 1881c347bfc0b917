"""The printed document: a built edition in, one PDF out. Knows files of a build, and no MkDocs.

A build leaves pages and records; this room reads them, joins the pages to one document through the theme's
print templates, and has WeasyPrint lay it out.
"""

from __future__ import annotations

from macros.pdf.printing import Printed, PrintError, print_edition

__all__ = ["PrintError", "Printed", "print_edition"]

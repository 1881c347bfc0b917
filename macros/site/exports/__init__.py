"""What other programs and sites read of an edition: a table, linked data, a feed of changes, badges.

All of it is made from what the edition shows: from the very text of its ``claims.json``, and from the book
and the states of the edition. It never reads the records anew.
"""

from macros.site.exports.writing import addresses, write_exports

__all__ = ["addresses", "write_exports"]

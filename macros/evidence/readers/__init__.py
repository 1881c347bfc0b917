"""One reader a format: a local file and a place in it, to the value that stands there.

A reader knows its format and nothing of records, roots or rounding. Each raises EvidenceError for what is not
there, not a number, or not that format.
"""

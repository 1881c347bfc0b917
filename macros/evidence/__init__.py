"""Evidence: the artefacts that measurements were read from, one reader a format, and whether both agree.

An artefact is a file of a repository, named with its digest by a record. A reader takes a local file and
returns the value that stands at a place in it. Verifying compares it with the record at the precision in
which the record is written. This room knows records; it knows neither states nor pages, and a report of
it is made by whoever asks.
"""

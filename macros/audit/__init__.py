"""The audit: what in records, pages and built output no longer holds, or never had a record.

It reads what the floors below have made of the records, scans texts with their positions, and runs one small
module a rule. It renders nothing and knows neither MkDocs nor the command line.
"""

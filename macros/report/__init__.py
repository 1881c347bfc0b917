"""Findings to what a person or a machine reads; one module a format. Knows findings, nothing else."""

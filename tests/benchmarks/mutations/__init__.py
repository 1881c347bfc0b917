"""Corruptions of the real site by seed, and whether the audit finds each by the rule that is there for it."""

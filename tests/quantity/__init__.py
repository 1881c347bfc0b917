"""Tests of the room for numbers, units and formulas."""

"""Tests of the room that draws diagrams."""

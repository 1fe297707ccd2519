"""Rounds after the draw: state, clock, progress of their tables."""

"""Rounds: their life after the draw, their clock, how far their tables are."""

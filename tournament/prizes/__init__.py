"""Prizes: what there is to win, and who gets it."""

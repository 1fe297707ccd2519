"""Tournaments as a whole: created, changed, finished, deleted."""

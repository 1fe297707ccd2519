"""Competitions as a whole: a season or a cup as one file, with the archives of its tournaments."""

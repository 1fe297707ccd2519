"""Helpers for every package: names, places, the in-memory cache."""

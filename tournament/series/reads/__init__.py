"""Queries, named for what they return. They change nothing."""

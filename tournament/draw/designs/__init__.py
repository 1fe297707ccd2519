"""Groupings without a search: designs, constructed or looked up."""

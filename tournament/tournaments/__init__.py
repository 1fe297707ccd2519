"""A tournament as a whole: created, changed, finished, deleted."""

"""Exit codes of the commands."""

OK = 0
NOT_WRITTEN = 1
"""The output could not be written."""
REFUSED = 2
"""Some of the input was invalid; every line has been answered all the same."""

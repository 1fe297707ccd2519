"""How a command ends."""

OK = 0
REFUSED = 2
"""Some of the input was not what the command reads; every line has its answer all the same."""

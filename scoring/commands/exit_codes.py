"""How a command ends."""

OK = 0
NOT_WRITTEN = 1
"""The answers did not reach whoever waits for them."""
REFUSED = 2
"""Some of the input was not what the command reads; every line has its answer all the same."""

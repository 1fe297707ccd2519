"""How long tests by chance go on: a few tries each time, many of them with `make slow`."""

import os

THOROUGH = os.environ.get("KREUZDAME_THOROUGH") == "1"


def tries(few: int, many: int) -> int:
    """How many examples; the first ones are the same either way where a seed draws them."""
    return many if THOROUGH else few

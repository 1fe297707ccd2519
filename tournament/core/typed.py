"""Numbers as people type them and addresses name them."""

import re

_NUMBER = re.compile("[0-9]{1,4}")
_KEY = re.compile("[0-9]{1,12}")


def number_in(text: str) -> int | None:
    """The number of a round, a table or a player; None for anything else."""
    return int(text) if _NUMBER.fullmatch(text) else None


def key_in(text: str) -> int | None:
    """The id of a row; None for anything else."""
    return int(text) if _KEY.fullmatch(text) else None

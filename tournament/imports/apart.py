"""Reading a list in a process of its own, so that a hostile file cannot harm the program."""

import sys
from collections.abc import Callable
from typing import Concatenate, ParamSpec, TypeVar

from tournament.shared.writes.apart import Limits, call_apart
from tournament.shared.writes.one_at_a_time import OneAtATime

SECONDS = 15  # CPU time
LONGEST_WAIT = 30 if sys.platform == "win32" else 60
"""Seconds until it is given up: a good list of 1 kB once took nine."""
MEGABYTES = 512
_one_at_a_time = OneAtATime("reading_another_file", waiting=0)
Found = TypeVar("Found")
More = ParamSpec("More")


def read_apart(
    read: Callable[Concatenate[bytes, More], Found],
    data: bytes,
    *more: More.args,
    **named: More.kwargs,
) -> Found:
    """Read a file in a process apart. Refused: `file_takes_too_much`, `reading_another_file`."""
    with _one_at_a_time.turn():
        limits = Limits(LONGEST_WAIT, SECONDS, MEGABYTES)
        return call_apart(read, limits, "file_takes_too_much", data, *more, **named)

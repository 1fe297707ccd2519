"""A gate that is closed while the database is replaced.

Running requests end first, new ones are told to wait: no request spans both databases. Other
processes are kept out by the lock of the database itself.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from tournament.errors import Refused

LONGEST_WAIT = 15  # seconds for running requests
_change = threading.Condition()
_inside = 0
_is_shut = False


@contextmanager
def let_through() -> Iterator[bool]:
    """Yield whether a request may proceed; while it runs, no other one can close the gate."""
    global _inside  # noqa: PLW0603  # of the whole process
    with _change:
        may = not _is_shut
        _inside += may
    try:
        yield may
    finally:
        with _change:
            _inside -= may
            _change.notify_all()


@contextmanager
def shut(own: int) -> Iterator[None]:
    """Wait to be alone with the database except for `own` requests. Refused: `still_busy`."""
    global _is_shut  # noqa: PLW0603
    with _change:
        if _is_shut:
            raise Refused("still_busy")
        _is_shut = True
        is_alone = _change.wait_for(lambda: _inside <= own, LONGEST_WAIT)
    try:
        if not is_alone:
            raise Refused("still_busy")
        yield
    finally:
        with _change:
            _is_shut = False

"""The gate that is shut while the database is changed for another one.

Requests that are under way end first, new ones are told to wait: nothing begun in one database is
finished in the other. Other processes are held off by the lock of the database itself.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from tournament.errors import Refused

LONGEST_WAIT = 15  # seconds for those under way
_change = threading.Condition()
_inside = 0
_is_shut = False


@contextmanager
def let_through() -> Iterator[bool]:
    """Whether a request may go on; while it does, the gate cannot be shut by another one."""
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
    """Alone with the database but for the caller's `own` requests. Refused: `still_busy`."""
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

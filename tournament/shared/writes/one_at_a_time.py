"""Long calculations one at a time in a process: many at once would keep the desk waiting."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore, Lock

from tournament.errors import Refused


class OneAtATime:
    """One calculates, a few wait, and whoever comes after them is refused with this code."""

    def __init__(self, code: str, *, waiting: int) -> None:
        self._code = code
        self._places = BoundedSemaphore(1 + waiting)
        self._turn = Lock()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Calculate within. Refused: the code given, where too many wait already."""
        if not self._places.acquire(blocking=False):
            raise Refused(self._code)
        try:
            with self._turn:
                yield
        finally:
            self._places.release()

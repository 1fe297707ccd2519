"""Lock for long calculations: several at once in a process would delay the desk."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore, Lock

from tournament.errors import Refused


class OneAtATime:
    """A lock with a limited queue; callers beyond it are refused with this code."""

    def __init__(self, code: str, *, waiting: int) -> None:
        self._code = code
        self._places = BoundedSemaphore(1 + waiting)
        self._turn = Lock()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Hold the lock. Refused: the code given, if too many wait already."""
        if not self._places.acquire(blocking=False):
            raise Refused(self._code)
        try:
            with self._turn:
                yield
        finally:
            self._places.release()

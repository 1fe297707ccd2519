"""Two windows at the same moment."""

from collections.abc import Callable
from contextlib import suppress
from threading import Barrier, BrokenBarrierError

import pytest

SECONDS_TO_MEET = 1.0


@pytest.fixture
def meet() -> Callable[[], None]:
    """Wait for the other window, unless it is locked out."""
    barrier = Barrier(2)

    def wait() -> None:
        with suppress(BrokenBarrierError):
            barrier.wait(SECONDS_TO_MEET)

    return wait

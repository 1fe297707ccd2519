"""Kills and full disks while four clients type: a few here, a thousand by `make torture`."""

import os

import pytest

from tests.processes.torture import torture

pytestmark = pytest.mark.skipif(
    os.name != "posix" or os.geteuid() != 0, reason="fills a disk of its own"
)


@pytest.mark.slow
def test_acknowledged_saves_are_never_lost_or_partial():
    count = torture(6, seed=7)
    assert (count.moments, count.lost, count.half) == (6, 0, 0)
    assert count.told == 88

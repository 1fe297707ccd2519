"""Two real programs: the first is killed, the second goes on; the first comes back, gives way."""

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from urllib.error import HTTPError

import pytest

from tests.factories.effort import tries
from tests.factories.pages import without_tags
from tests.processes.two_computers import Browser, Pair, killed_and_taken_over, prepared_pair

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(os.name != "posix", reason="stops programs by signals"),
]
SIGNALLED_WITHIN = 30  # seconds: it is told every second once it is there


@pytest.fixture
def pair(tmp_path: Path, var: Path) -> Iterator[Pair]:
    """The second one follows the first one."""
    pair = prepared_pair(tmp_path / "two", 24, var)
    try:
        pair.follow()
        yield pair
    finally:
        pair.first.stop()
        pair.second.stop()


def words(browser: Browser, path: str) -> str:
    return without_tags(browser.open(path))


@pytest.mark.parametrize("seed", range(tries(1, 3)))
def test_second_takes_over_within_a_minute_and_at_most_one_save_is_lost(pair: Pair, seed: int):
    outcome = killed_and_taken_over(pair, Random(seed))
    assert outcome.told >= 5
    assert outcome.lost <= 1
    assert outcome.seconds < 60


@pytest.mark.slow
def test_first_comes_back_gives_way_and_lists_what_it_took_alone(pair: Pair):
    assert pair.save(1) == "saved"
    time.sleep(3)
    pair.second.send(signal.SIGSTOP)
    assert [pair.save(each) for each in (2, 3, 4)] == ["saved"] * 3  # nobody waits for ever
    pair.first.send(signal.SIGKILL)
    pair.second.send(signal.SIGCONT)
    here = pair.take_over()
    lost = pair.lost()
    assert lost in ({3, 4}, {2, 3, 4})  # the first may have been under way to the second one
    assert "der weiß es noch nicht" in words(here, "/second/")
    pair.first.start()
    there = Browser(pair.first, pair.keys[0])
    until = time.monotonic() + SIGNALLED_WITHIN
    while "Hier angenommen, dort nicht da" not in (page := words(there, "/second/")):
        assert time.monotonic() < until
        time.sleep(0.5)
    assert {table for table in range(1, 25) if f"Tisch {table}:" in page} == lost
    with pytest.raises(HTTPError, match="503"):
        pair.save(5)
    assert "der weiß es noch nicht" not in words(here, "/second/")
    assert pair.second.rows("SELECT number FROM tournament_epoch") == [(2,)]

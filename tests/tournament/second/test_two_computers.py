"""Two real programs: the first is killed, the second goes on; the first comes back, gives way."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from tests.factories.databases import install
from tests.factories.effort import tries
from tests.factories.pages import without_tags
from tests.factories.words import text
from tests.processes.two_computers import Browser, Pair, killed_and_taken_over, prepared_pair

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(os.name != "posix", reason="stops programs by signals"),
]
SIGNALLED_WITHIN = 30  # seconds: it is told every second once it is there


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory, django_db_setup: None) -> Pair:
    """Two computers that do not run yet, one of them with a drawn hall."""
    directory = tmp_path_factory.mktemp("two")
    (directory / "template").mkdir()
    return prepared_pair(directory, 24, install(directory / "template"))


@pytest.fixture
def pair(tmp_path: Path, prepared: Pair) -> Iterator[Pair]:
    """Two computers, the second following the first."""
    pair = prepared.copied(tmp_path)
    try:
        pair.follow()
        yield pair
    finally:
        pair.first.stop()
        pair.second.stop()


def words(browser: Browser, path: str) -> str:
    return without_tags(browser.open(path))


def listed(browser: Browser) -> set[int]:
    """Return tables the computer says it took and the other one never got."""
    page = words(browser, "/second/")
    assert text("Taken here, missing there") in page
    return {table for table in range(1, 25) if f"Tisch {table}:" in page}


def not_told(browser: Browser) -> bool:
    """Return whether the computer says that the one it took over from does not know it yet."""
    said = text(
        "This computer has taken over from %(address)s, which does not know it yet. It is told as "
        "soon as it answers; do not type anything there until then.",
        address="|",
    )
    return said.split("|")[1] in words(browser, "/second/")


def wait_until(is_so: Callable[[], bool]) -> None:
    until = time.monotonic() + SIGNALLED_WITHIN
    while not is_so():
        assert time.monotonic() < until
        time.sleep(0.2)


@pytest.mark.parametrize("seed", range(tries(1, 3)))
def test_second_takes_over_within_a_minute_and_loses_at_most_one_save(pair: Pair, seed: int):
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
    assert not_told(here)
    pair.first.start()
    there = Browser(pair.first, pair.keys[0])
    wait_until(lambda: text("Taken here, missing there") in words(there, "/second/"))
    assert listed(there) == lost
    assert pair.save(5) == "refused"
    assert not not_told(here)
    assert pair.second.rows("SELECT number FROM tournament_epoch") == [(2,)]


def test_acknowledged_saves_are_accounted_for_after_repeated_takeovers(pair: Pair):
    first = Browser(pair.first).sign_in("leitung")
    assert first.save(1) == "saved"
    second = pair.take_over()
    assert (first.save(2), second.save(2)) == ("refused", "saved")
    # The first notice came before the last saves were fetched; the next one says what has arrived.
    wait_until(lambda: listed(first) == set())

    # By mistake: the first one counts again while the other one hears nothing, and both type.
    pair.second.send(signal.SIGSTOP)
    first.open("/second/go-on/", go="1")
    assert first.save(3) == "saved"
    pair.second.send(signal.SIGCONT)
    fresh = iter(range(4, 20))
    wait_until(lambda: second.save(next(fresh)) == "refused")
    assert listed(second) == pair.second.saved() - {1} >= {2}
    assert pair.first.saved() == {1, 3}

    # It was right after all.
    second.open("/second/go-on/", go="1")
    wait_until(lambda: first.save(next(fresh)) == "refused")
    assert listed(first) == pair.first.saved() - {1} >= {3}
    assert second.save(20) == "saved"

    # The way back: the first one stands by for the second one, and takes over.
    second.open("/second/code/", code="1")
    ((code,),) = pair.second.rows(
        "SELECT code FROM tournament_othercomputer WHERE way = 'follower'"
    )
    first.open("/second/follow/", line=f"127.0.0.1:{pair.second.port}/{code}")
    assert second.save(21) == "saved"
    first.sign_in("leitung").open("/second/take-over/", take="1")
    assert (second.save(22), first.save(22)) == ("refused", "saved")
    wait_until(lambda: listed(second) == set())
    assert pair.first.saved() == pair.second.saved() | {22}

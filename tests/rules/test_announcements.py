"""Announcements to the hall, and when they are due."""

from datetime import UTC, datetime, timedelta

import pytest

from tournament.rounds.rules.clock import Announcement, Call, Pause, announcements, clock_state

TEN = datetime(2026, 3, 7, 10, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


def read_at(minute: float, *, pauses: tuple[Pause, ...] = (), minutes: int = 100) -> list[str]:
    """Return what is due so many minutes after ten, with the minutes of a warning."""
    now = TEN + minute * MINUTE
    state = clock_state(
        minutes=minutes, extra_minutes=0, started_at=TEN, ended_at=None, now=now, pauses=pauses
    )
    found = announcements(state, TEN, pauses, (10, 5))
    return [f"{each.call}{each.minutes or ''}" for each in found if each.is_due(now)]


@pytest.mark.parametrize(
    ("minute", "read"),
    [
        *((0, ["start"]), (0.99, ["start"]), (1, []), (89.99, [])),
        *((90, ["warning10"]), (91, []), (95, ["warning5"]), (96, []), (99.99, [])),
        *((100, ["time_up"]), (500, ["time_up"])),
    ],
)
def test_something_is_read_at_start_warnings_and_end(minute: float, read: list[str]) -> None:
    assert read_at(minute) == read


def test_pause_is_announced_and_that_it_goes_on() -> None:
    assert read_at(30, pauses=((TEN + 20 * MINUTE, None),)) == ["pause"]
    over = ((TEN + 20 * MINUTE, TEN + 50 * MINUTE),)
    assert read_at(50, pauses=over) == ["goes_on"]
    assert read_at(100, pauses=over) == []
    assert read_at(130, pauses=over) == ["time_up"]


def test_pause_does_not_call_back_those_whose_time_was_up() -> None:
    assert read_at(110, pauses=((TEN + 105 * MINUTE, None),)) == ["time_up"]


def test_short_time_has_no_warning_before_its_start() -> None:
    assert read_at(0, minutes=7) == ["start"]
    assert read_at(2, minutes=7) == ["warning5"]


def test_before_the_start_and_after_the_end() -> None:
    waiting = clock_state(minutes=100, extra_minutes=0, started_at=None, ended_at=None, now=TEN)
    assert announcements(waiting, None, (), (10,)) == (Announcement(Call.SEATS),)
    ended = clock_state(minutes=100, extra_minutes=0, started_at=TEN, ended_at=TEN, now=TEN)
    assert announcements(ended, TEN, (), (10,)) == ()

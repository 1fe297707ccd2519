from datetime import UTC, datetime, timedelta

import pytest

from tournament.rounds.rules.clock import ClockPhase, ClockState, Pause, clock_state, end_of_time

START = datetime(2026, 3, 7, 10, 0, tzinfo=UTC)
END = datetime(2026, 3, 7, 11, 40, tzinfo=UTC)


def at(
    now: datetime,
    *,
    extra: int = 0,
    ended: datetime | None = None,
    pauses: tuple[Pause, ...] = (),
) -> ClockState:
    return clock_state(
        minutes=100, extra_minutes=extra, started_at=START, ended_at=ended, now=now, pauses=pauses
    )


def test_clock_waits_with_the_whole_time_before_the_start() -> None:
    state = clock_state(minutes=100, extra_minutes=5, started_at=None, ended_at=None, now=START)
    assert state == ClockState(ClockPhase.WAITING, 105 * 60, None)


def test_clock_counts_down_from_the_start() -> None:
    assert at(START) == ClockState(ClockPhase.RUNNING, 6000, END)
    assert at(START + timedelta(minutes=99)) == ClockState(ClockPhase.RUNNING, 60, END)


def test_clock_shows_a_begun_second_until_time_is_up() -> None:
    instant = timedelta(microseconds=1)
    assert at(END - instant) == ClockState(ClockPhase.RUNNING, 1, END)
    assert at(END) == ClockState(ClockPhase.OVER, 0, END)
    assert at(END + timedelta(hours=1)) == ClockState(ClockPhase.OVER, 0, END)


def test_clock_adds_the_extra_time_of_the_table() -> None:
    late = END + timedelta(minutes=7)
    assert at(END, extra=7) == ClockState(ClockPhase.RUNNING, 420, late)
    assert at(late, extra=7) == ClockState(ClockPhase.OVER, 0, late)


def test_clock_ends_when_the_referee_says_so() -> None:
    early, late = END - timedelta(minutes=20), END + timedelta(minutes=5)
    assert at(early, ended=early) == ClockState(ClockPhase.ENDED, 0, END)
    assert at(late, ended=late) == ClockState(ClockPhase.ENDED, 0, END)


def test_clock_accepts_a_start_in_another_time_zone() -> None:
    berlin_start = START.astimezone(datetime.fromisoformat("2026-03-07T11:00+01:00").tzinfo)
    state = clock_state(
        minutes=100, extra_minutes=0, started_at=berlin_start, ended_at=None, now=END
    )
    assert state == ClockState(ClockPhase.OVER, 0, END)


def test_pauses_do_not_count_and_an_open_one_stands_still() -> None:
    minute = timedelta(minutes=1)
    first: Pause = (START + 10 * minute, START + 25 * minute)
    second: Pause = (START + 60 * minute, None)
    for now in (START + 60 * minute, START + 90 * minute):
        assert at(now, pauses=(first, second)) == ClockState(ClockPhase.PAUSED, 55 * 60, None)
    done = (first, (second[0], START + 90 * minute))
    assert at(START + 90 * minute, pauses=done).ends_at == END + 45 * minute


def test_pause_counts_only_for_tables_it_held_up() -> None:
    minute = timedelta(minutes=1)
    later = ((END + minute, None),)
    assert at(END + 9 * minute, pauses=later) == ClockState(ClockPhase.OVER, 0, END)
    length = timedelta(minutes=100)
    began = START + 20 * minute  # in a pause of half an hour
    pauses = ((START + 10 * minute, START + 40 * minute),)
    assert end_of_time(began, length, pauses, END) == START + 140 * minute


@pytest.mark.parametrize("hours", [-24, -1, 1, 24])
def test_shifted_computer_clock_never_exceeds_the_whole_time(hours: int) -> None:
    now = START + timedelta(minutes=50, hours=hours)
    for pauses in ((), ((START + timedelta(minutes=40), None),)):
        state = at(now, pauses=pauses)
        assert 0 <= state.remaining_seconds <= 100 * 60

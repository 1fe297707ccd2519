from datetime import UTC, datetime, timedelta

from tournament.core.clock import ClockPhase, ClockState, clock_state

START = datetime(2026, 3, 7, 10, 0, tzinfo=UTC)
END = datetime(2026, 3, 7, 11, 40, tzinfo=UTC)


def at(now: datetime, *, extra: int = 0, ended: datetime | None = None) -> ClockState:
    return clock_state(minutes=100, extra_minutes=extra, started_at=START, ended_at=ended, now=now)


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


def test_clock_ends_when_the_referee_says_so_before_or_after_the_time() -> None:
    early, late = END - timedelta(minutes=20), END + timedelta(minutes=5)
    assert at(early, ended=early) == ClockState(ClockPhase.ENDED, 0, END)
    assert at(late, ended=late) == ClockState(ClockPhase.ENDED, 0, END)


def test_clock_takes_a_start_in_another_time_zone() -> None:
    berlin_start = START.astimezone(datetime.fromisoformat("2026-03-07T11:00+01:00").tzinfo)
    state = clock_state(
        minutes=100, extra_minutes=0, started_at=berlin_start, ended_at=None, now=END
    )
    assert state == ClockState(ClockPhase.OVER, 0, END)

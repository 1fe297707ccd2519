"""The timetable of the day: examples, and what holds for every day."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from tournament.rounds.rules.timetable import (
    Day,
    Part,
    PartState,
    PlannedRound,
    Row,
    first_begin,
    timetable,
)

TEN = datetime(2026, 11, 7, 10, 0, tzinfo=UTC)
HUNDRED = PlannedRound(100)
DONE, RUNNING, NEXT, LATER = PartState


def minute(number: float | None) -> datetime | None:
    return None if number is None else TEN + timedelta(minutes=number)


def shown(day: Day, now: float) -> list[tuple[str, float | None, str]]:
    """Return of each row its part with the round, its minute after ten, and its state."""
    rows = timetable(day, TEN + timedelta(minutes=now))
    return [(f"{row.part}{row.round}", after(row.expected), str(row.state)) for row in rows]


def after(moment: datetime | None) -> float | None:
    return None if moment is None else (moment - TEN) / timedelta(minutes=1)


def played(started: float, ended: float | None = None, up: float | None = None) -> PlannedRound:
    return PlannedRound(100, minute(started), minute(up), minute(ended))


def test_before_the_start_everything_is_as_planned():
    rows = timetable(Day(TEN, [HUNDRED, HUNDRED], 20), TEN - timedelta(hours=3))

    assert [(row.part, row.round, after(row.planned), row.state) for row in rows] == [
        (Part.ROUND, 1, 0, NEXT),
        (Part.BREAK, 1, 100, LATER),
        (Part.ROUND, 2, 120, LATER),
        (Part.BREAK, 2, 220, LATER),
        (Part.PRIZES, 2, 240, LATER),
    ]
    assert [row.expected for row in rows] == [row.planned for row in rows]
    assert not any(row.has_moved for row in rows)


def test_real_times_replace_planned_ones_and_later_rows_move():
    day = Day(TEN, [played(7, 112), HUNDRED], 20)

    assert shown(day, 115) == [
        ("round1", 7, "done"),
        ("break1", 112, "running"),
        ("round2", 132, "next"),
        ("break2", 232, "later"),
        ("prizes2", 252, "later"),
    ]


def test_plan_stays_whatever_happens():
    def planned(day: Day) -> list[float | None]:
        return [after(row.planned) for row in timetable(day, TEN + timedelta(hours=5))]

    assert planned(Day(TEN, [played(7, 112), played(140)], 20)) == [0, 100, 120, 220, 240]


def test_start_that_is_late_moves_everything_with_the_time_of_day():
    assert [at for _what, at, _state in shown(Day(TEN, [HUNDRED], 20), 15)] == [15, 115, 135]


def test_running_round_ends_when_the_time_of_its_last_table_is_up():
    day = Day(TEN, [played(0, up=118), HUNDRED], 20)

    assert shown(day, 60)[:3] == [
        ("round1", 0, "running"),
        ("break1", 118, "next"),
        ("round2", 138, "later"),
    ]


def test_round_whose_time_is_up_lasts_until_it_is_ended():
    assert shown(Day(TEN, [played(0, up=100), HUNDRED], 20), 130)[1][1] == 130


def test_round_closed_without_a_clock_has_no_time_but_the_next_one_has():
    day = Day(TEN, [PlannedRound(100, ended=minute(90)), HUNDRED], 20)

    assert shown(day, 95)[:3] == [
        ("round1", None, "done"),
        ("break1", 90, "running"),
        ("round2", 110, "next"),
    ]


def test_break_disappears_where_the_next_round_began_before_the_last_one_ended():
    day = Day(TEN, [played(0, up=100), played(95, up=195)], 20)

    assert [what for what, _at, _state in shown(day, 98)] == [
        "round1",
        "round2",
        "break2",
        "prizes2",
    ]


def test_without_breaks_rounds_follow_each_other():
    assert [(what, at) for what, at, _state in shown(Day(TEN, [HUNDRED, HUNDRED], 0), 0)] == [
        ("round1", 0),
        ("round2", 100),
        ("prizes2", 200),
    ]


def test_after_a_round_without_limit_no_time_is_told_until_it_has_ended():
    free = PlannedRound(None)

    assert [at for _what, at, _state in shown(Day(TEN, [free, free], 20), 0)] == [0, *[None] * 4]
    ended = PlannedRound(None, started=minute(3), ended=minute(80))
    assert [at for _what, at, _state in shown(Day(TEN, [ended, free], 20), 81)] == [
        *(3, 80, 100),
        *(None, None),
    ]


def test_prizes_wait_for_their_own_time_and_for_the_break():
    early = Day(TEN, [HUNDRED], 20, prizes=minute(60))
    late = Day(TEN, [HUNDRED], 20, prizes=minute(180))

    assert shown(early, 0)[-1][1] == 120
    assert shown(late, 0)[-1][1] == 180
    assert shown(late, 175)[-1][1] == 295  # nothing has begun: the whole day waits


def test_over_everything_is_done_and_nobody_knows_when_prizes_were_given():
    assert shown(Day(TEN, [played(0, 100)], 20, is_over=True), 600) == [
        ("round1", 0, "done"),
        ("break1", 100, "done"),
        ("prizes1", None, "done"),
    ]


def test_seconds_are_no_move_and_what_is_past_has_not_moved():
    def has_moved(seconds: int, state: PartState) -> bool:
        return Row(Part.ROUND, 1, TEN, TEN + timedelta(seconds=seconds), state).has_moved

    assert not has_moved(59, NEXT)
    assert has_moved(60, NEXT)
    assert not has_moved(60, DONE)  # what is past is told with its real time alone


def test_plan_belongs_to_the_day_on_which_it_really_began():
    zone = ZoneInfo("Europe/Berlin")
    saturday = date(2026, 11, 7)

    assert first_begin(saturday, time(10), None, zone) == TEN - timedelta(hours=1)
    # Played a week later, and one that began after midnight instead of half past eleven.
    later = TEN + timedelta(days=7)
    assert first_begin(saturday, time(10), later, zone) == later - timedelta(hours=1)
    midnight = datetime(2026, 11, 7, 23, 10, tzinfo=UTC)
    assert first_begin(saturday, time(23, 30), midnight, zone) == midnight - timedelta(minutes=40)


def test_hour_that_is_put_back_is_played_twice():
    zone = ZoneInfo("Europe/Berlin")
    start = first_begin(date(2026, 10, 25), time(1, 30), None, zone)
    rows = timetable(Day(start, [HUNDRED], 20), start)

    shown = [row.planned and row.planned.astimezone(zone).strftime("%H:%M") for row in rows]
    assert shown == ["01:30", "02:10", "02:30"]


minutes = st.integers(-200, 2000)
rounds = st.builds(
    PlannedRound,
    minutes=st.none() | st.integers(1, 600),
    started=st.none() | minutes.map(minute),
    time_up=st.none() | minutes.map(minute),
    ended=st.none() | minutes.map(minute),
)
days = st.builds(
    Day,
    starts=minutes.map(minute),
    rounds=st.lists(rounds, min_size=1, max_size=12),
    break_minutes=st.integers(0, 600),
    prizes=st.none() | minutes.map(minute),
    is_over=st.booleans(),
)


@given(days, minutes)
def test_no_row_begins_before_the_one_above_it(day, now):
    rows = timetable(day, TEN + timedelta(minutes=now))

    for times in ([row.planned for row in rows], [row.expected for row in rows]):
        known = [each for each in times if each]
        assert known == sorted(known)


@given(days, minutes)
def test_every_round_is_there_once_prizes_end_the_day_and_one_row_at_most_is_next(day, now):
    rows = timetable(day, TEN + timedelta(minutes=now))

    assert [row.round for row in rows if row.part is Part.ROUND] == [*range(1, len(day.rounds) + 1)]
    assert rows[-1].part is Part.PRIZES
    assert sum(row.state is NEXT for row in rows) <= 1


@given(days, minutes)
def test_nothing_to_come_is_expected_in_the_past(day, now):
    moment = TEN + timedelta(minutes=now)

    for row in timetable(day, moment):
        if row.state in (NEXT, LATER) and row.part is not Part.BREAK and row.expected:
            assert row.expected >= moment

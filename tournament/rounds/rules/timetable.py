"""The timetable of the day: what is planned, and what is expected as real times come in.

Pure: the time is an argument. A day is reckoned twice by the same function, without and with what
has really happened; so the plan never moves, and what is expected does.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from enum import StrEnum

MINUTE = timedelta(minutes=1)


class Part(StrEnum):
    """What a row of the timetable is about."""

    ROUND = "round"
    BREAK = "break"
    PRIZES = "prizes"


class PartState(StrEnum):
    """Whether a row lies behind, is going on, comes next, or later."""

    DONE = "done"
    RUNNING = "running"
    NEXT = "next"
    LATER = "later"


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """A round: its minutes (None: no limit), and its real times as far as they are known.

    time_up: when the time of its last table is up, with pauses and extra time. ended: when it was
    ended or, without an end, closed.
    """

    minutes: int | None
    started: datetime | None = None
    time_up: datetime | None = None
    ended: datetime | None = None


@dataclass(frozen=True, slots=True)
class Day:
    """When the first round begins, its rounds in order, the breaks, and prizes not before then."""

    starts: datetime
    rounds: Sequence[PlannedRound]
    break_minutes: int
    prizes: datetime | None = None
    is_over: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One row: `round` is the round, or the one before a break.

    Both times are None where a round without a limit lies before; `expected` is the real time once
    it has begun.
    """

    part: Part
    round: int
    planned: datetime | None
    expected: datetime | None
    state: PartState

    @property
    def has_moved(self) -> bool:
        """Whether it goes on or is to come, and at another minute than planned."""
        if self.state is PartState.DONE or self.planned is None or self.expected is None:
            return False
        return self.planned.replace(second=0) != self.expected.replace(second=0)


def timetable(day: Day, now: datetime) -> list[Row]:
    """Return the rows of the day in order; none begins before the one above it."""
    plan = replace(day, rounds=[PlannedRound(each.minutes) for each in day.rounds], is_over=False)
    planned = dict(_begins(plan, None))
    rows = []
    comes_next = PartState.NEXT
    for key, expected in _begins(day, now):
        state = _state(day, key)
        if state is PartState.LATER:
            state, comes_next = comes_next, PartState.LATER
        rows.append(Row(*key, planned.get(key), expected, state))
    return rows


def first_begin(day: date, starts: time, began: datetime | None, zone: tzinfo) -> datetime:
    """Return when the first round is planned to begin: on that day, or on the one it began near."""
    near = began.astimezone(zone).date() if began else day
    days = (near + timedelta(days=each) for each in (-1, 0, 1)) if began else (day,)
    moments = [datetime.combine(each, starts, zone).astimezone(UTC) for each in days]
    return min(moments, key=lambda at: abs(at - (began or at)))


def length_of(rounds: Sequence[PlannedRound], break_minutes: int) -> timedelta | None:
    """Return the time from the first begin to the end of the last round; None without a limit."""
    starts = datetime(2000, 1, 1, tzinfo=UTC)
    begins = dict(_begins(Day(starts, rounds, break_minutes), None))
    last = len(rounds)
    end = begins.get((Part.BREAK, last), begins[Part.PRIZES, last])
    return None if end is None else end - starts


Key = tuple[Part, int]


def _begins(day: Day, now: datetime | None) -> Iterator[tuple[Key, datetime | None]]:
    """Yield when each row begins; what has not begun, at `now` at the earliest."""
    above = None  # the latest moment so far
    free: datetime | None = day.starts
    for number, round in enumerate(day.rounds, start=1):
        begin = round.started or (None if round.ended else _latest(free, now))
        begin = _latest(begin, above)
        yield (Part.ROUND, number), begin
        above = begin or above
        end = _latest(_end(round, begin, now), above)
        following = day.rounds[number].started if number < len(day.rounds) else None
        if day.break_minutes and not (following and (end is None or following <= end)):
            yield (Part.BREAK, number), end
            above = end or above
        free = end and end + day.break_minutes * MINUTE
    if day.is_over:  # nobody notes when the prizes were given
        free = None
    elif free and day.prizes:
        free = max(free, day.prizes)
    yield (Part.PRIZES, len(day.rounds)), _latest(_latest(free, now), above)


def _latest(moment: datetime | None, *others: datetime | None) -> datetime | None:
    """Return the latest of the moments that are known; None if the first is not."""
    return moment and max([moment, *filter(None, others)])


def _end(round: PlannedRound, begin: datetime | None, now: datetime | None) -> datetime | None:
    """Return when a round has ended or is expected to; None if nobody knows."""
    if round.ended or begin is None or round.minutes is None:
        return round.ended
    return _latest(round.time_up or begin + round.minutes * MINUTE, now)


def _state(day: Day, key: Key) -> PartState:
    part, number = key
    if part is Part.PRIZES:
        return PartState.DONE if day.is_over else PartState.LATER
    round = day.rounds[number - 1]
    if part is Part.ROUND:
        if round.ended or day.is_over:
            return PartState.DONE
        return PartState.RUNNING if round.started else PartState.LATER
    following = day.rounds[number] if number < len(day.rounds) else None
    if day.is_over or (following and (following.started or following.ended)):
        return PartState.DONE
    return PartState.RUNNING if round.ended else PartState.LATER

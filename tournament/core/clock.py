"""The round clock of one table. The time is an argument, never read."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum


class ClockPhase(StrEnum):
    """Where the time of a table stands."""

    WAITING = "waiting"
    RUNNING = "running"
    OVER = "over"
    """Time is up: begun games are finished, owed solos still played (TSR 8.5.1)."""
    ENDED = "ended"
    """The referee has recorded the end."""


@dataclass(frozen=True, slots=True)
class ClockState:
    """What a screen shows: the phase, the whole seconds left (0 once over) and the end of time."""

    phase: ClockPhase
    remaining_seconds: int
    ends_at: datetime | None


def clock_state(
    *,
    minutes: int,
    extra_minutes: int,
    started_at: datetime | None,
    ended_at: datetime | None,
    now: datetime,
) -> ClockState:
    """The clock of a table at `now`; extra time is added to its minutes (TSR 8.5.1).

    A begun second counts as a second left, so 0 is shown only when time is really up. The end of
    time is the planned one, also after the referee has ended the round earlier or later.
    """
    length = timedelta(minutes=minutes + extra_minutes)
    if started_at is None:
        return ClockState(ClockPhase.WAITING, _whole_seconds(length), None)
    ends_at = started_at + length
    if ended_at is not None:
        return ClockState(ClockPhase.ENDED, 0, ends_at)
    if now >= ends_at:
        return ClockState(ClockPhase.OVER, 0, ends_at)
    return ClockState(ClockPhase.RUNNING, _whole_seconds(ends_at - now), ends_at)


def _whole_seconds(span: timedelta) -> int:
    """Rounded up."""
    return -(-span // timedelta(seconds=1))

"""The clock of one table, what it makes known to the hall, and when a table will be done.

The time is an argument. A forecast counts net minutes: since the start of the table, without
pauses. Two facts are rules: a begun game is finished when the time is up (TSR 8.5.1), and owed
solos are still played (8.6).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from enum import StrEnum

Pause = tuple[datetime, datetime | None]
"""Start and end of a pause; end None: it still lasts."""


class ClockPhase(StrEnum):
    """The phase of a table's time."""

    WAITING = "waiting"
    RUNNING = "running"
    PAUSED = "paused"
    """The clock is stopped, for every table."""
    OVER = "over"
    """Time is up: begun games are finished, owed solos still played (TSR 8.5.1)."""
    ENDED = "ended"
    """The referee has recorded the end."""


@dataclass(frozen=True, slots=True)
class ClockState:
    """Phase, whole seconds left, and the end; None before the start and in a pause."""

    phase: ClockPhase
    remaining_seconds: int
    ends_at: datetime | None


def moments(shown: time, since: datetime, until: datetime) -> list[datetime]:
    """Return all moments from `since` to `until`, in local time, at which clocks show that time.

    There are two where the clocks are put back in between, and none in a skipped hour.
    """
    zone, found = since.tzinfo, set()
    for day in range((until.date() - since.date()).days + 1):
        for fold in (0, 1):
            date = since.date() + timedelta(days=day)
            moment = datetime.combine(date, shown.replace(fold=fold), zone).astimezone(UTC)
            if moment.astimezone(zone).time() == shown and since <= moment <= until:
                found.add(moment)
    return sorted(found)


def clock_state(
    *,
    minutes: int,
    extra_minutes: int,
    started_at: datetime | None,
    ended_at: datetime | None,
    now: datetime,
    pauses: Sequence[Pause] = (),
) -> ClockState:
    """Return the clock of a table at `now`; extra time is added to its minutes (TSR 8.5.1).

    A begun second counts as a whole one, so 0 is shown only when time is really up. The end of time
    is the planned one, even if the referee has ended the round earlier or later.
    """
    length = timedelta(minutes=minutes + extra_minutes)
    if started_at is None:
        return ClockState(ClockPhase.WAITING, _whole_seconds(length), None)
    ends_at = end_of_time(started_at, length, pauses, now)
    if ended_at is not None:
        return ClockState(ClockPhase.ENDED, 0, ends_at)
    if now >= ends_at:
        return ClockState(ClockPhase.OVER, 0, ends_at)
    if pauses and pauses[-1][1] is None:
        return ClockState(ClockPhase.PAUSED, _whole_seconds(ends_at - now), None)
    return ClockState(ClockPhase.RUNNING, _whole_seconds(ends_at - now), ends_at)


def end_of_time(
    started_at: datetime, length: timedelta, pauses: Sequence[Pause], now: datetime
) -> datetime:
    """Return when a table's time is up: pauses do not count, an open one lasts until `now`.

    If the computer's clock was put back before the start, the start counts as now.
    """
    started_at = min(started_at, now)
    end = started_at + length
    for begin, stop in pauses:
        if begin < end:
            end += max((stop or now) - max(begin, started_at), timedelta())
    return end


def net_time(started_at: datetime, now: datetime, pauses: Sequence[Pause]) -> timedelta:
    """Return how long a table has played until now, without pauses."""
    paused = (
        min(stop or now, now) - max(begin, started_at) for begin, stop in pauses if begin < now
    )
    return max(
        now - started_at - sum((max(each, timedelta()) for each in paused), timedelta()),
        timedelta(),
    )


def _whole_seconds(span: timedelta) -> int:
    """Convert to seconds, rounded up."""
    return -(-span // timedelta(seconds=1))


LASTS = timedelta(minutes=1)
"""How long an announcement of something happening now stays current."""


class Call(StrEnum):
    """The kind of an announcement."""

    SEATS = "seats"
    """Before the start: shuffling and dealing is allowed (TSR 8.5.1)."""
    START = "start"
    GOES_ON = "goes_on"
    PAUSE = "pause"
    WARNING = "warning"
    TIME_UP = "time_up"
    """Begun games are finished, owed solos still played (TSR 8.5.1)."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """A call, and when it is current (None: unlimited); minutes left, for a warning."""

    call: Call
    since: datetime | None = None
    until: datetime | None = None
    minutes: int = 0

    def is_due(self, now: datetime) -> bool:
        """Whether it is to be read now."""
        has_begun = self.since is None or self.since <= now
        return has_begun and (self.until is None or now < self.until)


def announcements(
    state: ClockState, started_at: datetime | None, pauses: Sequence[Pause], warnings: Iterable[int]
) -> tuple[Announcement, ...]:
    """Return the announcements from now on for tables with this clock, if nothing changes.

    warnings: minutes before the end. Those not after the start are left out.
    """
    if state.phase is ClockPhase.WAITING:
        return (Announcement(Call.SEATS),)
    if state.phase is ClockPhase.PAUSED:
        return (Announcement(Call.PAUSE, pauses[-1][0]),)
    if state.phase is ClockPhase.ENDED or state.ends_at is None or started_at is None:
        return ()
    goes_on = pauses[-1][1] if pauses else None
    begin = goes_on or started_at
    called = Announcement(
        Call.GOES_ON if goes_on else Call.START, begin, min(begin + LASTS, state.ends_at)
    )
    moments = ((state.ends_at - timedelta(minutes=minutes), minutes) for minutes in warnings)
    warned = (
        Announcement(Call.WARNING, moment, moment + LASTS, minutes)
        for moment, minutes in moments
        if moment > begin
    )
    return (called, *warned, Announcement(Call.TIME_UP, state.ends_at))


HALL_COUNTS_AS = 4.0
"""Weight of the hall's mean pace, in games of the table itself (docs/forecast.md)."""
UNDERWAY = 0.5
"""An observer finds half a game in progress on average, besides the finished ones."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a table after `minutes` net minutes; begun games count as a half.

    planned: the games of the round. limit: when time is up. solos_left: None if unknown.
    is_additional: a solo still owed afterwards is played in an additional game.
    """

    minutes: float
    games: float
    planned: int
    limit: float
    solos_left: int | None
    owed_by_all: int
    is_additional: bool = False

    @property
    def solos_share(self) -> float:
        """The share of compulsory solos in the games to come; as at the start if unknown."""
        left = self.planned - self.games
        if self.solos_left is None or left <= 0:
            return self.owed_by_all / self.planned
        return min(self.solos_left / left, 1.0)

    def additional(self, until: float) -> float:
        """Return the expected number of additional games, if those until `until` are played.

        A player who owes a solo bids it in one of those games before, the likelier the more there
        are.
        """
        if not self.is_additional:
            return 0.0
        owed = self.owed_by_all if self.solos_left is None else self.solos_left
        return owed * (1 - max(until - self.games, 0.0) / self.planned)


def hall_pace(tables: Iterable[Progress]) -> float | None:
    """Return the average net minutes per game in the hall; None without observations."""
    seen = [table for table in tables if table.games > 0 and table.minutes > 0]
    games = sum(table.games for table in seen)
    return sum(table.minutes for table in seen) / games if seen else None


def expected_end(table: Progress, pace_of_hall: float, weight: float = HALL_COUNTS_AS) -> float:
    """Return the net minutes after which a table will be done.

    Its own pace is shrunk towards the hall's, the more the fewer games it has played. With the time
    up it finishes its game and plays owed solos; those to come are spread evenly.
    """
    pace = (table.minutes + weight * pace_of_hall) / (table.games + weight)
    left = max(table.planned - table.games, 0.0)
    normal_over = table.minutes + left * pace
    whole = normal_over + table.additional(table.planned) * pace
    after = max(table.limit, table.minutes)
    struck_from = max(normal_over - after, 0.0) / pace
    if not struck_from:
        return whole
    solos = table.additional(table.planned - struck_from)
    if not table.is_additional:
        solos = struck_from * table.solos_share
    return min(whole, after + (UNDERWAY + solos) * pace)

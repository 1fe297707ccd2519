"""Announcements to the hall, and their times. The time is an argument, never read."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from tournament.rounds.rules.clock import ClockPhase, ClockState, Pause

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
    """A call, and the time during which it is current; None: unlimited.

    minutes: how many are left, for a warning.
    """

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

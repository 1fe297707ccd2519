"""How a round stands, in one word that every page, phone and screen says.

It follows from what was recorded, the sheets and the time. The time is an argument.
"""

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum


class RoundPhase(StrEnum):
    """How a round stands; those that are recorded have the value of that state."""

    DRAWN = "drawn"
    PUBLISHED = "published"
    RUNNING = "running"
    PAUSED = "paused"
    LAST_TABLES = "last_tables"
    """The time is up, but not at each table: some have five players, extra time, or began later."""
    TIME_UP = "time_up"
    ENDED = "ended"
    """The referee has ended it; sheets are missing."""
    ALL_IN = "all_in"
    """No sheet is missing, whatever the clock says."""
    CLOSED = "closed"


Turn = tuple[datetime | None, RoundPhase]
"""A phase, and from when on; None: it is the case now."""


def phases(
    recorded: str, *, is_paused: bool, all_in: bool, ends: Sequence[datetime], now: datetime
) -> tuple[Turn, ...]:
    """Return the present phase of a round, then those to come if nobody presses anything.

    ends: when the time of its tables is up, in any order; empty before the start and where the
    rules set no time.
    """
    phase = RoundPhase(recorded)
    if all_in and phase not in (RoundPhase.DRAWN, RoundPhase.CLOSED):
        phase = RoundPhase.ALL_IN
    if phase is not RoundPhase.RUNNING:
        return ((None, phase),)
    if is_paused:
        return ((None, RoundPhase.PAUSED),)
    coming = {min(ends): RoundPhase.LAST_TABLES} if ends else {}
    coming |= {max(ends): RoundPhase.TIME_UP} if ends else {}
    past = [phase, *(turn for moment, turn in coming.items() if moment <= now)]
    later = [(moment, turn) for moment, turn in coming.items() if moment > now]
    return ((None, past[-1]), *later)

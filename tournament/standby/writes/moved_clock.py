"""The computer's clock is moved while a round runs: its tables keep the time they have left.

A round is stored with the time of day at which it began. Beside the time of day a computer counts
how long it has been running, which nobody can move. When the difference of the two changes,
somebody has moved the clock, and the start of what runs is moved as far. That holds across a
restart of the program; after one of the computer nothing is known but the time of day. It is
believed unless the journal has entries from later: then the round goes on from the last of them.
"""

import time
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from uuid import uuid4

from django.db import DatabaseError, transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from tournament.journal.writes import record
from tournament.models import (
    ClockReference,
    GameTable,
    JournalEntry,
    Round,
    SheetDraft,
    TableReport,
    Tournament,
)
from tournament.permissions import COMMAND_LINE
from tournament.shared.writes.open_tournaments import open_tournament
from tournament.standby.standing import standing

LEAST_SECONDS = 0.5
"""Who moves a clock moves it further; the two are read one after the other."""
_BOOT = Path("/proc/sys/kernel/random/boot_id")
_PROCESS = uuid4().hex


@dataclass(frozen=True, slots=True)
class ClockReading:
    """The time of day less the time the computer has been running, in seconds, and since when.

    `boot` names its last start; where nobody tells it, this process: then nothing is known across
    its restart.
    """

    boot: str
    offset: float

    def moved_since(self, other: "ClockReading") -> float:
        """By how many seconds the clock was moved in between; 0 where that cannot be known."""
        moved = self.offset - other.offset if self.boot == other.boot else 0.0
        return moved if abs(moved) >= LEAST_SECONDS else 0.0


def clock_reading() -> ClockReading:
    """What the clocks of this computer say now."""
    # On Linux the plain monotonic clock sleeps when the lid is closed.
    clock = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))
    running = time.monotonic() if clock is None else time.clock_gettime(clock)
    boot = _BOOT.read_text().strip() if _BOOT.exists() else _PROCESS
    return ClockReading(boot, time.time() - running)


class ClockWatch:
    """Looks at every request whether the clock was moved; the database is asked only then."""

    def __init__(self) -> None:
        self._known: ClockReading | None = None

    def look(self) -> None:
        """Follow the clock, the first time as well: it may have been moved before the start.

        A computer that stands by leaves the times to the one that counts.
        """
        if not standing.takes_entries:
            return
        reading = clock_reading()
        if self._known is None or reading.moved_since(self._known):
            # Where nothing can be written reading goes on; the next request tries again.
            with suppress(DatabaseError):
                follow_clock(reading)
                self._known = reading


@transaction.atomic
def follow_clock(reading: ClockReading, now: datetime | None = None) -> None:
    """Move the start of every round that runs as far as the clock was moved since the last time."""
    kept = ClockReference.objects.select_for_update().first()
    if kept is None:
        ClockReference.objects.get_or_create(pk=1, boot=reading.boot, offset=reading.offset)
        return
    last = ClockReading(kept.boot, kept.offset)
    seconds = reading.moved_since(last)
    if not seconds and reading.boot == last.boot:
        return
    kept.boot, kept.offset = reading.boot, reading.offset
    kept.save()
    for round in _running():
        if seconds:
            _move(round, timedelta(seconds=seconds), "clock_followed")
            continue
        # By the last entry, not the latest: those before a move of the clock tell another time.
        entry = JournalEntry.objects.filter(tournament=round.tournament).order_by("pk").last()
        late = entry.at - (now or timezone.now()) if entry else timedelta()
        if late >= timedelta(seconds=LEAST_SECONDS):
            _move(round, -late, "clock_behind")


def _running() -> QuerySet[Round]:
    running = Round.objects.filter(
        started_at__isnull=False,
        ended_at__isnull=True,
        closed_at__isnull=True,
        tournament__frozen_at__isnull=True,
    )
    return running.exclude(tournament__status=Tournament.Status.FINISHED)


def _move(round: Round, by: timedelta, action: str) -> None:
    """What has a time in this round, as if the clock had always told the time it tells now."""
    open_tournament(round.tournament)
    round = Round.objects.select_for_update().get(pk=round.pk)
    assert round.started_at is not None  # it runs
    round.started_at += by
    round.pauses = [
        [text and (datetime.fromisoformat(text) + by).isoformat() for text in pause]
        for pause in round.pauses
    ]
    round.save(update_fields=["started_at", "pauses"])
    later = GameTable.objects.filter(round=round, started_at__isnull=False)
    later.update(started_at=F("started_at") + by)
    TableReport.objects.filter(table__round=round).update(at=F("at") + by)
    SheetDraft.objects.filter(table__round=round).update(updated_at=F("updated_at") + by)
    words = {"round": round.number, "seconds": f"{by.total_seconds():+.0f}"}
    record(COMMAND_LINE, round.tournament, action, touched=[round, later], **words)

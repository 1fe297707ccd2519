"""Moves of the computer's clock during a round: tables keep their remaining time.

A round is stored with the time of day at which it began. A computer also counts its uptime, which
nobody can move. When the difference of the two changes, the clock was moved, and the start of
running rounds is moved with it. This works across a restart of the program; after one of the
computer only the time of day is known. It is trusted unless the journal has later entries: then the
round continues from the last of them.
"""

import time
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from uuid import uuid4

from django.db import DatabaseError, transaction
from django.db.models import F
from django.utils import timezone

from tournament.journal.writes import open_tournament, record
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
from tournament.standby.standing import standing

LEAST_SECONDS = 0.5
"""Real moves are larger; the two clocks are read one after the other."""
_BOOT = Path("/proc/sys/kernel/random/boot_id")
_PROCESS = uuid4().hex


@dataclass(frozen=True, slots=True)
class ClockReading:
    """The time of day minus the uptime, in seconds, and the boot it refers to.

    `boot` identifies the last boot; where unknown, this process: then nothing is known across its
    restart.
    """

    boot: str
    offset: float

    def moved_since(self, other: "ClockReading") -> float:
        """Return by how many seconds the clock was moved in between; 0 if unknown."""
        moved = self.offset - other.offset if self.boot == other.boot else 0.0
        return moved if abs(moved) >= LEAST_SECONDS else 0.0


def clock_reading() -> ClockReading:
    """Read the clocks of this computer."""
    # On Linux the plain monotonic clock stops while the lid is closed.
    clock = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))
    running = time.monotonic() if clock is None else time.clock_gettime(clock)
    boot = _BOOT.read_text().strip() if _BOOT.exists() else _PROCESS
    return ClockReading(boot, time.time() - running)


class ClockWatch:
    """Checks on every request whether the clock was moved; queries the database only then."""

    def __init__(self) -> None:
        self._known: ClockReading | None = None

    def look(self) -> None:
        """Follow a move of the clock, also one before the first call."""
        if not standing.takes_entries:  # the active computer keeps the times
            return
        reading = clock_reading()
        if self._known is None or reading.moved_since(self._known):
            # Reading works without write access; the next request tries again.
            with suppress(DatabaseError):
                follow_clock(reading)
                self._known = reading


@transaction.atomic
def follow_clock(reading: ClockReading, now: datetime | None = None) -> None:
    """Move the start of every running round by the move of the clock since the last time."""
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
    running = Round.objects.filter(
        started_at__isnull=False,
        ended_at__isnull=True,
        closed_at__isnull=True,
        tournament__frozen_at__isnull=True,
    )
    for round in running.exclude(tournament__status=Tournament.Status.FINISHED):
        if seconds:
            _move(round, timedelta(seconds=seconds), "clock_followed")
            continue
        # By the last entry, not the latest: entries before a move of the clock have another time.
        entry = JournalEntry.objects.filter(tournament=round.tournament).order_by("pk").last()
        late = entry.at - (now or timezone.now()) if entry else timedelta()
        if late >= timedelta(seconds=LEAST_SECONDS):
            _move(round, -late, "clock_behind")


def _move(round: Round, by: timedelta, action: str) -> None:
    """Move all times of a round, as if the clock had always been right."""
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

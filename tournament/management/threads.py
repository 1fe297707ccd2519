"""Threads beside the server of `serve`: copies, and what a second computer requires."""

import sqlite3
import threading
import time
from contextlib import suppress

from django.db import DatabaseError, connections
from django.utils import timezone

from tournament.backup.copies import copy_wanted, last_copy, make_copy, status
from tournament.backup.rules import MINUTES_OF_WORK, TOO_OLD_MINUTES
from tournament.backup.second_place import carry_over, chosen_place, written_last
from tournament.backup.sqlite import is_one_file, reading
from tournament.errors import Refused
from tournament.standby.follower import follower
from tournament.standby.standing import Way, refresh, standing
from tournament.standby.writes import standing_changed, tell_predecessor

LOOK_FOR_COPIES_EVERY = 10  # seconds
RETRY_AFTER = 60  # seconds after a failed copy
MINUTE = 60
LOOK_AT_OTHER_EVERY = 5.0  # seconds
TRY_AGAIN_AFTER = 1.0  # seconds, if the other one could not be reached

Written = tuple[object, object]


class CopyKeeper:
    """Makes a copy after something was written: every ten minutes, and at once on request.

    It also keeps a SQLite file open. Otherwise the last request to end would remove SQLite's
    auxiliary files, and on a full disk the next one could not create them: not even read.
    """

    def __init__(self) -> None:
        self._copied: Written | None = None
        self._copied_at = float("-inf")  # monotonic seconds
        self._waiting_since: float | None = None
        self._failed_at = float("-inf")

    def start(self) -> None:
        """Start copying in a thread beside the server."""
        threading.Thread(target=self._keep_forever, name="copies", daemon=True).start()

    def look(self, now: float) -> None:
        """Copy if due at `now` (seconds); then bring the second place up to date."""
        occasion = "round" if copy_wanted.is_set() else ""
        copy_wanted.clear()
        written = written_last()
        if written == self._copied:
            self._waiting_since = None
        elif self._waiting_since is None:
            self._waiting_since = now
        waited = now - self._copied_at >= MINUTES_OF_WORK * MINUTE
        is_urgent = bool(occasion) or waited or status.problem is not None
        if written != self._copied and is_urgent and now - self._failed_at >= RETRY_AFTER:
            try:
                make_copy(occasion)
            except Refused as refusal:
                status.problem, self._failed_at = refusal, now
            else:
                status.problem, status.copied_at = None, timezone.now()
                self._copied, self._copied_at, self._waiting_since = written, now, None
        status.is_too_old = (
            self._waiting_since is not None and now - self._waiting_since > TOO_OLD_MINUTES * MINUTE
        )
        place = chosen_place()
        status.place_problem = None
        try:
            if place:
                carry_over(place)
        except Refused as refusal:
            status.place_problem = refusal

    def _keep_forever(self) -> None:
        if is_one_file():
            held = reading()  # see above
            held.execute("PRAGMA schema_version")  # only this opens the file
        status.is_kept_here = True
        last = last_copy()
        status.copied_at = last.name.made_at if last else None
        while True:
            with suppress(DatabaseError, OSError):  # a page reports it; it tries again
                self.look(time.monotonic())
            connections.close_all()
            copy_wanted.wait(LOOK_FOR_COPIES_EVERY)


class SecondComputer:
    """Follows the first computer, or notifies the one that this one has taken over from.

    Notifying goes on as long as this one runs, for the other may go on while offline. The standing
    is reread from time to time: another process may have restored a copy.
    """

    def start(self) -> None:
        """Start in its own thread."""
        threading.Thread(target=self._go_on_forever, name="second computer", daemon=True).start()

    def look(self) -> float:
        """Do it once; return after how many seconds to look again."""
        try:
            if standing.stands_by:
                follower.follow()
                standing.problem = None
                return 0.0
            refresh()
            if Way.PREDECESSOR in standing.others:
                tell_predecessor()
        except Refused as refusal:
            standing.problem = refusal
            if not (standing.stands_by or standing.to_be_told):
                return LOOK_AT_OTHER_EVERY
        except (DatabaseError, sqlite3.Error, OSError):
            pass  # busy for a moment, or a page reports it
        else:
            return LOOK_AT_OTHER_EVERY
        return TRY_AGAIN_AFTER

    def _go_on_forever(self) -> None:
        while True:
            standing_changed.clear()
            seconds = self.look()
            connections.close_all()
            standing_changed.wait(seconds)

"""Makes the copies while `serve` runs: a thread beside the server that looks every few seconds.

It also holds a file of SQLite open. Else the last request to end would put away SQLite's files
beside it, and the next one could not make them anew on a full disk: nobody could even read.
"""

import threading
import time
from contextlib import suppress

from django.db import DatabaseError, connections
from django.utils import timezone

from tournament.backup.copies import copy_wanted, last_copy, make_copy
from tournament.backup.kind import is_one_file
from tournament.backup.rules import MINUTES_OF_WORK, TOO_OLD_MINUTES
from tournament.backup.second_place import carry_over, chosen_place, written_last
from tournament.backup.sqlite import reading
from tournament.backup.status import status
from tournament.errors import Refused

LOOK_EVERY = 10  # seconds
RETRY_AFTER = 60  # seconds after a copy that failed
MINUTE = 60

Written = tuple[object, object]


class CopyKeeper:
    """Copies when something was written: every ten minutes, and at once when it is wanted."""

    def __init__(self) -> None:
        self._copied: Written | None = None
        self._copied_at = float("-inf")  # in seconds of a clock that nobody moves
        self._waiting_since: float | None = None
        self._failed_at = float("-inf")

    def start(self) -> None:
        """Keep copying from now on, beside the server."""
        threading.Thread(target=self._keep_forever, name="copies", daemon=True).start()

    def look(self, now: float) -> None:
        """Copy if it is time, at `now` seconds; then see that the second place has it, too."""
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
            self._copy(now, written, occasion)
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

    def _copy(self, now: float, written: Written, occasion: str) -> None:
        try:
            make_copy(occasion)
        except Refused as refusal:
            status.problem, self._failed_at = refusal, now
            return
        status.problem, status.copied_at = None, timezone.now()
        self._copied, self._copied_at, self._waiting_since = written, now, None

    def _keep_forever(self) -> None:
        if is_one_file():
            held = reading()  # see above
            held.execute("PRAGMA schema_version")  # only now the file is open
        status.is_kept_here = True
        last = last_copy()
        status.copied_at = last.name.made_at if last else None
        while True:
            with suppress(DatabaseError, OSError):  # a page says so; it looks again
                self.look(time.monotonic())
            connections.close_all()
            copy_wanted.wait(LOOK_EVERY)

"""Thread beside `serve`: follows the first computer, or notifies the one it has taken over from.

Notifying goes on for as long as this one runs, for the other may go on while offline. The thread
also rereads this computer's standing from time to time: another process may have restored a copy.
"""

import sqlite3
import threading

from django.db import DatabaseError, connections

from tournament.errors import Refused
from tournament.standby.follower import follower
from tournament.standby.standing import Way, refresh, standing
from tournament.standby.writes.second_computer import standing_changed, tell_predecessor

LOOK_EVERY = 5.0  # seconds
TRY_AGAIN_AFTER = 1.0  # seconds, if the other one could not be reached


class SecondComputer:
    """Does what this computer's standing requires, beside the server."""

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
                return LOOK_EVERY
        except (DatabaseError, sqlite3.Error, OSError):
            pass  # busy for a moment, or a page reports it
        else:
            return LOOK_EVERY
        return TRY_AGAIN_AFTER

    def _go_on_forever(self) -> None:
        while True:
            standing_changed.clear()
            seconds = self.look()
            connections.close_all()
            standing_changed.wait(seconds)

"""How the copies stand, as the process that makes them knows it: for the bar of every page.

Kept in memory, so that no page asks the database or a stick for it. Where nobody makes copies (on
PostgreSQL, or under another server) there is nothing to say.
"""

from dataclasses import dataclass
from datetime import datetime

from tournament.errors import Refused


@dataclass
class CopyStatus:
    """When the last good copy was made; whether what was written since waits too long.

    problem: why the last copy failed. place_problem: why none has come to the second place.
    """

    copied_at: datetime | None = None
    is_too_old: bool = False
    problem: Refused | None = None
    place_problem: Refused | None = None

    @property
    def is_alarm(self) -> bool:
        """Whether somebody has to do something."""
        return self.is_too_old or bool(self.problem or self.place_problem)


status = CopyStatus()
"""Of this process."""

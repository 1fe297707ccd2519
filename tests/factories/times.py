"""A fixed morning for tests of the clock."""

from datetime import UTC, datetime, timedelta

from tests.factories.rounds import make_drawn_tournament, round_number
from tournament.models import Tournament
from tournament.permissions import COMMAND_LINE
from tournament.rounds.writes import start_clock

NINE = datetime(2026, 11, 7, 9, 0, tzinfo=UTC)  # ten here
MINUTE = timedelta(minutes=1)


def begun_at_nine(players: int = 8, **fields: object) -> Tournament:
    """Create a tournament whose first round is drawn and begins at nine."""
    tournament = make_drawn_tournament(players, **fields)
    start_clock(COMMAND_LINE, round_number(tournament, 1), now=NINE)
    return tournament

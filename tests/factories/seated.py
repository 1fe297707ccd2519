"""Tournaments whose seats are known: set by hand, line for line as they are typed."""

from tests.factories.tournaments import make_entries, make_tournament
from tournament.models import Tournament
from tournament.permissions import COMMAND_LINE
from tournament.services.draws import publish_next_round
from tournament.services.seat_changes import seat_by_hand


def make_seated_tournament(*rounds: str, published: int = 1, **fields: object) -> Tournament:
    """A tournament with these rounds, as "1 2 3 4 / 5 6 7 8"; players have no club."""
    tournament = make_tournament(rounds_planned=len(rounds), **fields)
    plans = [tuple(tuple(table.split()) for table in round.split("/")) for round in rounds]
    numbers = {int(person) for tables in plans for table in tables for person in table}
    make_entries(tournament, max(numbers))
    for number, tables in enumerate(plans, start=1):
        seat_by_hand(COMMAND_LINE, tournament, number, tables, "Probe")
    for _ in range(published):
        publish_next_round(COMMAND_LINE, tournament)
    tournament.refresh_from_db()
    return tournament

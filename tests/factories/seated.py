"""Tournaments with known seats: set by hand, line for line as typed."""

from django.http import HttpResponse

from tests.factories.journal import note
from tests.factories.rounds import plan_of
from tests.factories.tournaments import make_entries, make_tournament
from tournament.models import Entry, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.seating.writes.draws import publish_next_round
from tournament.seating.writes.seat_changes import seat_by_hand

ROUND = "/t/herbst/rounds/1/"
REPAIR, SWAP, SUBSTITUTE = (f"{ROUND}{act}/" for act in ("repair", "swap", "substitute"))
"""The pages that change seats of an existing round."""
TWO_ROUNDS = ("1 2 3 4 / 5 6 7 8", "1 5 2 6 / 3 7 4 8")
"""Everybody meets one person again: 1-2, 3-4, 5-6, 7-8."""
SIXTEEN = (
    "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 16",
    "1 5 9 13 / 2 6 10 14 / 3 7 11 15 / 4 8 12 16",
)
"""Nobody meets twice."""


def make_seated_tournament(*rounds: str, published: int = 1, **fields: object) -> Tournament:
    """Create a tournament with these rounds, as "1 2 3 4 / 5 6 7 8"; players have no club."""
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


def seats(tournament: Tournament, number: int = 1) -> str:
    """Return a round as it is typed."""
    tables: dict[int, list[str]] = {}
    for round, table, _seat, person in plan_of(tournament):
        if round == number:
            tables.setdefault(table, []).append(str(person))
    return " / ".join(" ".join(table) for table in tables.values())


def withdraw(tournament: Tournament, *numbers: int) -> None:
    """Withdraw these players, without any service."""
    leaving = tournament.entries.filter(number__in=numbers)
    leaving.update(status=Entry.Status.WITHDRAWN)
    note(tournament, leaving)


def named(tournament: Tournament, number: int) -> str:
    """Return number and name, as the pages name a player."""
    return f"{number} {tournament.entries.get(number=number).person.list_name}"


def fingerprint_on(page: HttpResponse) -> str:
    """Return the fingerprint of the preview a page shows."""
    return str(page.context["preview"]["fingerprint"])

"""Stored rounds in the form of the draw: seats by start number, and the ranking."""

from tournament.draw import Round as SeatedRound
from tournament.errors import Refused
from tournament.models import Entry, Seat, Tournament
from tournament.rounds.reads.rounds import missing_places
from tournament.seating.mapping import SeatNumber, history_of
from tournament.seating.reads.draws import PlayersToDraw
from tournament.standings.reads.standings import standings_after


def seats_before(tournament: Tournament, first: int) -> list[SeatNumber]:
    """Return every seat of the rounds before `first`; one query."""
    return _seats(tournament, 1, first)


def rounds_from(tournament: Tournament, first: int) -> tuple[SeatedRound, ...]:
    """Return the drawn rounds from `first` on; one query."""
    return history_of(_seats(tournament, first, None))


def entries_of(tournament: Tournament) -> dict[str, Entry]:
    """Return all entries by their id in the draw, in the order of the start numbers; one query."""
    entries = Entry.objects.filter(tournament=tournament).select_related("person", "club")
    return {str(entry.number): entry for entry in entries.order_by("number")}


def ranking_before(tournament: Tournament, first: int, to_draw: PlayersToDraw) -> tuple[str, ...]:
    """Return the players to draw, best first, by the standings before round `first`.

    Players without a rank come last, by start number. Refused: `standings_incomplete` while score
    sheets of those rounds are missing.
    """
    if missing := missing_places(tournament, first - 1):
        raise Refused("standings_incomplete", round=first, places=missing)
    rows = standings_after(tournament, first - 1).rows
    placed = {row.number: place for place, row in enumerate(rows)}
    numbers = sorted(
        (entry.number for entry in to_draw.drawn),
        key=lambda number: (placed.get(number, len(placed)), number),
    )
    return tuple(map(str, numbers))


def _seats(tournament: Tournament, first: int, before: int | None) -> list[SeatNumber]:
    seats = Seat.objects.filter(round__tournament=tournament, round__number__gte=first)
    if before is not None:
        seats = seats.filter(round__number__lt=before)
    in_order = seats.order_by("round__number", "table__number", "position")
    return list(in_order.values_list("round__number", "table__number", "entry__number"))

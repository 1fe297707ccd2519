"""What the database says of the results of tournaments, of as many as are asked for at once."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery

from tournament.models import Adjustment, Bye, Entry, Round, Seat, Tournament
from tournament.selectors.table_totals import TableRow, table_rows


@dataclass(frozen=True, slots=True)
class StoredResults:
    """One tournament: its rounds by number, tables, players and deductions.

    `seats` are entry, table and position, by position; `adjustments` the entry, the number of the
    round (None: of none) and the points. `first_bye` of an entry is the number of the first round
    that was sat out by lot, or None.
    """

    tournament: Tournament
    rounds: list[Round]
    tables: list[TableRow]
    seats: list[tuple[int, int, int]]
    adjustments: list[tuple[int, int | None, int]]
    entries: list[Any]


def stored_results(tournaments: Collection[Tournament]) -> dict[int, StoredResults]:
    """By the id of the tournament; five queries, however many there are."""
    tables = table_rows(tournaments)
    found = {each.pk: StoredResults(each, [], tables[each.pk], [], [], []) for each in tournaments}
    for each in Round.objects.filter(tournament__in=tournaments).order_by("number"):
        found[each.tournament_id].rounds.append(each)
    seats = Seat.objects.filter(round__tournament__in=tournaments).order_by("position")
    columns = ("round__tournament", "entry", "table", "position")
    for tournament, entry, table, position in seats.values_list(*columns):
        found[tournament].seats.append((entry, table, position))
    deductions = Adjustment.objects.filter(entry__tournament__in=tournaments)
    columns = ("entry__tournament", "entry", "round__number", "points")
    for tournament, entry, round, points in deductions.values_list(*columns):
        found[tournament].adjustments.append((entry, round, points))
    for player in _entries(tournaments):
        found[player.tournament_id].entries.append(player)
    return found


def _entries(tournaments: Collection[Tournament]) -> QuerySet[Any]:
    """All players with person and club, and the first round they sat out."""
    byes = Bye.objects.filter(entry=OuterRef("pk")).order_by("round__number")
    entries = Entry.objects.filter(tournament__in=tournaments).select_related("person", "club")
    return entries.annotate(first_bye=Subquery(byes.values("round__number")[:1]))

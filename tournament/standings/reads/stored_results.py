"""Stored results of several tournaments at once."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import OuterRef, Subquery

from tournament.models import Adjustment, Bye, Entry, Round, Seat, Tournament
from tournament.models.person import full_name
from tournament.referee.reads import COUNTS_FROM
from tournament.shared.reads.prepared import Prepared, as_text, values_of
from tournament.shared.rules.names import ClubName, Names, one_name_each
from tournament.sheets.reads.table_totals import TableRow, table_rows


class Player(NamedTuple):
    """An entry with its data for lists; a tuple, since model instances took four times as long.

    `club` is short, `club_name` full; `state` is the person's, else the club's. `first_bye` is the
    first round sat out by lot, or None.
    """

    pk: int
    person_id: int
    number: int
    names: Names
    club: str
    club_name: str
    state: str
    tags: tuple[str, ...]
    team: str
    status: str
    first_bye: int | None

    @property
    def ranked(self) -> bool:
        """Whether the player has a rank in the standings."""
        return self.status == Entry.Status.ACTIVE


@dataclass(frozen=True, slots=True)
class StoredResults:
    """One tournament: its rounds by number, tables, players and deductions.

    `seats` are (entry, table, position, tournament), by position; `adjustments` are (entry, the
    round from which they count, points).
    """

    tournament: Tournament
    rounds: list[Round]
    tables: list[TableRow]
    seats: list[tuple[int, int, int, int]]
    adjustments: list[tuple[int, int, int]]
    entries: list[Player]


EVERY_ROUND = 32_767
"""More than any tournament has."""
_ROUNDS = Prepared(
    lambda *tournaments: Round.objects.filter(tournament__in=tournaments).order_by("number")
)
_SEATS = Prepared(
    lambda last, *tournaments: (
        Seat.objects.filter(round__tournament__in=tournaments, round__number__lte=last)
        .order_by("position")
        .values_list("entry", "table", "position", "round__tournament")
    )
)
_DEDUCTIONS = Prepared(
    lambda *tournaments: Adjustment.objects.filter(entry__tournament__in=tournaments).values_list(
        "entry__tournament", "entry", COUNTS_FROM, "points"
    )
)
_FIRST_BYE = Bye.objects.filter(entry=OuterRef("pk")).order_by("round__number")
_ENTRIES = Prepared(
    lambda *tournaments: (
        Entry.objects.filter(tournament__in=tournaments)
        .annotate(first_bye=Subquery(_FIRST_BYE.values("round__number")[:1]))
        .values_list(
            *("tournament", as_text("tags")),
            *("pk", "person", "number", "team", "status", "first_bye"),
            *("person__last_name", "person__first_name", "person__state"),
            *("person__publish_name", "person__deleted_at"),
            *("club__code", "club__name", "club__state"),
        )
    )
)
"""All players with person and club, and their first bye."""


def stored_results(
    tournaments: Collection[Tournament], last: int | None = None
) -> dict[int, StoredResults]:
    """Return results by tournament id, with seats up to round `last`; five queries for all."""
    if not tournaments:
        return {}
    tables = table_rows(tournaments)
    found = {each.pk: StoredResults(each, [], tables[each.pk], [], [], []) for each in tournaments}
    for round in _ROUNDS(*found):
        found[round.tournament_id].rounds.append(round)
    seats = _SEATS(last or EVERY_ROUND, *found)
    if len(found) == 1:  # thousands of rows
        found[next(iter(found))].seats.extend(seats)
    else:
        for seat in seats:
            found[seat[-1]].seats.append(seat)
    for tournament, entry, number, points in _DEDUCTIONS(*found):
        found[tournament].adjustments.append((entry, number, points))
    entries = _ENTRIES(*found)
    clubs = one_name_each(ClubName(*row[-3:-1]) for row in entries if row[-3] or row[-2])
    all_tags = values_of(row[1] for row in entries)
    for (tournament, _text, *row), tags in zip(entries, all_tags, strict=True):
        pk, person_id, number, team, status, first_bye, *rest = row
        last_name, first_name, state, publish_name, deleted_at, *club, club_state = rest
        code, name = clubs[ClubName(*club)] if any(club) else ("", "")
        player = Player(
            pk=pk,
            person_id=person_id,
            number=number,
            names=Names(last_name, first_name, publish_name or bool(deleted_at)),
            club=code or name,
            club_name=full_name(code, name),
            state=state or club_state or "",
            tags=tuple(tags),
            team=team,
            status=status,
            first_bye=first_bye,
        )
        found[tournament].entries.append(player)
    return found

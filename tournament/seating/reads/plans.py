"""The seating plan: everybody's seats in every drawn round, published or not."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Exists, OuterRef

from tournament.models import Bye, Draw, Entry, GameTable, Round, Seat, Tournament
from tournament.rounds.reads.rounds import unseated
from tournament.shared.rules.names import name_key


class PlanSeat(NamedTuple):
    """A seat in one round; written "7-3" for table 7, position 3."""

    table: int
    seat: int

    def __str__(self) -> str:
        return f"{self.table}-{self.seat}"


class PlanPlayer(NamedTuple):
    """A player with the seat in each round of the plan, None in a round without one.

    `public_list_name` is for posted lists; `club` is the code, else the name, else empty.
    """

    number: int
    list_name: str
    public_list_name: str
    club: str
    seats: tuple[PlanSeat | None, ...]
    entry_id: int


@dataclass(frozen=True, slots=True)
class TableInRound:
    """The players of a table in one round, by position; empty if the round does not use it."""

    round: Round
    players: tuple[PlanPlayer, ...]


@dataclass(frozen=True, slots=True)
class PlanTable:
    """A table of the hall in every round of the plan."""

    number: int
    rounds: tuple[TableInRound, ...]


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """All drawn rounds in order, the players by name, the tables by number.

    Players are all who have a seat or a bye by lot in any of the rounds.
    """

    rounds: tuple[Round, ...]
    players: tuple[PlanPlayer, ...]
    tables: tuple[PlanTable, ...]

    @property
    def published(self) -> tuple[Round, ...]:
        """The published rounds."""
        return tuple(round for round in self.rounds if round.published_at)

    @property
    def unpublished(self) -> tuple[Round, ...]:
        """The rounds visible to the direction only."""
        return tuple(round for round in self.rounds if not round.published_at)

    @property
    def draws(self) -> tuple[Draw, ...]:
        """The draws of the seats, in the order of their rounds."""
        return tuple(dict.fromkeys(round.draw for round in self.rounds))


def seat_plan(tournament: Tournament) -> SeatPlan:
    """Return the plan of all drawn rounds; three queries."""
    rounds = tuple(
        Round.objects.filter(tournament=tournament).select_related("draw").order_by("number")
    )
    in_order = Seat.objects.filter(round__tournament=tournament).order_by(
        "round__number", "table__number", "position"
    )
    rows = in_order.values_list("round_id", "entry_id", "table__number", "position")
    seats = {(round, entry): PlanSeat(table, seat) for round, entry, table, seat in rows}
    is_seated = Exists(Seat.objects.filter(entry=OuterRef("pk")))
    sits_out = Exists(Bye.objects.filter(entry=OuterRef("pk")))
    players = {
        each.entry_id: PlanPlayer(
            each.number,
            each.list_name,
            each.public_list_name,
            each.club,
            tuple(seats.get((round.pk, each.entry_id)) for round in rounds),
            each.entry_id,
        )
        for each in unseated(Entry.objects.filter(is_seated | sits_out, tournament=tournament))
    }
    by_name = sorted(
        players.values(), key=lambda player: (name_key(player.list_name), player.number)
    )
    at_tables: dict[int, dict[int, list[PlanPlayer]]] = {}  # by table and round, by position
    for (round_id, entry), seat in seats.items():
        at_tables.setdefault(seat.table, {}).setdefault(round_id, []).append(players[entry])
    tables = (
        PlanTable(
            number,
            tuple(TableInRound(each, tuple(at_table.get(each.pk, ()))) for each in rounds),
        )
        for number, at_table in sorted(at_tables.items())
    )
    return SeatPlan(rounds, tuple(by_name), tuple(tables))


def by_number(players: Iterable[PlanPlayer]) -> tuple[PlanPlayer, ...]:
    """Return the players in the order of their start numbers."""
    return tuple(sorted(players, key=lambda player: player.number))


def table_numbers(tournament: Tournament) -> tuple[int, ...]:
    """Return the numbers of all tables in drawn rounds; one query."""
    tables = GameTable.objects.filter(round__tournament=tournament).order_by("number")
    return tuple(tables.values_list("number", flat=True).distinct())

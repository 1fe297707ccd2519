"""The plan: where everybody sits in every round that is drawn, published or not."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Exists, OuterRef, QuerySet

from tournament.labels.names import name_key
from tournament.models import Bye, Draw, Entry, GameTable, Round, Seat, Tournament
from tournament.rounds.reads.rounds import unseated

# Table and position by round and entry.
_Seats = Mapping[tuple[int, int], "PlanSeat"]


class PlanSeat(NamedTuple):
    """Where somebody sits in one round; written "7-3" for table 7, position 3."""

    table: int
    seat: int

    def __str__(self) -> str:
        return f"{self.table}-{self.seat}"


class PlanPlayer(NamedTuple):
    """A player and the seat in each round of the plan, None in a round without one.

    The public name is for paper on the wall.

    `club` is the code, else the name, else empty.
    """

    number: int
    list_name: str
    public_list_name: str
    club: str
    seats: tuple[PlanSeat | None, ...]
    entry_id: int


@dataclass(frozen=True, slots=True)
class TableInRound:
    """Who sits at a table in one round, by position; nobody where the round does not use it."""

    round: Round
    players: tuple[PlanPlayer, ...]


@dataclass(frozen=True, slots=True)
class PlanTable:
    """A table of the hall through every round of the plan."""

    number: int
    rounds: tuple[TableInRound, ...]


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """Every round drawn, in order; the players by name; the tables by number.

    The players are all who have a seat or sit out by lot in any of the rounds.
    """

    rounds: tuple[Round, ...]
    players: tuple[PlanPlayer, ...]
    tables: tuple[PlanTable, ...]

    @property
    def published(self) -> tuple[Round, ...]:
        """The rounds that everybody may know."""
        return tuple(round for round in self.rounds if round.published_at)

    @property
    def unpublished(self) -> tuple[Round, ...]:
        """The rounds that are for the direction alone."""
        return tuple(round for round in self.rounds if not round.published_at)

    @property
    def draws(self) -> tuple[Draw, ...]:
        """The draws that the seats come from, in the order of their rounds."""
        return tuple(dict.fromkeys(round.draw for round in self.rounds))


def seat_plan(tournament: Tournament) -> SeatPlan:
    """The plan of all rounds drawn; three queries."""
    rounds = Round.objects.filter(tournament=tournament).select_related("draw").order_by("number")
    in_order = tuple(rounds)
    seats = _seats(tournament)
    players = {
        each.entry_id: PlanPlayer(
            each.number,
            each.list_name,
            each.public_list_name,
            each.club,
            tuple(seats.get((round.pk, each.entry_id)) for round in in_order),
            each.entry_id,
        )
        for each in unseated(_entries(tournament))
    }
    return SeatPlan(
        rounds=in_order,
        players=tuple(sorted(players.values(), key=_name_order)),
        tables=tuple(_tables(in_order, seats, players)),
    )


def by_number(players: Iterable[PlanPlayer]) -> tuple[PlanPlayer, ...]:
    """The players in the order of their start numbers."""
    return tuple(sorted(players, key=lambda player: player.number))


def table_numbers(tournament: Tournament) -> tuple[int, ...]:
    """The numbers of the tables that any round drawn needs; one query."""
    tables = GameTable.objects.filter(round__tournament=tournament).order_by("number")
    return tuple(tables.values_list("number", flat=True).distinct())


def _seats(tournament: Tournament) -> _Seats:
    seats = Seat.objects.filter(round__tournament=tournament)
    in_order = seats.order_by("round__number", "table__number", "position")
    rows = in_order.values_list("round_id", "entry_id", "table__number", "position")
    return {(round, entry): PlanSeat(table, seat) for round, entry, table, seat in rows}


def _entries(tournament: Tournament) -> QuerySet[Entry]:
    is_seated = Exists(Seat.objects.filter(entry=OuterRef("pk")))
    sits_out = Exists(Bye.objects.filter(entry=OuterRef("pk")))
    return Entry.objects.filter(is_seated | sits_out, tournament=tournament)


def _name_order(player: PlanPlayer) -> tuple[str, int]:
    return (name_key(player.list_name), player.number)


def _tables(
    rounds: Sequence[Round], seats: _Seats, players: Mapping[int, PlanPlayer]
) -> Iterable[PlanTable]:
    """The tables in order; the seats come in the order of their positions."""
    seated: dict[int, dict[int, list[PlanPlayer]]] = {}
    for (round, entry), seat in seats.items():
        seated.setdefault(seat.table, {}).setdefault(round, []).append(players[entry])
    for number in sorted(seated):
        at_table = seated[number]
        yield PlanTable(
            number,
            tuple(TableInRound(round, tuple(at_table.get(round.pk, ()))) for round in rounds),
        )

"""Contents of the score sheets, table by table, for a workbook to recount."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tournament.models import GameTable, SheetKind, Tournament
from tournament.shared.rules.places import SeatRow
from tournament.sheets.mapping import solo_kinds, table_games
from tournament.sheets.reads.table_totals import table_rows, table_totals
from tournament.sheets.rules.results import Game, TableGames
from tournament.sheets.rules.rulings import average


@dataclass(frozen=True)
class ListedTable:
    """A table with a result: its players and the content of its list.

    `totals` are the points as they count today; `fixed` the same with None for averages of other
    rounds.
    """

    round: int
    number: int
    players: tuple[SeatRow, ...]
    kind: SheetKind
    content: Mapping[str, Any]
    games: TableGames
    totals: tuple[int, ...]
    fixed: tuple[int | None, ...]

    @cached_property
    def rows(self) -> tuple[Mapping[str, Any], ...]:
        """The games as written down; empty where only totals are entered."""
        return tuple(self.content.get("rows", ())) if self.games.listed else ()

    @cached_property
    def penalties(self) -> tuple[Mapping[str, Any], ...]:
        """The penalties on the list."""
        return tuple(self.content.get("penalties", ()))

    def penalty_in(self, row: int, position: int) -> int:
        """Return the points that penalties move at a position in a row, both counted from 1."""
        booked = (each["points"][position - 1] for each in self.penalties if each["row"] == row)
        return sum(points or 0 for points in booked)

    def games_of(self, position: int) -> int | None:
        """Return the number of games a position has played; None where unknown."""
        return self.games.played_by(position, len(self.players))

    def game(self, row: int) -> Game:
        """Return a game, counted from 1."""
        return self.games.listed[row - 1]


def listed_tables(
    tournament: Tournament, seats: Mapping[int, Iterable[SeatRow]]
) -> tuple[ListedTable, ...]:
    """Return the tables that have a result, in order; `seats` by round. Two queries."""
    totals = table_totals(tournament, table_rows([tournament])[tournament.pk])
    solos = solo_kinds(tournament.rule_set)
    players: dict[tuple[int, int], list[SeatRow]] = {}
    for number, rows in seats.items():
        for seat in rows:
            players.setdefault((number, seat.table), []).append(seat)
    found = GameTable.objects.filter(round__tournament=tournament, current_version__isnull=False)
    version = ("kind", "content", "totals")
    in_order = found.filter(round__number__in=seats).order_by("round__number", "number")
    versions = in_order.values_list("pk", *(f"current_version__{name}" for name in version))
    return tuple(
        ListedTable(
            round=totals[pk].round,
            number=totals[pk].number,
            players=tuple(players.get(totals[pk].place, ())),
            kind=SheetKind(kind),
            content=content,
            games=table_games(content, solos),
            totals=totals[pk].totals or (),
            fixed=tuple(fixed),
        )
        for pk, kind, content, fixed in versions
        if totals[pk].place in players
    )


def known_averages(tables: tuple[ListedTable, ...]) -> dict[int, int]:
    """Return everybody's average at these tables, by start number."""
    points: dict[int, list[int]] = {}
    for table in tables:
        for seat, figure in zip(table.players, table.fixed, strict=True):
            points.setdefault(seat.number, []).extend([] if figure is None else [figure])
    return {number: average(figures) for number, figures in points.items()}

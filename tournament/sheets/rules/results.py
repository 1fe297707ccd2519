"""Results of a tournament by any rules: points need not add up to 0, lists have any length."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from typing import NamedTuple

from scoring.terms import dealer_sits_out

RoundPoints = tuple[int | None, ...]


class Result(NamedTuple):
    """What ranks one entry in each round asked for (None: no result yet), and the deductions.

    `adjustment`: without credit (TSR 9.7.2 b), 0 or less. If not `ranked`: out of competition.
    `played`: the points as played, where the rounds are something else; empty: they are the same.
    """

    entry_id: int
    number: int
    rounds: RoundPoints
    adjustment: int = 0
    ranked: bool = True
    played: RoundPoints = ()

    @property
    def total(self) -> int:
        """The sum of the rounds and the adjustment."""
        return sum(filter(None, self.rounds)) + self.adjustment

    @property
    def points(self) -> int:
        """The sum of the points played."""
        return sum(filter(None, self.played or self.rounds))


class Game(NamedTuple):
    """A game: points of each seat (None: sat out), and the seat whose compulsory solo it was."""

    points: tuple[int | None, ...]
    compulsory_soloist: int | None = None

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the most points; empty where all have the same."""
        figures = {figure for figure in self.points if figure is not None}
        if len(figures) < 2:
            return ()
        most = max(figures)
        return tuple(seat for seat, figure in enumerate(self.points, start=1) if figure == most)


@dataclass(frozen=True)
class TableGames:
    """The number of games a table has played, and each of them; none for bare totals."""

    played: int
    listed: tuple[Game, ...] = ()

    @cached_property
    def _listed_by_seat(self) -> list[int]:
        columns = zip_longest(*(game.points for game in self.listed))
        return [len(column) - column.count(None) for column in columns]

    def played_by(self, seat: int, size: int) -> int | None:
        """Return how many games a seat (from 1) at a table of `size` has played; None if unknown.

        The dealer sits out at five or seven; with bare totals everybody has dealt equally often.
        """
        if not self.played:
            return None
        if not self.listed:
            return self.played - dealer_sits_out(size) * (self.played // size)
        return self._listed_by_seat[seat - 1] if seat <= len(self._listed_by_seat) else 0


class TableResult(NamedTuple):
    """A table with a result: its players and their points, in the order of the seats."""

    table_id: int
    round: int
    entry_ids: tuple[int, ...]
    points: tuple[int, ...]


@dataclass(frozen=True)
class TournamentResults:
    """All results up to a round; games by table and the seed are read on first access."""

    people: tuple[Result, ...]
    tables: tuple[TableResult, ...] = ()
    read_games: Callable[[], Mapping[int, TableGames]] = dict
    read_seed: Callable[[], str] = str

    @cached_property
    def totals(self) -> dict[int, int]:
        """The total of every entry."""
        return {person.entry_id: person.total for person in self.people}

    @cached_property
    def games(self) -> Mapping[int, TableGames]:
        """The games of every table that has a result."""
        return self.read_games()

    @cached_property
    def seed(self) -> str:
        """The seed of the first round's draw; empty where its seats were assigned by hand."""
        return self.read_seed()

    @cached_property
    def _tables_of(self) -> dict[int, list[TableResult]]:
        found: dict[int, list[TableResult]] = {}
        for table in self.tables:
            for entry_id in table.entry_ids:
                found.setdefault(entry_id, []).append(table)
        return found

    def tables_of(self, entry_id: int) -> list[TableResult]:
        """Return the tables at which an entry has a result."""
        return self._tables_of.get(entry_id, [])

    def games_played(self, entry_id: int) -> int | None:
        """Return how many games an entry has played; None where a result does not show it."""
        played = 0
        for table in self.tables_of(entry_id):
            games, seat = self.games.get(table.table_id), table.entry_ids.index(entry_id) + 1
            of_table = games.played_by(seat, len(table.entry_ids)) if games else None
            if of_table is None:
                return None
            played += of_table
        return played

    def games_of(self, entry_id: int) -> Iterator[tuple[int, Game]]:
        """Yield every listed game of an entry, with the seat it had."""
        for table in self.tables_of(entry_id):
            seat = table.entry_ids.index(entry_id) + 1
            games = self.games.get(table.table_id)
            yield from ((seat, game) for game in games.listed) if games else ()

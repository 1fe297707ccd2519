"""The parts of a score sheet: immutable values, seats counted from 1, tuples in seat order."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.rulesets import DDV, RuleSet
from scoring.terms import (
    DEFAULT_GAMES,
    FIVE_TABLE,
    FOUR_TABLE,
    MOST_GAMES,
    Figure,
    Figures,
    Played,
    RowKind,
    dealer_sits_out,
    is_whole,
)

__all__ = [
    "DEFAULT_GAMES",
    "FIVE_TABLE",
    "FOUR_TABLE",
    "FREE",
    "Figure",
    "Figures",
    "Penalty",
    "Played",
    "Row",
    "RowKind",
    "ScoreSheet",
    "TotalsSheet",
]

MOST_ROWS_TOO_MANY = 10
FREE = "free"
"""The rule of a penalty where the rule set has no catalogue: points and a reason."""


@dataclass(frozen=True, slots=True)
class Row:
    """One game of the list.

    `points` is the game alone, without penalties, with None for the dealer who sits out at a table
    of five or seven. `dealer` None means not written down; `out_of_turn`: marked as not his turn,
    with no complaint in time (TSR 3.3.10, 9.6.3). `cumulative` holds the running totals, penalties
    included, or None where none were written. `no_side` are the players without a side, which some
    rules know, `solo_kind` is which solo it was, where the row says so.
    """

    no: int
    kind: Played
    points: Figures
    dealer: int | None = None
    soloist: int | None = None
    forced: bool = False
    cumulative: Figures | None = None
    detail: Mapping[str, Any] | None = None
    out_of_turn: bool = False
    no_side: tuple[int, ...] = ()
    solo_kind: str | None = None

    @property
    def dealer_named(self) -> int | None:
        """The dealer, as written or as the only empty seat where dealers sit out."""
        if self.dealer is None and dealer_sits_out(len(self.points)):
            return self.only_empty_seat
        return self.dealer

    @property
    def only_empty_seat(self) -> int | None:
        """The only seat without a figure, None when there are more or none."""
        empty = [seat for seat, figure in enumerate(self.points, start=1) if figure is None]
        return empty[0] if len(empty) == 1 else None


@dataclass(frozen=True, slots=True)
class Penalty:
    """Penalty points under a paragraph of the TSR, awarded and initialled by the referee (8.2.2).

    Where the rule set has no such catalogue, the rule is `free`, and there is a `reason`. `row` is
    the number of the row whose running totals first contain it; None only with bare totals. The
    dealer who sits out has None in `points`.
    """

    row: int | None
    rule: str
    offender: int
    points: Figures
    initials: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The list of one table and round, row by row.

    `time_limit_after_row` is the last row whose dealing began before time was up, None when it
    never was; `struck_games` counts the normal games that lapsed by it (TSR 8.6). `totals` are
    the figures at the foot of the list, None when there are none to compare. `rules` are those by
    which it was played.
    """

    table_size: int
    rows: tuple[Row, ...]
    games: int | None = None
    time_limit_after_row: int | None = None
    struck_games: int = 0
    penalties: tuple[Penalty, ...] = ()
    totals: Figures | None = None
    rules: RuleSet = DDV

    @property
    def agreed_games(self) -> int:
        """Number of games of the round, without those that solos add."""
        return self.rules.games(self.table_size) if self.games is None else self.games

    @property
    def last_row(self) -> int | None:
        """The row with which somebody has reached the score that ends the round, if one does.

        By the games, or by the running totals where these say that it is the last one written: a
        wrong figure is one mistake, and no game too many or too few.
        """
        if self.rules.until is None:
            return None
        by_games = self._row_reaching(self.rules.until, self.running_totals())
        written = (row.cumulative or () for row in self.rows)
        by_totals = self._row_reaching(self.rules.until, written)
        return len(self.rows) if len(self.rows) in (by_games, by_totals) else by_games

    def _row_reaching(self, score: int, columns: Iterable[Figures]) -> int | None:
        """Return the first row in whose column somebody has this score."""
        for number, column in enumerate(columns, start=1):
            if max(filter(is_whole, column), default=0) >= score:
                return number
        return None

    def running_totals(self) -> Iterator[Figures]:
        """Yield everybody's points and penalties up to each row."""
        totals = [0] * self.table_size
        for number, row in enumerate(self.rows, start=1):
            booked = (penalty.points for penalty in self.penalties if penalty.row == number)
            for points in (row.points, *booked):
                for seat, figure in enumerate(points):
                    totals[seat] += figure if is_whole(figure) else 0
            yield tuple(totals)

    @property
    def planned_games(self) -> int:
        """Number of games of the round, compulsory solos included, without additional games."""
        size, rules = self.table_size, self.rules
        if rules.until:
            return min(self.last_row or self.agreed_games, self.agreed_games)
        planned, adding = self.agreed_games + rules.added_games(size, ()), []
        for played, row in enumerate(self.rows if rules.added_games(size) else ()):
            if played in (planned, self.time_limit_after_row):
                break  # the round is over: a solo behind it does not make it longer
            if row.soloist is not None and rules.adds_game(row.kind):
                adding.append(row.soloist)
                planned = self.agreed_games + rules.added_games(size, adding)
        return planned

    @property
    def rows_too_many(self) -> int:
        """The number of rows and struck games beyond the planned games; negative: missing."""
        return len(self.rows) + self.struck_games - self.planned_games

    @property
    def is_beyond_mending(self) -> bool:
        """Whether the list has so many rows too many that no corrections are searched."""
        games = min(self.planned_games, MOST_GAMES * self.table_size)
        beyond = self.rules.games_beyond(self.table_size)
        return len(self.rows) > games + beyond + MOST_ROWS_TOO_MANY


@dataclass(frozen=True, slots=True)
class TotalsSheet:
    """The result of one table and round as bare totals, penalties included.

    `compulsory_solos` has a position once per solo played.
    """

    table_size: int
    totals: Figures
    games_played: int
    compulsory_solos: tuple[int, ...]
    penalties: tuple[Penalty, ...] = ()
    games: int | None = None
    rules: RuleSet = DDV

    @property
    def agreed_games(self) -> int:
        """Number of games of the round, without those that solos add."""
        return self.rules.games(self.table_size) if self.games is None else self.games

    @property
    def planned_games(self) -> int:
        """Number of games of the round, compulsory solos included, without additional games."""
        until, totals = self.rules.until, filter(is_whole, self.totals)
        if until and max(totals, default=0) >= until:
            return min(self.games_played, self.agreed_games)
        added = self.rules.added_games(self.table_size, self.compulsory_solos)
        return self.agreed_games + added

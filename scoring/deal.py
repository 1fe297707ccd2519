"""Who deals, who still owes a compulsory solo, and who is forced to play it (TSR 4.2.3, 8.6)."""

from dataclasses import dataclass
from typing import Self

from scoring.model import FIVE_TABLE, ScoreSheet


def next_seat(seat: int, table_size: int) -> int:
    """Return the seat to the left, where the deal moves (TSR 3.3.1)."""
    return seat % table_size + 1


def normal_games(games: int, table_size: int) -> int:
    """Return how many of the games of a round are no compulsory solos (rubric A of the list)."""
    return games - table_size


def forced_soloist(owing: frozenset[int], dealer: int, table_size: int) -> int:
    """Return who of those owing sits next to the left of the dealer; the dealer comes last.

    Raises ValueError when nobody owes a compulsory solo.
    """
    return min(owing, key=lambda seat: (seat - dealer - 1) % table_size)


@dataclass(frozen=True, slots=True)
class NextGame:
    """What is to be dealt next.

    `forced_soloist` is the player who must play his compulsory solo now, None when the game is
    free. `games_left` counts this game and all after it.
    """

    dealer: int
    forced_soloist: int | None
    games_left: int

    @property
    def is_forced(self) -> bool:
        """Whether the game is a forced compulsory solo (Vorführung)."""
        return self.forced_soloist is not None


@dataclass(frozen=True, slots=True)
class Deal:
    """A table before a deal: who deals, how many normal games remain, who owes his solo."""

    table_size: int
    dealer: int
    normal_left: int
    owing: frozenset[int]

    @classmethod
    def first(cls, table_size: int, games: int) -> Self:
        """Return the start of a round: position 1 deals, everybody owes."""
        seats = frozenset(range(1, table_size + 1))
        return cls(table_size, 1, normal_games(games, table_size), seats)

    def normal_games_over(self, time_up: bool) -> bool:
        """Whether only compulsory solos may follow.

        That is the same as "solos owed = games left" of TSR 4.2.3: it begins when all normal
        games are played, or when time is up and the outstanding ones are struck.
        """
        return time_up or self.normal_left <= 0

    def dealer_now(self, time_up: bool) -> int:
        """Return the dealer of the coming game.

        At a five-table the dealer has no cards, so he cannot be forced. The TSR do not say what
        happens when he is the only one owing; here the next position deals.
        """
        if (
            self.table_size == FIVE_TABLE
            and self.normal_games_over(time_up)
            and self.owing == {self.dealer}
        ):
            return next_seat(self.dealer, self.table_size)
        return self.dealer

    def coming(self, time_up: bool = False) -> NextGame | None:
        """Return the next game, None when the round is over."""
        over = self.normal_games_over(time_up)
        games_left = len(self.owing) + (0 if over else self.normal_left)
        if games_left == 0:
            return None
        dealer = self.dealer_now(time_up)
        forced = forced_soloist(self.owing, dealer, self.table_size) if over else None
        return NextGame(dealer, forced, games_left)

    def after_normal(self) -> Self:
        """Return the table after a game of the normal rubric: the deal moves on."""
        dealer = next_seat(self.dealer, self.table_size)
        return type(self)(self.table_size, dealer, self.normal_left - 1, self.owing)

    def after_compulsory(self, soloist: int, time_up: bool = False) -> Self:
        """Return the table after a compulsory solo.

        The dealer stays after one bid freely and moves on after a forced one (TSR 4.2.5).
        """
        dealer = self.dealer
        if self.normal_games_over(time_up):
            dealer = next_seat(self.dealer_now(time_up), self.table_size)
        return type(self)(self.table_size, dealer, self.normal_left, self.owing - {soloist})


def time_is_up(sheet: ScoreSheet, row: int) -> bool:
    """Whether the dealing of this row (counted from 1) began after the end of time."""
    return sheet.time_limit_after_row is not None and row > sheet.time_limit_after_row


def next_game(sheet: ScoreSheet) -> NextGame | None:
    """Return what is to be dealt after the rows of an unfinished list, None when it is complete.

    The rows are taken as they stand, rightly or wrongly. Time is up when the sheet's time limit
    lies before the coming row.
    """
    deal = Deal.first(sheet.table_size, sheet.planned_games)
    for number, row in enumerate(sheet.rows, start=1):
        if row.kind.is_normal_rubric:
            deal = deal.after_normal()
        elif row.soloist is not None:
            deal = deal.after_compulsory(row.soloist, time_is_up(sheet, number))
    return deal.coming(time_is_up(sheet, len(sheet.rows) + 1))

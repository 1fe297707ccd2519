"""Who deals, who still owes a compulsory solo, and who is forced to play it (TSR 4.2.3, 8.6)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Self

from scoring.model import FIVE_TABLE, Row, ScoreSheet


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
    """A table before a deal: who deals, how many normal games remain, who owes his solo.

    Behind a game dealt out of turn the TSR do not say who is next: the rotation goes on from the
    wrong dealer, and `also` are those who may deal as well. `turns` are those whose turn it was in
    a game that somebody else deals.
    """

    table_size: int
    dealer: int
    normal_left: int
    owing: frozenset[int]
    also: tuple[int, ...] = ()
    turns: tuple[int, ...] = ()

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
        return self._able_to_deal(self.dealer, time_up)

    def _able_to_deal(self, seat: int, time_up: bool) -> int:
        if self.table_size == FIVE_TABLE and self.owing == {seat}:
            return next_seat(seat, self.table_size) if self.normal_games_over(time_up) else seat
        return seat

    def may_deal(self, time_up: bool) -> tuple[int, ...]:
        """Return who may deal the coming game, the likeliest first."""
        others = (self._able_to_deal(seat, time_up) for seat in self.also)
        return (self.dealer_now(time_up), *others) if self.also else (self.dealer_now(time_up),)

    def dealt_by(self, dealer: int | None, time_up: bool, out_of_turn: bool = False) -> Self:
        """Return the table in its coming game, as far as the list tells who dealt it.

        That is one of those who may, or, `out_of_turn`, anybody else: a game dealt by the wrong
        player stands once nobody can complain about it any more (TSR 3.3.10, 9.6.3). A dealer who
        is neither is passed over.
        """
        expected = self.dealer_now(time_up)
        if dealer in (None, expected) and not self.also:
            return self if expected == self.dealer else replace(self, dealer=expected)
        may = self.may_deal(time_up)
        if dealer is not None and out_of_turn and 1 <= dealer <= self.table_size:
            turns = tuple(seat for seat in may if seat != dealer)
            return replace(self, dealer=dealer, also=(), turns=turns)
        if dealer in may:
            return replace(self, dealer=dealer, also=())
        return self if expected == self.dealer else replace(self, dealer=expected)

    def coming(self, time_up: bool = False) -> NextGame | None:
        """Return the next game, None when the round is over."""
        over = self.normal_games_over(time_up)
        games_left = len(self.owing) + (0 if over else self.normal_left)
        if games_left == 0:
            return None
        dealer = self.dealer_now(time_up)
        forced = forced_soloist(self.owing, dealer, self.table_size) if over else None
        return NextGame(dealer, forced, games_left)

    def after(self, row: Row, time_up: bool) -> Self:
        """Return the table after a game as it is written; a solo that names nobody is no game."""
        if row.kind.is_normal_rubric:
            return self.after_normal()
        return self if row.soloist is None else self.after_compulsory(row.soloist, time_up)

    def after_normal(self) -> Self:
        """Return the table after a game of the normal rubric: the deal moves on."""
        return self._dealt(self.dealer, True, self.normal_left - 1, self.owing)

    def after_compulsory(self, soloist: int, time_up: bool = False) -> Self:
        """Return the table after a compulsory solo.

        The dealer stays after one bid freely and moves on after a forced one (TSR 4.2.5).
        """
        forced = self.normal_games_over(time_up)
        dealer = self.dealer_now(time_up)
        return self._dealt(dealer, forced, self.normal_left, self.owing - {soloist})

    def _dealt(self, dealer: int, moves_on: bool, normal_left: int, owing: frozenset[int]) -> Self:
        """Return the table after a game, with the next dealer and those who may deal in his place.

        Behind a wrong dealer these are whoever's turn it had been, and the one after him.
        """
        size = self.table_size
        following = next_seat(dealer, size) if moves_on else dealer
        if not (self.also or self.turns):
            return type(self)(size, following, normal_left, owing)
        also = {next_seat(seat, size) if moves_on else seat for seat in self.also}
        if self.turns:
            also.update(self.turns, {next_seat(dealer, size)})
        others = tuple(sorted(also - {following}))
        return type(self)(size, following, normal_left, owing, others)


def time_is_up(sheet: ScoreSheet, row: int) -> bool:
    """Whether the dealing of this row (counted from 1) began after the end of time."""
    return sheet.time_limit_after_row is not None and row > sheet.time_limit_after_row


def deals(sheet: ScoreSheet) -> Iterator[Deal]:
    """Return the table before each row of a list, and after the last one.

    The rows are taken as they stand, rightly or wrongly.
    """
    deal = Deal.first(sheet.table_size, sheet.planned_games)
    for number, row in enumerate(sheet.rows, start=1):
        yield deal
        time_up = time_is_up(sheet, number)
        deal = deal.dealt_by(row.dealer_told, time_up, row.out_of_turn).after(row, time_up)
    yield deal


def next_game(sheet: ScoreSheet) -> NextGame | None:
    """Return what is to be dealt after the rows of an unfinished list, None when it is complete.

    Time is up when the sheet's time limit lies before the coming row.
    """
    *_before, deal = deals(sheet)
    return deal.coming(time_is_up(sheet, len(sheet.rows) + 1))

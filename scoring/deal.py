"""The dealer, the compulsory solos still owed, and who is forced to play one (TSR 4.2.3, 8.6)."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple, Self

from scoring.model import Row, ScoreSheet
from scoring.rulesets import DDV, Owed, RuleSet
from scoring.terms import Played, RowKind, dealer_sits_out


def next_seat(seat: int, table_size: int) -> int:
    """Return the seat to the left, where the deal moves (TSR 3.3.1)."""
    return seat % table_size + 1


def normal_games(games: int, table_size: int, rules: RuleSet = DDV) -> int:
    """Return how many of the games agreed on are not compulsory solos (rubric A of the list).

    All of them if solos are not forced within the games, or make the round longer.
    """
    duty = rules.duty(table_size)
    longest = games + rules.added_games(table_size, ())
    return longest - (duty.reserved * table_size if duty else 0)


def forced_soloist(owing: frozenset[int], dealer: int, table_size: int) -> int:
    """Return who of those owing sits next to the left of the dealer; the dealer comes last.

    Raises ValueError when nobody owes a compulsory solo.
    """
    return min(owing, key=lambda seat: (seat - dealer - 1) % table_size)


class NextGame(NamedTuple):
    """The next game to be dealt.

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


class Deal(NamedTuple):
    """A table before a deal: who deals, how many normal games remain, who owes a solo.

    - `normal_left`: games that need not be compulsory solos; with `reserved` the round has places
      for the solos in addition.
    - `twice`: those among the `owing` who owe two.
    - `period`: where solos are owed in periods, they are forced from this game of each on;
      `in_period` counts its games so far.
    - `also`: the TSR do not say who deals after a game dealt out of turn: the rotation continues
      from the wrong dealer, and these may deal as well.
    - `turns`: those whose turn it was in a game that somebody else deals.
    - `adding`: the soloists so far of games that make the round longer.
    """

    table_size: int
    dealer: int
    normal_left: int
    owing: frozenset[int]
    also: tuple[int, ...] = ()
    turns: tuple[int, ...] = ()
    rules: RuleSet = DDV
    twice: frozenset[int] = frozenset()
    in_period: int = 0
    reserved: bool = True
    period: int | None = None
    adding: tuple[int, ...] = ()

    @classmethod
    def first(cls, table_size: int, games: int, rules: RuleSet = DDV) -> Self:
        """Return the start of a round of so many games agreed on.

        Position 1 deals, everybody owes what the rules demand.
        """
        duty = rules.duty(table_size)
        owed = 0 if duty is None or duty.owed is Owed.NONE else duty.solos
        left = normal_games(games, table_size, rules)
        everybody = frozenset(range(1, table_size + 1))
        nobody: frozenset[int] = frozenset()
        owing, twice = (everybody if owed >= count else nobody for count in (1, 2))
        return cls(
            table_size,
            1,
            left,
            owing,
            rules=rules,
            twice=twice,
            reserved=duty is not None and duty.reserved > 0,
            period=duty.forced_from if duty else None,
        )

    @property
    def solos_left(self) -> int:
        """The number of solos owed."""
        return len(self.owing) + len(self.twice)

    def normal_games_over(self, time_up: bool) -> bool:
        """Whether only compulsory solos may follow.

        That is the same as "solos owed = games left" of TSR 4.2.3: it begins when all normal games
        are played, or when time is up and the outstanding ones are struck.
        """
        return time_up or self.normal_left <= 0

    def games_left(self, time_up: bool = False) -> int:
        """Return the minimum number of games still to be played."""
        if self.normal_games_over(time_up):
            return 0 if self.period else self.solos_left
        return self.normal_left + (self.solos_left if self.reserved else 0)

    def is_forced(self, time_up: bool) -> bool:
        """Whether somebody must play an owed solo."""
        if self.period:
            return self.in_period + 1 >= self.period
        return bool(self.owing) and self.normal_games_over(time_up)

    @property
    def free_games(self) -> int:
        """The maximum number of games to come in which nobody is forced."""
        if not self.period:
            return self.normal_left
        return min(self.normal_left, self.period - 1 - self.in_period)

    def after_free_games(self, games: int) -> Self:
        """Return the table after so many games without an owed solo."""
        dealer = (self.dealer + games - 1) % self.table_size + 1
        left, in_period = self.normal_left - games, self.in_period + games
        return self._replace(dealer=dealer, normal_left=left, in_period=in_period)

    def dealer_now(self, time_up: bool) -> int:
        """Return the dealer of the coming game.

        At a five-table the dealer has no cards, so he cannot be forced. The TSR do not say what
        happens when he is the only one owing; here the next position deals.
        """
        return self._able_to_deal(self.dealer, time_up)

    def _able_to_deal(self, seat: int, time_up: bool) -> int:
        if dealer_sits_out(self.table_size) and self.owing == {seat} and self.is_forced(time_up):
            return next_seat(seat, self.table_size)
        return seat

    def may_deal(self, time_up: bool) -> tuple[int, ...]:
        """Return who may deal the coming game, likeliest first."""
        others = (self._able_to_deal(seat, time_up) for seat in self.also)
        return (self.dealer_now(time_up), *others) if self.also else (self.dealer_now(time_up),)

    def dealt_by(self, dealer: int | None, time_up: bool, out_of_turn: bool = False) -> Self:
        """Return the table in its coming game, with the dealer as far as the list names one.

        That is one of those who may deal or, `out_of_turn`, anybody else: a game dealt by the wrong
        player stands once nobody can complain about it any more (TSR 3.3.10, 9.6.3). Any other
        dealer is ignored.
        """
        expected = self.dealer_now(time_up)
        if dealer in (None, expected) and not self.also:
            return self if expected == self.dealer else self._replace(dealer=expected)
        may = self.may_deal(time_up)
        if dealer is not None and out_of_turn and 1 <= dealer <= self.table_size:
            turns = tuple(seat for seat in may if seat != dealer)
            return self._replace(dealer=dealer, also=(), turns=turns)
        if dealer in may:
            return self._replace(dealer=dealer, also=())
        return self if expected == self.dealer else self._replace(dealer=expected)

    def coming(self, time_up: bool = False) -> NextGame | None:
        """Return the next game, None when the round is over."""
        games_left = self.games_left(time_up)
        if games_left == 0:
            return None
        dealer = self.dealer_now(time_up)
        forced = self.is_forced(time_up)
        soloist = forced_soloist(self.owing, dealer, self.table_size) if forced else None
        return NextGame(dealer, soloist, games_left)

    def after(self, row: Row, time_up: bool) -> Self:
        """Return the table after a written row; a compulsory solo without soloist is no game."""
        kind = self.rules.kind(row.kind)
        if kind.fulfils and row.soloist is not None:
            return self.after_compulsory(row.soloist, time_up, row.kind)
        is_none = row.kind == RowKind.COMPULSORY_SOLO
        return self if is_none else self.after_normal(row.kind, row.soloist)

    def after_normal(self, kind: Played = RowKind.NORMAL, soloist: int | None = None) -> Self:
        """Return the table after a game that fulfilled no owed solo.

        A player who had to play one in a period counts as having done so: one mistake is reported
        once.
        """
        moves_on = not self.rules.keeps_dealer(kind, forced=False)
        deal = self
        if self.period and self.is_forced(time_up=False):
            deal = self.without_solo_of(forced_soloist(self.owing, self.dealer, self.table_size))
        deal = deal._longer(kind, soloist)
        return deal._dealt(self.dealer, moves_on, deal.normal_left - 1)

    def _longer(self, kind: Played, soloist: int | None) -> Self:
        """Return the table with one game more, if such a solo makes the round longer."""
        if soloist is None or self.normal_left <= 0 or not self.rules.adds_game(kind):
            return self
        adding = (*self.adding, soloist)
        before, after = (
            self.rules.added_games(self.table_size, each) for each in (self.adding, adding)
        )
        return self._replace(adding=adding, normal_left=self.normal_left + after - before)

    def after_compulsory(
        self, soloist: int, time_up: bool = False, kind: Played = RowKind.COMPULSORY_SOLO
    ) -> Self:
        """Return the table after a solo that was owed.

        The dealer stays after one bid freely and moves on after a forced one (TSR 4.2.5). The TSR
        do not cover additional games: both may deal.
        """
        forced = self.is_forced(time_up) or self.normal_games_over(time_up)
        stays = self.rules.keeps_dealer(kind, forced)
        is_normal = not (self.reserved or self.normal_games_over(time_up))
        dealer = self.dealer_now(time_up)
        deal = self._longer(kind, soloist) if is_normal else self
        after = deal._dealt(dealer, not stays, deal.normal_left - is_normal)
        if forced and not self.reserved and self.rules.keeps_dealer(kind, forced=False):
            after = after._replace(also=tuple(dict.fromkeys((*after.also, dealer))))
        return after.without_solo_of(soloist)

    def without_solo_of(self, soloist: int) -> Self:
        """Return the table with one owed solo less; a period ends with the last of them."""
        if soloist in self.twice:
            return self._replace(twice=self.twice - {soloist})
        if soloist not in self.owing:
            return self
        owing = self.owing - {soloist}
        if self.period and not owing:
            everybody = frozenset(range(1, self.table_size + 1))
            return self._replace(owing=everybody, in_period=0)
        return self._replace(owing=owing)

    def _dealt(self, dealer: int, moves_on: bool, normal_left: int) -> Self:
        """Return the table after a game, with the next dealer and those who may deal in his place.

        After a wrong dealer these are the one whose turn it had been, and the one after him.
        """
        size = self.table_size
        following = next_seat(dealer, size) if moves_on else dealer
        others: tuple[int, ...] = ()
        if self.also or self.turns:
            also = {next_seat(seat, size) if moves_on else seat for seat in self.also}
            if self.turns:
                also.update(self.turns, {next_seat(dealer, size)})
            others = tuple(sorted(also - {following}))
        return type(self)(
            size,
            following,
            normal_left,
            self.owing,
            others,
            (),
            self.rules,
            self.twice,
            self.in_period + 1,
            self.reserved,
            self.period,
            self.adding,
        )


def time_is_up(sheet: ScoreSheet, row: int) -> bool:
    """Whether the dealing of this row (counted from 1) began after time was up."""
    return sheet.time_limit_after_row is not None and row > sheet.time_limit_after_row


def deals(sheet: ScoreSheet, dealers: Iterable[int | None] | None = None) -> Iterator[Deal]:
    """Yield the table before each row of a list, and after the last one.

    The rows are taken as written, right or wrong; `dealers` are those of all rows, if known.
    """
    if dealers is None:
        dealers = (row.dealer_named for row in sheet.rows)
    deal = Deal.first(sheet.table_size, sheet.agreed_games, sheet.rules)
    for number, (row, dealer) in enumerate(zip(sheet.rows, dealers, strict=True), start=1):
        yield deal
        time_up = time_is_up(sheet, number)
        deal = deal.dealt_by(dealer, time_up, row.out_of_turn).after(row, time_up)
    yield deal


def next_game(sheet: ScoreSheet) -> NextGame | None:
    """Return the next game of an unfinished list, None when it is complete.

    Time is up when the sheet's time limit lies before the coming row.
    """
    if sheet.last_row is not None:
        return None
    *_before, deal = deals(sheet)
    return deal.coming(time_is_up(sheet, len(sheet.rows) + 1))

"""A game as written in one line, and the table it is played at."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple, Self

from scoring.model import Figures, Penalty, Played, Row
from scoring.rulesets import DDV, RuleSet, Scoring
from scoring.terms import dealer_sits_out


@cache
def letters_by(rules: RuleSet) -> Mapping[str, Played]:
    """Return the kinds of a rule set by their letters."""
    return {kind.letter: kind.name for kind in rules.kinds if kind.letter}


LETTERS = letters_by(DDV)
FORCED = "v"  # vorgeführt, after the letter of an owed solo
DEALT_BY = "g"  # Geber: the position after it dealt out of turn

PENALTY_MARK = "!"
ABSAGEN_MARK = "a"


class NotedGame(NamedTuple):
    """One game and its penalties: a `Row` without its number, dealer and running totals.

    `points` holds one figure per seat, without penalties, None for the sitting dealer. `dealer` is
    set only if he dealt out of turn.
    """

    kind: Played
    points: Figures
    soloist: int | None = None
    forced: bool = False
    penalties: tuple[Penalty, ...] = ()
    dealer: int | None = None
    no_side: tuple[int, ...] = ()

    @classmethod
    def of_row(cls, row: Row, penalties: Iterable[Penalty] = ()) -> Self:
        """Return a row and its penalties in the form of a line."""
        dealer = row.dealer_named if row.out_of_turn else None
        said = (row.kind, row.points, row.soloist, row.forced, tuple(penalties), dealer)
        return cls(*said, row.no_side)

    def as_row(self, no: int, dealer: int | None = None, cumulative: Figures | None = None) -> Row:
        """Return the row of the list, with these running totals; `dealer` is whose turn it was."""
        return Row(
            no,
            self.kind,
            self.points,
            dealer if self.dealer is None else self.dealer,
            self.soloist,
            self.forced,
            cumulative,
            out_of_turn=self.dealer is not None,
            no_side=self.no_side,
        )


@dataclass(frozen=True)
class Table:
    """The size of a table, its rules, and the dealer who sits out; None where all play."""

    size: int
    sitting: int | None
    rules: RuleSet = DDV

    @classmethod
    @cache
    def in_row(cls, table_size: int, dealer: int | None, rules: RuleSet = DDV) -> Self:
        """Return the table in a game of this dealer, required only where dealers sit out.

        Raises ValueError for a size that the rules do not have, and for a dealer who does not sit
        there.
        """
        if table_size not in rules.table_sizes:
            raise ValueError(f"no table of {table_size}")
        seats, sits_out = range(1, table_size + 1), dealer_sits_out(table_size)
        if dealer not in seats and (dealer is not None or sits_out):
            raise ValueError(f"no dealer {dealer} at a table of {table_size}")
        return cls(table_size, dealer if sits_out else None, rules)

    @cached_property
    def seats(self) -> range:
        """All seats, that of the sitting dealer included."""
        return range(1, self.size + 1)

    @cached_property
    def players(self) -> int:
        """The number of players."""
        return self.rules.players(self.size)

    @property
    def winners_only(self) -> bool:
        """Whether a note has a second figure: the points of those who did not win."""
        return self.rules.scoring is Scoring.WINNERS_ONLY

    @cached_property
    def letters(self) -> Mapping[str, Played]:
        """The kinds of games by their letters."""
        return letters_by(self.rules)

    @cached_property
    def solo_letters(self) -> tuple[str, ...]:
        """The letters of games with a soloist."""
        return tuple(letter for letter, kind in self.letters.items() if kind.is_alone)

    @cached_property
    def team_letters(self) -> tuple[str, ...]:
        """The letters of other games."""
        return tuple(letter for letter, kind in self.letters.items() if not kind.is_alone)

    @cached_property
    def forcible(self) -> tuple[str, ...]:
        """The letters of solos that can be forced."""
        kinds = (kind for kind in self.rules.kinds if kind.fulfils and kind.announced)
        return tuple(kind.letter for kind in kinds if self.rules.duty(self.size))

    def others(self, seats: Iterable[int]) -> tuple[int, ...]:
        """Return the players other than these."""
        return tuple(seat for seat in self.seats if seat not in {*seats, self.sitting})

    @cache  # noqa: B019 - there are few tables
    def highest(self, winners: int) -> int | None:
        """Return the highest value with so many winners, None without a limit."""
        alone = winners in (1, self.players - 1)
        highest = [
            self.rules.highest(kind.name, self.size)
            for kind in self.rules.kinds
            if kind.alone == alone
        ]
        limits = [limit for limit in highest if limit is not None]
        return max(limits) if len(limits) == len(highest) else None

"""The context of a line of a list: the game to be dealt, the running totals before it."""

from dataclasses import dataclass, replace

from scoring.deal import NextGame, forced_soloist
from scoring.model import Played
from scoring.notation.games import dealt_out_of_turn
from scoring.notation.values import Table
from scoring.rulesets import DDV, RuleSet

Whole = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LineContext:
    """The context of a line: its number, the table, the game to be dealt, who owes a solo.

    `dealt_by` is who dealt out of turn, according to the line.
    """

    number: int
    table_size: int
    coming: NextGame
    owing: frozenset[int]
    dealt_by: int | None = None
    rules: RuleSet = DDV

    def of_line(self, line: str) -> "LineContext":
        """Return the context with the dealer named in the line."""
        dealer, coming = dealt_out_of_turn(line), self.coming
        if dealer is None or not 1 <= dealer <= self.table_size:
            return self
        forced = coming.forced_soloist and forced_soloist(self.owing, dealer, self.table_size)
        return replace(self, dealt_by=dealer, coming=NextGame(dealer, forced, coming.games_left))

    @property
    def table(self) -> Table:
        """The table in this game."""
        return Table.in_row(self.table_size, self.coming.dealer, self.rules)

    def marks_forced(self, kind: Played) -> bool:
        """Whether the list implies that such a solo is forced: the letter may be left out."""
        duty = self.rules.duty(self.table_size)
        told = self.coming.is_forced and duty is not None and duty.reserved > 0
        return told and self.rules.kind(kind).fulfils


@dataclass(frozen=True, slots=True)
class RunningTotals:
    """The running totals before a line: as computed, and as on paper.

    None if unknown; `doubted_since` is the line that causes it.
    """

    reckoned: Whole | None
    on_paper: Whole | None
    doubted_since: int | None = None

    @classmethod
    def at_start(cls, table_size: int) -> "RunningTotals":
        """Return 0 for everybody."""
        return cls((0,) * table_size, (0,) * table_size)

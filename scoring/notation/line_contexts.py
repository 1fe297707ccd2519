"""Where a line of a list stands: what is dealt there, and the running totals before it."""

from dataclasses import dataclass, replace

from scoring.deal import NextGame, forced_soloist
from scoring.model import Played
from scoring.notation.games import dealt_out_of_turn
from scoring.notation.values import Table
from scoring.rulesets import DDV, RuleSet

Whole = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LineContext:
    """Where a line stands: its number, the table, what is dealt there, who owes a solo.

    `dealt_by` is whoever dealt out of turn, by the word of the line.
    """

    number: int
    table_size: int
    coming: NextGame
    owing: frozenset[int]
    dealt_by: int | None = None
    rules: RuleSet = DDV

    def of_line(self, line: str) -> "LineContext":
        """The same, dealt by whom the line names."""
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
        """Whether the list itself tells that such a solo is forced: the letter may be left out."""
        duty = self.rules.duty(self.table_size)
        told = self.coming.is_forced and duty is not None and duty.reserved > 0
        return told and self.rules.kind(kind).fulfils


@dataclass(frozen=True, slots=True)
class RunningTotals:
    """The running totals before a line: as they follow, and as the paper has them.

    None where they are not known; `doubted_since` is the line that is to blame for it.
    """

    reckoned: Whole | None
    on_paper: Whole | None
    doubted_since: int | None = None

    @classmethod
    def at_start(cls, table_size: int) -> "RunningTotals":
        """Everybody at 0."""
        return cls((0,) * table_size, (0,) * table_size)

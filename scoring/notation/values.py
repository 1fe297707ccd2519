"""A game as one line holds it, and the table it is played at."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Self

from scoring.model import FIVE_TABLE, FOUR_TABLE, Figures, Penalty, Played, Row, RowKind

LETTERS: Mapping[str, RowKind] = {
    "p": RowKind.COMPULSORY_SOLO,
    "l": RowKind.VOLUNTARY_SOLO,
    "s": RowKind.SILENT_WEDDING,
    "u": RowKind.WEDDING_UNCLARIFIED,
    "h": RowKind.WEDDING,
}
FORCED = "v"  # vorgeführt, beside the letter of the compulsory solo
DEALT_BY = "g"  # Geber: the position behind it dealt out of turn

PENALTY_MARK = "!"
ABSAGEN_MARK = "a"


@dataclass(frozen=True, slots=True)
class NotedGame:
    """One game and its penalties: a `Row` without its number, dealer and running totals.

    `points` holds one figure per seat, without penalties, None for the sitting dealer. `dealer` is
    named only where he dealt out of turn.
    """

    kind: Played
    points: Figures
    soloist: int | None = None
    forced: bool = False
    penalties: tuple[Penalty, ...] = ()
    dealer: int | None = None

    @classmethod
    def of_row(cls, row: Row, penalties: Iterable[Penalty] = ()) -> Self:
        """Return what a line says of a row and of the penalties booked in it."""
        dealer = row.dealer_told if row.out_of_turn else None
        return cls(row.kind, row.points, row.soloist, row.forced, tuple(penalties), dealer)

    def as_row(self, no: int, dealer: int | None = None) -> Row:
        """Return the row of the list, without running totals; `dealer` is whose turn it was."""
        row = Row(no, self.kind, self.points, dealer, self.soloist, self.forced)
        return row if self.dealer is None else replace(row, dealer=self.dealer, out_of_turn=True)


@dataclass(frozen=True, slots=True)
class Table:
    """The size of a table and the dealer who sits out; None at a four-table, where all play."""

    size: int
    sitting: int | None

    @classmethod
    def in_row(cls, table_size: int, dealer: int | None) -> Self:
        """Return the table in a game of this dealer. He must be known at a five-table only.

        Raises ValueError for any other size of table, and for a dealer who does not sit there.
        """
        if table_size not in (FOUR_TABLE, FIVE_TABLE):
            raise ValueError(f"no table of {table_size}")
        seats = range(1, table_size + 1)
        if dealer not in seats and (dealer is not None or table_size == FIVE_TABLE):
            raise ValueError(f"no dealer {dealer} at a table of {table_size}")
        return cls(table_size, dealer if table_size == FIVE_TABLE else None)

    @property
    def seats(self) -> range:
        """All seats, that of the sitting dealer included."""
        return range(1, self.size + 1)

    def others(self, seats: Iterable[int]) -> tuple[int, ...]:
        """Return who plays besides these."""
        return tuple(seat for seat in self.seats if seat not in {*seats, self.sitting})

"""Number and sizes of tables for a number of players."""

import itertools
from dataclasses import dataclass

FOUR_TABLE = 4
FIVE_TABLE = 5


class CannotSeat(Exception):
    """So many players fit no set of tables; the nearest numbers that do are attached.

    The direction can correct it: one player more or fewer.
    """

    def __init__(self, players: int, nearest_lower: int | None, nearest_higher: int) -> None:
        super().__init__(players, nearest_lower, nearest_higher)
        self.players = players
        self.nearest_lower = nearest_lower
        self.nearest_higher = nearest_higher

    @property
    def sit_out(self) -> int:
        """The number of byes needed; 0 if there are too few players for a table."""
        return 0 if self.nearest_lower is None else self.players - self.nearest_lower

    @property
    def missing(self) -> int:
        """The number of players missing for the next larger number."""
        return self.nearest_higher - self.players


@dataclass(frozen=True, slots=True)
class TableSizes:
    """The tables of one round: four-tables have the lowest numbers, then fives, then larger ones.

    `larger` are the sizes of the tables of more than five.
    """

    fours: int
    fives: int
    larger: tuple[int, ...] = ()

    @property
    def tables(self) -> int:
        """Number of tables."""
        return len(self.sizes)

    @property
    def players(self) -> int:
        """Number of people who get a seat."""
        return sum(self.sizes)

    @property
    def sizes(self) -> tuple[int, ...]:
        """Seats of each table, in the order of the table numbers 1, 2, 3 ..."""
        return (FOUR_TABLE,) * self.fours + (FIVE_TABLE,) * self.fives + self.larger


LARGER = {6: TableSizes(0, 0, (6,)), 7: TableSizes(0, 0, (7,)), 11: TableSizes(0, 1, (6,))}
"""The tables for numbers that fours and fives cannot seat, where larger ones are played."""


def table_sizes(players: int, larger: bool = False) -> TableSizes:
    """Return the tables for so many players, with the fewest five-tables (TSR 8.3.1, chapter 10).

    Raises CannotSeat for fewer than 4 and for 6, 7 and 11 players, except for these where `larger`
    tables are played (rule-sets.md 6).
    """
    if larger and players in LARGER:
        return LARGER[players]
    sizes = _fewest_fives(players)
    if sizes is None:
        lower = (count for count in range(players - 1, 0, -1) if _fewest_fives(count))
        higher = (count for count in itertools.count(players + 1) if _fewest_fives(count))
        raise CannotSeat(players, next(lower, None), next(higher))
    return sizes


def cannot_seat(players: int, larger: bool = False) -> CannotSeat | None:
    """Return why so many players make no tables, or None."""
    try:
        table_sizes(players, larger)
    except CannotSeat as error:
        return error
    return None


def _fewest_fives(players: int) -> TableSizes | None:
    """Return sizes in which each five-table takes one of the players left over by four-tables."""
    fives = players % FOUR_TABLE
    fours = (players - FIVE_TABLE * fives) // FOUR_TABLE
    if players < FOUR_TABLE or fours < 0:
        return None
    return TableSizes(fours, fives)

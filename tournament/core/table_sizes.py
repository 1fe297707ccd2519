"""How many four- and five-player tables a field needs."""

import itertools
from dataclasses import dataclass

FOUR_TABLE = 4
FIVE_TABLE = 5


class CannotSeat(Exception):
    """So many players fit no set of four- and five-tables; the next counts that do are named.

    The direction can mend it: one player more or fewer.
    """

    def __init__(self, players: int, nearest_lower: int | None, nearest_higher: int) -> None:
        super().__init__(players, nearest_lower, nearest_higher)
        self.players = players
        self.nearest_lower = nearest_lower
        self.nearest_higher = nearest_higher


@dataclass(frozen=True, slots=True)
class TableSizes:
    """The tables of one round: four-tables have the lowest numbers, five-tables the highest."""

    fours: int
    fives: int

    @property
    def tables(self) -> int:
        """Number of tables."""
        return self.fours + self.fives

    @property
    def players(self) -> int:
        """Number of people who get a seat."""
        return FOUR_TABLE * self.fours + FIVE_TABLE * self.fives

    @property
    def sizes(self) -> tuple[int, ...]:
        """Seats of each table, in the order of the table numbers 1, 2, 3 ..."""
        return (FOUR_TABLE,) * self.fours + (FIVE_TABLE,) * self.fives


def table_sizes(players: int) -> TableSizes:
    """The tables for so many players, with the fewest five-tables (TSR 8.3.1, chapter 10).

    Raises CannotSeat for fewer than 4 and for 6, 7 and 11 players.
    """
    sizes = _fewest_fives(players)
    if sizes is None:
        lower = (count for count in range(players - 1, 0, -1) if _fewest_fives(count))
        higher = (count for count in itertools.count(players + 1) if _fewest_fives(count))
        raise CannotSeat(players, next(lower, None), next(higher))
    return sizes


def _fewest_fives(players: int) -> TableSizes | None:
    """Each five-table takes one of the players that four-tables leave over."""
    fives = players % FOUR_TABLE
    fours = (players - FIVE_TABLE * fives) // FOUR_TABLE
    if players < FOUR_TABLE or fours < 0:
        return None
    return TableSizes(fours, fives)

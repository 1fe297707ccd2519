"""What it costs to put two people at one table, and who has been at a five-table how often."""

from collections.abc import Iterable, Sequence
from itertools import combinations

from tournament.core.table_sizes import FIVE_TABLE

REPEAT = 100
"""Price of meeting again, once more for each time before, so repeats are spread.

More than all the club mates a single exchange can part: no repeat is ever accepted for them.
"""
SAME_CLUB = 1

Tables = list[list[int]]
"""One round: for each table the people at it, by number."""


class Meetings:
    """Kept up as rounds are added and taken out.

    `price[a][b]` is what one more meeting of a and b costs. `five_price[a]` is what one more
    five-table costs for a: `five_table_again` for each time a has been at one beyond the times
    that everybody's turn has come by now; less than nothing for one who is behind.
    """

    def __init__(self, clubs: Sequence[str | None], five_table_again: int) -> None:
        self.price = [[0] * len(clubs) for _ in clubs]
        self.five_price = [0] * len(clubs)
        self._five_table_again = five_table_again
        self._fives = [0] * len(clubs)
        for one, other in combinations(range(len(clubs)), 2):
            if clubs[one] and clubs[one] == clubs[other]:
                self.price[one][other] = self.price[other][one] = SAME_CLUB

    def add(self, tables: Iterable[Sequence[int | None]]) -> None:
        """These people have met, or will; None stands for one who has left since."""
        self._change(tables, +1)

    def remove(self, tables: Iterable[Sequence[int]]) -> None:
        """These people have not met after all."""
        self._change(tables, -1)

    def cost(self, tables: Iterable[Sequence[int]]) -> int:
        """The price of a round like this."""
        return sum(
            sum(self.price[one][other] for one, other in combinations(table, 2))
            + sum(self.seat_price(person, table) for person in table)
            for table in tables
        )

    def seat_price(self, person: int, table: Sequence[int]) -> int:
        """What it costs that the person sits at a table of this size."""
        return self.five_price[person] if len(table) == FIVE_TABLE else 0

    def _change(self, tables: Iterable[Sequence[int | None]], times: int) -> None:
        for table in tables:
            present = [person for person in table if person is not None]
            for one, other in combinations(present, 2):
                self.price[one][other] += REPEAT * times
                self.price[other][one] += REPEAT * times
            if len(table) == FIVE_TABLE:
                for person in present:
                    self._fives[person] += times
        turns = sum(self._fives) // len(self._fives)
        self.five_price = [self._five_table_again * (fives - turns) for fives in self._fives]

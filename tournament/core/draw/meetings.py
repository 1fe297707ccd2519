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

    `price[a][b]` is what one more meeting of a and b costs; `duty[a]` is how often a has been at
    a five-table; `begun` says whether anybody has met at all.
    """

    def __init__(self, clubs: Sequence[str | None]) -> None:
        self.price = [[0] * len(clubs) for _ in clubs]
        self.duty = [0] * len(clubs)
        self.begun = False
        for one, other in combinations(range(len(clubs)), 2):
            if clubs[one] and clubs[one] == clubs[other]:
                self.price[one][other] = self.price[other][one] = SAME_CLUB

    def add(self, tables: Iterable[Sequence[int | None]]) -> None:
        """These people have met, or will; None stands for one who has left since."""
        self._change(tables, +1)
        self.begun = True

    def remove(self, tables: Iterable[Sequence[int]]) -> None:
        """These people have not met after all."""
        self._change(tables, -1)

    def cost(self, tables: Iterable[Sequence[int]]) -> int:
        """The price of a round like this."""
        return sum(
            self.price[one][other] for table in tables for one, other in combinations(table, 2)
        )

    def _change(self, tables: Iterable[Sequence[int | None]], times: int) -> None:
        for table in tables:
            present = [person for person in table if person is not None]
            for one, other in combinations(present, 2):
                self.price[one][other] += REPEAT * times
                self.price[other][one] += REPEAT * times
            if len(table) == FIVE_TABLE:
                for person in present:
                    self.duty[person] += times

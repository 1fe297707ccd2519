"""What it costs to put two people at one table, and who has been at a five-table how often."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from tournament.core.draw.field import Field, History
from tournament.core.table_sizes import FIVE_TABLE

REPEAT = 100
"""Price of meeting again, once more for each time before, so repeats are spread.

More than all the mates a single exchange can part: no repeat is ever accepted for them.
"""
SAME_CLUB = 1
SAME_TEAM = 6
"""People of a team come together on purpose to play against others: worth six club mates."""
NEIGHBOURS = 3
"""Price of two at a table in round 1 who stood next to each other at registration."""


RATHER_NOT_AGAIN = 50
"""What a five-table again is worth: half a repeated pair."""

TablePrices = Sequence[int] | Mapping[int, int]


class Prices:
    """What a round costs: `pair[a][b]` for two at a table, `table[a][t]` for a at table t."""

    def __init__(self, pair: list[list[int]], table: Sequence[TablePrices]) -> None:
        self.pair = pair
        self.table = table

    def cost(self, tables: Iterable[Sequence[int]]) -> int:
        """The price of a round like this."""
        return sum(
            sum(self.pair[one][other] for one, other in combinations(people, 2))
            + sum(self.table[person][number] for person in people)
            for number, people in enumerate(tables)
        )


class Meetings(Prices):
    """The prices, kept up as rounds are added and taken out.

    One more five-table costs a person `five_table_again` for each time beyond `fair_share`. Where
    that is unknown because later rounds are, it is the times that everybody's turn has come by
    now, and who is behind is even paid.
    """

    fair_share: int | None = None

    def __init__(self, field: Field, five_table_again: int) -> None:
        people = field.people
        super().__init__([[0] * len(people) for _ in people], [()] * len(people))
        self.five_price = [0] * len(people)
        self._sizes = field.sizes
        self._five_table_again = five_table_again
        self._fives = [0] * len(people)
        for groups, price in ((field.clubs, SAME_CLUB), (field.teams, SAME_TEAM)):
            self.charge((pair for mates in groups for pair in combinations(mates, 2)), price)
        self._price_tables()

    def charge(self, pairs: Iterable[tuple[int, int]], price: int) -> None:
        """Make these pairs dearer, or cheaper again by a negative price."""
        for one, other in pairs:
            self.pair[one][other] += price
            self.pair[other][one] += price

    def add(self, tables: Iterable[Sequence[int | None]]) -> None:
        """These people have met, or will; None stands for one who has left since."""
        self._change(tables, +1)

    def remove(self, tables: Iterable[Sequence[int]]) -> None:
        """These people have not met after all."""
        self._change(tables, -1)

    def _change(self, tables: Iterable[Sequence[int | None]], times: int) -> None:
        for table in tables:
            present = [person for person in table if person is not None]
            self.charge(combinations(present, 2), REPEAT * times)
            if len(table) == FIVE_TABLE:
                for person in present:
                    self._fives[person] += times
        self.price_fives()

    def price_fives(self) -> None:
        """Count again what one more five-table costs everybody."""
        if self.fair_share is None:
            turns = sum(self._fives) // len(self._fives)
            beyond = [fives - turns for fives in self._fives]
        else:
            beyond = [max(0, fives + 1 - self.fair_share) for fives in self._fives]
        self.five_price = [self._five_table_again * times for times in beyond]
        self._price_tables()

    def settle_fair_share(self) -> None:
        """All rounds are here now: nobody shall be at more five-tables than have to be."""
        self.fair_share = -(-sum(self._fives) // len(self._fives))
        self.price_fives()

    def _price_tables(self) -> None:
        fours, fives = self._sizes.fours, self._sizes.fives
        rows = {price: [0] * fours + [price] * fives for price in sorted(set(self.five_price))}
        self.table = [rows[price] for price in self.five_price]


def recalled(field: Field, history: History, five_table_again: int = RATHER_NOT_AGAIN) -> Meetings:
    """The prices after the rounds of the history."""
    meetings = Meetings(field, five_table_again)
    for tables in history:
        meetings.add(tables)
    return meetings

"""What it costs to put two people at one table, and who has been at a five-table how often."""

from collections.abc import Iterable, Sequence
from itertools import combinations

from tournament.draw.entrants import Entrants, History
from tournament.draw.table_sizes import FIVE_TABLE

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

PairPrices = list[dict[int, int]]
"""For each person, the price of a meeting with each of those for whom there is one."""


def charge(pair: PairPrices, pairs: Iterable[tuple[int, int]], price: int) -> None:
    """Make these pairs dearer, or cheaper again by a negative price; what is free is left out."""
    for one, other in pairs:
        total = pair[one].get(other, 0) + price
        if total:
            pair[one][other] = pair[other][one] = total
        else:
            del pair[one][other], pair[other][one]


def prices_of_mates(entrants: Entrants) -> PairPrices:
    """The prices of the mates of clubs and teams."""
    pair: PairPrices = [{} for _ in entrants.people]
    for groups, price in ((entrants.clubs, SAME_CLUB), (entrants.teams, SAME_TEAM)):
        charge(pair, (pair for mates in groups for pair in combinations(mates, 2)), price)
    return pair


def price_together(pair: PairPrices, tables: Iterable[Sequence[int]]) -> int:
    """The price of all who sit together."""
    return sum(
        pair[one].get(other, 0) for people in tables for one, other in combinations(people, 2)
    )


class Prices:
    """What a round costs: `pair[a][b]` for two at a table, `table[a][t]` for a at table t."""

    def __init__(self, pair: PairPrices, table: Sequence[Sequence[int]]) -> None:
        self.pair = pair
        self.table = table

    def cost(self, tables: Sequence[Sequence[int]]) -> int:
        """The price of a round like this."""
        return price_together(self.pair, tables) + sum(
            self.table[person][number] for number, people in enumerate(tables) for person in people
        )


class Meetings(Prices):
    """The prices, kept up as rounds are added and taken out.

    One more five-table costs a person `five_table_again` for each time beyond `fair_share`. Where
    that is unknown because later rounds are, it is the times that everybody's turn has come by
    now, and who is behind is even paid.
    """

    fair_share: int | None = None

    def __init__(
        self,
        entrants: Entrants,
        history: History = (),
        five_table_again: int = RATHER_NOT_AGAIN,
        repeat: int = REPEAT,
    ) -> None:
        super().__init__(prices_of_mates(entrants), ())
        self._sizes = entrants.sizes
        self._repeat = repeat
        self._five_table_again = five_table_again
        self._fives = [0] * len(entrants.ids)
        self._price_fives()
        for tables in history:
            self.add(tables)

    def add(self, tables: Iterable[Sequence[int | None]], times: int = 1) -> None:
        """These people have met, or will; have not after all (-1). None: one who has left since."""
        for table in tables:
            present = [person for person in table if person is not None]
            charge(self.pair, combinations(present, 2), self._repeat * times)
            if len(table) == FIVE_TABLE:
                for person in present:
                    self._fives[person] += times
        self._price_fives()

    def fix_fair_share(self) -> None:
        """All rounds are here now: nobody shall be at more five-tables than have to be."""
        self.fair_share = -(-sum(self._fives) // len(self._fives))
        self._price_fives()

    def _price_fives(self) -> None:
        if self.fair_share is None:
            turns = sum(self._fives) // len(self._fives)
            beyond = [fives - turns for fives in self._fives]
        else:
            beyond = [max(0, fives + 1 - self.fair_share) for fives in self._fives]
        self.five_price = [self._five_table_again * times for times in beyond]
        fours, fives = self._sizes.fours, self._sizes.fives
        rows = {price: [0] * fours + [price] * fives for price in set(self.five_price)}
        self.table = [rows[price] for price in self.five_price]

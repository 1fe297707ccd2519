"""The costs that a search weighs: meetings, five-tables, mates; and the worth of a plan."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import chain, combinations

from tournament.draw.entrants import Entrants, History, Tables
from tournament.draw.quality import fewest_pairs, group_of, pairs_of_mates, tables_without
from tournament.draw.table_sizes import FIVE_TABLE

REPEAT = 100
"""Cost of meeting again, once more for each earlier time, so that repeats are spread.

More than all the mates a single exchange can separate: no repeat is ever accepted for them.
"""
SAME_CLUB = 1
SAME_TEAM = 6
"""People of a team come together on purpose to play against others: worth six club mates."""
NO_KEEPER = 48
"""Cost of a table where nobody keeps the list: eight pairs of team mates, half a repeated pair."""
NEIGHBOURS = 3
"""Cost of two at a table in round 1 who stood next to each other at registration."""
RATHER_NOT_AGAIN = 50
"""Cost of a repeated five-table: half a repeated pair."""

PairPrices = list[dict[int, int]]
"""For each person, the costs of meeting others, where not 0."""


def charge(pair: PairPrices, pairs: Iterable[tuple[int, int]], price: int) -> None:
    """Add a cost, which may be negative, to these pairs; zero costs are left out."""
    for one, other in pairs:
        total = pair[one].get(other, 0) + price
        if total:
            pair[one][other] = pair[other][one] = total
        else:
            del pair[one][other], pair[other][one]


def prices_of_mates(entrants: Entrants, same_team: int = SAME_TEAM) -> PairPrices:
    """Return the costs of mates of clubs and teams."""
    pair: PairPrices = [{} for _ in entrants.people]
    for groups, price in ((entrants.clubs, SAME_CLUB), (entrants.teams, same_team)):
        charge(pair, (pair for mates in groups for pair in combinations(mates, 2)), price)
    return pair


class Prices:
    """The cost of a round: `pair[a][b]` for two at a table, `table[a][t]` for a at table t.

    A table without any of the `keepers` costs `no_keeper`.
    """

    def __init__(
        self,
        pair: PairPrices,
        table: Sequence[Sequence[int]],
        keepers: Collection[int] = (),
        no_keeper: int = NO_KEEPER,
    ) -> None:
        self.pair = pair
        self.table = table
        self.keepers = keepers
        self.no_keeper = no_keeper

    def cost(self, tables: Sequence[Sequence[int]]) -> int:
        """Return the cost of a round."""
        places = sum(
            self.table[person][number] for number, people in enumerate(tables) for person in people
        )
        together = sum(
            self.pair[one].get(other, 0)
            for people in tables
            for one, other in combinations(people, 2)
        )
        return places + together + self.no_keeper * tables_without(self.keepers, tables)


class Meetings(Prices):
    """Costs updated as rounds are added and taken out.

    One more five-table costs a person `five_table_again` for each time beyond `fair_share`. Where
    that is unknown because later rounds are, it is the number of turns everybody should have had by
    now, and being behind is even rewarded.
    """

    fair_share: int | None = None

    def __init__(
        self,
        entrants: Entrants,
        history: History = (),
        five_table_again: int = RATHER_NOT_AGAIN,
        repeat: int = REPEAT,
        same_team: int = SAME_TEAM,
        no_keeper: int = NO_KEEPER,
    ) -> None:
        super().__init__(prices_of_mates(entrants, same_team), (), entrants.keepers, no_keeper)
        self._sizes = entrants.sizes
        self._repeat = repeat
        self._five_table_again = five_table_again
        self._fives = [0] * len(entrants.ids)
        self._price_fives()
        for tables in history:
            self.add(tables)

    def add(self, tables: Iterable[Sequence[int | None]], times: int = 1) -> None:
        """Add these meetings, or remove them (-1). None: a person who has left since."""
        for table in tables:
            present = [person for person in table if person is not None]
            charge(self.pair, combinations(present, 2), self._repeat * times)
            if len(table) == FIVE_TABLE:
                for person in present:
                    self._fives[person] += times
        if self._sizes.fives:
            self._price_fives()

    def fix_fair_share(self) -> None:
        """Fix the fair share when all rounds are present, as the lowest possible maximum."""
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


Worth = tuple[int, int, int]
"""Of a plan, less is better, in this order: repeated pairs (a pair that meets for the third time
counts twice more), times at a five-table beyond the fair share, cost of the mates and neighbours
who meet and of the tables where nobody keeps the list."""


def worth_of(plan: Sequence[Tables], entrants: Entrants, history: History = ()) -> Worth:
    """Return the worth of these rounds, repeats and five-tables counted with the history."""
    met = Counter[tuple[int, int]]()
    fives = Counter[int]()
    for table in chain.from_iterable([*history, *plan]):
        present = sorted(person for person in table if person is not None)
        met.update(combinations(present, 2))
        if len(table) == FIVE_TABLE:
            fives.update(present)
    share = -(-fives.total() // len(entrants.ids))
    mates = sum(
        price * pairs_of_mates(group_of(groups), chain.from_iterable(plan))
        for groups, price in ((entrants.clubs, SAME_CLUB), (entrants.teams, SAME_TEAM))
    )
    if plan and not history:
        table_of = {person: number for number, table in enumerate(plan[0]) for person in table}
        together = sum(table_of[one] == table_of[other] for one, other in entrants.neighbours)
        mates += NEIGHBOURS * together
    mates += NO_KEEPER * sum(tables_without(entrants.keepers, tables) for tables in plan)
    return (
        sum(times * (times - 1) // 2 for times in met.values() if times > 1),
        sum(times - share for times in fives.values() if times > share),
        mates,
    )


def fewest_mates(entrants: Entrants) -> int:
    """Return the least cost of mates in a round: members of a large club must meet.

    And of the tables where nobody keeps the list, as there are more tables than such people.
    """
    tables = entrants.sizes.tables
    clubs = sum(fewest_pairs(len(club), tables) for club in entrants.clubs)
    teams = sum(fewest_pairs(len(team), tables) for team in entrants.teams)
    without = max(0, tables - len(entrants.keepers)) if entrants.keepers else 0
    return SAME_CLUB * clubs + SAME_TEAM * teams + NO_KEEPER * without

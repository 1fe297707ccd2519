"""The cost of a repair: repeat meetings, mates at one table, five-tables beyond the fair share."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

from tournament.draw.model import Entrant, Round
from tournament.draw.search.prices import REPEAT, SAME_CLUB, SAME_TEAM
from tournament.draw.table_sizes import FIVE_TABLE

FIVE_AGAIN = 10
"""Cost of a five-table for a person who had some already, for each of them."""
FIVE_BEYOND = 60
"""Cost of a five-table beyond the fair share, for each one beyond it."""


class Prices:
    """The costs by all rounds except the one being chosen.

    fair_share: five-tables per person if they are shared out evenly. had_fives: those of each.
    """

    def __init__(
        self, entrants: Iterable[Entrant], rounds: Iterable[Round], fair_share: int
    ) -> None:
        self._entrants = {entrant.id: entrant for entrant in entrants}
        self.fair_share = fair_share
        self._met = Counter[tuple[str, str]]()
        self.had_fives = Counter[str]()
        for tables in rounds:
            self.count(tables, +1)

    def count(self, tables: Round, times: int) -> None:
        """Add meetings of a round (+1), or remove them (-1)."""
        for table in tables:
            for pair in combinations(sorted(table), 2):
                self._met[pair] += times
            if len(table) == FIVE_TABLE:
                for person in table:
                    self.had_fives[person] += times

    def joining(self, person: str, others: Iterable[str]) -> int:
        """Return the cost of one person with all those others."""
        return sum(self._pair(person, other) for other in others)

    def fives(self, people: Iterable[str]) -> int:
        """Return the cost of these people at a five-table."""
        return sum(self._five(self.had_fives[person]) for person in people)

    def of_all(self, rounds: Sequence[Round]) -> int:
        """Return the cost of all counted rounds, with mates in these `rounds` only."""
        meetings = sum(REPEAT * times * (times - 1) // 2 for times in self._met.values())
        fives = sum(self._five(had) for times in self.had_fives.values() for had in range(times))
        mates = sum(
            self._mates(one, other)
            for tables in rounds
            for table in tables
            for one, other in combinations(table, 2)
        )
        return meetings + fives + mates

    def fixed_table(self, person: str) -> int | None:
        """Return the index of a person's fixed table."""
        table = self._entrants[person].table if person in self._entrants else None
        return None if table is None else table - 1

    def _five(self, had: int) -> int:
        """Return the cost of one more five-table for a person who had so many."""
        return FIVE_AGAIN * had + FIVE_BEYOND * max(0, had + 1 - self.fair_share)

    def _pair(self, one: str, other: str) -> int:
        return REPEAT * self._met[min(one, other), max(one, other)] + self._mates(one, other)

    def _mates(self, one: str, other: str) -> int:
        first, second = self._entrants.get(one), self._entrants.get(other)
        if first is None or second is None:
            return 0
        same_club = first.club is not None and first.club == second.club
        same_team = first.team is not None and first.team == second.team
        return SAME_CLUB * same_club + SAME_TEAM * same_team

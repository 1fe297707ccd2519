"""One try at all rounds: a design or dealt cards to start from, then improved round by round."""

from collections.abc import Sequence
from random import Random

from tournament.core.draw.counting import fewest_pairs, fewest_repeats
from tournament.core.draw.dealing import dealt
from tournament.core.draw.field import Field, History, Tables
from tournament.core.draw.meetings import NEIGHBOURS, recalled
from tournament.core.draw.swap_search import TABLES_TRIED, improved
from tournament.core.draw.worth import fewest_mates, worth_of
from tournament.core.table_sizes import FIVE_TABLE, FOUR_TABLE

MOST_LOOKS = 125_000
LOOKS_PER_PAIR = 300
"""Exchanges looked at, about, to improve all rounds together; a tiny field is soon exhausted. The
limits are counts, never a time, so that a slow machine draws the same plan."""
NEW_ROUND = 5
"""A new round alone gets one part in so many."""
LONGEST_VISIT = 100
"""Exchanges made, at most, before the next round has its turn."""


class Attempt:
    """The rounds of one try in `plan`; `is_perfect` if none could cost less."""

    def __init__(
        self, field: Field, history: History, five_table_again: int, random: Random
    ) -> None:
        self.plan: list[Tables] = []
        self.is_perfect = False
        self._field = field
        self._history = history
        self._random = random
        self._meetings = recalled(field, history, five_table_again)
        people = len(field.ids)
        self._looks = min(MOST_LOOKS, LOOKS_PER_PAIR * fewest_pairs(people, 1))
        self._looks_per_step = min(people, FOUR_TABLE * TABLES_TRIED)
        self._mates = fewest_mates(field)

    def draw(self, start: Sequence[Tables], rounds: int) -> None:
        """Fill the plan from the rounds to start with, and improve it."""
        for tables in start:
            self._add(tables)
        while len(self.plan) < rounds:
            self._add(dealt(self._field, self._meetings.five_price, self._random))
            self._visit(len(self.plan) - 1, self._looks // NEW_ROUND // self._looks_per_step)
        self._meetings.settle_fair_share()
        self._improve_together()

    def _add(self, tables: Tables) -> None:
        self._meetings.add(tables)
        self.plan.append(tables)

    def _improve_together(self) -> None:
        """Take each round out in turn and search a better one among the others."""
        steps = min(len(self._field.ids), LONGEST_VISIT)
        visits = self._looks // (steps * self._looks_per_step)
        for _ in range(1 + visits // max(1, len(self.plan))):
            cheap = [self._visit(number, steps) for number in range(len(self.plan))]
            self.is_perfect = all(cheap) or self._repeats_are_fewest()
            if self.is_perfect:
                break

    def _visit(self, number: int, steps: int) -> bool:
        """Improve one round; whether it could not have been better before."""
        tables = self.plan[number]
        self._meetings.remove(tables)
        opening = number == 0 and not self._history
        if opening:
            self._meetings.charge(self._field.neighbours, NEIGHBOURS)
        enough = self._mates + self._least_at_fives()
        is_cheap = self._meetings.cost(tables) <= enough
        if not is_cheap:
            self.plan[number] = improved(
                tables,
                self._meetings,
                self._random,
                steps=steps,
                enough=enough,
                pinned=self._field.at_fixed_tables,
            )
        if opening:
            self._meetings.charge(self._field.neighbours, -NEIGHBOURS)
        self._meetings.add(self.plan[number])
        return is_cheap

    def _repeats_are_fewest(self) -> bool:
        """Where repeats cannot be avoided, no round is cheap; all together may still be best."""
        if self._history or self._field.neighbours:
            return False
        rounds = len(self.plan)
        fewest = fewest_repeats(self._field.sizes, rounds)
        worth = worth_of(self.plan, self._field)
        return fewest > 0 and worth <= (fewest, 0, rounds * self._mates)

    def _least_at_fives(self) -> int:
        """What it costs at least that somebody sits at the five-tables."""
        price, fours = self._meetings.five_price, self._field.sizes.fours
        fixed = self._field.at_fixed_tables
        forced = [price[person] for person, table in fixed.items() if table >= fours]
        free = sorted(price[person] for person in self._field.people if person not in fixed)
        seats = FIVE_TABLE * self._field.sizes.fives - len(forced)
        return sum(forced) + sum(free[:seats])

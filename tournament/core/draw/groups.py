"""Who sits together in each round."""

from collections.abc import Sequence
from random import Random

from tournament.core.draw.meetings import SAME_CLUB, Meetings, Tables
from tournament.core.draw.quality import fewest_pairs
from tournament.core.draw.starting_rounds import dealt, designed
from tournament.core.draw.swap_search import TABLES_TRIED, improved
from tournament.core.table_sizes import FIVE_TABLE, FOUR_TABLE, TableSizes

MOST_LOOKS = 125_000
LOOKS_PER_PAIR = 300
"""Exchanges looked at, about, to improve all rounds together; a tiny field is soon exhausted. The
limits are counts, never a time, so that a slow machine draws the same plan."""
NEW_ROUND = 5
"""A new round alone gets one part in so many."""
LONGEST_VISIT = 100
"""Exchanges made, at most, before the next round has its turn."""
NEVER_AGAIN = 10_000
"""What a five-table again costs when no repeat outweighs it. This often leads to a perfect plan,
but with three to five tables it forces pairs to meet again."""
RATHER_NOT_AGAIN = 50
"""What a five-table again is worth in the end: half a repeated pair."""

ATTEMPTS = (NEVER_AGAIN, RATHER_NOT_AGAIN) * 2
"""New attempts leave a dead end sooner than longer ones."""

History = Sequence[Sequence[Sequence[int | None]]]
"""Rounds played before; None stands for people who have left."""


def grouped(
    clubs: Sequence[str | None], rounds: int, sizes: TableSizes, history: History, random: Random
) -> list[Tables]:
    """Tables for the people 0, 1, 2 ... in so many rounds, the four-tables first in each.

    `clubs` names everybody's club or None. What is avoided, the worst first: meeting again,
    sitting at a five-table again before all others have, meeting club mates. The first perfect
    attempt counts, else the best of all.
    """
    plans = []
    for five_table_again in ATTEMPTS:
        attempt = _Attempt(clubs, sizes, history, five_table_again, random)
        attempt.draw(rounds)
        if attempt.is_perfect:
            return attempt.plan
        plans.append(attempt.plan)
    return min(plans, key=lambda plan: _price(plan, clubs, history))


def _price(plan: Sequence[Tables], clubs: Sequence[str | None], history: History) -> int:
    meetings = _recalled(clubs, history, RATHER_NOT_AGAIN)
    price = 0
    for tables in plan:
        price += meetings.cost(tables)
        meetings.add(tables)
    return price


def _recalled(clubs: Sequence[str | None], history: History, five_table_again: int) -> Meetings:
    meetings = Meetings(clubs, five_table_again)
    for tables in history:
        meetings.add(tables)
    return meetings


class _Attempt:
    """One try at all rounds: a design or dealt cards to start from, then improved."""

    def __init__(
        self,
        clubs: Sequence[str | None],
        sizes: TableSizes,
        history: History,
        five_table_again: int,
        random: Random,
    ) -> None:
        members: dict[str | int, list[int]] = {}
        for person, club in enumerate(clubs):
            members.setdefault(club or person, []).append(person)
        self.plan: list[Tables] = []
        self.is_perfect = False
        self._members = list(members.values())
        self._sizes = sizes
        self._fits_design = not sizes.fives and not history
        self._meetings = _recalled(clubs, history, five_table_again)
        self._random = random
        self._looks = min(MOST_LOOKS, LOOKS_PER_PAIR * fewest_pairs(sizes.players, 1))
        self._looks_per_step = min(sizes.players, FOUR_TABLE * TABLES_TRIED)

    def draw(self, rounds: int) -> None:
        """Fills the plan; perfect is one in which no round could cost less."""
        if self._fits_design:
            self.plan = designed(self._members, self._sizes.tables, rounds, self._random)
        for tables in self.plan:
            self._meetings.add(tables)
        while len(self.plan) < rounds:
            start = dealt(self._members, self._sizes, self._meetings.five_price, self._random)
            tables = self._improved(start, self._looks // NEW_ROUND // self._looks_per_step)
            self._meetings.add(tables)
            self.plan.append(tables)
        self._improve_together()

    def _improve_together(self) -> None:
        """Takes each round out in turn and searches a better one among the others."""
        steps = min(self._sizes.players, LONGEST_VISIT)
        visits = self._looks // (steps * self._looks_per_step)
        for _ in range(1 + visits // max(1, len(self.plan))):
            self.is_perfect = True
            for number, tables in enumerate(self.plan):
                self._meetings.remove(tables)
                if self._meetings.cost(tables) > self._least_cost():
                    self.is_perfect = False
                    self.plan[number] = self._improved(tables, steps)
                self._meetings.add(self.plan[number])
            if self.is_perfect:
                break

    def _improved(self, tables: Tables, steps: int) -> Tables:
        enough = self._least_cost()
        return improved(tables, self._meetings, self._random, steps=steps, enough=enough)

    def _least_cost(self) -> int:
        """What a round costs at least: a large club meets, somebody sits at the five-tables."""
        mates = sum(fewest_pairs(len(mates), self._sizes.tables) for mates in self._members)
        fives = sorted(self._meetings.five_price)[: FIVE_TABLE * self._sizes.fives]
        return SAME_CLUB * mates + sum(fives)

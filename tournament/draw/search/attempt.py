"""One attempt at all rounds: a design or dealt cards, then improved round by round."""

from collections.abc import Sequence
from random import Random

from tournament.draw.counting import fewest_pairs, fewest_repeats
from tournament.draw.entrants import Entrants, History, Tables
from tournament.draw.randomness import shuffled
from tournament.draw.search.prices import NEIGHBOURS, Meetings, charge
from tournament.draw.search.state import TABLES_TRIED, RoundState
from tournament.draw.search.tabu import tabu_search
from tournament.draw.search.worth import fewest_mates, worth_of
from tournament.draw.table_sizes import FIVE_TABLE, FOUR_TABLE

MOST_LOOKS = 125_000
LOOKS_PER_PAIR = 300
"""Approximate number of exchanges considered to improve all rounds together; few people are soon
exhausted. Limits are counts, never times, so that a slow machine draws the same plan."""
NEW_ROUND = 5
"""A new round alone gets this fraction (one part in so many)."""
LONGEST_VISIT = 100
"""Maximum number of exchanges before the next round is taken."""


class Attempt:
    """The rounds of one attempt in `plan`; `is_perfect` if none could cost less."""

    def __init__(
        self, entrants: Entrants, history: History, five_table_again: int, random: Random
    ) -> None:
        self.plan: list[Tables] = []
        self.is_perfect = False
        self._entrants = entrants
        self._history = history
        self._random = random
        self._meetings = Meetings(entrants, history, five_table_again)
        people = len(entrants.ids)
        self._looks = min(MOST_LOOKS, LOOKS_PER_PAIR * fewest_pairs(people, 1))
        self._looks_per_step = min(people, FOUR_TABLE * TABLES_TRIED)
        self._mates = fewest_mates(entrants)

    def draw(self, start: Sequence[Tables], rounds: int) -> None:
        """Fill the plan, beginning with these rounds, and improve it."""
        for tables in start:
            self._add(tables)
        while len(self.plan) < rounds:
            self._add(dealt(self._entrants, self._meetings.five_price, self._random))
            self._visit(len(self.plan) - 1, self._looks // NEW_ROUND // self._looks_per_step)
        self._meetings.fix_fair_share()
        self._improve_together()

    def _add(self, tables: Tables) -> None:
        self._meetings.add(tables)
        self.plan.append(tables)

    def _improve_together(self) -> None:
        """Take each round out in turn and search a better one given the others."""
        steps = min(len(self._entrants.ids), LONGEST_VISIT)
        visits = self._looks // (steps * self._looks_per_step)
        for _ in range(1 + visits // max(1, len(self.plan))):
            cheap = [self._visit(number, steps) for number in range(len(self.plan))]
            self.is_perfect = all(cheap) or self._repeats_are_fewest()
            if self.is_perfect:
                break

    def _visit(self, number: int, steps: int) -> bool:
        """Improve one round; return whether it was already optimal."""
        tables = self.plan[number]
        self._meetings.add(tables, -1)
        neighbours = () if number or self._history else self._entrants.neighbours
        charge(self._meetings.pair, neighbours, NEIGHBOURS)
        enough = self._mates + self._least_at_fives()
        is_cheap = self._meetings.cost(tables) <= enough
        if not is_cheap:
            state = RoundState(tables, self._meetings, self._entrants.fixed)
            people = len(self._entrants.ids)
            self.plan[number], _ = tabu_search(
                state, people, self._random, steps=steps, enough=enough
            )
        charge(self._meetings.pair, neighbours, -NEIGHBOURS)
        self._meetings.add(self.plan[number])
        return is_cheap

    def _repeats_are_fewest(self) -> bool:
        """Whether repeats are minimal: where they are unavoidable, no single round is cheap."""
        if self._history or self._entrants.neighbours:
            return False
        rounds = len(self.plan)
        fewest = fewest_repeats(self._entrants.sizes, rounds)
        worth = worth_of(self.plan, self._entrants)
        return fewest > 0 and worth <= (fewest, 0, rounds * self._mates)

    def _least_at_fives(self) -> int:
        """Return the least possible cost of the people at the five-tables."""
        price, fours = self._meetings.five_price, self._entrants.sizes.fours
        fixed = self._entrants.fixed
        forced = [price[person] for person, table in fixed.items() if table >= fours]
        free = sorted(price[person] for person in self._entrants.people if person not in fixed)
        seats = FIVE_TABLE * self._entrants.sizes.fives - len(forced)
        return sum(forced) + sum(free[:seats])


def dealt(entrants: Entrants, five_price: Sequence[int], random: Random) -> Tables:
    """Deal a round club by club; those who were least at five-tables sit there.

    People with a fixed table are placed first.
    """
    sizes = entrants.sizes
    tables: Tables = [[] for _ in sizes.sizes]
    for person, table in entrants.fixed.items():
        tables[table].append(person)
    waiting = [
        person for person in _shuffle_by_club(entrants, random) if person not in entrants.fixed
    ]
    seats = sum(
        size - len(table) for size, table in zip(sizes.sizes, tables, strict=True) if size > 4
    )
    by_price = sorted(shuffled(waiting, random), key=lambda person: five_price[person])
    at_fives = set(by_price[:seats])
    fours = [person for person in waiting if person not in at_fives]
    fives = [person for person in waiting if person in at_fives]
    _spread(fours, tables[: sizes.fours], sizes.sizes)
    _spread(fives, tables[sizes.fours :], sizes.sizes[sizes.fours :])
    return tables


def _shuffle_by_club(entrants: Entrants, random: Random) -> list[int]:
    clubless = set(entrants.people).difference(*entrants.clubs)
    groups = [*entrants.clubs, *((person,) for person in sorted(clubless))]
    return [person for mates in shuffled(groups, random) for person in shuffled(mates, random)]


def _spread(people: Sequence[int], tables: Tables, sizes: Sequence[int]) -> None:
    """Deal one person to each table with a free seat, then again from the first."""
    waiting = iter(people)
    for _ in range(max(sizes, default=0)):
        for table, size in zip(tables, sizes, strict=False):
            if len(table) < size:
                table.extend(person for person in [next(waiting, None)] if person is not None)

"""One attempt at all rounds: a design or dealt cards, then improved round by round."""

from collections.abc import Sequence
from random import Random

from tournament.draw.entrants import Entrants, History, Tables
from tournament.draw.quality import fewest_pairs, fewest_repeats
from tournament.draw.randomness import shuffled
from tournament.draw.search.local import tabu_search
from tournament.draw.search.prices import (
    NEIGHBOURS,
    NO_KEEPER,
    SAME_TEAM,
    Meetings,
    charge,
    fewest_mates,
    worth_of,
)
from tournament.draw.search.state import TABLES_TRIED, RoundState
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
        self,
        entrants: Entrants,
        history: History,
        five_table_again: int,
        random: Random,
        no_keeper: int = NO_KEEPER,
        same_team: int = SAME_TEAM,
    ) -> None:
        self.plan: list[Tables] = []
        self.is_perfect = False
        self._entrants = entrants
        self._history = history
        self._random = random
        self._meetings = Meetings(
            entrants, history, five_table_again, same_team=same_team, no_keeper=no_keeper
        )
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
        steps = min(len(self._entrants.ids), LONGEST_VISIT)
        visits = self._looks // (steps * self._looks_per_step)
        fewest = 0  # repeats: where they are unavoidable, no single round is cheap
        if not self._history and not self._entrants.neighbours:
            fewest = fewest_repeats(self._entrants.sizes, rounds)
        for _ in range(1 + visits // max(1, rounds)):
            # Take each round out in turn and search a better one given the others.
            cheap = [self._visit(number, steps) for number in range(rounds)]
            best = (fewest, 0, rounds * self._mates)
            self.is_perfect = all(cheap) or (
                fewest > 0 and worth_of(self.plan, self._entrants) <= best
            )
            if self.is_perfect:
                break

    def _add(self, tables: Tables) -> None:
        self._meetings.add(tables)
        self.plan.append(tables)

    def _visit(self, number: int, steps: int) -> bool:
        """Improve one round; return whether it was already optimal."""
        tables, entrants = self.plan[number], self._entrants
        self._meetings.add(tables, -1)
        neighbours = () if number or self._history else entrants.neighbours
        charge(self._meetings.pair, neighbours, NEIGHBOURS)
        # The least possible cost: mates who must meet, and the cheapest people at the five-tables.
        price, fours = self._meetings.five_price, entrants.sizes.fours
        forced = [price[person] for person, table in entrants.fixed.items() if table >= fours]
        free = sorted(price[person] for person in entrants.people if person not in entrants.fixed)
        seats = FIVE_TABLE * entrants.sizes.fives - len(forced)
        enough = self._mates + sum(forced) + sum(free[:seats])
        is_cheap = self._meetings.cost(tables) <= enough
        if not is_cheap:
            state = RoundState(tables, self._meetings, entrants.fixed)
            people = len(entrants.ids)
            self.plan[number], _ = tabu_search(
                state, people, self._random, steps=steps, enough=enough
            )
        charge(self._meetings.pair, neighbours, -NEIGHBOURS)
        self._meetings.add(self.plan[number])
        return is_cheap


def dealt(entrants: Entrants, five_price: Sequence[int], random: Random) -> Tables:
    """Deal a round club by club; those who were least at five-tables sit there.

    People with a fixed table are placed first.
    """
    sizes = entrants.sizes
    tables: Tables = [[] for _ in sizes.sizes]
    for person, table in entrants.fixed.items():
        tables[table].append(person)
    clubless = sorted(set(entrants.people).difference(*entrants.clubs))
    groups = shuffled([*entrants.clubs, *((person,) for person in clubless)], random)
    by_club = [person for mates in groups for person in shuffled(mates, random)]
    waiting = [person for person in by_club if person not in entrants.fixed]
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


def _spread(people: Sequence[int], tables: Tables, sizes: Sequence[int]) -> None:
    """Deal one person to each table with a free seat, then again from the first."""
    waiting = iter(people)
    for _ in range(max(sizes, default=0)):
        for table, size in zip(tables, sizes, strict=False):
            if len(table) < size:
                table.extend(person for person in [next(waiting, None)] if person is not None)

"""Rounds of 6, 7 or 11 people, where tables of six and seven are played (rule-sets.md 6).

So few people have few seatings, so all are tried: of the ways to split eleven people the one with
the fewest repeats, of the orders at a table the one with the least used seats.
"""

from collections.abc import Sequence
from itertools import combinations, permutations
from random import Random

from tournament.draw.entrants import Entrants, History, Tables, history_of, named, numbered
from tournament.draw.model import CannotDraw, DrawRequest, Round
from tournament.draw.quality import tables_without
from tournament.draw.randomness import seeded, shuffled
from tournament.draw.table_sizes import FIVE_TABLE, LARGER

SNAKE = (0, 3, 4, 7, 8)
"""The ranks at the first table of five where both tables are to be equally strong."""
SAME_TABLE_AGAIN = 4
"""Cost, in meetings, of a person being at the first of two tables once more."""
KEEPS_NO_LIST = 1_000
"""Cost of the last seat for a person who does not keep the list."""


def needs_larger_tables(request: DrawRequest) -> bool:
    """Whether this number of people cannot be seated at fours and fives."""
    return request.larger_tables and len(request.entrants) in LARGER


def larger_rounds(request: DrawRequest) -> tuple[Round, ...]:
    """Draw the rounds one after the other, by any method.

    Raises CannotDraw as the other methods do.
    """
    entrants = numbered(request, larger=True)
    past = _Past(entrants, history_of(request, entrants))
    random = seeded(request.seed)
    rounds: list[Tables] = []
    first, *others = entrants.sizes.sizes
    for _ in range(request.rounds):
        people = shuffled(entrants.people, random)
        ways = [[people]]
        if others:
            ways = [
                [list(chosen), [person for person in people if person not in chosen]]
                for chosen in shuffled(combinations(people, first), random)
            ]
        parted = min(ways, key=lambda tables: _price(tables, request, entrants, past))
        rounds.append([_seated(table, past, entrants, random) for table in parted])
        past.add(rounds[-1])
    return named(entrants, rounds)


class _Past:
    """The past rounds: meetings, times at the first table, seats held."""

    def __init__(self, entrants: Entrants, history: History) -> None:
        people, seats = len(entrants.ids), max(entrants.sizes.sizes)
        self.met = [[0] * people for _ in entrants.ids]
        self.first = [0] * people
        self.held = [[0] * max(seats, FIVE_TABLE) for _ in entrants.ids]
        for tables in history:
            self.add(tables)

    def add(self, tables: Sequence[Sequence[int | None]]) -> None:
        """Add a round; None stands for one who has left."""
        for number, table in enumerate(tables):
            people = [(seat, person) for seat, person in enumerate(table) if person is not None]
            for seat, person in people:
                self.first[person] += number == 0
                if seat < len(self.held[person]):
                    self.held[person][seat] += 1
                for _seat, other in people:
                    self.met[person][other] += 1


def _price(
    tables: Tables, request: DrawRequest, entrants: Entrants, past: _Past
) -> tuple[int, ...]:
    """Return the cost of a way to split the people, most important part first."""
    fixed = entrants.fixed
    neighbours = () if request.history else entrants.neighbours  # these are kept apart in round 1
    mates = [*entrants.clubs, *entrants.teams, *neighbours]
    misplaced = 0  # people not where the standings put them
    if request.method in ("ranked", "snake"):
        if missing := sorted(set(entrants.ids).difference(request.ranking)):
            raise CannotDraw("ranking_incomplete", people=", ".join(missing))
        by_rank = [entrants.ids.index(one) for one in request.ranking if one in entrants.ids]
        first = SNAKE if request.method == "snake" else range(len(tables[0]))
        wanted = {by_rank[rank] for rank in first if rank < len(by_rank)}
        misplaced = len(wanted.difference(tables[0]))
    return (
        sum(fixed.get(one, at) != at for at, table in enumerate(tables) for one in table),
        misplaced,
        sum(past.met[one][other] for table in tables for one, other in combinations(table, 2))
        + SAME_TABLE_AGAIN * sum(past.first[person] for person in tables[0]),
        tables_without(entrants.keepers, tables),
        sum(len(set(group).intersection(table)) ** 2 for group in mates for table in tables),
    )


def _seated(table: Sequence[int], past: _Past, entrants: Entrants, random: Random) -> list[int]:
    """Return the people of a table on the seats they have had least."""
    people = shuffled(table, random)
    strain = [[times * times for times in past.held[person]] for person in people]
    for index, person in enumerate(people):
        strain[index][len(people) - 1] += KEEPS_NO_LIST * (person in entrants.no_list)
    seats = min(
        permutations(range(len(people))),
        key=lambda order: sum(strain[index][seat] for index, seat in enumerate(order)),
    )
    return [people[seats.index(seat)] for seat in range(len(people))]

"""The quality of a plan, recounted: used to choose between the results of searches."""

from collections import Counter
from collections.abc import Sequence
from itertools import chain, combinations

from tournament.draw.counting import fewest_pairs
from tournament.draw.entrants import Entrants, History, Tables
from tournament.draw.search.prices import (
    NEIGHBOURS,
    SAME_CLUB,
    SAME_TEAM,
    price_together,
    prices_of_mates,
)
from tournament.draw.table_sizes import FIVE_TABLE

Worth = tuple[int, int, int]
"""Repeated pairs (a pair that meets for the third time counts twice more), times at a five-table
beyond the fair share, cost of the mates and neighbours who meet: less is better, in this order."""


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
    mates = price_together(prices_of_mates(entrants), chain.from_iterable(plan))
    if plan and not history:
        table_of = {person: number for number, table in enumerate(plan[0]) for person in table}
        together = sum(table_of[one] == table_of[other] for one, other in entrants.neighbours)
        mates += NEIGHBOURS * together
    return (
        sum(times * (times - 1) // 2 for times in met.values() if times > 1),
        sum(times - share for times in fives.values() if times > share),
        mates,
    )


def fewest_mates(entrants: Entrants) -> int:
    """Return the least cost of mates in a round: members of a large club must meet."""
    tables = entrants.sizes.tables
    return SAME_CLUB * sum(fewest_pairs(len(club), tables) for club in entrants.clubs) + (
        SAME_TEAM * sum(fewest_pairs(len(team), tables) for team in entrants.teams)
    )

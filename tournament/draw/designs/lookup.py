"""The design for a number of people and rounds: anonymous groupings; and what it promises.

A design is constructed or looked up, never searched: it takes milliseconds and is as good as known
for its size.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain, combinations
from random import Random

from tournament.draw.designs.difference_rows import design as difference_rows
from tournament.draw.designs.known_plans import known_plan, longer_plan, plan_for_lists
from tournament.draw.designs.starter_rounds import STARTERS
from tournament.draw.entrants import Tables
from tournament.draw.model import LISTS_KNOWN, VERSION
from tournament.draw.quality import fewest_repeats
from tournament.draw.randomness import shuffled
from tournament.draw.table_sizes import FIVE_TABLE, TableSizes, table_sizes


@dataclass(frozen=True, slots=True)
class Design:
    """Rounds of people 0, 1, 2 ...; if `in_columns`, each table has one of each column.

    The columns are the four quarters of the people: those of one column never meet, except in one
    round at most. If it `is_best_known`, a search need not try. apart: other groups of people of
    whom no two meet. one_each: people of whom each table has one.
    """

    rounds: list[Tables]
    in_columns: bool = False
    is_best_known: bool = False
    apart: Tables = field(default_factory=list)
    one_each: Sequence[int] = ()


def design_for(
    sizes: TableSizes, rounds: int, random: Random, version: int = VERSION, keepers: int = 0
) -> Design | None:
    """Return a design of so many rounds, or of fewer if nothing better is known; else None.

    From a design with more rounds those with the fairest five-tables are chosen. version: of the
    draw (DrawRequest). keepers: how many keep the list, if a table could lack one.
    """
    listed = plan_for_lists(sizes.players, rounds, keepers) if version >= LISTS_KNOWN else None
    if listed:
        people, plan = listed
        return Design(fairest(plan, rounds, random), is_best_known=True, one_each=people)
    known = known_plan(sizes.players, rounds, version)
    if known:
        return Design(known, is_best_known=True)
    for starter in STARTERS.get(sizes.players, ()):
        if starter.modulus >= rounds and (sizes.fives or rounds >= sizes.tables):
            return Design(fairest(starter.developed(), rounds, random))
    longer = longer_plan(sizes.players, rounds)
    if longer:
        return Design(fairest(longer, rounds, random), is_best_known=True)
    if sizes.fives:
        return None
    return Design(difference_rows(sizes.tables, rounds), in_columns=True)


def fairest(design: Sequence[Tables], rounds: int, random: Random) -> list[Tables]:
    """Choose rounds, by lot among the choices fairest at the five-tables."""
    choices = shuffled(combinations(range(len(design)), rounds), random)
    people = sum(map(len, design[0]))
    at_fives = [
        [person for table in tables if len(table) == FIVE_TABLE for person in table]
        for tables in design
    ]
    best: tuple[tuple[int, int], Sequence[int]] | None = None
    for chosen in choices:
        times = Counter(chain.from_iterable(at_fives[number] for number in chosen))
        share = -(-times.total() // people)
        # The times beyond the fair share, then how uneven the times are.
        crowding = (
            sum(count - share for count in times.values() if count > share),
            sum(count * count for count in times.values()),
        )
        if best is None or crowding < best[0]:
            best = crowding, chosen
    return [design[number] for number in best[1]] if best else []


ZERO_REPEAT_PLANS = {16: 5, 20: 5, 21: 5, 22: 5, 23: 5}
"""Rounds without a repeated pair, where the rules below do not apply."""
FEWEST_FOR_TWO_ROUNDS = 16
"""A table of four needs four tables to come from, as one of five needs five."""
ALWAYS_FROM = 36
ALWAYS = 9
"""The number of rounds without a repeat found for all larger numbers of people."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """The outlook for a number of people.

    `rounds_without_repeats`: rounds that are drawn without a repeat meeting. `or_more`: more may be
    possible; this has not been searched.
    """

    people: int
    sizes: TableSizes
    rounds_without_repeats: int
    or_more: bool


def what_if(people: int, larger: bool = False) -> Outlook:
    """Return the tables for so many people, and the rounds without a repeat.

    `larger`: whether tables of six and seven are played. Raises CannotSeat for a number that fits
    no tables.
    """
    sizes = table_sizes(people, larger)
    tables = sizes.tables
    if people in ZERO_REPEAT_PLANS:
        rounds = ZERO_REPEAT_PLANS[people]
    elif people < FEWEST_FOR_TWO_ROUNDS or (sizes.fives and tables < FIVE_TABLE):
        rounds = 1
    elif sizes.fives or people in STARTERS:
        moved_on = max((starter.modulus for starter in STARTERS.get(people, ())), default=0)
        rounds = max(moved_on, ALWAYS if people >= ALWAYS_FROM else 0)
    else:
        by_rows = tables if tables % 2 and tables % 3 else -(-tables // 3)
        rounds = max(ALWAYS, by_rows)
    or_more = rounds >= ALWAYS and not fewest_repeats(sizes, rounds + 1)
    return Outlook(people, sizes, rounds, or_more)

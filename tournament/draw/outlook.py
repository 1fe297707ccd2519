"""The tables and repeats for a number of people, before anything is drawn."""

from dataclasses import dataclass

from tournament.draw.designs.starter_rounds import STARTERS
from tournament.draw.quality import fewest_repeats
from tournament.draw.table_sizes import FIVE_TABLE, TableSizes, table_sizes

ZERO_REPEAT_PLANS = {16: 5, 20: 5, 21: 5, 22: 4, 23: 4}
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

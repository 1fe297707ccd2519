"""The tables and repeats for a number of people, before anything is drawn."""

from dataclasses import dataclass

from tournament.draw.counting import fewest_repeats
from tournament.draw.designs.starter_rounds import STARTERS
from tournament.draw.table_sizes import TableSizes, table_sizes

ZERO_REPEAT_PLANS = {16: 5, 20: 5, 21: 5, 22: 4, 23: 4}
"""Rounds without a repeated pair, where the rules below do not apply."""
FEWEST_FOR_TWO_ROUNDS = 16
"""A table of four needs four tables to come from."""
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
    rounds = _rounds_without_repeats(sizes)
    or_more = rounds >= ALWAYS and not fewest_repeats(sizes, rounds + 1)
    return Outlook(people, sizes, rounds, or_more)


def _rounds_without_repeats(sizes: TableSizes) -> int:
    people, tables = sizes.players, sizes.tables
    if people in ZERO_REPEAT_PLANS:
        return ZERO_REPEAT_PLANS[people]
    if people < FEWEST_FOR_TWO_ROUNDS or (5 * sizes.fives and tables < 5):
        return 1
    if sizes.fives or people in STARTERS:
        moved_on = max((starter.modulus for starter in STARTERS.get(people, ())), default=0)
        return max(moved_on, ALWAYS if people >= ALWAYS_FROM else 0)
    by_rows = tables if tables % 2 and tables % 3 else -(-tables // 3)
    return max(ALWAYS, by_rows)

"""The distance of people from the table that belongs to their rank.

Ranked: the tables follow each other down the standings, each with the next four or five. Snake: the
standings are cut into tiers of as many ranks as there are tables, and each table has one of each
tier. A person's distance is the number of ranks outside the proper part.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from tournament.draw.model import Round
from tournament.draw.quality import pairs_met
from tournament.draw.table_sizes import FIVE_TABLE


@dataclass(frozen=True, slots=True)
class Displacement:
    """The displacement in one or several rounds.

    seats: number of people, summed over the rounds. ranks: the sum of their distances. furthest:
    the largest distance. repeats_avoided: how many more pairs would meet again without
    displacement.
    """

    seats: int
    ranks: int
    furthest: int
    repeats_avoided: int

    def __add__(self, other: "Displacement") -> "Displacement":
        return Displacement(
            self.seats + other.seats,
            self.ranks + other.ranks,
            max(self.furthest, other.furthest),
            self.repeats_avoided + other.repeats_avoided,
        )


@dataclass(frozen=True, slots=True)
class DrawnByStandings:
    """All rounds drawn by the standings with one method, counted from the first of all."""

    rounds: tuple[int, ...]
    is_snake: bool
    has_fives: bool
    displacement: Displacement


def drawn_by_standings(
    rounds: Sequence[Round], rankings: Mapping[int, Sequence[str]], *, is_snake: bool
) -> DrawnByStandings | None:
    """Return the displacement of those rounds that have a ranking; None if none has."""
    numbers = tuple(number for number in sorted(rankings) if number <= len(rounds))
    if not numbers:
        return None
    found = Displacement(0, 0, 0, 0)
    for number in numbers:
        tables, before = rounds[number - 1], rounds[: number - 1]
        found += displacement(tables, rankings[number], before, is_snake=is_snake)
    has_fives = any(len(t) == FIVE_TABLE for number in numbers for t in rounds[number - 1])
    return DrawnByStandings(numbers, is_snake, has_fives, found)


def displacement(
    tables: Round, ranking: Sequence[str], before: Sequence[Round], *, is_snake: bool
) -> Displacement:
    """Return the displacement of one round drawn by a ranking; unranked people come last."""
    rank = {person: index for index, person in enumerate(ranking)}
    seated = [person for table in tables for person in table]
    in_order = sorted(seated, key=lambda person: rank.get(person, len(rank)))
    position = {person: number for number, person in enumerate(in_order)}
    ordered = [sorted(position[person] for person in table) for table in tables]
    people, count = iter(in_order), len(tables)
    exactly: list[list[str]] = [[] for _ in tables]
    off = []
    if is_snake:
        # The best of each table belong to the best tier, and so on.
        for table in ordered:
            for tier, index in enumerate(table):
                off.append(max(0, tier * count - index, index - (tier * count + count - 1)))
        # Alternating direction; remaining people join the last tables.
        sizes = sorted(map(len, tables))
        for tier in range(max(sizes, default=0)):
            numbers = [number for number in range(count) if tier < sizes[number]]
            for number in numbers if tier % 2 == 0 else reversed(numbers):
                exactly[number].append(next(people))
    else:
        # Tables by strength: the mean of their places, best first.
        first = 0
        strongest = sorted(ordered, key=lambda table: (sum(table) * 20 // len(table), table))
        for number, table in enumerate(strongest):
            for index in table:
                off.append(max(0, first - index, index - (first + len(table) - 1)))
            exactly[number] = [next(people) for _ in table]
            first += len(table)
    met = pairs_met(chain.from_iterable(before))
    repeats_exactly, repeats = (
        sum(pair in met for pair in pairs_met(found).elements()) for found in (exactly, tables)
    )
    return Displacement(len(off), sum(off), max(off, default=0), max(0, repeats_exactly - repeats))

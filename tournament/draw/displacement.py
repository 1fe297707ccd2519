"""The distance of people from the table that belongs to their rank.

Ranked: the tables follow each other down the standings, each with the next four or five. Snake: the
standings are cut into tiers of as many ranks as there are tables, and each table has one of each
tier. A person's distance is the number of ranks outside the proper part.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from tournament.draw.counting import pairs_met
from tournament.draw.model import Round
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
    off = list((_distances_from_tiers if is_snake else _distances_from_blocks)(ordered))
    exactly = _snake(in_order, tables) if is_snake else _blocks(in_order, ordered)
    return Displacement(
        seats=len(off),
        ranks=sum(off),
        furthest=max(off, default=0),
        repeats_avoided=max(0, _repeats(exactly, before) - _repeats(tables, before)),
    )


def _distances_from_blocks(tables: Sequence[Sequence[int]]) -> Iterator[int]:
    """Yield everybody's distance from the block of places that belongs to the table."""
    first = 0
    for table in _down_the_standings(tables):
        for index in table:
            yield max(0, first - index, index - (first + len(table) - 1))
        first += len(table)


def _distances_from_tiers(tables: Sequence[Sequence[int]]) -> Iterator[int]:
    """Yield the distances of the best of each table from the best tier, and so on."""
    for table in tables:
        for tier, index in enumerate(table):
            first = tier * len(tables)
            yield max(0, first - index, index - (first + len(tables) - 1))


def _down_the_standings(tables: Sequence[Sequence[int]]) -> list[Sequence[int]]:
    """Return the tables by strength: the mean of their places, best first."""
    return sorted(tables, key=lambda table: (sum(table) * 20 // len(table), table))


def _blocks(in_order: Sequence[str], tables: Sequence[Sequence[int]]) -> list[list[str]]:
    people = iter(in_order)
    return [[next(people) for _ in table] for table in _down_the_standings(tables)]


def _snake(in_order: Sequence[str], tables: Round) -> list[list[str]]:
    """Seat in alternating direction; remaining people join the last tables."""
    count = len(tables)
    people = iter(in_order)
    seated: list[list[str]] = [[] for _ in tables]
    sizes = sorted(map(len, tables))
    for tier in range(max(sizes, default=0)):
        numbers = [number for number in range(count) if tier < sizes[number]]
        for number in numbers if tier % 2 == 0 else reversed(numbers):
            seated[number].append(next(people))
    return seated


def _repeats(tables: Sequence[Sequence[str]], before: Sequence[Round]) -> int:
    """Count the pairs at these tables that have met before."""
    met = pairs_met(chain.from_iterable(before))
    return sum(pair in met for pair in pairs_met(tables).elements())

"""Which seat everybody takes at the table, so that nobody has one seat much more than another.

Seats are an exactly solvable problem. Cut everybody's rounds into chunks of four and join each
chunk with the tables it sits at; these lines can be given four colours so that no two at a table
and no two of a chunk are alike. A colour is a seat: everybody has each of the four seats once in
every full chunk, and none twice in the last.

The fifth seat of a five-table is given beforehand, to one who had it least, and has no part in it.
"""

from collections.abc import Sequence
from itertools import permutations
from random import Random

from tournament.core.draw.colouring import coloured
from tournament.core.draw.meetings import Tables
from tournament.core.draw.randomness import shuffled

SEATS = 4
PASSES = 4
"""Rounds of resettling; the figures stop changing after two or three."""


class SeatCounts:
    """How often everybody has had each of the seats 1 to 4 (`held`), and the fifth."""

    def __init__(self, people: int) -> None:
        self.held = [[0] * SEATS for _ in range(people)]
        self.fifth = [0] * people

    def add(self, table: Sequence[int | None], times: int = 1) -> None:
        """A table in the order of its seats; None stands for one who has left."""
        for seat, person in enumerate(table):
            if person is None:
                continue
            if seat < SEATS:
                self.held[person][seat] += times
            else:
                self.fifth[person] += times


def seated(rounds: Sequence[Tables], before: SeatCounts, random: Random) -> list[Tables]:
    """The same tables, their people in the order of the seats.

    With nothing before these rounds nobody's seats 1 to 4 differ by more than 1. What was before
    is evened out table by table as far as it goes. `before` is counted on.
    """
    begun = any(any(held) for held in before.held)
    tables = [table for tables in rounds for table in tables]
    fifths = [_fifth(table, before, random) for table in tables]
    seating = _balanced(tables, fifths, random)
    if begun:
        _even_out(seating, before)
    ordered = iter([*four, *fifth] for four, fifth in zip(seating, fifths, strict=True))
    return [[next(ordered) for _ in tables] for tables in rounds]


def _fifth(table: Sequence[int], counts: SeatCounts, random: Random) -> list[int]:
    """The one for the fifth seat, if there is one."""
    if len(table) <= SEATS:
        return []
    chosen = min(shuffled(table, random), key=lambda person: counts.fifth[person])
    counts.fifth[chosen] += 1
    return [chosen]


def _balanced(
    tables: Sequence[Sequence[int]], fifths: Sequence[Sequence[int]], random: Random
) -> Tables:
    """Seats 1 to 4 of every table, by colours."""
    lines: list[tuple[tuple[int, int], int]] = []
    appearances: dict[int, int] = {}
    for number, table in enumerate(tables):
        for person in table:
            if person not in fifths[number]:
                earlier = appearances.get(person, 0)
                appearances[person] = earlier + 1
                lines.append(((person, earlier // SEATS), number))
    lines = shuffled(lines, random)
    seating = [[-1] * SEATS for _ in tables]
    for ((person, _), number), seat in zip(lines, coloured(lines, SEATS), strict=True):
        seating[number][seat] = person
    return seating


def _even_out(seating: Tables, counts: SeatCounts) -> None:
    """Each table in turn takes its best order, all others being as they are."""
    for table in seating:
        counts.add(table)
    for _ in range(PASSES):
        for table in seating:
            counts.add(table, -1)
            best = min(permutations(table), key=lambda order: _strain(order, counts.held))
            table[:] = best
            counts.add(table)


def _strain(order: Sequence[int], held: Sequence[Sequence[int]]) -> int:
    """Squares, so that a difference of two is worth more than two differences of one."""
    return sum((held[person][seat] - min(held[person])) ** 2 for seat, person in enumerate(order))

"""The seats of everybody at their tables.

Every person's rounds are cut into blocks of four. In such a block nobody has a seat twice if the
lines from blocks to tables are coloured so that lines at one point differ, which always succeeds
(König); so nobody's seats 1 to 4 ever differ by more than one. The fifth seat of a five-table is
assigned before, to a person who had it least, and is not part of this.

The person at the last seat of a table keeps the list. Those who do not keep it are exchanged at
their table, and the imbalance is evened out.
"""

from collections.abc import Collection, Sequence
from itertools import chain, permutations
from random import Random
from typing import TypeVar

from tournament.draw.entrants import History, Tables
from tournament.draw.randomness import shuffled

Left = TypeVar("Left")
Right = TypeVar("Right")
SEATS = 4
PASSES = 4
"""Passes of reseating; the figures stop changing after two or three."""
KEEPS_NO_LIST = 1000
"""Strain of a last seat for one who does not keep the list; only a table of such people has it."""
ORDERS = tuple(permutations(range(SEATS)))


class SeatCounts:
    """How often everybody has had each of the seats 1 to 4 (`held`), and the fifth."""

    def __init__(self, people: int, history: History = ()) -> None:
        self.held = [[0] * SEATS for _ in range(people)]
        self.fifth = [0] * people
        for table in chain.from_iterable(history):
            self.add(table)

    def add(self, table: Sequence[int | None], times: int = 1) -> None:
        """Count a table in the order of its seats; None stands for one who has left."""
        for seat, person in enumerate(table):
            if person is None:
                continue
            if seat < SEATS:
                self.held[person][seat] += times
            else:
                self.fifth[person] += times


def seated(
    rounds: Sequence[Tables],
    before: SeatCounts,
    random: Random,
    no_list: Collection[int] = (),
) -> list[Tables]:
    """Return the same tables with their people in the order of the seats.

    Without earlier rounds nobody's seats 1 to 4 differ by more than 1, except for those who are
    `no_list` and those who sit last in their place. Earlier imbalance is evened out table by table
    as far as possible. `before` is updated.
    """
    begun = any(any(held) for held in before.held)
    tables = [table for tables in rounds for table in tables]
    fifths: list[list[int]] = [[] for _ in tables]
    for table, fifth in zip(tables, fifths, strict=True):
        if len(table) > SEATS:
            by_lot = shuffled(table, random)
            chosen = min(by_lot, key=lambda person: (person in no_list, before.fifth[person]))
            before.fifth[chosen] += 1
            fifth.append(chosen)
    seating = _balanced(tables, fifths, random)
    for table in seating:
        before.add(table)
    if begun or no_list:
        _even_out(seating, fifths, before, no_list)
    ordered = iter([*four, *fifth] for four, fifth in zip(seating, fifths, strict=True))
    return [[next(ordered) for _ in tables] for tables in rounds]


def _balanced(
    tables: Sequence[Sequence[int]], fifths: Sequence[Sequence[int]], random: Random
) -> Tables:
    """Assign seats 1 to 4 of every table, by colours."""
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


def _even_out(
    seating: Tables,
    fifths: Sequence[Sequence[int]],
    counts: SeatCounts,
    no_list: Collection[int],
) -> None:
    """Give each table in turn its best order, all others being unchanged."""
    moved = set(chain.from_iterable(seating))
    for _ in range(PASSES):
        before, moved = moved, set()
        for table, fifth in zip(seating, fifths, strict=True):
            if before.isdisjoint(table) and moved.isdisjoint(table):
                continue  # it has its best order
            counts.add(table, -1)
            strain = [strain_of_seats(counts.held[person]) for person in table]
            if not fifth:
                for index, person in enumerate(table):
                    strain[index][-1] += KEEPS_NO_LIST * (person in no_list)
            first, second, third, fourth = strain
            strains = [first[a] + second[b] + third[c] + fourth[d] for a, b, c, d in ORDERS]
            seats = ORDERS[strains.index(min(strains))]
            if seats != ORDERS[0]:
                moved.update(table)
            for seat, person in zip(seats, list(table), strict=True):
                table[seat] = person
            counts.add(table)


def coloured(lines: Sequence[tuple[Left, Right]], colours: int) -> list[int]:
    """Return a colour 0 .. colours - 1 for each line from a left to a right point (König).

    Lines at one point get different ones. They exist as long as no point has more lines than there
    are colours: a new line takes a colour free at its left point; if its right point has that one
    already, the path from there along this colour and one free at the right point is recoloured
    crosswise.
    """
    at_left: dict[Left, list[int | None]] = {left: [None] * colours for left, _ in lines}
    at_right: dict[Right, list[int | None]] = {right: [None] * colours for _, right in lines}
    colour_of = [-1] * len(lines)
    for new, (left, right) in enumerate(lines):
        colour, other = at_left[left].index(None), at_right[right].index(None)
        at_left[left][colour] = line = new
        colour_of[line] = colour
        point, is_right = at_right[right], True
        while (before := point[colour]) is not None:
            point[colour], point[other] = line, before
            line, colour_of[before] = before, other
            is_right = not is_right
            point = at_right[lines[line][1]] if is_right else at_left[lines[line][0]]
            point[colour] = None
            colour, other = other, colour
        point[colour] = line
    return colour_of


def strain_of_seats(held: Sequence[int]) -> list[int]:
    """Return the strain of each seat for a person with these counts.

    Squares, so that a difference of two weighs more than two of one.
    """
    least = min(held)
    return [(times - least) ** 2 for times in held]

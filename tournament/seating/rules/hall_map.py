"""Where the tables of a hall stand: places of a grid, and the way along them."""

from collections.abc import Collection, Iterable, Mapping
from math import ceil, sqrt
from typing import NamedTuple

MOST = 40
"""So many columns and rows a hall has at most."""
WIDER = 1.6
"""Without a map, so many times as many tables stand side by side as behind each other."""


class Spot(NamedTuple):
    """A place of the grid: column from the left, row from the front, both counted from 0."""

    column: int
    row: int


def in_rows(numbers: Collection[int]) -> dict[int, Spot]:
    """The tables by number, row by row, all rows but the last one full."""
    rows = ceil(len(numbers) / max(ceil(sqrt(WIDER * len(numbers))), 1))
    columns = ceil(len(numbers) / max(rows, 1))
    return {number: Spot(at % columns, at // columns) for at, number in enumerate(sorted(numbers))}


def arranged(numbers: Collection[int], places: Mapping[int, Spot]) -> dict[int, Spot]:
    """Where these tables stand; those without a place of their own in rows behind the others."""
    placed = {number: places[number] for number in sorted(numbers) if number in places}
    if not placed:
        return in_rows(numbers)
    behind = 1 + max(spot.row for spot in placed.values())
    width = 1 + max(spot.column for spot in placed.values())
    others = (number for number in sorted(numbers) if number not in placed)
    return placed | {
        number: Spot(at % width, behind + at // width) for at, number in enumerate(others)
    }


def moved_up(places: Mapping[int, Spot]) -> dict[int, Spot]:
    """The same arrangement without empty columns on its left and empty rows in front."""
    left = min((spot.column for spot in places.values()), default=0)
    front = min((spot.row for spot in places.values()), default=0)
    return {number: Spot(spot.column - left, spot.row - front) for number, spot in places.items()}


def walking_order(numbers: Iterable[int], places: Mapping[int, Spot]) -> list[int]:
    """In which order one walks to these tables: row by row, there and back.

    Without a map of the hall by number. Rows without any of the tables are not walked.
    """
    if not places:
        return sorted(numbers)
    rows: dict[int, list[tuple[int, int]]] = {}
    for number, spot in arranged(set(numbers), places).items():
        rows.setdefault(spot.row, []).append((spot.column, number))
    walked: list[int] = []
    for at, row in enumerate(sorted(rows)):
        walked += [number for _column, number in sorted(rows[row], reverse=bool(at % 2))]
    return walked

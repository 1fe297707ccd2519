"""Places of the tables on a grid of the hall, and the walking order."""

from collections.abc import Collection, Iterable, Mapping
from math import ceil, sqrt
from typing import NamedTuple

MOST = 40
"""The maximum number of columns and rows."""
WIDER = 1.6
"""The ratio of width to depth without a map."""


class Spot(NamedTuple):
    """A place of the grid: column from the left, row from the front, both counted from 0."""

    column: int
    row: int


def in_rows(numbers: Collection[int]) -> dict[int, Spot]:
    """Place tables row by row by number, all rows but the last one full."""
    rows = ceil(len(numbers) / max(ceil(sqrt(WIDER * len(numbers))), 1))
    columns = ceil(len(numbers) / max(rows, 1))
    return {number: Spot(at % columns, at // columns) for at, number in enumerate(sorted(numbers))}


def arranged(numbers: Collection[int], places: Mapping[int, Spot]) -> dict[int, Spot]:
    """Return the places of these tables; those without one in rows behind the others."""
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
    """Return the arrangement without empty columns on the left and empty rows in front."""
    left = min((spot.column for spot in places.values()), default=0)
    front = min((spot.row for spot in places.values()), default=0)
    return {number: Spot(spot.column - left, spot.row - front) for number, spot in places.items()}


def walking_order(numbers: Iterable[int], places: Mapping[int, Spot]) -> list[int]:
    """Return the walking order of these tables: row by row, alternating direction.

    Without a map by number. Rows without any of the tables are skipped.
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

"""The second path from the points played to those ranked.

Plain additions that share nothing with `standings.rules.counting`.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Any

Content = Mapping[str, Any]
Cell = tuple[int, int]
"""Entry and round."""
FIVE = 5


@dataclass(frozen=True, slots=True)
class Options:
    """What a tournament makes of the points played.

    `games` are those of a round at a table of four and of five, where it scales. `absent` had
    neither seat nor bye in a round, and are ranked.
    """

    table_points: bool = False
    missed_round: int | None = None
    games: tuple[int, int] | None = None
    absent: Collection[Cell] = ()


PLAYED = Options()
Table = tuple[int, Sequence[int], Content]
"""The round, the entries in the order of the seats, and the sheet."""


def ranked_points(
    options: Options, tables: Sequence[Table], played: Mapping[Cell, int]
) -> Mapping[Cell, int]:
    """Return what everybody is ranked by in each round; `played` with averages filled in."""
    found = dict(played)
    for number, entries, content in tables:
        points = [played[entry, number] for entry in entries]
        if options.table_points:
            points = _by_places(points)
        elif options.games and len(points) == FIVE:
            points = _as_at_four(*options.games, content, points)
        found |= {(entry, number): figure for entry, figure in zip(entries, points, strict=True)}
    if options.missed_round is not None:
        begun = {number for number, _entries, _content in tables}
        found |= {cell: options.missed_round for cell in options.absent if cell[1] in begun}
    return found


def _by_places(played: Sequence[int]) -> list[int]:
    """Share out the points of the places: two less from each to the next, 0 in the middle."""
    in_order = sorted(played, reverse=True)
    of_places = range(len(played) - 1, -len(played), -2)
    shares: dict[int, list[int]] = {}
    for points, of_place in zip(in_order, of_places, strict=True):
        shares.setdefault(points, []).append(of_place)
    return [sum(shares[points]) // len(shares[points]) for points in played]


def _as_at_four(four: int, five: int, content: Content, played: Sequence[int]) -> list[int]:
    """Divide by the games everybody played, times those he would have played at four."""
    rows = content.get("rows", ())
    games = len(rows) or content.get("games_played", 0)
    found = []
    for place, points in enumerate(played):
        listed = sum(row["points"][place] is not None for row in rows)
        taken = Fraction(listed) if listed else Fraction(games * (FIVE - 1), FIVE)
        exact = Fraction(points * games * four, five) / taken if taken else Fraction(points)
        size = floor(abs(exact) + Fraction(1, 2))
        found.append(size if exact > 0 else -size)
    return found

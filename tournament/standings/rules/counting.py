"""What of a round is ranked: its points as they were played, or what a tournament makes of them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.model import FIVE_TABLE
from tournament.shared.rules.rounding import half_away
from tournament.sheets.rules.results import TableGames


@dataclass(frozen=True, slots=True)
class Scale:
    """The games of a round at a table of four and of five."""

    four: int
    five: int


@dataclass(frozen=True, slots=True)
class Counting:
    """How what was played becomes what is ranked; by default it is the same (rules.md 7.1, 7.3).

    - table_points: the order at the table counts instead of the points.
    - missed_round: what somebody has for a round he was not seated in, 0 or less; None: nothing,
      and it is no round of his.
    - scale: tables of five are brought to the games of a table of four. Table points are the same
      with and without.
    """

    table_points: bool = False
    missed_round: int | None = None
    scale: Scale | None = None

    @property
    def reckons(self) -> bool:
        """Whether what a table is ranked by is not what was played there."""
        return self.table_points or self.scale is not None


AS_PLAYED = Counting()


def counted_apart(table_points: Mapping[int, bool]) -> list[int]:
    """Return which of several lists do not count, as points and table points are never added.

    What most of them rank counts, of equally many what the first does.
    """
    usual = Counter(table_points.values()).most_common(1)
    return [at for at, each in table_points.items() if each != usual[0][0]]


def rank_by(counting: Counting, points: Sequence[int], games: TableGames | None) -> tuple[int, ...]:
    """Return what each seat of a table is ranked by; `games` of a table that is scaled."""
    if counting.table_points:
        return table_points(points)
    if counting.scale and games and len(points) == FIVE_TABLE:
        return scaled(counting.scale, points, games)
    return tuple(points)


def table_points(points: Sequence[int]) -> tuple[int, ...]:
    """Return a point for everybody with fewer points at the table, less one for each with more.

    So four have +3, +1, −1 and −3, five +4, +2, 0, −2 and −4, larger tables go on alike; equal
    ones share the mean, which is always whole, and a table adds up to 0.
    """
    return tuple(sum((own > other) - (own < other) for other in points) for own in points)


def scaled(scale: Scale, points: Sequence[int], games: TableGames) -> tuple[int, ...]:
    """Return the points as if everybody had played as often as at a table of four.

    A table of five plays more games, of which each sits out some, not everybody as many (TSR
    10.2.1). What time has struck is not made up: it is missing from both. Bare totals do not say
    who sat out how often: then everybody did as often. Rounded per round, half away from zero.
    """
    if not games.played:
        return tuple(points)
    due = Fraction(games.played * scale.four, scale.five)
    even = Fraction(games.played * (len(points) - 1), len(points))
    own = [
        (games.played_by(seat, len(points)) if games.listed else None) or even
        for seat in range(1, len(points) + 1)
    ]
    return tuple(
        int(half_away(each * due / played)) for each, played in zip(points, own, strict=True)
    )

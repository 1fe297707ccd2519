"""The note on paper (TSR 7.3.3): the winners' positions and the value, such as "13" and "5"."""

import re
from collections.abc import Sequence

from tournament.forms.typed import whole_number

_SEPARATORS = re.compile(r"[\s,./+]")

Points = tuple[int | None, ...]


def points_of(winners: str, value: str, table_size: int, sitting: int | None) -> Points | None:
    """The points the note means, None when it does not mean any.

    Two winners: a game of two against two. One or three: a solo, won or lost, the soloist with
    three times the value. Value 0 needs no winners. `sitting` is the dealer of a five-table.
    """
    amount = whole_number(value)
    seats = _seats(winners, table_size)
    if amount is None or seats is None or sitting in seats:
        return None
    if amount != 0 and len(seats) not in (1, 2, 3):
        return None
    soloist = _soloist(seats, table_size, sitting)

    def points(seat: int) -> int | None:
        if seat == sitting:
            return None
        won = amount if seat in seats else -amount
        return 3 * won if seat == soloist else won

    return tuple(points(seat) for seat in range(1, table_size + 1))


def note_of(points: Sequence[object]) -> tuple[str, str]:
    """Winners and value of a game's points; empty texts where no note means these points."""
    figures = {seat: p for seat, p in enumerate(points, 1) if isinstance(p, int)}
    sitting = next((seat for seat in range(1, len(points) + 1) if seat not in figures), None)
    winners = "".join(str(seat) for seat, won in figures.items() if won > 0)
    value = str(min((abs(won) for won in figures.values()), default=""))
    if points_of(winners, value, len(points), sitting) != tuple(points):
        return "", ""
    return winners, value


def _seats(winners: str, table_size: int) -> set[int] | None:
    digits = _SEPARATORS.sub("", winners)
    if not re.fullmatch(rf"[1-{table_size}]*", digits) or len(set(digits)) != len(digits):
        return None
    return {int(digit) for digit in digits}


def _soloist(winners: set[int], table_size: int, sitting: int | None) -> int | None:
    """Who plays alone: the only winner, or the only loser."""
    losers = set(range(1, table_size + 1)) - winners - {sitting}
    for side in (winners, losers):
        if len(side) == 1:
            return next(iter(side))
    return None

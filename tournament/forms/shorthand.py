"""The note on paper (TSR 7.3.3): the winners' positions and the value, such as "13" and "5"."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tournament.forms.typed import whole_number

_SEPARATORS = re.compile(r"[\s,./+]")

MOST_WINNERS = 3

Points = tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Flaw:
    """Why a note means nothing: `part` is "winners" or "value", the field to look at.

    The sentence for `code` stands in `tournament.labels.desk`.
    """

    part: str
    code: str
    params: Mapping[str, object] = field(default_factory=dict)


def points_of(winners: str, value: str, table_size: int, sitting: int | None) -> Points | None:
    """The points the note means, None when it does not mean any.

    Two winners: a game of two against two. One or three: a solo, won or lost, the soloist with
    three times the value. Value 0 needs no winners. `sitting` is the dealer of a five-table.
    """
    amount = whole_number(value)
    if amount is None or flaw_of(winners, value, table_size, sitting):
        return None
    seats = {int(digit) for digit in _digits(winners)}
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


def flaw_of(winners: str, value: str, table_size: int, sitting: int | None) -> Flaw | None:
    """Why these winners and this value mean no points, the first thing in the order of typing."""
    digits = _digits(winners)
    return _flaw_of_winners(digits, table_size, sitting) or _flaw_of_value(digits, value)


def _flaw_of_winners(digits: str, table_size: int, sitting: int | None) -> Flaw | None:
    for place, digit in enumerate(digits):
        if not re.fullmatch(rf"[1-{table_size}]", digit):
            return Flaw("winners", "note_no_position", {"text": digit})
        if int(digit) == sitting:
            return Flaw("winners", "note_dealer", {"seat": digit})
        if digit in digits[:place]:
            return Flaw("winners", "note_twice", {"seat": digit})
    return None


def _flaw_of_value(digits: str, value: str) -> Flaw | None:
    if not value.strip():
        return Flaw("value", "note_value_missing")
    amount = whole_number(value)
    if amount is None:
        return Flaw("value", "note_no_value", {"text": value.strip()})
    if amount != 0 and not digits:
        return Flaw("winners", "note_winners_missing")
    if amount != 0 and len(digits) > MOST_WINNERS:
        return Flaw("winners", "note_too_many", {"count": len(digits)})
    return None


def _digits(winners: str) -> str:
    return _SEPARATORS.sub("", winners)


def _soloist(winners: set[int], table_size: int, sitting: int | None) -> int | None:
    """Who plays alone: the only winner, or the only loser."""
    losers = set(range(1, table_size + 1)) - winners - {sitting}
    for side in (winners, losers):
        if len(side) == 1:
            return next(iter(side))
    return None

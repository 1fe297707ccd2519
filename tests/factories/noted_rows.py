"""Every row that a line of the notation can express, built from figures, not from text."""

from collections.abc import Iterator
from itertools import combinations

from scoring.model import Figures, Penalty, Row, RowKind
from scoring.penalties import RULES, allowed_patterns

# Size and dealer; at a four-table the dealer may be unknown.
TABLES = [(4, None), *((4, seat) for seat in range(1, 5)), *((5, seat) for seat in range(1, 6))]
TEAM_KINDS = [kind for kind in RowKind if not kind.is_alone]
ALONE_KINDS = [kind for kind in RowKind if kind.is_alone]
HIGHEST_WITH_PARTNER, HIGHEST_ALONE = 29, 21


def playing(size: int, dealer: int | None) -> list[int]:
    return [seat for seat in range(1, size + 1) if size == 4 or seat != dealer]


def figures(size: int, by_seat: dict[int, int]) -> Figures:
    return tuple(by_seat.get(seat) for seat in range(1, size + 1))


def every_row(size: int, dealer: int | None) -> Iterator[Row]:
    """Return each row once; its number is 1."""
    seats = playing(size, dealer)
    for kind in TEAM_KINDS:
        yield Row(1, kind, figures(size, dict.fromkeys(seats, 0)), dealer)
        for value in range(1, HIGHEST_WITH_PARTNER + 1):
            for winners in combinations(seats, 2):
                won = {seat: value if seat in winners else -value for seat in seats}
                yield Row(1, kind, figures(size, won), dealer)
    for kind in ALONE_KINDS:
        for value in range(-HIGHEST_ALONE, HIGHEST_ALONE + 1):
            for soloist in seats:
                won = dict.fromkeys(seats, -value) | {soloist: 3 * value}
                yield Row(1, kind, figures(size, won), dealer, soloist)
                if kind is RowKind.COMPULSORY_SOLO:
                    yield Row(1, kind, figures(size, won), dealer, soloist, forced=True)


def every_penalty(size: int, dealer: int | None, soloist: int | None) -> Iterator[Penalty]:
    """Return each penalty of a game once, without initials, in row 1."""
    sitting = dealer if size == 5 else None
    for offender in playing(size, dealer):
        for rule in RULES:
            for points in allowed_patterns(rule, offender, soloist, size, sitting):
                yield Penalty(1, rule, offender, points)

"""Between the rows of the database and the plain values of the draw.

A draw knows people by their start number as text and their club by its code, else its name: the
same as a list of players on paper, so that a draw can be checked without the database.
"""

from collections.abc import Iterable
from dataclasses import asdict
from itertools import groupby

from tournament.core.draw import Entrant, Quality, Round
from tournament.models import Entry

SeatNumber = tuple[int, int, int]
"""Number of the round, number of the table, start number; in the order of the seats."""


def entrants_of(entries: Iterable[Entry]) -> tuple[Entrant, ...]:
    """The people to be seated; the entries come with their clubs."""
    return tuple(
        Entrant(str(entry.number), entry.club.short if entry.club else None) for entry in entries
    )


def history_of(seats: Iterable[SeatNumber]) -> tuple[Round, ...]:
    """The rounds that are fixed, from their seats sorted by round, table and position."""
    rounds = groupby(seats, key=lambda seat: seat[0])
    return tuple(
        tuple(
            tuple(str(number) for _round, _table, number in table)
            for _number, table in groupby(of_round, key=lambda seat: seat[1])
        )
        for _number, of_round in rounds
    )


def quality_figures(quality: Quality) -> dict[str, int]:
    """The figures by name, as they are stored with a draw."""
    return asdict(quality)

"""The next game at every table of a hall, most urgent tables first."""

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.model import ScoreSheet
from scoring.outlook import Outlook, outlook


@dataclass(frozen=True, slots=True)
class HallRow:
    """The outlook of one named table."""

    name: int | str
    outlook: Outlook


def hall_outlook(
    sheets: Iterable[tuple[int | str, ScoreSheet]], time_is_up: bool = False
) -> tuple[HallRow, ...]:
    """Return the outlook of every list, in the order in which a referee should look at them.

    1. Tables where the next game is forced, most forced solos first: here a mistake cannot be
       mended later, and the table with most of them keeps the hall waiting longest.
    2. Tables where somebody owes and may still bid, fewest normal games left first: there the
       forced solos begin next.
    3. Tables where nobody owes, in the same order: they need nobody until the end.
    4. Complete lists, before the others those with struck games: the referee strikes them.

    Among equals a list in doubt goes first; otherwise they stay in the order given. With
    `time_is_up` every list is seen as if time ran out now: who is left to be forced, in the
    order of the referee's walk through the hall.
    """
    rows = (HallRow(name, outlook(sheet, time_is_up)) for name, sheet in sheets)
    return tuple(sorted(rows, key=_urgency))


def _urgency(row: HallRow) -> tuple[bool, bool, bool, int, int, bool, bool]:
    ahead = row.outlook
    return (
        ahead.is_complete,
        not ahead.is_forced,
        not ahead.owing,
        ahead.normal_left,
        -len(ahead.owing),
        ahead.is_complete and ahead.struck == 0,
        not ahead.in_doubt,
    )

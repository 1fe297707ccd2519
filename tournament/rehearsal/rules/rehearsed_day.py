"""Events of a generated day: arrivals, lists handed in, and incidents."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random

from scoring.terms import FOUR_TABLE
from tournament.draw.randomness import below, shuffled

SPEED = 20
"""Minutes of a real day per minute."""
AT_ONCE = 4
"""Number of people arriving together."""
OFFENDER = 2
"""Position of the offender in penalties, protests and deductions."""
ODD_BY = 1
"""Error in the first total of the list that does not add up."""
OF_LISTS = (0.55, 0.98)
"""The first and the last list come in at this share of the time."""


class Happening(StrEnum):
    """The kind of an event."""

    NO_SHOW = "no_show"
    PENALTY = "penalty"
    PROTEST = "protest"
    POWER_CUT = "power_cut"
    DEDUCTION = "deduction"
    LIST = "list"
    ODD_LIST = "odd_list"
    LOST_LIST = "lost_list"


LISTS = frozenset({Happening.LIST, Happening.ODD_LIST})
SHARES: Mapping[Happening, float] = {
    Happening.PENALTY: 0.2,
    Happening.PROTEST: 0.3,
    Happening.POWER_CUT: 0.35,
    Happening.DEDUCTION: 0.45,
}


@dataclass(frozen=True, slots=True)
class Event:
    """An event in a round at a table, after a share of the table's time."""

    what: Happening
    round: int = 0
    table: int = 0
    share: float = 0.0

    @property
    def key(self) -> str:
        """The key recording that it has happened."""
        return f"{self.what}-{self.round}-{self.table}"


def events_of_round(
    number: int, rounds: int, sizes: Mapping[int, int], random: Random
) -> tuple[Event, ...]:
    """Return the events of a round in order of time; `sizes` of its tables by number.

    The first round has the penalty, the protest against it and the list that does not add up, the
    second (if there is one) the power cut and the lost list, the last the deduction from the total.
    """
    tables = shuffled(sorted(sizes), random)
    fours = [table for table in tables if sizes[table] == FOUR_TABLE] or tables
    first, other = fours[0], next((table for table in tables if table != fours[0]), fours[0])
    kinds = dict.fromkeys(tables, Happening.LIST)
    events = []
    if number == 1:
        kinds[other] = Happening.ODD_LIST
        events += [_at(each, number, first) for each in (Happening.PENALTY, Happening.PROTEST)]
    if number == min(2, rounds):
        kinds[first] = Happening.LOST_LIST
        events.append(_at(Happening.POWER_CUT, number, 0))
    if number == rounds:
        events.append(_at(Happening.DEDUCTION, number, other))
    lists = [Event(kinds[each], number, each, at) for each, at in _shares(tables, random)]
    return tuple(sorted([*events, *lists], key=lambda event: event.share))


def _at(what: Happening, number: int, table: int) -> Event:
    return Event(what, number, table, SHARES[what])


def _shares(tables: Sequence[int], random: Random) -> list[tuple[int, float]]:
    """Return when each table hands its list in: one after the other, never all at once."""
    begin, end = OF_LISTS
    step = (end - begin) / len(tables)
    return [
        (table, begin + step * place + step * below(50, random) / 100)
        for place, table in enumerate(tables)
    ]

"""The seats of a round as a file from elsewhere has them: who is meant, and what is unclear."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournament.shared.rules.names import name_words

Names = Mapping[tuple[str, ...], Sequence[int]]
"""Start numbers by each of the `name_words` of a name, and of the number itself."""


@dataclass(frozen=True, slots=True)
class PlannedSeat:
    """A seat of the file: its table, its line (0: there are none), number and name as written.

    Position 0: the file does not tell, the order of its lines does.
    """

    table: int
    line: int
    number: str
    name: str = ""
    position: int = 0

    @property
    def who(self) -> str:
        """What stands there for the person."""
        return self.number or self.name


@dataclass(frozen=True, slots=True)
class SeatProblem:
    """What is wrong with a seat.

    "nobody": no player, or several, are called so. "twice": `number` sits at `first` already.
    "same_position": `first` sits on it, too.
    "other_name": `number` has another name here. "other_table": here it is the table `number`.
    """

    code: str
    seat: PlannedSeat
    number: int = 0
    first: PlannedSeat | None = None


def seats_in_numbers(
    tables: Iterable[Sequence[PlannedSeat]], names: Names
) -> tuple[str, list[SeatProblem]]:
    """The tables as they are typed, a line of start numbers each, and what is wrong in them.

    Whoever is unclear stays as written, in one word.
    """
    lines: list[str] = []
    problems: list[SeatProblem] = []
    taken: dict[int, PlannedSeat] = {}
    for here, table in enumerate(tables, start=1):
        if table[0].table != here:
            problems.append(SeatProblem("other_table", table[0], here))
        words = []
        positions: dict[int, PlannedSeat] = {}
        for seat in table:
            first = positions.setdefault(seat.position, seat)
            if seat.position and first is not seat:
                problems.append(SeatProblem("same_position", seat, first=first))
            number, problem = _judged(seat, names, taken)
            problems += [problem] if problem else []
            words.append(str(number) if number else re.sub(r"[\s,;]+", "_", seat.who))
        lines.append(" ".join(words))
    return "\n".join(lines), problems


def _judged(
    seat: PlannedSeat, names: Names, taken: dict[int, PlannedSeat]
) -> tuple[int | None, SeatProblem | None]:
    """The start number that is meant, and what is wrong with the seat."""
    found = _called(names, seat.who)
    if len(found) != 1:
        return None, SeatProblem("nobody", seat)
    (number,) = found
    first = taken.setdefault(number, seat)
    if first is not seat:
        return number, SeatProblem("twice", seat, number, first)
    if seat.name and number not in _called(names, seat.name):
        return number, SeatProblem("other_name", seat, number)
    return number, None


def _called(names: Names, who: str) -> set[int]:
    return {number for words in name_words(who) for number in names.get(words, ())}

"""Match the seats of an imported file to start numbers, and report what is unclear."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournament.shared.rules.names import name_words

Names = Mapping[tuple[str, ...], Sequence[int]]
"""Start numbers by each of the `name_words` of a name, and of the number itself."""


@dataclass(frozen=True, slots=True)
class PlannedSeat:
    """A seat of the file: table, line (0 without lines), number and name as written.

    Position 0: not given; the order of the lines counts.
    """

    table: int
    line: int
    number: str
    name: str = ""
    position: int = 0

    @property
    def who(self) -> str:
        """The text that identifies the person."""
        return self.number or self.name


@dataclass(frozen=True, slots=True)
class SeatProblem:
    """A problem with a seat.

    - "nobody": no player, or several, match the text.
    - "twice": `number` sits at `first` already.
    - "same_position": `first` sits on it, too.
    - "other_name": `number` has another name here.
    - "other_table": here it is the table `number`.
    """

    code: str
    seat: PlannedSeat
    number: int = 0
    first: PlannedSeat | None = None


def seats_in_numbers(
    tables: Iterable[Sequence[PlannedSeat]], names: Names
) -> tuple[str, list[SeatProblem]]:
    """Return the tables as text, a line of start numbers each, and the problems found.

    Unclear players stay as written, as one word.
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
    """Return the matching start number, and the problem with the seat, if any."""
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

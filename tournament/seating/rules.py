"""The hall: places of tables, the walking order, arriving score sheets; seats of a file."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import accumulate
from math import ceil, sqrt
from typing import Any, NamedTuple

from tournament.shared.rules.names import name_words
from tournament.shared.rules.written_names import written_name

MOST = 40
"""The maximum number of columns and rows."""
WIDER = 1.6
"""The ratio of width to depth without a map."""
MOST_STEPS = 45
"""For longer times a step is several minutes."""
LATELY = timedelta(minutes=5)
PACE = timedelta(minutes=15)
FEWEST_FOR_A_PACE = 3
Names = Mapping[tuple[str, ...], Sequence[int]]
"""Start numbers by each of the `name_words` of a name, and of the number itself."""


class Spot(NamedTuple):
    """A place of the grid: column from the left, row from the front, both counted from 0."""

    column: int
    row: int


def place_in_rows(numbers: Collection[int]) -> dict[int, Spot]:
    """Place tables row by row by number, all rows but the last one full."""
    rows = ceil(len(numbers) / max(ceil(sqrt(WIDER * len(numbers))), 1))
    columns = ceil(len(numbers) / max(rows, 1))
    return {number: Spot(at % columns, at // columns) for at, number in enumerate(sorted(numbers))}


def arranged(numbers: Collection[int], places: Mapping[int, Spot]) -> dict[int, Spot]:
    """Return the places of these tables; those without one in rows behind the others."""
    placed = {number: places[number] for number in sorted(numbers) if number in places}
    if not placed:
        return place_in_rows(numbers)
    behind = 1 + max(spot.row for spot in placed.values())
    width = 1 + max(spot.column for spot in placed.values())
    others = (number for number in sorted(numbers) if number not in placed)
    return placed | {
        number: Spot(at % width, behind + at // width) for at, number in enumerate(others)
    }


def trim_hall(places: Mapping[int, Spot]) -> dict[int, Spot]:
    """Return the arrangement without empty columns on the left and empty rows in front."""
    left = min((spot.column for spot in places.values()), default=0)
    front = min((spot.row for spot in places.values()), default=0)
    return {number: Spot(spot.column - left, spot.row - front) for number, spot in places.items()}


def walking_order(numbers: Iterable[int], places: Mapping[int, Spot]) -> list[int]:
    """Return the walking order of these tables: row by row, alternating direction.

    Without a map by number. Rows without any of the tables are skipped.
    """
    if not places:
        return sorted(numbers)
    rows: dict[int, list[tuple[int, int]]] = {}
    for number, spot in arranged(set(numbers), places).items():
        rows.setdefault(spot.row, []).append((spot.column, number))
    walked: list[int] = []
    for at, row in enumerate(sorted(rows)):
        walked += [number for _column, number in sorted(rows[row], reverse=bool(at % 2))]
    return walked


@dataclass(frozen=True, slots=True)
class Arrivals:
    """How many of `expected` sheets were in, after each step of `step` minutes from `start` on.

    - `lately`: those of the last five minutes before `end`.
    - `all_in_at`: when the last one comes at the pace of the last quarter of an hour; None without
      a pace, and once all are in.
    """

    start: datetime
    end: datetime
    step: int
    totals: tuple[int, ...]
    lately: int
    expected: int
    all_in_at: datetime | None


def arrivals_until(moments: Sequence[datetime], end: datetime, expected: int) -> Arrivals | None:
    """Add up the sheets received at these moments; None while that says nothing yet.

    It does after five minutes, with sheets that did not all come at once.
    """
    moments = [moment for moment in moments if moment <= end]
    start = min(moments, default=end)
    if end - start < LATELY:
        return None
    minutes = (end - start) // timedelta(minutes=1) + 1
    step = ceil(minutes / MOST_STEPS)
    counts = [0] * ceil(minutes / step)
    for moment in moments:
        counts[(moment - start) // timedelta(minutes=step)] += 1
    if max(counts) == len(moments):
        return None
    lately = sum(moment > end - LATELY for moment in moments)
    begin, missing = max(start, end - PACE), expected - len(moments)
    of_late = sum(moment > begin for moment in moments)
    all_in_at = None
    if missing > 0 and of_late >= FEWEST_FOR_A_PACE:
        all_in_at = end + missing * (end - begin) / of_late
    return Arrivals(start, end, step, tuple(accumulate(counts)), lately, expected, all_in_at)


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
class PlanNote:
    """Something to be told about a file with seats that is no mistake; its sentence has `code`."""

    code: str
    params: Mapping[str, Any]


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
        line = []
        positions: dict[int, PlannedSeat] = {}
        for seat in table:
            first = positions.setdefault(seat.position, seat)
            if seat.position and first is not seat:
                problems.append(SeatProblem("same_position", seat, first=first))
            found = _numbers_of(seat.who, names)
            number = found.pop() if len(found) == 1 else None
            if number is None:
                problems.append(SeatProblem("nobody", seat))
            elif (first := taken.setdefault(number, seat)) is not seat:
                problems.append(SeatProblem("twice", seat, number, first))
            elif seat.name and number not in _numbers_of(seat.name, names):
                problems.append(SeatProblem("other_name", seat, number))
            line.append(str(number) if number else re.sub(r"[\s,;]+", "_", seat.who))
        lines.append(" ".join(line))
    return "\n".join(lines), problems


def by_last_names(
    tables: Iterable[Sequence[PlannedSeat]], names: Names, last_names: Names
) -> tuple[list[list[PlannedSeat]], list[tuple[PlannedSeat, int]]]:
    """Return the tables with numbers for last names that one person has, and those taken so.

    Beside a start number a last name is left out if it is that of its holder.
    """
    numbered: list[list[PlannedSeat]] = []
    taken = []
    for table in tables:
        numbered.append([])
        for seat in table:
            found = set() if _numbers_of(seat.name, names) else _numbers_of(seat.name, last_names)
            if seat.number in map(str, found):
                seat = replace(seat, name="")  # noqa: PLW2901
            elif len(found) == 1 and not seat.number:
                (number,) = found
                taken.append((seat, number))
                seat = replace(seat, number=str(number), name="")  # noqa: PLW2901
            numbered[-1].append(seat)
    return numbered, taken


def _numbers_of(who: str, names: Names) -> set[int]:
    """Return the start numbers of a number or name as written; of two people none."""
    written = written_name(who)
    if written.doubts.keys() - {"perhaps_two"}:
        return set()
    return {each for words in name_words(written.name) for each in names.get(words, ())}

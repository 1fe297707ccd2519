"""What the cells of a seat plan say: who sits, at which table and position, in which round."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from tournament.errors import Refused
from tournament.imports.tables import FIRST_NAME, LAST_NAME, NAME, NUMBER, ROUNDS, TextRow
from tournament.seating.rules import PlannedSeat, PlanNote
from tournament.shared.rules.typed import (
    NOTHING,
    Unclear,
    counted_number,
    is_formula,
    numbers_of_table,
    text_of_cell,
)

_TOLD = 5
TITLES = {
    "round": frozenset({"runde", "round"}),
    "table": frozenset({"tisch", "tischnr", "tischnummer", "table"}),
    "seat": frozenset({"platz", "position", "pos", "sitz", "sitzplatz", "platznr", "seat"}),
}
WHO = (NUMBER, NAME, LAST_NAME, FIRST_NAME)
COMPASS = {"n": 1, "nord": 1, "norden": 1, "north": 1, "o": 2, "ost": 2, "osten": 2, "east": 2}
COMPASS |= {"e": 2, "s": 3, "süd": 3, "sued": 3, "süden": 3, "south": 3}
COMPASS |= {"w": 4, "west": 4, "westen": 4}
LETTERS = "abcdef"
LETTERED = {letter: at for at, letter in enumerate(LETTERS, start=1)}
MOST = 9999
MOST_AT_TABLE, LEAST_AT_TABLE = 6, 4
LEAST_OF_LINE = 3
_ONLY_ROUND = re.compile(
    rf"(?:(?:r|(?:\D*\W)?(?:{ROUNDS}))\.?\s*([1-9][0-9]?)"
    rf"|(?:\D*\W)?([1-9][0-9]?)\.?\s*(?:{ROUNDS}))"
    r"(?:\s*[-–—:.,(/].*|\s+(?:von|of|am|vom)\b.*)?",
    re.IGNORECASE,
)
_ROUND_BEFORE = rf"(?:(?:(?:r|{ROUNDS})\s*([1-9][0-9]?)|([1-9][0-9]?)\.?\s*(?:{ROUNDS}))\W+)?"
ONLY_TABLE = re.compile(
    _ROUND_BEFORE + r"(?:tisch|table)\s*(?:nr\.?|nummer|no\.?)?\s*([1-9][0-9]{0,3})\s*[.:]?",
    re.IGNORECASE,
)
TABLE_BEFORE = re.compile(
    _ROUND_BEFORE
    + r"(?:(?:tisch|table|t)\s*(?:nr\.?)?\s*([1-9][0-9]{0,3})\s*[:.)–-]"
    + r"|([1-9][0-9]{0,3})\s*[:)])\s*(.+)",
    re.IGNORECASE,
)
NUMBER_FIRST = re.compile(r"(?:nr\.?\s*|no\.?\s*|#)?([0-9]{1,4})\s*[.):–-]?\s+([^\W\d].*)", re.I)
_BETWEEN_NAMES = re.compile(r"\s+[-–—/|]\s+|\s*[/|;]\s*")
_NUMBER_LAST = re.compile(r"([^\W\d].*\D)\s*[(\[]\s*(?:nr\.?\s*|#)?([0-9]{1,4})\s*[)\]]", re.I)


class Found(NamedTuple):
    """A seat and its round, 0 if none is named; `lead`: a number before it of unclear meaning."""

    round: int
    seat: PlannedSeat
    lead: int = 0


Fault = tuple[int, Refused]


@dataclass(slots=True)
class Plan:
    """The seats of a table of text, by round, and what is to be told about them.

    `turned`: the same with day and month the other way round, if both fit. `faults`: what is wrong,
    with the round, which alone cannot be read then; 0 if none is named.
    """

    seats: list[Found]
    notes: list[PlanNote] = field(default_factory=list)
    turned: "Plan | None" = None
    faults: list[Fault] = field(default_factory=list)

    def with_others(
        self, seats: Iterable[Found], notes: Iterable[PlanNote], faults: Iterable[Fault] = ()
    ) -> "Plan":
        """Return the plan with more seats, with notes that come first, with more faults."""
        turned = self.turned and self.turned.with_others(seats, notes, faults)
        every = [*self.faults, *faults]
        return Plan([*self.seats, *seats], [*notes, *self.notes], turned, every)


def round_of_title(text: str) -> int:
    """Return the number of the round in the title of a section or a sheet; 0 if it names none."""
    found = _ONLY_ROUND.fullmatch(text.strip())
    return int(found[1] or found[2]) if found else 0


def section_of(row: TextRow) -> int:
    """Return the round that a row with nothing else names, as a title above others; 0 if none."""
    cells = list(filter(None, row.cells))
    if len(cells) != 1 or ONLY_TABLE.fullmatch(cells[0]) or TABLE_BEFORE.search(cells[0]):
        return 0
    return round_of_title(cells[0])


def unread_notes(rows: Sequence[TextRow]) -> list[PlanNote]:
    """Return a note about rows that are taken for titles or remarks, if there are any."""
    lines = [(row.line, row.text[:60]) for row in rows[:_TOLD]]
    more = len(rows) - len(lines)
    return [PlanNote("unread", {"lines": lines, "more": more})] if lines else []


# Who sits there.


def cell_of(row: TextRow, place: int | None, title: str = "") -> str:
    """Return a cell; "" for what counts as empty. Refused: `seat_plan_formula`."""
    text = row.cell(place)
    if is_formula(text):
        column = title or str((place or 0) + 1)
        raise Refused("seat_plan_formula", line=row.line, column=column)
    text = text_of_cell(text)
    return "" if text.casefold() in NOTHING else text


def who_in(text: str) -> tuple[str, str]:
    """Return number and name of a cell with one of them, or both: "7 Franke, Änne", "Nr. 7"."""
    try:
        return str(counted_number(text, MOST, ("nr.", "nr", "no.", "#", "startnummer")) or ""), ""
    except Unclear:
        pass
    if found := NUMBER_FIRST.fullmatch(text):
        return found[1], found[2]
    if found := _NUMBER_LAST.fullmatch(text):
        return found[2], found[1].strip()
    return "", text


def person_in(row: TextRow, columns: Mapping[str, int], heading: TextRow) -> tuple[str, str]:
    """Return number and name in the columns of a row."""
    cells = {name: cell_of(row, place, heading.cell(place)) for name, place in columns.items()}
    parts = (cells.get(LAST_NAME, cells.get(NAME)), cells.get(FIRST_NAME))
    number, name = who_in(", ".join(filter(None, parts)))
    if cells.get(NUMBER):
        number = who_in(cells[NUMBER])[0] or cells[NUMBER]
    return number, name


def count_in(row: TextRow, heading: TextRow, place: int | None, kind: str) -> int | None:
    """Return the number in a cell, None if it is empty. Refused: `seat_plan_row`."""
    text = cell_of(row, place, heading.cell(place))
    try:
        return counted_number(text, MOST, TITLES[kind])
    except Unclear as unclear:
        column = heading.cell(place) or str((place or 0) + 1)
        raise Refused("seat_plan_row", line=row.line, column=column, text=text) from unclear


def seat_names(texts: Iterable[str]) -> Mapping[str, int]:
    """Return the positions by points of the compass or letters if all texts are such."""
    words = {word_of(text) for text in texts if text}
    return next((names for names in (COMPASS, LETTERED) if words and words <= names.keys()), {})


def word_of(text: str) -> str:
    """Return a word without capitals, blanks and points around it."""
    return text.casefold().strip(" .")


def people_of(cell: str) -> list[str]:
    """Return the people of a cell that has several: "7-2-1-8", "Änne Franke - Jörg Schröder"."""
    words = numbers_of_table(cell)
    if all(word.isdecimal() for word in words):
        return words
    return [part for part in _BETWEEN_NAMES.split(cell) if part]

"""Which column of a list holds what: headings in the spellings people use."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournament.errors import Refused
from tournament.imports.base import TextRow, TextTable
from tournament.shared.rules.fields import FIELDS

# Anything further down would not be a heading.
DEEPEST_HEADING = 30


NUMBER, NAME, LAST_NAME, FIRST_NAME = "number", "name", "last_name", "first_name"
NAMES = frozenset({NAME, LAST_NAME})

Learned = Mapping[str, str]
"""Titles users have explained, by spelling: the column each names.

Lists of players and of results share them: each ignores columns it does not have.
"""
NOTHING_LEARNED: Learned = {}
# Spellings without capitals, spaces and punctuation, by column: the key of a field, or the whole
# name.
SPELLINGS: Mapping[str, str] = {
    NAME: "name namen spieler spielerin spielername spielerinnen teilnehmer teilnehmerin"
    " teilnehmername nachnamevorname namevorname vornamename vornamenachname vorundnachname"
    " vornameundname vornameundnachname nameundvorname player playername participant fullname",
    **{field.key: field.headings for field in FIELDS if field.headings},
}
_DIGITS = re.compile(r"[0-9]")
_MARKS = (_DIGITS, re.compile(","), re.compile(" "))
_COLUMN_OF = {
    spelling: column for column, spellings in SPELLINGS.items() for spelling in spellings.split()
}


@dataclass(frozen=True, slots=True)
class Heading:
    """The heading of a table: its row, and the index of each column that is read."""

    row: TextRow
    places: Mapping[str, int]

    @property
    def names_people(self) -> bool:
        """Whether a column is known to hold the names."""
        return not NAMES.isdisjoint(self.places)

    def cell(self, row: TextRow, column: str) -> str:
        """Return the text of a column in a row, empty if there is none."""
        place = self.places.get(column)
        return row.cells[place] if place is not None and place < len(row.cells) else ""

    def title(self, column: str) -> str:
        """Return the column's heading as written, or its number."""
        place = self.places[column]
        return self.row.cells[place] if place < len(self.row.cells) else str(place + 1)


def spelling(title: str) -> str:
    """Return a title without capitals, spaces and punctuation."""
    return re.sub(r"[\W_]+", "", title.casefold()) or title.strip()


def column_of(title: str, learned: Learned = NOTHING_LEARNED) -> str | None:
    """Return the column a title names, or None."""
    key = spelling(title)
    return learned[key] if learned.get(key) in SPELLINGS else _COLUMN_OF.get(key)


def find_heading(table: TextTable, learned: Learned = NOTHING_LEARNED) -> Heading | None:
    """Return the heading of a table: the row that names most columns, a name among them."""
    candidates = [
        chosen_heading(row, [column_of(cell, learned) for cell in row.cells])
        for row in table.rows[:DEEPEST_HEADING]
    ]
    named = [heading for heading in candidates if heading.names_people]
    return max(named, key=lambda heading: len(heading.places), default=None)


def chosen_heading(row: TextRow, columns: Sequence[str | None]) -> Heading:
    """Return the heading in this row, with what each of its columns holds."""
    if FIRST_NAME in columns and LAST_NAME not in columns:
        # "Name, Vorname" in two columns: the name is the last name.
        columns = [LAST_NAME if column is NAME else column for column in columns]
    return Heading(row, _places(columns))


def _places(columns: Sequence[str | None]) -> dict[str, int]:
    """Return the first index of each column."""
    places: dict[str, int] = {}
    for place, column in enumerate(columns):
        if column is not None:
            places.setdefault(column, place)
    return places


def refuse_twice(columns: Sequence[str | None], may_repeat: str = "") -> None:
    """Refuse two columns with the same meaning ("column_twice")."""
    for at, column in enumerate(columns):
        if column and column != may_repeat and column in columns[:at]:
            raise Refused("column_twice", one=columns.index(column) + 1, other=at + 1)


def heading_at(rows: Sequence[TextRow]) -> int:
    """Return the index of the heading, if any: single-cell rows above it are titles."""
    wide = (at for at, row in enumerate(rows) if sum(map(bool, row.cells)) > 1)
    return next(wide, 0)


def looks_like_heading(first: TextRow, others: Sequence[TextRow]) -> bool | None:
    """Whether a first row is a heading with unknown words; None if undecidable.

    It is one if it has a known word, or lacks what most texts below have: a comma, a blank, digits.
    With digits it is none.
    """
    if any(map(column_of, first.cells)):
        return True
    lacks = False
    for place, title in enumerate(first.cells):
        texts = [row.cells[place] for row in others if any(row.cells[place : place + 1])]
        for mark in _MARKS:
            if title and sum(bool(mark.search(text)) for text in texts) * 2 > len(texts):
                if mark is _DIGITS and mark.search(title):
                    return False
                lacks = lacks or not mark.search(title)
    return lacks or None

"""A list of players as text: which column holds what, and its rows as written.

It is stored like this until somebody decides about it, so that columns can be chosen and cells
corrected, and the rows are judged again each time.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from operator import attrgetter
from typing import Any

from tournament.errors import Refused
from tournament.imports.files import read_tables
from tournament.imports.tables import (
    DEEPEST_HEADING,
    FEE,
    NAMES,
    NOTHING_LEARNED,
    NUMBER,
    STATE,
    TEAM,
    Heading,
    Learned,
    Quotes,
    TextRow,
    TextTable,
    UnusedColumn,
    column_of,
    columns_of,
    has_meaning,
    heading_at,
    is_country,
    is_workbook,
    looks_like_heading,
    make_heading,
    numbered_names,
    refuse_twice,
    rows_of_people,
    unused_columns,
)
from tournament.people.rules.registration import PART
from tournament.shared.rules.fields import YEAR, Of, fields_of
from tournament.shared.rules.typed import Unclear, fee_told

NO_HEADING = Heading(TextRow(0, ()), {})
_OF_THE_TEAM = frozenset({NUMBER, *(field.key for field in fields_of(Of.CONTACT))})
"""Columns beside several players in a row that are about none of them alone."""
BETWEEN = " – "  # the titles of the first and the last player in a row


@dataclass(frozen=True, slots=True)
class PlayerTable:
    """The heading of a list, perhaps `NO_HEADING`, the rows below it, and what was ignored.

    `letters`: how they were read, as in `imports.letters`; `dropped`: rows a user took out.
    """

    heading: Heading
    rows: tuple[TextRow, ...]
    blank_rows: int = 0
    ignored_sheets: tuple[str, ...] = ()
    ignored_rows: tuple[str, ...] = ()
    letters: str = ""
    dropped: tuple[str, ...] = ()

    @property
    def width(self) -> int:
        """The number of columns."""
        return max(len(row.cells) for row in (self.heading.row, *self.rows))

    @property
    def unused(self) -> tuple[UnusedColumn, ...]:
        """The non-empty columns that are not read."""
        return unused_columns(self.heading.row, self.rows, self.heading.places.values())

    @property
    def unused_names(self) -> tuple[UnusedColumn, ...]:
        """Unused columns that hold names by their heading, as in a second list side by side."""
        return tuple(each for each in self.unused if each.texts and column_of(each.title) in NAMES)

    @property
    def years(self) -> tuple[str, ...]:
        """The titles of unused columns that hold a year of birth by their heading."""
        return tuple(each.title for each in self.unused if column_of(each.title) == YEAR)

    def without_years(self) -> "PlayerTable":
        """Return the list without the year of birth, as where no category follows from it."""
        return replace(self, heading=self.heading.without(YEAR))

    @property
    def explained(self) -> dict[str, str]:
        """The column by title of those that no built-in word knows, as a user has said."""
        titles = {column: self.heading.row.cell(at) for column, at in self.heading.places.items()}
        return {
            title: column
            for column, title in titles.items()
            if has_meaning(title) and BETWEEN not in title and column_of(title) is None
        }

    @property
    def all_rows(self) -> tuple[TextRow, ...]:
        """All rows, including the heading if there is one."""
        return (self.heading.row, *self.rows) if self.heading.row.cells else self.rows

    @property
    def heading_at(self) -> int:
        """The index, among all rows, of the heading or of what may be it."""
        return 0 if self.heading.row.cells else heading_at(self.rows)

    @property
    def has_heading(self) -> bool | None:
        """Whether there is a heading, or a row that looks like one; None if undecidable."""
        if self.heading.row.cells:
            return True
        at = self.heading_at
        return looks_like_heading(self.rows[at], self.rows[at + 1 :]) if self.rows else None

    def with_columns(
        self, columns: Sequence[str | None], *, has_heading: bool = False
    ) -> "PlayerTable":
        """Return the list with these columns. Refused: "no_name_column", "column_twice"."""
        refuse_twice(columns)
        row, rows, above = NO_HEADING.row, self.all_rows, self.ignored_rows
        if has_heading and rows:  # a list may be empty
            at = self.heading_at
            above += tuple(title.text for title in rows[:at])
            row, rows = rows[at], rows[at + 1 :]
        heading = make_heading(row, columns)
        if not heading.names_people:
            raise Refused("no_name_column")
        return replace(self, heading=heading, rows=rows, ignored_rows=above)

    def mended(self, line: int, cells: Mapping[str, str]) -> "PlayerTable":
        """Return the list with other texts in a row, whose quotation marks count as checked too."""
        places, rows = self.heading.places, list(self.rows)
        for at, row in enumerate(self.rows):
            if row.line == line:
                texts = [*row.cells, *[""] * (1 + max(places.values()) - len(row.cells))]
                for column, text in cells.items():
                    texts[places[column]] = text
                rows[at] = TextRow(line, tuple(texts))
        return replace(self, rows=tuple(rows))

    def with_people(self, line: int, people: Sequence[str]) -> "PlayerTable":
        """Return the list with a row for each of these names instead of one row."""
        rows = rows_of_people(self.rows, line, people, self.heading.places)
        return replace(self, rows=rows)

    def without(self, line: int) -> "PlayerTable":
        """Return the list without a row, which is told."""
        gone = tuple(row.text for row in self.rows if row.line == line)
        rows = tuple(row for row in self.rows if row.line != line)
        return replace(self, rows=rows, dropped=(*self.dropped, *gone))

    def to_json(self) -> dict[str, Any]:
        """Return the list as JSON values."""
        return {
            "heading": _row_to_json(self.heading.row),
            "places": dict(self.heading.places),
            "rows": [_row_to_json(row) for row in self.rows],
            "blank_rows": self.blank_rows,
            "ignored_sheets": list(self.ignored_sheets),
            "ignored_rows": list(self.ignored_rows),
            "letters": self.letters,
            "dropped": list(self.dropped),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "PlayerTable":
        """Return the list that `to_json` wrote."""
        heading = _row_from_json(data["heading"])
        return cls(
            Heading(heading, data["places"]),
            tuple(map(_row_from_json, data["rows"])),
            data["blank_rows"],
            tuple(data["ignored_sheets"]),
            tuple(data["ignored_rows"]),
            data.get("letters", ""),
            tuple(data.get("dropped", ())),
        )


def _row_to_json(row: TextRow) -> list[Any]:
    return [row.line, list(row.cells), row.quotes.name]


def _row_from_json(data: list[Any]) -> TextRow:
    line, cells, quotes = data
    return TextRow(line, tuple(cells), Quotes[quotes])


def read_player_table(
    data: bytes, learned: Learned = NOTHING_LEARNED, letters: str = ""
) -> PlayerTable:
    """Read a list of players as text; if no heading names people, its columns are open.

    `letters`: as `read_tables`. Refused: "no_heading" (nothing in it), "no_players",
    "heading_quote_open", "too_many_rows", "too_many_columns", and what `read_tables` refuses.
    """
    tables = read_tables(data, letters)
    found = []
    for table in tables:  # its heading names most columns, a name among them
        headings = (
            make_heading(row, columns_of(row, learned)) for row in table.rows[:DEEPEST_HEADING]
        )
        named = [heading for heading in headings if heading.names_people]
        if named:
            found.append((max(named, key=lambda heading: len(heading.places)), table))
    if found:
        heading, table = max(found, key=_fits)
    else:  # what is known of the others stays
        table = max(tables, key=attrgetter("filled"), default=TextTable("", ()))
        first = next(islice(table.rows, heading_at(table.rows), None), NO_HEADING.row)
        heading = make_heading(first, columns_of(first, learned))
        heading = heading if heading.places else NO_HEADING
    table.check_whole()
    if not table.rows:
        raise Refused("no_heading")
    if heading.row.quotes is Quotes.OPEN:
        raise Refused("heading_quote_open", line=heading.row.line)
    below = tuple(row for row in table.rows if row.line > heading.row.line)
    if not below:
        raise Refused("no_players", line=heading.row.line)
    # The readings of a CSV file are all of one table.
    others = (other for other in tables if is_workbook(data) and other is not table and other.rows)
    above = tuple(row.text for row in table.rows if row.line < heading.row.line)
    heading, below = _one_player_each(heading, below, learned)
    if (place := heading.places.get(STATE)) is not None:
        states = (row.cell(place) for row in below)
        heading = heading.without(STATE) if is_country(heading.title(STATE), *states) else heading
    return PlayerTable(
        heading=heading,
        rows=below,
        blank_rows=table.blank_rows,
        ignored_sheets=tuple(other.title for other in others),
        ignored_rows=above,
        letters=table.letters,
    )


def _one_player_each(
    heading: Heading, rows: tuple[TextRow, ...], learned: Learned
) -> tuple[Heading, tuple[TextRow, ...]]:
    """Return a list of teams, a row each, with a row for each player; any other as it is."""
    titles = heading.row.cells
    players = numbered_names(titles)
    if not players:
        return heading, rows
    named = {place for player in players for place in player.values()}
    width = max(len(row.cells) for row in (heading.row, *rows))
    shared = [place for place in range(width) if place not in named]
    kinds = list(dict.fromkeys(column for player in players for column in player))
    known = (column_of(heading.row.cell(place), learned) for place in shared)
    # The number is that of the team; e-mail and telephone are of one of them, nobody knows whose.
    columns = [*(None if column in _OF_THE_TEAM else column for column in known), *kinds]
    team = columns.index(TEAM) if TEAM in columns else len(columns)
    columns += [TEAM] if team == len(columns) else []
    first, last = ([player.get(kind) for kind in kinds] for player in (players[0], players[-1]))
    above = [heading.row.cell(place) for place in shared]
    above += [
        f"{heading.row.cell(one)}{BETWEEN}{heading.row.cell(other)}"
        for one, other in zip(first, last, strict=True)
    ]
    row_each = []
    for row in rows:
        before = tuple(row.cell(place) for place in shared)
        names = [tuple(row.cell(player.get(kind)) for kind in kinds) for player in players]
        present = [each for each in names if any(each)] or names[:1]
        if len(present) > 1:  # nobody can tell whether an amount is that of each
            before = tuple(
                f"{text} / {len(present)}" if column == FEE and _names_amount(text) else text
                for column, text in zip(columns, before, strict=False)
            )
        for at, name in enumerate(present):
            texts = [*before, *name, ""][: len(columns)]
            if not texts[team] and len(present) > 1:  # a team without a name has its first player's
                texts[team] = " ".join(filter(None, present[0]))
            row_each.append(TextRow(row.line + at * PART, tuple(texts), row.quotes))
    title_row = TextRow(heading.row.line, tuple(above), heading.row.quotes)
    return make_heading(title_row, columns), tuple(row_each)


def _names_amount(text: str) -> bool:
    """Return whether a cell about the fee says how much was paid."""
    try:
        return fee_told(text).cents is not None
    except Unclear:
        return False


def _fits(candidate: tuple[Heading, TextTable]) -> tuple[int, int]:
    """Return how well a heading fits: how many columns it names, how few texts are beyond it."""
    heading, table = candidate
    width = len(heading.row.cells)
    return len(heading.places), -sum(any(row.cells[width:]) for row in table.rows)

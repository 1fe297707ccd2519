"""Lists of results: as the command `standings` writes them, or ordinary tables with totals."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any

from tournament.errors import Refused
from tournament.imports.tables import (
    DEEPEST_HEADING,
    NOTHING_LEARNED,
    Learned,
    TextRow,
    TextTable,
    UnusedColumn,
    check_size,
    heading_at,
    is_workbook,
    looks_like_heading,
    read_csv,
    read_workbook,
    refuse_twice,
    spelling,
    unused_columns,
)
from tournament.series.rules import LineProblem, ResultLine, line_problems, shared_ranks
from tournament.shared.rules.names import is_sum
from tournament.shared.rules.typed import Unclear, counted_number, text_of_cell, whole_number

SPELLINGS: Mapping[str, str] = {
    "rank": "rank platz rang pl platzierung place pos",
    "name": "name spieler spielerin spielername teilnehmer teilnehmerin player namevorname"
    " nachnamevorname vornamename vornamenachname",
    "last_name": "nachname familienname lastname surname",
    "first_name": "vorname firstname",
    "club": "verein club klub vereinsname kürzel vereinskürzel",
    "adjustment": "abzug abzüge punktabzug adjustment deduction deductions",
    "total": "gesamt gesamtpunkte gesamtpunktzahl summe total totalpoints",
    "games": "spiele games",
}
_COLUMN_OF = {title: column for column, titles in SPELLINGS.items() for title in titles.split()}
POINTS = frozenset({"punkte", "punktzahl", "points", "score"})
"""Headings of the total if no column is called total."""
TOTAL = "total"
ROUND = "round"  # chosen by hand for a column with the points of a round; the first one becomes r1
NO_HEADING = TextRow(0, ())
_NUMBERED = re.compile(r"r[1-9][0-9]?")
MOST_LINES = 9999


@dataclass(frozen=True, slots=True)
class ResultTable:
    """A list as text, with what each column holds, "" for unread ones; no heading has no cells."""

    heading: TextRow
    rows: tuple[TextRow, ...]
    columns: tuple[str, ...]

    @property
    def is_understood(self) -> bool:
        """Whether names and totals are known."""
        return is_understood(self.columns)

    @property
    def rounds(self) -> list[str]:
        """The columns with the points of a round, in the order of the rounds."""
        rounds = filter(_NUMBERED.fullmatch, self.columns)
        return sorted(rounds, key=lambda column: int(column[1:]))

    @property
    def unused(self) -> tuple[UnusedColumn, ...]:
        """The non-empty columns that are not read."""
        used = [at for at, column in enumerate(self.columns) if column]
        return unused_columns(self.heading, self.rows, used)

    @property
    def all_rows(self) -> tuple[TextRow, ...]:
        """All rows, including the heading if there is one."""
        return (self.heading, *self.rows) if self.heading.cells else self.rows

    @property
    def heading_at(self) -> int:
        """The index, among all rows, of the heading or of what may be it."""
        return 0 if self.heading.cells else heading_at(self.rows)

    @property
    def has_heading(self) -> bool:
        """Whether there is a heading, or a row that looks like one."""
        at = self.heading_at
        return bool(self.heading.cells or looks_like_heading(self.rows[at], self.rows[at + 1 :]))

    def with_columns(self, columns: Sequence[str], *, has_heading: bool) -> "ResultTable":
        """Return the list with these columns. Refused: "column_twice", "no_result_columns"."""
        refuse_twice(columns, may_repeat=ROUND)
        heading, rows, at = NO_HEADING, self.all_rows, self.heading_at
        if has_heading:
            heading, rows = rows[at], rows[at + 1 :]
        chosen = ResultTable(heading, rows, tuple(_numbered(columns)))
        if not chosen.is_understood:
            raise Refused("no_result_columns")
        return chosen

    def to_json(self) -> dict[str, Any]:
        """Return the list as JSON values."""
        rows = [[row.line, *row.cells] for row in (self.heading, *self.rows)]
        return {"rows": rows, "columns": list(self.columns)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "ResultTable":
        """Return the list that `to_json` wrote."""
        heading, *rows = (TextRow(line, tuple(cells)) for line, *cells in data["rows"])
        return cls(heading, tuple(rows), tuple(data["columns"]))


def _numbered(columns: Sequence[str]) -> list[str]:
    """Return the columns, those of rounds numbered in order."""
    return [
        f"r{list(columns[: at + 1]).count(ROUND)}" if column == ROUND else column
        for at, column in enumerate(columns)
    ]


def is_understood(columns: Collection[str]) -> bool:
    """Whether names and totals are among the columns."""
    return TOTAL in columns and ("name" in columns or "last_name" in columns)


def read_result_list(data: bytes) -> tuple[ResultLine, ...]:
    """Return the lines. Refused: "no_result_list", and what both functions called here refuse."""
    table = read_result_table(data)
    if not table.is_understood:
        raise Refused("no_result_list")
    return result_lines(table)


def read_result_table(data: bytes, learned: Learned = NOTHING_LEARNED) -> ResultTable:
    """Return the list: of a workbook the last sheet with rounds, else totals, else the fullest.

    Refused: "no_result_list" (nothing in it), and the general file refusals ("file_too_large" ...).
    """
    check_size(data)
    tables = read_workbook(data, calculated=True)[::-1] if is_workbook(data) else read_csv(data)
    found = [
        (table, row)
        for table in tables
        for row in table.rows[:DEEPEST_HEADING]
        if is_understood(_columns(row, learned))
    ]
    if found:
        table, heading = max(found, key=lambda each: "r1" in _columns(each[1], learned))
    else:
        heading = NO_HEADING
        table = max(tables, key=attrgetter("filled"), default=TextTable("", ()))
    table.check_length()
    rows = tuple(row for row in table.rows if row.line > heading.line)
    if not rows:
        raise Refused("no_result_list")
    columns = _columns(heading, learned)
    width = max(len(row.cells) for row in (heading, *rows))
    return ResultTable(heading, rows, columns + ("",) * (width - len(columns)))


def newly_learned(table: ResultTable) -> Learned:
    """Return the meaning of titles that were only understood thanks to the user's choice."""
    known = _columns(table.heading, NOTHING_LEARNED)
    titles = zip(map(spelling, table.heading.cells), table.columns, known, strict=False)
    return {
        title: ROUND if _NUMBERED.fullmatch(column) else column
        for title, column, understood in titles
        if title and column and column != understood
    }


def _columns(heading: TextRow, learned: Learned) -> tuple[str, ...]:
    """Return what the columns of a heading hold; of two with the same meaning the first."""
    titles = [spelling(cell) for cell in heading.cells]
    means = _COLUMN_OF | {key: each for key, each in learned.items() if each in (ROUND, *SPELLINGS)}
    named = [title if _NUMBERED.fullmatch(title) else means.get(title, "") for title in titles]
    named = _numbered(named)
    if TOTAL not in named:
        pairs = zip(titles, named, strict=True)
        named = [TOTAL if title in POINTS else column for title, column in pairs]
    return tuple(each if each not in named[:at] else "" for at, each in enumerate(named))


def result_lines(table: ResultTable) -> tuple[ResultLine, ...]:
    """Return the lines of a list. Refused: "result_lines_wrong", "no_result_list"."""
    problems: list[LineProblem] = []
    # Sentences below the list are in its first column only, which then holds no names.
    has_name_first = table.columns[0] in ("name", "last_name", "first_name")
    rows = [row for row in table.rows if has_name_first or any(row.cells[1:])]
    lines = [_line(row, table, problems) for row in rows]
    if "rank" not in table.columns:
        ranks = shared_ranks([each.total for each in lines])
        lines = [replace(each, rank=best) for each, (best, _) in zip(lines, ranks, strict=True)]
    problems += line_problems(lines) if not problems else []
    if problems:
        raise Refused("result_lines_wrong", problems=tuple(problems))
    if not lines:
        raise Refused("no_result_list")
    return tuple(lines)


def _line(row: TextRow, table: ResultTable, problems: list[LineProblem]) -> ResultLine:
    cells = dict(zip(table.columns, row.cells, strict=False))

    def words(*columns: str) -> str:
        texts = (text_of_cell(cells.get(column, "")) for column in columns)
        return " ".join(filter(None, texts))

    def figure(column: str) -> int | None:
        text = cells.get(column, "")
        try:
            if column == "rank":
                return counted_number(text, MOST_LINES, SPELLINGS["rank"].split())
            found = whole_number(text)
            if found is None and text:
                raise Unclear(text)
        except Unclear:
            problems.append(LineProblem(row.line, "figure", text))
            return None
        return found

    name = words("name") or words("first_name", "last_name")
    if not name:
        problems.append(LineProblem(row.line, "name"))
    if is_sum(name):
        problems.append(LineProblem(row.line, "sum_row", name))
    total, adjustment = figure(TOTAL), figure("adjustment") or 0
    if cells.get(TOTAL, "") == "":
        problems.append(LineProblem(row.line, "total"))
    rounds = tuple(figure(column) for column in table.rounds)
    return ResultLine(
        line=row.line,
        name=name,
        club=words("club"),
        rank=figure("rank"),
        rounds=rounds or ((total or 0) - adjustment,),  # totals alone count as one round
        adjustment=adjustment,
        total=total or 0,
        games=figure("games"),
    )

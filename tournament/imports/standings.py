"""Lists of results as the command `standings` writes them: CSV or workbook, German or English."""

import re
from collections.abc import Mapping

from tournament.core.result_lists import LineProblem, ResultLine, line_problems
from tournament.errors import Refused
from tournament.imports.base import TextRow, TextTable, check_size
from tournament.imports.csv_files import read_csv
from tournament.imports.headings import DEEPEST_HEADING
from tournament.imports.workbooks import is_workbook, read_workbook

SPELLINGS = {
    "rank": "rank",
    "platz": "rank",
    "name": "name",
    "club": "club",
    "verein": "club",
    "adjustment": "adjustment",
    "deduction": "adjustment",
    "abzug": "adjustment",
    "total": "total",
    "gesamt": "total",
    "games": "games",
    "spiele": "games",
}
_ROUND = re.compile(r"r([1-9][0-9]?)")
_FIGURE = re.compile(r"[+-]?[0-9]{1,5}")
_WRITTEN_AS_TEXT = re.compile(r"'(?=[=+\-@\t\r])")
Places = Mapping[str, int]


def read_result_list(data: bytes) -> tuple[ResultLine, ...]:
    """The lines of the list; of a workbook those of its last sheet that has rounds.

    Refused: "no_result_list", "result_lines_wrong", and what no file may be ("file_too_large" ...).
    """
    check_size(data)
    tables = read_workbook(data, calculated=True)[::-1] if is_workbook(data) else read_csv(data)
    for table in tables:
        for row in table.rows[:DEEPEST_HEADING]:
            places = _places(row)
            if {"rank", "name", "total", "r1"} <= places.keys():
                table.check_length()
                return _lines(table, row, places)
    raise Refused("no_result_list")


def _places(row: TextRow) -> dict[str, int]:
    """Which column of a heading holds what."""
    places: dict[str, int] = {}
    for at, cell in enumerate(row.cells):
        title = cell.casefold()
        key = title if _ROUND.fullmatch(title) else SPELLINGS.get(title)
        if key:
            places.setdefault(key, at)
    return places


def _lines(table: TextTable, heading: TextRow, places: Places) -> tuple[ResultLine, ...]:
    problems: list[LineProblem] = []
    lines = []
    for row in table.rows:
        # Sentences below the list stand in its first column alone.
        if row.line > heading.line and any(row.cells[1:]):
            line = _line(row, places, problems)
            lines.append(line)
    problems += line_problems(lines) if not problems else []
    if problems:
        raise Refused("result_lines_wrong", problems=tuple(problems))
    if not lines:
        raise Refused("no_result_list")
    return tuple(lines)


def _line(row: TextRow, places: Places, problems: list[LineProblem]) -> ResultLine:
    def cell(key: str) -> str:
        place = places.get(key, len(row.cells))
        return row.cells[place] if place < len(row.cells) else ""

    def figure(key: str) -> int | None:
        text = cell(key).replace("\N{MINUS SIGN}", "-")
        if text and not _FIGURE.fullmatch(text):
            problems.append(LineProblem(row.line, "figure", cell(key)))
            return None
        return int(text) if text else None

    numbers = sorted(int(key[1:]) for key in places if _ROUND.fullmatch(key))
    total = figure("total")
    name = _WRITTEN_AS_TEXT.sub("", cell("name"))
    if not name:
        problems.append(LineProblem(row.line, "name"))
    if total is None and cell("total") == "":
        problems.append(LineProblem(row.line, "total"))
    return ResultLine(
        line=row.line,
        name=name,
        club=_WRITTEN_AS_TEXT.sub("", cell("club")),
        rank=figure("rank"),
        rounds=tuple(figure(f"r{number}") for number in numbers),
        adjustment=figure("adjustment") or 0,
        total=total or 0,
        games=figure("games"),
    )

"""Lists of results: as the command `standings` writes them, or ordinary tables with totals."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count, islice, takewhile
from operator import attrgetter
from typing import Any, NamedTuple

from tournament.errors import Refused
from tournament.imports.files import read_tables
from tournament.imports.letters import is_unclear
from tournament.imports.tables import (
    DEEPEST_HEADING,
    NOTHING_LEARNED,
    ROUNDS,
    Learned,
    TextRow,
    TextTable,
    UnusedColumn,
    has_meaning,
    heading_at,
    is_country,
    is_workbook,
    looks_like_heading,
    refuse_twice,
    rows_of_people,
    spelling,
    spellings_of,
    unused_columns,
    with_formulas,
)
from tournament.imports.tables import SPELLINGS as NAMES_AND_CLUBS
from tournament.series.rules import LineProblem, ResultLine, line_problems, shared_ranks
from tournament.shared.rules.names import is_sum, split_name
from tournament.shared.rules.typed import (
    MONTHS,
    NOT_PLAYED,
    SAME_RANK,
    Unclear,
    is_formula,
    is_half,
    points,
    rank,
    text_of_cell,
)
from tournament.shared.rules.written_names import written_name

TABLE_POINTS = ("tischpunkte", "tablepoints")
"""Headings of a total in table points, alone or in brackets behind another word."""
SPELLINGS: Mapping[str, str] = {
    "rank": "rank platz rang pl platzierung place pos",
    **{column: NAMES_AND_CLUBS[column] for column in ("name", "last_name", "first_name")},
    "club": f"{NAMES_AND_CLUBS['club']} {NAMES_AND_CLUBS['club_code']}",
    "state": NAMES_AND_CLUBS["state"],
    "adjustment": "abzug abzüge punktabzug punktabzüge strafe strafen strafpunkte adjustment"
    " deduction deductions penalty penalties",
    "total": f"{' '.join(TABLE_POINTS)} gesamt gesamtpunkte gesamtpunktzahl gesamtsumme"
    " gesamtergebnis summe endstand endergebnis punktegesamt total totalpoints",
    "rounds": "runden rundenzahl anzahlrunden gespielterunden rounds roundsplayed",
    "games": "spiele games",
}
_COLUMN_OF = {title: column for column, titles in SPELLINGS.items() for title in titles.split()}
POINTS = frozenset({"punkte", "punktzahl", "pkt", "pkte", "spielpunkte", "points", "score"})
"""Headings of the total if no column is called total; beside table points the first counts."""
TOTAL = "total"
ROUNDS_PLAYED = "rounds"
"""How many rounds a total is of; not read beside the points of each round."""
ROUND = "round"  # chosen by hand for a column with the points of a round; the first one becomes r1
NO_HEADING = TextRow(0, ())
_NUMBERED = re.compile(r"r[1-9][0-9]?")
_POINTS_OF = "(?:punkte|pkte?|points)?"
# "Runde 1", "1. Serie", "Punkte R1", "Runde II", "Punkte 1", and 1, 2, 3 beside each other.
_ROUND = re.compile(
    rf"{_POINTS_OF}(?:(?:r|s|d|{ROUNDS})([1-9][0-9]?)|(?:{ROUNDS})([ivx]+)){_POINTS_OF}"
    rf"|{_POINTS_OF}([1-9][0-9]?|[ivx]+)(?:{ROUNDS}){_POINTS_OF}"
    r"|(?:punkte|pkte?|points)([1-9])"
)
_ROMAN = ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")
_EVENING = re.compile(
    r"(?:am |vom )?[0-9]{1,2}\. ?[0-9]{1,2}\.(?: ?[0-9]{2,4})?|[0-9]{4}-[0-9]{2}-[0-9]{2}.*"
    rf"|(?:[0-9]{{1,2}}\. ?)?(?:{'|'.join(MONTHS)})[a-zä]*\.?(?: ?[0-9]{{2,4}})?"
    r"|(?:abend|spieltag|turnier|evening) ?[0-9]{1,2}|[0-9]{1,2}\. ?(?:abend|spieltag|turnier)",
    re.IGNORECASE,
)
_RUNNING = re.compile(r"\b(?:nach|bis|stand|zwischenstand|after|bisher)\b", re.IGNORECASE)
_REMARKS = frozenset({"note", "hinweis", "bemerkung", "bemerkungen", "anmerkung", "vermerk"})
COUNTED_AS = "countedas"
OWN_TITLES = frozenset({"number", "note", COUNTED_AS})
"""Columns of the program's own files that say nothing here."""
MOST_LINES = 9999
MOST_ROUNDS = 999


@dataclass(frozen=True, slots=True)
class ResultTable:
    """A list as text, with what each column holds, "" for unread ones; no heading has no cells.

    `letters`: how they were read, as in `imports.letters`; `dropped`: rows a user took out;
    `ignored_sheets`: the other sheets of a workbook that hold anything.
    """

    heading: TextRow
    rows: tuple[TextRow, ...]
    columns: tuple[str, ...]
    letters: str = ""
    dropped: tuple[str, ...] = ()
    ignored_sheets: tuple[str, ...] = ()

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
    def says_rounds(self) -> bool:
        """Whether each line says how many rounds its total is of."""
        return ROUNDS_PLAYED in self.columns and not self.rounds

    @property
    def in_table_points(self) -> bool:
        """Whether its total is in table points, by its heading or as a file of the program says."""
        title = spelling(self.title(TOTAL)) if TOTAL in self.columns else ""
        places = [at for at, cell in enumerate(self.heading.cells) if spelling(cell) == COUNTED_AS]
        told = {words for at in places for row in self.rows for words in row.cell(at).split(", ")}
        return any(each in title for each in TABLE_POINTS) or "table_points" in told

    @property
    def unused(self) -> tuple[UnusedColumn, ...]:
        """The non-empty columns that are not read."""
        titles = [spelling(title) in OWN_TITLES for title in self.heading.cells]
        own = [at for at, is_own in enumerate(titles) if is_own]
        used = [at for at, column in enumerate(self.columns) if column]
        return unused_columns(self.heading, self.rows, {*used, *own})

    @property
    def explained(self) -> dict[str, str]:
        """The column by title of those that no built-in word knows, as a user has said."""
        titles = zip(self.heading.cells, self.columns, strict=False)
        return {
            title: ROUND if _NUMBERED.fullmatch(column) else column
            for title, column in titles
            if column and _is_open(title)
        }

    def title(self, column: str) -> str:
        """Return the title of a column that is read, or its number."""
        at = self.columns.index(column)
        return self.heading.cell(at) or str(at + 1)

    def mended(self, cells: Mapping[tuple[int, int], str]) -> "ResultTable":
        """Return the list with other texts in cells, by line and place."""
        rows = []
        for row in self.rows:
            texts = [cells.get((row.line, at), row.cell(at)) for at in range(len(self.columns))]
            rows.append(replace(row, cells=tuple(texts)))
        return replace(self, rows=tuple(rows))

    def with_people(self, line: int) -> "ResultTable":
        """Return the list with a line for each of the people a name cell names, with its points."""
        places = {column: at for at, column in enumerate(self.columns) if column}
        row = next((each for each in self.rows if each.line == line), NO_HEADING)
        problems: list[LineProblem] = []
        _name(line, dict(zip(self.columns, row.cells, strict=False)), self, problems, [])
        named = next((each.people for each in problems if each.people), ())
        return replace(self, rows=rows_of_people(self.rows, line, named, places)) if named else self

    def without(self, line: int) -> "ResultTable":
        """Return the list without a line, which is told."""
        gone = tuple(row.text for row in self.rows if row.line == line)
        rows = tuple(row for row in self.rows if row.line != line)
        return replace(self, rows=rows, dropped=(*self.dropped, *gone)) if rows else self

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
        columns = tuple(_numbered(columns))
        chosen = replace(self, heading=heading, rows=rows, columns=columns)
        if not chosen.is_understood:
            raise Refused("no_result_columns")
        return chosen

    def to_json(self) -> dict[str, Any]:
        """Return the list as JSON values."""
        rows = [[row.line, *row.cells] for row in (self.heading, *self.rows)]
        more: dict[str, Any] = {"letters": self.letters, "dropped": list(self.dropped)}
        more["ignored_sheets"] = list(self.ignored_sheets)
        return {"rows": rows, "columns": list(self.columns), **more}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "ResultTable":
        """Return the list that `to_json` wrote."""
        heading, *rows = (TextRow(line, tuple(cells)) for line, *cells in data["rows"])
        more = (tuple(data.get(key, ())) for key in ("dropped", "ignored_sheets"))
        return cls(heading, tuple(rows), tuple(data["columns"]), data.get("letters", ""), *more)


def _numbered(columns: Sequence[str]) -> list[str]:
    """Return the columns, those of rounds numbered in order."""
    return [
        f"r{list(columns[: at + 1]).count(ROUND)}" if column == ROUND else column
        for at, column in enumerate(columns)
    ]


def is_understood(columns: Collection[str]) -> bool:
    """Whether names and totals are among the columns."""
    return TOTAL in columns and ("name" in columns or "last_name" in columns)


def read_result_table(
    data: bytes, learned: Learned = NOTHING_LEARNED, letters: str = ""
) -> ResultTable:
    """Return the list: of a workbook the last sheet with rounds, else totals, else the fullest.

    `letters`: as `read_tables`. A formula that was never calculated is there as its text. Refused:
    "no_result_list" (nothing in it), "too_many_rows", "too_many_columns", and what `read_tables`
    refuses.
    """
    workbook = is_workbook(data)
    tables = read_tables(data, letters, calculated=True)
    if workbook:
        tables = tables[::-1]
    found = [
        (table, row)
        for table in tables
        for row in table.rows[:DEEPEST_HEADING]
        if is_understood(_columns(row, learned))
    ]
    if found:
        table, heading = max(found, key=lambda each: "r1" in _columns(each[1], learned))
    else:  # what is known of the others stays
        table = max(tables, key=attrgetter("filled"), default=TextTable("", ()))
        heading = next(islice(table.rows, heading_at(table.rows), None), NO_HEADING)
        heading = heading if any(_columns(heading, learned)) else NO_HEADING
    table.check_whole()
    rows = tuple(row for row in table.rows if row.line > heading.line)
    if not rows:
        raise Refused("no_result_list")
    columns = _columns(heading, learned)
    # "Runden" with 1, 2, 3 below, in a row of their own.
    below = tuple(rows[0].cell(at) or cell for at, cell in enumerate(heading.cells))
    known = [at for at, column in enumerate(columns) if column not in ("", ROUNDS_PLAYED)]
    is_apart = not any(map(rows[0].cell, known))
    if "r1" not in columns and is_apart and "r1" in _columns(TextRow(0, below), learned):
        heading, rows = TextRow(rows[0].line, below), rows[1:]
        columns = _columns(heading, learned)
    width = max(len(row.cells) for row in (heading, *rows))
    columns += ("",) * (width - len(columns))
    columns = _without_country(columns, heading, rows)
    read = [at for at, column in enumerate(columns) if column]
    if workbook and any(not row.cell(at) for row in rows for at in read):
        written = read_tables(data)[::-1][tables.index(table)]
        rows = with_formulas(replace(table, rows=rows), written, read).rows
    # The readings of a CSV file are all of one table.
    others = [other.title for other in tables[::-1] if other is not table and other.rows]
    return ResultTable(
        heading, rows, columns, table.letters, ignored_sheets=tuple(others if workbook else ())
    )


def _without_country(
    columns: tuple[str, ...], heading: TextRow, rows: Sequence[TextRow]
) -> tuple[str, ...]:
    place = columns.index("state") if "state" in columns else -1
    if place < 0 or not is_country(heading.cell(place), *(row.cell(place) for row in rows)):
        return columns
    return (*columns[:place], "", *columns[place + 1 :])


def _columns(heading: TextRow, learned: Learned) -> tuple[str, ...]:
    """Return what the columns of a heading hold; of two with the same meaning the first."""
    titles = [spelling(cell) for cell in heading.cells]
    told = {key: each for key, each in learned.items() if each in (ROUND, *SPELLINGS)}
    named = [_known_column(cell) for cell in heading.cells]
    for at, cell in enumerate(heading.cells):
        if _is_open(cell):
            named[at] = next((told[key] for key in spellings_of(cell) if key in told), "")
    for at, title in enumerate(titles):
        if title != "1" or any(map(_NUMBERED.fullmatch, named)):
            continue
        # Those titled 1, 2, 3 beside each other are rounds.
        run = takewhile(lambda pair: pair[0] == str(pair[1]), zip(titles[at:], count(1)))
        numbers = [number for _title, number in run]
        if len(numbers) > 1:
            named[at : at + len(numbers)] = [f"r{number}" for number in numbers]
    named = _numbered(named)
    # Beside another total, table points are one more figure.
    of_tables = [not {*TABLE_POINTS}.isdisjoint(spellings_of(cell)) for cell in heading.cells]
    if (TOTAL, False) in zip(named, of_tables, strict=True):
        named = ["" if is_so else column for column, is_so in zip(named, of_tables, strict=True)]
    else:
        pairs = zip(titles, named, strict=True)
        named = [TOTAL if title in POINTS else column for title, column in pairs]
    if "r1" in named:
        named = ["" if column == ROUNDS_PLAYED else column for column in named]
    if "first_name" in named and "last_name" not in named:
        named = ["last_name" if column == "name" else column for column in named]
    return tuple(each if each not in named[:at] else "" for at, each in enumerate(named))


def _known_column(title: str) -> str:
    """Return what a title means by built-in words alone, "" if nothing."""
    found = _ROUND.fullmatch(spelling(title))
    number = next(filter(None, found.groups())) if found else ""
    if number in _ROMAN[1:]:
        number = str(_ROMAN.index(number))
    rounds = f"r{number}" if number.isdecimal() else ""
    return next((_COLUMN_OF[key] for key in spellings_of(title) if key in _COLUMN_OF), rounds)


def _is_open(title: str) -> bool:
    """Whether no built-in word knows a title, so that users may say what it means."""
    is_known = _known_column(title) or spelling(title) in POINTS or _EVENING.fullmatch(title)
    return has_meaning(title) and not is_known


class Results(NamedTuple):
    """The lines of a list, and what was read otherwise than written or left out."""

    lines: tuple[ResultLine, ...]
    notes: tuple[LineProblem, ...] = ()


def result_lines(table: ResultTable) -> tuple[ResultLine, ...]:
    """Return the lines of a list. Refused: as by `read_results`."""
    return read_results(table).lines


def read_results(table: ResultTable) -> Results:
    """Return the lines of a list with notes. Refused: "result_lines_wrong", "no_result_list"."""
    problems: list[LineProblem] = []
    notes: list[LineProblem] = []
    # The columns of a year's table would be taken for one evening.
    evenings = [at for at, title in enumerate(table.heading.cells) if _EVENING.fullmatch(title)]
    filled = [at for at in evenings if any(row.cell(at) for row in table.rows)]
    if len(filled) > 1 and not any(table.columns[at] for at in evenings):
        titles = ", ".join(table.heading.cells[at] for at in filled)
        problem = LineProblem(table.heading.line, "several_evenings", titles, len(filled))
        raise Refused("result_lines_wrong", problems=(problem,))
    # Mostly sentences below the list.
    is_name_first = table.columns[0] in ("name", "last_name", "first_name")
    alone = [row for row in table.rows if not (is_name_first or any(row.cells[1:]))]
    notes += [LineProblem(row.line, "alone", row.text) for row in alone]
    rows = [row for row in table.rows if is_name_first or any(row.cells[1:])]
    if _EVENING.fullmatch(table.title(TOTAL)):
        total = table.columns.index(TOTAL)
        absent = [row for row in rows if row.cell(total).casefold() in NOT_PLAYED]
        notes += [LineProblem(row.line, "absent", row.text) for row in absent]
        rows = [row for row in rows if row not in absent]
    lines = [_line(row, table, problems, notes) for row in rows]
    has_ranks = any(line.rank is not None for line in lines)
    if not has_ranks:
        ranks = shared_ranks([each.total for each in lines])
        lines = [replace(each, rank=best) for each, (best, _) in zip(lines, ranks, strict=True)]
    else:
        lines = _with_shared_ranks(lines, rows, table, notes)
    if not problems:
        problems += line_problems(lines)
        problems = _explained_at_once(problems, lines, table)
    formulas = [problem for problem in problems if problem.code == "formula"]
    if len(formulas) > 1:
        first = replace(formulas[0], code="formulas", right=len(formulas))
        problems = [first, *(each for each in problems if each.code not in ("formula", "total"))]
    if problems:
        raise Refused("result_lines_wrong", problems=tuple(problems))
    if not lines:
        raise Refused("no_result_list")
    return Results(tuple(lines), tuple(notes))


def _with_shared_ranks(
    lines: Sequence[ResultLine],
    rows: Sequence[TextRow],
    table: ResultTable,
    notes: list[LineProblem],
) -> list[ResultLine]:
    """Return the lines, blank ranks below an equal total as its rank; others are unranked."""
    place = table.columns.index("rank")
    remarks = [at for at, title in enumerate(table.heading.cells) if spelling(title) in _REMARKS]
    ranked: list[ResultLine] = []
    for line, row in zip(lines, rows, strict=True):
        shared = line.rank
        if line.rank is None and not any(row.cell(at) for at in remarks):
            is_same = row.cell(place).casefold() in SAME_RANK
            if is_same and ranked and ranked[-1].total == line.total:
                shared = ranked[-1].rank
            code = "unranked" if shared is None else "rank_shared"
            notes.append(LineProblem(line.line, code, line.name, shared))
        ranked.append(replace(line, rank=shared))
    return ranked


def _explained_at_once(
    problems: list[LineProblem], lines: Sequence[ResultLine], table: ResultTable
) -> list[LineProblem]:
    """Return what explains all the problems of a list in one, else the problems."""
    codes = {problem.code for problem in problems}
    titles = [table.title(column) for column in table.rounds]
    if codes == {"sum"} and len(titles) > 1:
        is_last = all(line.rounds[-1] == line.total for line in lines)
        if is_last or all(map(_RUNNING.search, titles)):
            return [LineProblem(table.heading.line, "running_totals", ", ".join(titles))]
    if codes == {"rank"} and (title := _other_figure(table, lines)):
        return [LineProblem(table.heading.line, "other_figure", title, column=table.title(TOTAL))]
    return problems


def _other_figure(table: ResultTable, lines: Sequence[ResultLine]) -> str:
    """Return the title of an unread column that the ranks follow; "" if there is none."""
    rows = {row.line: row for row in table.rows}
    ranked = [line for line in lines if line.rank is not None]
    # The figure of a round's result is called points, and others may have its order by chance.
    unused = sorted(table.unused, key=lambda column: spelling(column.title) not in POINTS)
    for unread in unused:
        try:
            figures = [points(rows[line.line].cell(unread.number - 1)) for line in ranked]
        except Unclear:
            continue
        known = [figure for figure in figures if figure is not None]
        if len(known) < len(figures) or len(set(known)) == 1:
            continue
        for allowed in (shared_ranks(known), shared_ranks([-figure for figure in known])):
            pairs = zip(ranked, allowed, strict=True)
            if all(best <= (line.rank or 0) <= worst for line, (best, worst) in pairs):
                return unread.title or str(unread.number)
    return ""


def _line(
    row: TextRow, table: ResultTable, problems: list[LineProblem], notes: list[LineProblem]
) -> ResultLine:
    cells = dict(zip(table.columns, row.cells, strict=False))

    def figure(column: str) -> int | None:
        text = cells.get(column, "")
        code = "figure"
        if is_formula(text) and text != "=":
            code = "formula"
        elif is_half(text):
            code = "half"
        try:
            if column == "rank":
                return rank(text, MOST_LINES, SPELLINGS["rank"].split())
            return points(text)
        except Unclear:
            problems.append(LineProblem(row.line, code, text, column=table.title(column)))
            return None

    name = _name(row.line, cells, table, problems, notes)
    found, adjustment = figure(TOTAL), figure("adjustment") or 0
    if found is None and not any(problem.line == row.line for problem in problems):
        problems.append(LineProblem(row.line, "total", column=table.title(TOTAL)))
    total = found or 0
    rounds = tuple(map(figure, table.rounds))
    return ResultLine(
        line=row.line,
        name=name,
        club=text_of_cell(cells.get("club", "")),
        rank=figure("rank"),
        rounds=rounds or (total - adjustment,),  # totals alone count as one round
        adjustment=adjustment,
        total=total,
        games=figure("games"),
        of_rounds=_of_rounds(row.line, cells, table, problems) if table.says_rounds else None,
        state=_state(row.line, cells, table, notes),
    )


def _of_rounds(
    line: int, cells: Mapping[str, str], table: ResultTable, problems: list[LineProblem]
) -> int | None:
    """Return the number of rounds that a total is of."""
    text = cells.get(ROUNDS_PLAYED, "")
    try:
        found = points(text) or 0
    except Unclear:
        found = 0
    if 1 <= found <= MOST_ROUNDS:
        return found
    title = table.title(ROUNDS_PLAYED)
    problems.append(LineProblem(line, "rounds", text, MOST_ROUNDS, column=title))
    return None


def _state(
    line: int, cells: Mapping[str, str], table: ResultTable, notes: list[LineProblem]
) -> str:
    """Return the federal state; a country below "Land" is left out, as in lists of players."""
    state = text_of_cell(cells.get("state", ""))
    if state and is_country(table.title("state"), state):
        notes.append(LineProblem(line, "state_is_country", state))
        return ""
    return state


def _name(
    line: int,
    cells: Mapping[str, str],
    table: ResultTable,
    problems: list[LineProblem],
    notes: list[LineProblem],
) -> str:
    """Return the name in the cells of a line as lists of players read it."""
    column = "name" if "name" in table.columns else "last_name"
    title = table.title(column)
    parts = [cells.get(column, "")] + ([cells.get("first_name", "")] if column != "name" else [])
    texts = list(filter(None, map(text_of_cell, parts)))
    if not texts:
        problems.append(LineProblem(line, "name", column=title))
        return ""
    written = written_name(*texts)
    whole = ", ".join(texts)
    if is_sum(texts[0]):
        problems.append(LineProblem(line, "sum_row", whole))
        return whole
    if is_unclear(whole, table.letters):
        problems.append(LineProblem(line, "letters_unclear", whole, column=title))
    for code, text in written.doubts.items():
        problems.append(LineProblem(line, code, text, column=title, people=written.people))
    for code, text in written.notes.items():
        notes.append(LineProblem(line, code, text, column=title))
    if len(texts) == 1:
        return written.name or whole
    split = split_name(written.name)
    return " ".join(filter(None, (split.first_name, split.last_name)))
